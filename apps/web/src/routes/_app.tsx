import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import type { DialogSearch } from '#lib/dialogs/stack.ts';
import { safeReturn } from '#lib/search-params.ts';
import { currentSession, hasLeftOnPurpose, sessionKnown, useSwitches } from '#lib/session/session.ts';
import { AppFrame } from '#shell/app-frame.tsx';
import { ShellSkeleton } from '#shell/shell-skeleton.tsx';

export const Route = createFileRoute('/_app')({
  /** `dialogo` names the open dialogs of any screen. */
  validateSearch: ({ dialogo }): Pick<DialogSearch, 'dialogo'> => ({
    dialogo: typeof dialogo === 'string' ? dialogo : undefined,
  }),
  beforeLoad: async ({ location }) => {
    await sessionKnown();
    if (currentSession().user) return;
    const voltar = hasLeftOnPurpose() || location.pathname === '/' ? undefined : safeReturn(location.href);
    throw redirect({ to: '/auth/$type', params: { type: 'login' }, search: { voltar } });
  },
  pendingComponent: ShellSkeleton,
  pendingMs: 0,
  pendingMinMs: 0,
  component: Frame,
});

function Frame() {
  return (
    <AppFrame key={useSwitches()}>
      <Outlet />
    </AppFrame>
  );
}
