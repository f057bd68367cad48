import { type GrupoDaMargem, margens, type OrdemDaMargem } from '@prumo/contract/margens.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, queryOf } from '#lib/api.ts';
import type { MargemFilter } from './margem-filter.ts';

const PAGE = 50;

/** The sums of the period. The ones before stay on screen while others are added up. */
export const useSomas = (filter: MargemFilter, enabled: boolean) =>
  useQuery({
    ...queryOf(margens.summary, { query: filter }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });

/** The rows of the period, page by page. */
export function useLinhas(
  filter: MargemFilter,
  { grupo, ordem }: { grupo: GrupoDaMargem; ordem: OrdemDaMargem },
  enabled: boolean,
) {
  const query = { ...filter, grupo, ordem };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery({
      queryKey: [margens.list.schema.tags[0], margens.list.url, null, query],
      queryFn: ({ pageParam, signal }) =>
        call(margens.list, { query: { ...query, cursor: pageParam || undefined, limite: PAGE }, signal }),
      initialPageParam: '',
      getNextPageParam: ({ proximo }) => proximo,
      // The rows of another group have other columns.
      placeholderData: (before, of) => (isSameGroup(of?.queryKey, grupo) ? before : undefined),
      enabled,
      staleTime: 0,
    });
  return {
    itens: data?.pages.flatMap(({ itens }) => itens),
    stale: isPlaceholderData,
    failure: error && !data ? { message: error.message, retry: () => void refetch() } : undefined,
    more: hasNextPage
      ? { busy: isFetchingNextPage, failure: error?.message, load: () => void fetchNextPage() }
      : undefined,
  };
}

function isSameGroup(key: readonly unknown[] | undefined, grupo: GrupoDaMargem): boolean {
  const query = key?.[3];
  return typeof query === 'object' && query !== null && 'grupo' in query && query.grupo === grupo;
}

export type Linhas = ReturnType<typeof useLinhas>;
