import { useFormContext } from 'react-hook-form';
import { type Filled, type Found, fill, isReplaceable } from './fill.ts';

/** One entry per form, shared by all its lookups: a CEP lookup may replace values of a CNPJ lookup and vice versa. */
const filledIn = new WeakMap<object, Filled>();

/** Fills the surrounding form with the answer of a lookup, without touching typed values. */
export function useFill() {
  const { control, formState, getValues, setValue, clearErrors } = useFormContext();
  const { defaultValues } = formState;

  /** Replaceable values: those from lookups, and for the `loaded` fields also the unchanged stored value. */
  function replaceable(loaded: readonly string[]): Filled {
    const untouched = loaded.map((name): [string, string] => [name, String(defaultValues?.[name] ?? '')]);
    return new Map([...untouched, ...(filledIn.get(control) ?? [])]);
  }

  return {
    /** Returns true when it changed a field. */
    fill(found: Found, loaded: readonly string[]): boolean {
      const { changes, filled } = fill(getValues(), found, replaceable(loaded));
      const names = Object.keys(changes);
      // A stored value is not recorded as found, because a person may have typed it once.
      const before = filledIn.get(control) ?? new Map<string, string>();
      const now = new Map([...filled].filter(([name]) => names.includes(name) || before.has(name)));
      filledIn.set(control, now);
      for (const [name, text] of Object.entries(changes)) {
        setValue(name, text, { shouldDirty: true });
        clearErrors(name);
      }
      return names.length > 0;
    },
    /** The value that a lookup put into this field. */
    filled: (name: string) => filledIn.get(control)?.get(name),
    /** True when the field contains a value that no lookup may replace. */
    isOwn: (name: string, loaded: readonly string[]) =>
      !isReplaceable(getValues(name), replaceable(loaded).get(name)),
  };
}
