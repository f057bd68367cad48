import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError, traceOf } from './api.ts';

const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * True when the failure may be temporary. Only such reads are retried, because the server would refuse the
 * others again. A person who has waited for a late answer decides alone whether to wait once more.
 */
const mayPass = (error: Error) =>
  !(error instanceof ProblemError) ||
  (error.status === 0 && !error.late) ||
  error.status >= 500 ||
  error.status === 429;

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error('A leitura falhou', queryKey[1], traceOf(error)),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4000),
        staleTime: FIVE_MINUTES,
        gcTime: FIVE_MINUTES,
        // Without a network a read then fails with a sentence, instead of showing an endless spinner.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
