import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonLook } from '#ui/button.tsx';

export function NotFound() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => console.error('404: caminho inexistente', pathname), [pathname]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-2 p-6 text-center">
      <title>404 · Prumo</title>
      <p className="font-medium text-control text-muted">404</p>
      <h1 className="font-semibold text-auth tracking-[-0.02em]">Oops! Page not found</h1>
      <p className="mb-3 text-body text-muted">O endereço não existe ou mudou de lugar.</p>
      <Link to="/" className={buttonLook({ look: 'primary' })}>
        Voltar ao início
      </Link>
    </main>
  );
}
