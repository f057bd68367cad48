import { categorias } from '@prumo/contract/categorias.ts';
import { type ListProps, listQuery, listSearch } from '#records/list/list-search.ts';

type List = ListProps<typeof categorias.list>;

export type CategoriasSearch = List['search'] & {
  /** Shows only the subcategorias of this categoria. */
  parent_id?: string | undefined;
};

const readList = listSearch(categorias.list);
const { parent_id } = categorias.list.schema.querystring.shape;

export const categoriasSearch = (raw: Record<string, unknown>): CategoriasSearch => ({
  ...readList(raw),
  parent_id: parent_id.safeParse(raw['parent_id']).data,
});

/** Whether the list is the tree. A search, and the subcategorias of one categoria, are lists without levels. */
export const isTree = ({ busca, parent_id }: CategoriasSearch) => !busca && !parent_id;

/** The principals of a page of the tree. With their subcategorias they are up to 525 lines. */
const PRINCIPALS = 25;

/** The tree is a list of principals, each of which has its subcategorias with it. */
export const categoriasQuery = (search: CategoriasSearch) => ({
  ...listQuery(search),
  parent_id: search.parent_id,
  ...(isTree(search) && { arvore: 'true' as const, limite: PRINCIPALS }),
});
