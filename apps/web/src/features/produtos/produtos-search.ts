import { produtos, produtosFilters } from '@prumo/contract/produtos.ts';
import { type ListProps, listQuery, listSearch } from '#records/list/list-search.ts';

type List = ListProps<typeof produtos.list>;

/** The five filters that have a field on the screen. */
export const FILTERS = {
  sku: 'Código (SKU)',
  cod_referencia: 'Cód. Referência',
  nome: 'Nome do Produto',
  marca: 'Marca',
  categoria: 'Categoria',
} as const;

/** Filters that links from other screens set. */
const REFERENCES = ['marca_id', 'categoria_id', 'fornecedor_id'] as const;

type Field = keyof typeof FILTERS;
type Filter = Field | (typeof REFERENCES)[number];

export const fields = Object.keys(FILTERS) as Field[]; // The keys are those of FILTERS.
const filters: readonly Filter[] = [...fields, ...REFERENCES];

export type ProdutosFilter = { [Name in Filter | 'busca']?: string | undefined };
export type ProdutosSearch = List['search'] & ProdutosFilter;

export interface ProdutosPlace {
  search: ProdutosSearch;
  go: (change: ProdutosSearch, options?: { replace: boolean }) => void;
}

const readList = listSearch(produtos.list);

export const produtosSearch = (raw: Record<string, unknown>): ProdutosSearch => ({
  ...readList(raw),
  ...Object.fromEntries(
    filters.map((name) => [name, produtosFilters[name].safeParse(raw[name]).data || undefined]),
  ),
});

/** The filters of the list, which also apply to the cards. */
export const filterOf = (search: ProdutosSearch): ProdutosFilter =>
  Object.fromEntries([...filters, 'busca' as const].map((name) => [name, search[name]]));

export const produtosQuery = (search: ProdutosSearch) => ({ ...filterOf(search), ...listQuery(search) });

export const isNarrowed = (search: ProdutosSearch) => Object.values(filterOf(search)).some(Boolean);

/** Clears every filter and returns to the first page. */
export const everything: ProdutosSearch = {
  ...Object.fromEntries(filters.map((name) => [name, undefined])),
  busca: undefined,
  cursor: undefined,
};
