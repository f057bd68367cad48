/**
 * The initial values of a new record that copies another one: the same fields, except those that every record has for
 * itself. A field that the record never contains, such as a password, is not copied either.
 */
export function copyOf(
  record: object,
  blank: object,
  own: readonly string[],
): Readonly<Record<string, unknown>> {
  const stored = new Map(Object.entries(record));
  const copied = Object.keys(blank).filter((name) => stored.has(name) && !own.includes(name));
  return Object.fromEntries(copied.map((name) => [name, stored.get(name)]));
}
