import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { ProblemError } from '#lib/api.ts';
import { useFailureNotice } from '#lib/use-failure-notice.ts';
import { type ListSearch, PAGE } from './list-search.ts';

interface ListPlace<Ordem extends string> {
  search: ListSearch<Ordem>;
  go: (change: ListSearch<Ordem>) => void;
  /** Shown as a toast with the title 'Erro' when the list cannot be loaded, in addition to the message in the table. */
  failed?: string;
}

/** One page of a list for a table: its rows, or the failure with a retry. */
export function useList<Page, Key extends readonly unknown[], Ordem extends string>(
  query: UseQueryOptions<Page, Error, Page, Key>,
  { search, go, failed }: ListPlace<Ordem>,
) {
  const { data, error, isSuccess, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });

  const of = JSON.stringify(query.queryKey);
  const renew = useFailureNotice(of, { error, isSuccess: isSuccess && !isPlaceholderData }, failed);

  // A cursor that the server refuses (an old link) stays refused, so the retry goes to the first page.
  const refused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  const retry = () => {
    renew();
    if (refused && search.cursor) go({ cursor: undefined });
    else void refetch();
  };
  return {
    of,
    page: data,
    stale: isPlaceholderData,
    failure: error && !data ? { message: error.message, retry } : undefined,
    ordem: search.ordem,
    limite: search.limite ?? PAGE,
    go,
  };
}
