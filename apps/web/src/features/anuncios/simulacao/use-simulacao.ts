import { publicacao, type TipoDeMudanca } from '@prumo/contract/publicacao.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** What would be sent to the anuncios of a conta, page by page. */
export function useSimulacao(contaId: string, tipo: TipoDeMudanca | undefined) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery({
      // Named as `queryOf` names a read, so that the stream of changes refreshes it.
      queryKey: ['publicacao', publicacao.simulate.url, { id: contaId }, { tipo }],
      queryFn: ({ pageParam, signal }) =>
        call(publicacao.simulate, {
          params: { id: contaId },
          query: { tipo, cursor: pageParam || undefined },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: ({ proximo }) => proximo,
      placeholderData: keepPreviousData,
      staleTime: 0,
    });
  return {
    /** The counts of the whole simulation. */
    counted: data?.pages[0],
    itens: data?.pages.flatMap(({ itens }) => itens),
    isStale: isPlaceholderData,
    error: error ?? undefined,
    retry: () => void refetch(),
    more: hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}

export type Simulacao = ReturnType<typeof useSimulacao>;
