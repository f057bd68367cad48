import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { sessionKnown, useSession } from '#lib/session/session.ts';
import { buttonLook } from '#ui/button.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

const AppFrame = later(async () => (await import('./app-frame.tsx')).AppFrame);

/**
 * A signed-in person sees the message inside the layout. A visitor sees it without having to sign in, and so does
 * everyone while the session cannot be read.
 */
export function NotFoundPage() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { user, loading } = useSession();
  const [isUnread, setUnread] = useState(false);
  useEffect(() => console.error('404: caminho inexistente', pathname), [pathname]);
  useEffect(() => {
    // An unknown address has no route whose guard reads the session.
    sessionKnown().catch((error: unknown) => {
      console.error('A sessão não foi lida', error);
      setUnread(true);
    });
  }, []);
  if (loading && !isUnread) return <ShellSkeleton />;
  if (!user) {
    return (
      <main className="flex min-h-dvh flex-col">
        <Message />
      </main>
    );
  }
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <AppFrame>
        <Message />
      </AppFrame>
    </Suspense>
  );
}

function Message() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center">
      <title>404 · Prumo</title>
      <p className="font-medium text-control text-muted">404</p>
      <h1 className="font-semibold text-auth tracking-[-0.02em]">Oops! Page not found</h1>
      <p className="mb-3 text-body text-muted">O endereço não existe ou mudou de lugar.</p>
      <Link to="/" className={buttonLook({ look: 'primary' })}>
        Voltar ao início
      </Link>
    </div>
  );
}
