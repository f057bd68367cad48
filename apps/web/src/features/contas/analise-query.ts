import { analises } from '@prumo/contract/analises.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { instantsOf, type Periodo } from './analise-periodo.ts';

/** While the pedidos come in, the figures grow by themselves. */
const WHILE_SYNCING_MS = 2500;

/** Asked for once the person wants to see it, and always up to the present moment. */
export const useAnalise = (accountId: string, periodo: Periodo, isWanted: boolean) =>
  useQuery({
    queryKey: [analises.create.schema.tags[0], analises.create.url, accountId, periodo],
    queryFn: ({ signal }) =>
      call(analises.create, { body: { accountId, ...instantsOf(periodo, new Date()) }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data?.sincronia.em_andamento ? WHILE_SYNCING_MS : false,
  });
