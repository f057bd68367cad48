import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { ErrorScreen } from '#shell/error-screen.tsx';
import { NotFound } from '#shell/not-found.tsx';
import { routeTree } from './routeTree.gen.ts';

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    scrollToTopSelectors: ['#conteudo'],
    defaultPreload: 'intent',
    // TanStack Query decides which data is stale.
    defaultPreloadStaleTime: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
