import type { NumberKind } from '@prumo/contract/brazilian-number.ts';
import { useController } from 'react-hook-form';
import { useRequired } from '#records/required.ts';
import { Field } from '#ui/form/field.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { useDecimal } from './use-decimal.ts';

interface DecimalFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** A remark that does not prevent saving. */
  warning?: string | undefined;
  unit?: NumberKind['unit'];
  max?: string;
  placeholder?: string;
}

export function DecimalField(props: DecimalFieldProps) {
  const { name, label, hint, warning, unit, max, placeholder } = props;
  const { field, fieldState } = useController({ name });
  const decimal = useDecimal({
    value: field.value ?? '',
    onDecimal: field.onChange,
    kind: { places: 2, unit },
    max,
    error: fieldState.error?.message,
  });
  return (
    <Field
      label={label}
      required={useRequired(name)}
      // They describe the value, so a text that is not read as one has none.
      hint={decimal.error || decimal.note ? undefined : hint}
      warning={decimal.error || decimal.note ? undefined : warning}
      error={decimal.error}
      note={decimal.note}
    >
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
