import type { ComponentProps } from 'react';
import { useController } from 'react-hook-form';
import { useRequired } from '#records/required.ts';
import { Field } from '#ui/form/field.tsx';
import { Input, Textarea } from '#ui/form/input.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: string;
  label: string;
  hint?: string;
}

export function TextField({ name, label, hint, ...rest }: TextFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <Field label={label} required={useRequired(name)} hint={hint} error={fieldState.error?.message}>
      {/* Records describe other people, but the browser would autofill the operator's own name and address. */}
      {(wiring) => <Input autoComplete="off" {...rest} {...wiring} {...field} value={field.value ?? ''} />}
    </Field>
  );
}

export function TextAreaField({ name, label, hint }: Pick<TextFieldProps, 'name' | 'label' | 'hint'>) {
  const { field, fieldState } = useController({ name });
  return (
    <Field label={label} required={useRequired(name)} hint={hint} error={fieldState.error?.message}>
      {(wiring) => <Textarea {...wiring} {...field} value={field.value ?? ''} rows={3} />}
    </Field>
  );
}
