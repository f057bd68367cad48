import { useController } from 'react-hook-form';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Field } from '#ui/field.tsx';

interface DecimalFieldProps {
  name: string;
  label: string;
  hint?: string;
  decimals?: number;
  max?: string;
}

export function DecimalField({ name, label, hint, decimals, max }: DecimalFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <DecimalInput
          {...wiring}
          ref={field.ref}
          name={name}
          value={field.value ?? ''}
          decimals={decimals}
          max={max}
          onDecimal={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
