import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ProblemError } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.tsx';
import type { ListSearch } from './list-search.ts';

interface ListPlace<Ordem extends string> {
  search: ListSearch<Ordem>;
  go: (change: ListSearch<Ordem>) => void;
  /** Said under the title 'Erro' when the list cannot be loaded, where the place of the rows is not enough. */
  failed?: string;
}

/** A page of a list as a table takes it: its rows, or why they are not there and what can be done. */
export function useList<Page, Key extends readonly unknown[], Ordem extends string>(
  query: UseQueryOptions<Page, Error, Page, Key>,
  { search, go, failed }: ListPlace<Ordem>,
) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    if (error && failed) notifyFailure('Erro', failed, error);
  }, [error, failed]);

  // A place in the list that the server refuses (an old link) stays refused: trying again means the first page.
  const refused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  const retry = () => {
    if (refused && search.cursor) go({ cursor: undefined });
    else void refetch();
  };
  return {
    page: data,
    stale: isPlaceholderData,
    failure: error && !data ? { message: error.message, retry } : undefined,
    ordem: search.ordem,
    go,
  };
}
