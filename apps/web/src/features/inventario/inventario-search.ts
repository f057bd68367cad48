import { inventario } from '@prumo/contract/inventario.ts';
import { type ListProps, listQuery, listSearch } from '#records/list-search.ts';

const { shape } = inventario.list.schema.querystring;
const readList = listSearch(inventario.list);

export type InventarioSearch = Omit<ListProps<typeof inventario.list>['search'], 'abrir'> & {
  deposito_id?: string | undefined;
  situacao?: 'normal' | 'baixo' | 'zerado' | undefined;
  /** The day at whose end the quantities are shown. */
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
  // How things stand is said of today: of another day it would pick the wrong rows.
  situacao: em ? undefined : situacao,
  em,
});
