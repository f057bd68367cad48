import type { NumberKind } from '@prumo/contract/brazilian-number.ts';
import { useController } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { useDecimal } from './use-decimal.ts';

interface DecimalFieldProps {
  name: string;
  label: string;
  hint?: string;
  unit?: NumberKind['unit'];
  max?: string;
  placeholder?: string;
}

export function DecimalField({ name, label, hint, unit, max, placeholder }: DecimalFieldProps) {
  const { field, fieldState } = useController({ name });
  const decimal = useDecimal({
    value: field.value ?? '',
    onDecimal: field.onChange,
    kind: { places: 2, unit },
    max,
    error: fieldState.error?.message,
  });
  return (
    <Field label={label} hint={hint} error={decimal.error} note={decimal.note}>
      {(wiring) => (
        <DecimalInput
          {...wiring}
          ref={field.ref}
          name={name}
          decimal={decimal}
          placeholder={placeholder}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}
