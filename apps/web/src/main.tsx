import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeAuthorizationReturn } from '#features/integracoes/authorization-return.ts';
import { takeMailLink } from '#lib/mail-link.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { currentSession, startSession, subscribeToSession } from '#lib/session.ts';
import { Toaster } from '#ui/toaster.tsx';
import { createAppRouter } from './router.ts';

// Before the router reads the address and keeps it.
takeMailLink();
takeAuthorizationReturn();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

startSession();
let user = currentSession().user?.id;
subscribeToSession((session, event) => {
  const before = user;
  user = session.user?.id;
  // The guards that asked for the first answer are waiting for it.
  if (user === before || event === 'INITIAL_SESSION') return;
  // Nothing read as one person is shown to the next; the guards of the routes then decide where they belong.
  queryClient.clear();
  // What one person has typed into a screen is not for the next one either.
  if (before && user) void router.navigate({ to: '/', replace: true });
  else void router.invalidate();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {/* Outside the routes: a guard may have something to say before the first screen is drawn. */}
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
