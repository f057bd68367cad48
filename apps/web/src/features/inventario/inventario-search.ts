import { inventario } from '@prumo/contract/inventario.ts';
import { type ListProps, listQuery, listSearch } from '#records/list/list-search.ts';

const { shape } = inventario.list.schema.querystring;
const readList = listSearch(inventario.list);

export type InventarioSearch = Omit<ListProps<typeof inventario.list>['search'], 'abrir'> & {
  deposito_id?: string | undefined;
  situacao?: 'normal' | 'baixo' | 'zerado' | undefined;
  /** Shows the quantities at the end of this day. */
  em?: string | undefined;
};

export function inventarioSearch(raw: Record<string, unknown>): InventarioSearch {
  const { abrir: _, ...list } = readList(raw);
  return {
    ...list,
    deposito_id: shape.deposito_id.safeParse(raw['deposito_id']).data,
    situacao: shape.situacao.safeParse(raw['situacao']).data,
    em: shape.em.safeParse(raw['em']).data,
  };
}

export const inventarioQuery = ({ deposito_id, situacao, em, ...list }: InventarioSearch) => ({
  ...listQuery(list),
  deposito_id,
  // The situacao is known only for today. For another day it would select the wrong rows.
  situacao: em ? undefined : situacao,
  em,
});
