import { useController } from 'react-hook-form';
import { useRequired } from '#records/required.ts';
import { Field } from '#ui/form/field.tsx';
import { type Offer, RecordCombobox } from './record-combobox.tsx';

export interface RecordPickerFieldProps extends Omit<Offer, 'taken'> {
  name: string;
  label: string;
  hint?: string;
}

export function RecordPickerField({ name, label, hint, ...offer }: RecordPickerFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <Field label={label} required={useRequired(name)} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <RecordCombobox
          {...offer}
          label={label}
          input={{ ...wiring, ref: field.ref, name, onBlur: field.onBlur }}
          id={field.value || null}
          onChoose={field.onChange}
        />
      )}
    </Field>
  );
}
