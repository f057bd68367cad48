import { QueryCache } from '@tanstack/react-query';
import { ProblemError, traceOf } from './api.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { isKeptFresh } from './kept-fresh.ts';

const FIVE_MINUTES = 5 * 60 * 1000;
/** A pointer over a link starts a read, and the press that follows uses the same one. */
const A_MOMENT = 2000;

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
  new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error('A leitura falhou', queryKey[1], traceOf(error)),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4000),
        // Without the stream of changes, every screen and every return to the window reads again.
        staleTime: (query) => (isKeptFresh(query) ? FIVE_MINUTES : A_MOMENT),
        // The specification's cache lifetime.
        gcTime: FIVE_MINUTES,
        // Without a network a read then fails with a sentence, instead of showing an endless spinner.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
