import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface NewPasswordFieldsProps {
  /** The label of the password, `Senha` or `Nova senha`. The second field asks to confirm it. */
  label: string;
  senha: UseFormRegisterReturn;
  confirmacao: UseFormRegisterReturn;
  errors: FieldErrors<{ senha: string; confirmacao: string }>;
  /** A warning about a password that can be saved all the same. */
  warning: string | undefined;
  /**
   * True when the two passwords differ. The form reports it while the person types, not only after a submit.
   */
  differ: boolean;
  className?: string;
}

/** Two fields for choosing a password and confirming it. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, senha, confirmacao, errors, warning, differ, className } = props;
  return (
    <>
      <Field
        label={label}
        error={errors.senha?.message}
        warning={warning}
        // An error or a warning replaces the hint. The error about a short password repeats the hint.
        hint={errors.senha?.message || warning ? undefined : 'Mínimo de 6 caracteres'}
      >
        {(wiring) => (
          <PasswordInput {...wiring} {...senha} autoComplete="new-password" className={className} />
        )}
      </Field>
      <Field
        label={`Confirmar ${label.toLowerCase()}`}
        error={differ ? 'As senhas não coincidem' : errors.confirmacao?.message}
      >
        {(wiring) => (
          <PasswordInput {...wiring} {...confirmacao} autoComplete="new-password" className={className} />
        )}
      </Field>
    </>
  );
}
