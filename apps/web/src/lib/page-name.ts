import { useEffect, useSyncExternalStore } from 'react';

let name: string | undefined;
const listeners = new Set<() => void>();

function setName(next: string | undefined) {
  name = next;
  for (const listener of listeners) listener();
}

/** Gives the screen of one record its own name in the breadcrumb, such as `@LOJA`. */
export function usePageName(next: string | undefined): void {
  useEffect(() => {
    setName(next);
    return () => setName(undefined);
  }, [next]);
}

/** The name that the present screen gave itself. */
export const useNamedPage = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => name,
  );
