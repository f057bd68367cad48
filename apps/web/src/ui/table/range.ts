/** The ids from one row of the page to another, in the order of the page. It is one row if the start is elsewhere. */
export function rangeOf(page: readonly string[], from: string, to: string): readonly string[] {
  const [one, other] = [page.indexOf(from), page.indexOf(to)];
  if (other < 0) return [];
  if (one < 0) return [to];
  return page.slice(Math.min(one, other), Math.max(one, other) + 1);
}
