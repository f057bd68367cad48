import type { Column } from '#ui/table/column.ts';

/**
 * The orders that a list offers, from the value in the address to the word. The empty value is the order of the list
 * itself. A list whose own order is that of a column names it by the heading, which is then not offered twice.
 */
export function ordensOf(
  columns: readonly Pick<Column<never>, 'header' | 'sort'>[],
  own: string,
): Readonly<Record<string, string>> {
  const ordens: Record<string, string> = { '': own };
  for (const { header, sort } of columns) {
    if (sort === undefined) continue;
    if (header !== own) ordens[sort] = header;
    ordens[`-${sort}`] = `${header} (decrescente)`;
  }
  return ordens;
}
