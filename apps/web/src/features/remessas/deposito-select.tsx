import { useController } from 'react-hook-form';
import { cn } from '#lib/class-names.ts';
import { Field } from '#ui/form/field.tsx';
import { inputLook } from '#ui/form/input.tsx';

interface DepositoSelectProps {
  name: string;
  label: string;
  options: readonly { id: string; label: string }[];
}

/** Chooses a deposito of an empresa other than the tab's, which the picker of records cannot read. */
export function DepositoSelect({ name, label, options }: DepositoSelectProps) {
  const { field, fieldState } = useController({ name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(wiring) => (
        <select {...wiring} {...field} className={cn(inputLook, 'h-9')}>
          <option value="">Escolha…</option>
          {options.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
