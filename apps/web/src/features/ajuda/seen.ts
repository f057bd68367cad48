import { useSyncExternalStore } from 'react';

const KEY = 'mudanca-vista';
const listeners = new Set<() => void>();

/** The newest change of this release. The build writes it into the page (tools/releases.ts); empty in development. */
const newest = () => document.querySelector<HTMLMetaElement>('meta[name="mudanca"]')?.content ?? '';

function isUnseen(): boolean {
  try {
    return newest() !== '' && localStorage.getItem(KEY) !== newest();
  } catch {
    // Without storage the mark would never go.
    return false;
  }
}

/** Notes that the person has opened the list of changes. */
export function noteSeen(): void {
  try {
    localStorage.setItem(KEY, newest());
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}

/** Whether the list of changes has entries that were never opened in this browser. */
export const useUnseen = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, isUnseen);
