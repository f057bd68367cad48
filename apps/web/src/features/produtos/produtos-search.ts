import { produtos, produtosFilters } from '@prumo/contract/produtos.ts';
import * as z from 'zod/mini';
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

/** The filters with a few choices, with the word of each. */
export const CHOICES = {
  estoque: { label: 'Estoque', words: { sem: 'Sem estoque', baixo: 'Baixo estoque', com: 'Com estoque' } },
  foto: { label: 'Foto', words: { com: 'Com foto', sem: 'Sem foto' } },
  anuncio: { label: 'Anúncio', words: { com: 'Com anúncio', sem: 'Sem anúncio' } },
} as const;

/** Filters by a record. Links from other screens set them; the fornecedor also has a field. */
const REFERENCES = ['marca_id', 'categoria_id', 'fornecedor_id', 'importacao'] as const;

type Field = keyof typeof FILTERS;
type Choice = keyof typeof CHOICES;
type Filter = Field | Choice | (typeof REFERENCES)[number];

export const fields = Object.keys(FILTERS) as Field[]; // The keys are those of FILTERS.
export const choices = Object.keys(CHOICES) as Choice[]; // The keys are those of CHOICES.
const filters: readonly Filter[] = [...fields, ...choices, ...REFERENCES];

export type ProdutosFilter = {
  [Name in Exclude<Filter, Choice> | 'busca']?: string | undefined;
} & { [Name in Choice]?: keyof (typeof CHOICES)[Name]['words'] | undefined };
export type ProdutosSearch = List['search'] &
  ProdutosFilter & {
    /** The id of the visao whose tab is current. */
    aba?: string | undefined;
    /** `todos` opens the list with all produtos of the filter picked. The page then takes it out of the address. */
    selecao?: 'todos' | undefined;
  };

export interface ProdutosPlace {
  search: ProdutosSearch;
  go: (change: ProdutosSearch, options?: { replace: boolean }) => void;
}

const readList = listSearch(produtos.list);

const aba = z.optional(z.uuid());

export const produtosSearch = (raw: Record<string, unknown>): ProdutosSearch => ({
  ...readList(raw),
  aba: aba.safeParse(raw['aba']).data,
  selecao: raw['selecao'] === 'todos' ? 'todos' : undefined,
  ...Object.fromEntries(
    filters.map((name) => [name, produtosFilters[name].safeParse(raw[name]).data || undefined]),
  ),
});

/** The filters of the list, which also apply to the cards. */
export const filterOf = (search: ProdutosSearch): ProdutosFilter =>
  Object.fromEntries([...filters, 'busca' as const].map((name) => [name, search[name]]));

export const produtosQuery = (search: ProdutosSearch) => ({ ...filterOf(search), ...listQuery(search) });

/** The number of filters that the panel and the chips show, without the text of the counter search. */
export const countFilters = (search: ProdutosSearch) =>
  filters.filter((name) => search[name] !== undefined && search[name] !== '').length;

export const isNarrowed = (search: ProdutosSearch) => Object.values(filterOf(search)).some(Boolean);

/** Clears every filter and returns to the first page. */
export const everything: ProdutosSearch = {
  ...Object.fromEntries(filters.map((name) => [name, undefined])),
  busca: undefined,
  cursor: undefined,
};

/** The search of a visao, which replaces all filters and the order. */
export const searchOf = (endereco: Record<string, string>, aba: string | undefined): ProdutosSearch => {
  const { abrir: _, ...read } = produtosSearch({ ...endereco, aba });
  return { ...everything, ...read };
};
