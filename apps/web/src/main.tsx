import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchErrors } from '#features/erros/watch-errors.ts';
import { takeAuthorizationReturn } from '#features/integracoes/authorization-return.ts';
import { dropDraftsOfOthers } from '#lib/drafts/foreign-drafts.ts';
import { followNetwork } from '#lib/loading/connection.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { takeMailLink } from '#lib/session/mail-link.ts';
import { currentSession, startSession, subscribeToSession } from '#lib/session/session.ts';
import { takeEmpresaLink } from '#lib/session/tab-empresa.ts';
import { followTheme } from '#lib/theme.ts';
import { Strip } from '#shell/strip.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { createAppRouter } from './router.ts';

// These must run before the router reads and stores the address.
takeMailLink();
takeEmpresaLink();
takeAuthorizationReturn();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
watchErrors(() => router.state.matches.at(-1)?.fullPath ?? '/');

startSession();
followNetwork();
followTheme();
let user = currentSession().user?.id;
subscribeToSession((session, event) => {
  const before = user;
  user = session.user?.id;
  if (user) dropDraftsOfOthers(user);
  // The route guards already wait for the first answer.
  if (user === before || event === 'INITIAL_SESSION') return;
  // Data read as one person must not be shown to the next. The route guards then decide which screen the
  // person sees.
  queryClient.clear();
  // Text typed by one person must not be shown to the next either, so the screen changes.
  if (before && user) void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
  else void router.invalidate();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Strip />
      <RouterProvider router={router} />
      {/* Outside the routes, because a guard may show a toast before the first screen renders. */}
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
