import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface ReadPage {
  cursor: string | undefined;
  signal: AbortSignal;
}

/** A list that loads one more page on request. It is fetched again each time it opens. */
export function usePages<Item>(
  queryKey: QueryKey,
  read: (page: ReadPage) => Promise<{ itens: Item[]; proximo: string | null }>,
) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam || undefined, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.proximo,
    staleTime: 0,
  });
  return {
    itens: data?.pages.flatMap((page) => page.itens),
    error,
    retry: () => void refetch(),
    more: hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}

export type Pages<Item> = ReturnType<typeof usePages<Item>>;
