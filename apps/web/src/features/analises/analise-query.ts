import { type Analise, analises } from '@prumo/contract/analises.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
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

/** Loads the analysis once the person asks for it. The period always ends at the current moment. */
export const useAnalise = (accountId: string, periodo: Periodo, isWanted: boolean) =>
  useQuery({
    queryKey: [...keyOf(accountId), periodo],
    queryFn: ({ signal }) =>
      call(analises.create, { body: { accountId, ...instantsOf(periodo, new Date()) }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: intervalOf,
  });
