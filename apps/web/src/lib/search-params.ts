/**
 * Plain query strings. The router's default reads `?busca=123` as a number and writes the text 123 with
 * quotes; here everything is text, as a person would type it.
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

/** A path of this site to come back to after login; an address of another site is never followed. */
export function safeReturn(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  // Read as a browser would: `//x`, `/\\x` and `/<tab>/x` all name another site, and `/.//x` turns into `//x`.
  const url = URL.parse(path, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//') || url.pathname.startsWith('/auth'))
    return undefined;
  return url.pathname + url.search + url.hash;
}
