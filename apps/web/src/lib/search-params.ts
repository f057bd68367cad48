/**
 * Plain query strings. The router's default parser reads `?busca=123` as a number and writes the text 123 with quotes.
 * Here every value is text, as a person would type it.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

const HERE = 'http://site.invalid';

/**
 * Returns the normalised path if the sign-in may return to it. Returns undefined for another site and for the
 * sign-in pages themselves.
 */
export function safeReturn(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  // Parses like a browser: `//x`, `/\\x` and `/<tab>/x` all name another site, and `/.//x` becomes `//x`.
  const url = URL.parse(path, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname.startsWith('/auth'))
    return undefined;
  return url.pathname + url.search + url.hash;
}
