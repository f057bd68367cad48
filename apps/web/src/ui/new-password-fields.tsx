import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface NewPasswordFieldsProps {
  /** What the password is called, `Senha` or `Nova senha`; the second field asks to confirm it. */
  label: string;
  senha: UseFormRegisterReturn;
  confirmacao: UseFormRegisterReturn;
  errors: FieldErrors<{ senha: string; confirmacao: string }>;
  /** Said while typing, not after sending. */
  differ: boolean;
  className?: string;
}

/** A password being chosen, twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, senha, confirmacao, errors, differ, className } = props;
  return (
    <>
      <Field
        label={label}
        // The hint already says what a short password needs: it turns into the error, not beside it.
        {...(errors.senha?.message ? { error: errors.senha.message } : { hint: 'Mínimo de 6 caracteres' })}
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
