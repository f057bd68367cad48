import { type Analise, analises } from '@prumo/contract/analises.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { instantsOf, type Periodo } from './analise-periodo.ts';

/** While the pedidos come in, the figures grow by themselves. */
const WHILE_SYNCING_MS = 2500;

/** Of all its periods. */
export const keyOf = (accountId: string) =>
  [analises.create.schema.tags[0], analises.create.url, accountId] as const;

/** Whether one of its periods was loaded a moment ago. */
export const isKnown = (queryClient: QueryClient, accountId: string) =>
  queryClient.getQueriesData({ queryKey: keyOf(accountId) }).some(([, data]) => data !== undefined);

/** One answer that got lost does not mean that no more pedidos come. */
export const intervalOf = ({ state }: { state: { data?: Pick<Analise, 'sincronia'> | undefined } }) =>
  state.data?.sincronia.em_andamento ? WHILE_SYNCING_MS : false;

/** Asked for once the person wants to see it, and always up to the present moment. */
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
