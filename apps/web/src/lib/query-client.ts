import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError, traceOf } from './api.ts';

const FIVE_MINUTES = 5 * 60 * 1000;

/** A refusal stays one however often it is asked for; only what may pass is tried again. */
const mayPass = (error: Error) =>
  !(error instanceof ProblemError) || error.status === 0 || error.status >= 500 || error.status === 429;

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
        // Offline is a failure with a sentence, not a spinner without end.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
