import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#lib/session/session.ts';

/** The stream opens after the first screen has loaded, and then reports what changed meanwhile. */
const AFTER_LOAD_MS = 1000;

/** Keeps the screens of this tab up to date while it is open. */
export function useNovidades() {
  const queryClient = useQueryClient();
  const { session } = useSession();
  const usuario = session?.usuario.id;
  const empresa = session?.empresa.id;
  useEffect(() => {
    if (!usuario || !empresa) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      if (queryClient.isFetching() > 0) {
        timer = setTimeout(start, AFTER_LOAD_MS);
        return;
      }
      import('./listen.ts').then(
        ({ listen }) => signal.aborted || listen({ usuario, empresa, queryClient, signal }),
        // Without the stream the tab refreshes when it gets the focus.
        () => {},
      );
    };
    timer = setTimeout(start, AFTER_LOAD_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [queryClient, usuario, empresa]);
}
