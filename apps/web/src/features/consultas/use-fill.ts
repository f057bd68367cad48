import { useFormContext } from 'react-hook-form';
import { type Filled, type Found, fill, isReplaceable } from './fill.ts';

/** One memory for each form, for all its lookups: a CEP may replace what a CNPJ brought, and the other way round. */
const filledIn = new WeakMap<object, Filled>();

/** Puts what a lookup found into the form around it, without touching what the person typed. */
export function useFill() {
  const { control, formState, getValues, setValue, clearErrors } = useFormContext();
  const { defaultValues } = formState;

  /** What may be replaced: what lookups put there, and of these fields also what was loaded and not touched since. */
  function replaceable(loaded: readonly string[]): Filled {
    const untouched = loaded.map((name): [string, string] => [name, String(defaultValues?.[name] ?? '')]);
    return new Map([...untouched, ...(filledIn.get(control) ?? [])]);
  }

  return {
    /** Says whether it changed anything. */
    fill(found: Found, loaded: readonly string[]): boolean {
      const { changes, filled } = fill(getValues(), found, replaceable(loaded));
      const names = Object.keys(changes);
      // What was only loaded is not remembered as found: it was somebody's typing once.
      const before = filledIn.get(control) ?? new Map<string, string>();
      const now = new Map([...filled].filter(([name]) => names.includes(name) || before.has(name)));
      filledIn.set(control, now);
      for (const [name, text] of Object.entries(changes)) {
        setValue(name, text, { shouldDirty: true });
        clearErrors(name);
      }
      return names.length > 0;
    },
    /** What a lookup put into this field. */
    filled: (name: string) => filledIn.get(control)?.get(name),
    /** Does the field hold something of the person's own? */
    isOwn: (name: string, loaded: readonly string[]) =>
      !isReplaceable(getValues(name), replaceable(loaded).get(name)),
  };
}
