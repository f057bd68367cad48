import { anuncios } from '@prumo/contract/anuncios.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import type { AnunciosFilter } from './anuncios-filter.ts';

/** The anuncios of a filter, page by page. */
export function useAnuncios(filter: AnunciosFilter) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery({
      // Named as `queryOf` names a read, so that the stream of changes refreshes it.
      queryKey: ['anuncios', anuncios.list.url, null, filter],
      queryFn: ({ pageParam, signal }) =>
        call(anuncios.list, { query: { ...filter, cursor: pageParam || undefined }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ proximo }) => proximo,
      placeholderData: keepPreviousData,
      staleTime: 0,
    });
  return {
    blocos: data?.pages.flatMap(({ itens }) => itens),
    parcial: data?.pages.some((page) => page.parcial) ?? false,
    stale: isPlaceholderData,
    failure: error && !data ? { message: error.message, retry: () => void refetch() } : undefined,
    more: hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}

export type Anuncios = ReturnType<typeof useAnuncios>;
