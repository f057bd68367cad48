import type { ReactNode } from 'react';
import { SessionDialogs } from '#features/acesso/session-dialogs.tsx';
import { useNovidades } from '#features/novidades/use-novidades.ts';
import { AppLayout } from './app-layout.tsx';
import { DiscardQuestion } from './discard-question.tsx';

/** The layout and the session dialogs around every screen of a signed-in person. */
export function AppFrame({ children }: { children: ReactNode }) {
  useNovidades();
  return (
    <>
      <AppLayout>{children}</AppLayout>
      <DiscardQuestion />
      <SessionDialogs />
    </>
  );
}
