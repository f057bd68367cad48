import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useWork } from './use-work.ts';

type Form = Pick<UseFormReturn<FieldValues>, 'getValues' | 'setValue' | 'clearErrors'>;
type More = Omit<Parameters<typeof useWork>[0], 'values' | 'base' | 'restore'>;

/** `useWork` for a form of react-hook-form that starts from its default values. */
export function useFormWork<Values extends FieldValues>(form: UseFormReturn<Values>, more: More = {}) {
  // The type of the values does not matter here.
  const plain = form as unknown as Form;
  const [base] = useState(() => plain.getValues());
  return useWork({
    ...more,
    values: () => plain.getValues(),
    base: () => base,
    restore: (draft) => {
      plain.clearErrors();
      // Not `reset`, which leaves the inputs of registered fields as they are.
      for (const [name, value] of Object.entries({ ...base, ...draft?.values })) plain.setValue(name, value);
    },
  });
}
