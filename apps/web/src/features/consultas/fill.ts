/** What lookups have put into the fields of a form, by name: all that a later one may replace. */
export type Filled = ReadonlyMap<string, string>;

/** What a lookup knows of some fields; null where the field belongs to it and there is nothing to say. */
export type Found = Readonly<Record<string, string | null>>;

/**
 * Which fields to set. Only those the form has, and of them only what is empty or still is what a lookup put there:
 * nobody's typing is overwritten, and nothing is left over of another address or company.
 */
export function fill(values: Readonly<Record<string, unknown>>, found: Found, filled: Filled) {
  const changes: Record<string, string> = {};
  const now = new Map(filled);
  for (const [name, text] of Object.entries(found)) {
    if (!(name in values)) continue;
    const held = String(values[name] ?? '');
    if (!isReplaceable(held, filled.get(name))) continue;
    const next = text ?? '';
    if (next !== held) changes[name] = next;
    if (next === '') now.delete(name);
    else now.set(name, next);
  }
  return { changes, filled: now };
}

/** Empty, or still what was put there. */
export function isReplaceable(value: unknown, put: string | undefined): boolean {
  const held = String(value ?? '');
  return held.trim() === '' || held === put;
}
