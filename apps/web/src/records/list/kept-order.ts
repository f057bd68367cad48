import { useState } from 'react';

/**
 * Puts the rows that were there before into their earlier order. A new row stays at the place that the server gave it.
 */
export function inKeptOrder<Row extends { id: string }>(
  before: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = before.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(before);
  const ordered = [...kept];
  for (const [place, row] of rows.entries()) if (!known.has(row.id)) ordered.splice(place, 0, row);
  return ordered;
}

interface Page<Row> {
  itens: Row[];
}

interface Listed<P> {
  /** Identifies the page, the order and the search. */
  of: string;
  page: P | undefined;
  stale: boolean;
}

/**
 * Keeps the rows of a list in place while the person stays on the same page, order and search. A list that is sorted by
 * its last change would otherwise move the row that the person has just changed away from the pointer.
 */
export function useKeptOrder<Row extends { id: string }, P extends Page<Row>, L extends Listed<P>>(
  list: L,
): L {
  const [kept, setKept] = useState<{ of: string; ids: string[] }>();
  const { of, page, stale } = list;
  if (!page || stale) return list;
  const itens = kept?.of === of ? inKeptOrder(kept.ids, page.itens) : page.itens;
  const ids = itens.map(({ id }) => id);
  if (kept?.of !== of || kept.ids.join() !== ids.join()) setKept({ of, ids });
  return { ...list, page: { ...page, itens } };
}
