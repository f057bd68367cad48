import { pedidos } from '@prumo/contract/pedidos.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import type { PedidosFilter } from './pedidos-filter.ts';

const PAGE = 50;

/** The parcels of a filter, page by page. `isKnown` is false while the screen does not know its aba yet. */
export function usePedidos(filter: PedidosFilter, isKnown: boolean) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery({
      // Named as `queryOf` names a read, so that the stream of changes refreshes it.
      queryKey: ['pedidos', pedidos.list.url, null, filter],
      queryFn: ({ pageParam, signal }) =>
        call(pedidos.list, { query: { ...filter, cursor: pageParam || undefined, limite: PAGE }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ proximo }) => proximo,
      placeholderData: keepPreviousData,
      enabled: isKnown,
      staleTime: 0,
    });
  return {
    itens: data?.pages.flatMap(({ itens }) => itens),
    parcial: data?.pages.some((page) => page.parcial) ?? false,
    stale: isPlaceholderData,
    failure: error && !data ? { message: error.message, retry: () => void refetch() } : undefined,
    more: hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}

export type Fila = ReturnType<typeof usePedidos>;
