import { produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { filterOf, isNarrowed, type ProdutosSearch } from './produtos-search.ts';

/** The number of produtos that match, if the cards know it exactly. They have asked the same question. */
export function useFound(search: ProdutosSearch): number | undefined {
  const { data } = useResumo(search);
  if (!data?.exato) return undefined;
  return isNarrowed(search) ? (data.filtrados ?? undefined) : data.total;
}

/** The number of produtos of the whole catalogue, once the cards know it. */
export const useTotal = (search: ProdutosSearch) => useResumo(search).data?.total;

const useResumo = (search: ProdutosSearch) =>
  useQuery({
    ...queryOf(produtos.resumo, { query: filterOf(search) }),
    placeholderData: keepPreviousData,
    enabled: false,
  });
