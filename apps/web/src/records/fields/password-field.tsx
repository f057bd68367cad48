import { useController } from 'react-hook-form';
import { useRequired } from '#records/required.ts';
import { Field } from '#ui/form/field.tsx';
import { PasswordInput } from '#ui/form/password-input.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The name of the confirmation field, which is validated again when this one changes. */
  repeatedIn?: string;
}

/** A field for choosing a password. An error replaces the hint, which would only repeat it. */
export function PasswordField({ name, label, hint, repeatedIn }: PasswordFieldProps) {
  const { field, fieldState } = useController({ name, rules: { deps: repeatedIn ?? [] } });
  const error = fieldState.error?.message;
  return (
    <Field label={label} required={useRequired(name)} hint={error ? undefined : hint} error={error}>
      {(wiring) => <PasswordInput {...wiring} {...field} autoComplete="new-password" />}
    </Field>
  );
}
