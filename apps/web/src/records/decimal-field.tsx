import { useController } from 'react-hook-form';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Field } from '#ui/field.tsx';

interface DecimalFieldProps {
  name: string;
  label: string;
  hint?: string;
  decimals?: number;
  max?: string;
  placeholder?: string;
  /** A minus sign may be typed: what is below zero is refused with the field's own sentence. */
  signed?: boolean;
}

export function DecimalField(props: DecimalFieldProps) {
  const { name, label, hint, decimals, max, placeholder, signed } = props;
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
          placeholder={placeholder}
          signed={signed}
          onDecimal={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
