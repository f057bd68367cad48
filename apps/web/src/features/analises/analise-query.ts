import { type Analise, analises } from '@prumo/contract/analises.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { instantsOf, type Periodo } from './analise-periodo.ts';

/** The polling interval during a synchronisation of the pedidos. */
const WHILE_SYNCING_MS = 2500;

/** The key of all periods of one conta. */
export const keyOf = (accountId: string) =>
  [analises.create.schema.tags[0], analises.create.url, accountId] as const;

/** True when any period of the conta is in the cache. */
export const isKnown = (queryClient: QueryClient, accountId: string) =>
  queryClient.getQueriesData({ queryKey: keyOf(accountId) }).some(([, data]) => data !== undefined);

/** Polls while the synchronisation runs. A failed poll keeps the last data, so it does not stop the polling. */
export const intervalOf = ({ state }: { state: { data?: Pick<Analise, 'sincronia'> | undefined } }) =>
  state.data?.sincronia.em_andamento ? WHILE_SYNCING_MS : false;

interface Loaded {
  /** The figures of the period, or with `isPlaceholderData` those of the period before. */
  data: Analise | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
}

/**
 * What the screen shows of a period whose last load may have failed. While such a period loads again the query knows
 * neither its figures nor its error, and would show the figures of another period.
 */
export function shownOf({ data, error, isPlaceholderData }: Loaded, failed: Error | undefined): Loaded {
  const isOwn = data !== undefined && !isPlaceholderData;
  const failure = error ?? (isOwn ? null : (failed ?? null));
  return isPlaceholderData && failure
    ? { data: undefined, error: failure, isPlaceholderData: false }
    : { data, error: failure, isPlaceholderData };
}

/** Loads the analysis once the person asks for it. The period always ends at the current moment. */
export function useAnalise(accountId: string, periodo: Periodo, isWanted: boolean) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...keyOf(accountId), periodo],
    queryFn: ({ signal }) =>
      call(analises.create, { body: { accountId, ...instantsOf(periodo, new Date()) }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: intervalOf,
  });
  const of = `${accountId} ${periodo}`;
  const [failed, setFailed] = useState<{ of: string; error: Error }>();
  if (error && failed?.error !== error) setFailed({ of, error });
  const shown = shownOf({ data, error, isPlaceholderData }, failed?.of === of ? failed.error : undefined);
  return { ...shown, isFetching, refetch };
}
