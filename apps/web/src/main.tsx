import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#lib/query-client.ts';
import { currentSession, startSession, subscribeToSession } from '#lib/session.ts';
import { createAppRouter } from './router.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

startSession();
let user = currentSession().user?.id;
subscribeToSession((session) => {
  const next = session.user?.id;
  if (next === user) return;
  user = next;
  // Nothing read as one person is shown to the next; the guards of the routes then decide where they belong.
  queryClient.clear();
  void router.invalidate();
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
