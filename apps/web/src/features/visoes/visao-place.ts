import type { Visao } from '@prumo/contract/visoes.ts';
import type { Column } from '#ui/table/column.ts';
import { arrange, type Layout } from '#ui/table/layout.ts';

/** What the address of a list holds beside the filters and the order. A visao does not keep it. */
const NOT_KEPT = ['cursor', 'limite', 'abrir', 'aba', 'selecao'];

/** The filters and the order of an address, as a visao keeps them. */
export const enderecoOf = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => !NOT_KEPT.includes(name) && value !== undefined && value !== '')
      .map(([name, value]): [string, string] => [name, String(value)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

interface Shown {
  search: object;
  layout: Layout;
  columns: readonly Pick<Column<never>, 'header' | 'shown'>[];
}

/** Whether the screen differs from the visao, so that its owner may save it or go back. */
export function isChanged({ endereco, exibicao }: Visao, { search, layout, columns }: Shown): boolean {
  const of = (each: Layout) => [each.densidade, each.segunda_linha, arrange(columns, each.colunas)];
  return (
    JSON.stringify(enderecoOf(endereco)) !== JSON.stringify(enderecoOf(search)) ||
    JSON.stringify(of(exibicao)) !== JSON.stringify(of(layout))
  );
}
