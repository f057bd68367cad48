import { useController } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The field it is typed a second time in, which may be right again once this one changes. */
  repeatedIn?: string;
}

/** A password being chosen. What is wrong with it takes the place of the hint, which would only say it again. */
export function PasswordField({ name, label, hint, repeatedIn }: PasswordFieldProps) {
  const { field, fieldState } = useController({ name, rules: { deps: repeatedIn ?? [] } });
  const error = fieldState.error?.message;
  return (
    <Field label={label} hint={error ? undefined : hint} error={error}>
      {(wiring) => <PasswordInput {...wiring} {...field} autoComplete="new-password" />}
    </Field>
  );
}
