import { useFormContext } from 'react-hook-form';
import { type Filled, type Found, fill } from './fill.ts';

/** One memory for each form, for all its lookups: a CEP may replace what a CNPJ brought, and the other way round. */
const filledIn = new WeakMap<object, Filled>();

/** Puts what a lookup found into the form around it, without touching what the person typed. */
export function useFill() {
  const { control, getValues, setValue, clearErrors } = useFormContext();
  return (found: Found) => {
    const { changes, filled } = fill(getValues(), found, filledIn.get(control) ?? new Map());
    filledIn.set(control, filled);
    for (const [name, text] of Object.entries(changes)) {
      setValue(name, text, { shouldDirty: true });
      clearErrors(name);
    }
  };
}
