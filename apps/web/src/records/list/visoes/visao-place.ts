import { LISTAS_DE_PESSOAS, type Lista, type Visao } from '@prumo/contract/visoes.ts';
import type { Column } from '#ui/table/column.ts';
import { arrange, type Layout } from '#ui/table/layout.ts';

/** What the address of a list holds beside the filters and the order. A visao does not keep it. */
const NOT_KEPT = ['cursor', 'limite', 'abrir', 'aba', 'selecao'];

/** The filters and the order of an address, as a visao keeps them. A search for a person is not kept. */
export function enderecoOf(lista: Lista, search: object): Record<string, string> {
  const isSkipped = (name: string) =>
    NOT_KEPT.includes(name) || (name === 'busca' && LISTAS_DE_PESSOAS.includes(lista));
  return Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => !isSkipped(name) && value !== undefined && value !== '')
      .map(([name, value]): [string, string] => [name, String(value)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** What the screen shows of a list. */
export interface Shown {
  lista: Lista;
  search: object;
  layout: Layout;
  columns: readonly Pick<Column<never>, 'header' | 'shown'>[];
}

/** What a visao keeps of the screen. */
export const keptOf = ({ lista, search, layout }: Shown): Pick<Visao, 'endereco' | 'exibicao'> => ({
  endereco: enderecoOf(lista, search),
  exibicao: { ...layout, colunas: [...layout.colunas] },
});

/** Whether the screen differs from the visao, so that its owner may save it or go back. */
export function isChanged({ endereco, exibicao }: Visao, { lista, search, layout, columns }: Shown): boolean {
  const of = (each: Layout) => [each.densidade, each.segunda_linha, arrange(columns, each.colunas)];
  return (
    JSON.stringify(enderecoOf(lista, endereco)) !== JSON.stringify(enderecoOf(lista, search)) ||
    JSON.stringify(of(exibicao)) !== JSON.stringify(of(layout))
  );
}
