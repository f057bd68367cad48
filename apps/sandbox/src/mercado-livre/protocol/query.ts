/**
 * The first unknown parameter. The stand-in refuses it, so that a test notices a misspelt filter, which the
 * real API ignores.
 */
export const unknownIn = (query: URLSearchParams, known: readonly string[]) =>
  [...query.keys()].find((name) => !known.includes(name));

/** A whole number of at least 0, or `fallback` if the parameter is missing. Undefined if it is invalid. */
export function readCount(query: URLSearchParams, name: string, fallback: number): number | undefined {
  const written = query.get(name);
  if (written === null) return fallback;
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}
