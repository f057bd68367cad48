/** The values that lookups have put into the form, by field name. A later lookup may replace only these. */
export type Filled = ReadonlyMap<string, string>;

/** The answer of a lookup per field; null for a field it covers but has no value for. */
export type Found = Readonly<Record<string, string | null>>;

/**
 * Decides which fields to set: those the form has that are empty or still contain the value of a lookup. Typed values
 * are never overwritten, and no part of an earlier address or company remains.
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

/** True when the field is empty or still contains the filled value. */
export function isReplaceable(value: unknown, put: string | undefined): boolean {
  const held = String(value ?? '');
  return held.trim() === '' || held === put;
}
