import { produtos, produtosFilters } from '@prumo/contract/produtos.ts';
import { type ListProps, listQuery, listSearch } from '#records/list-search.ts';

type List = ListProps<typeof produtos.list>;

/** The five the screen has a field for. */
export const FILTERS = {
  sku: 'Código (SKU)',
  cod_referencia: 'Cód. Referência',
  nome: 'Nome do Produto',
  marca: 'Marca',
  categoria: 'Categoria',
} as const;

/** Those that links from other screens set. */
const REFERENCES = ['marca_id', 'categoria_id', 'fornecedor_id'] as const;

type Field = keyof typeof FILTERS;
type Filter = Field | (typeof REFERENCES)[number];

export const fields = Object.keys(FILTERS) as Field[]; // the keys are written above
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

/** What narrows the list: the cards are about it too. */
export const filterOf = (search: ProdutosSearch): ProdutosFilter =>
  Object.fromEntries([...filters, 'busca' as const].map((name) => [name, search[name]]));

export const produtosQuery = (search: ProdutosSearch) => ({ ...filterOf(search), ...listQuery(search) });

export const isNarrowed = (search: ProdutosSearch) => Object.values(filterOf(search)).some(Boolean);

/** Takes every filter away, and goes to the first page. */
export const everything: ProdutosSearch = {
  ...Object.fromEntries(filters.map((name) => [name, undefined])),
  busca: undefined,
  cursor: undefined,
};
