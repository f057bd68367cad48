import { useSyncExternalStore } from 'react';

/** After this time the page says that an answer takes long. */
const SLOW_MS = 5000;

export interface Connection {
  /** Calls and files that are on their way. */
  busy: number;
  /** Those of them that take long. */
  slow: number;
  /** The browser reports that it has no network. */
  isOffline: boolean;
  /** The last call got no answer. Another call then has to show whether the server is there at all. */
  isDoubted: boolean;
  /** The server gave no answer to that other call either. */
  isSilent: boolean;
  /** The server has a newer release than this page. */
  isOutdated: boolean;
}

let now: Connection = {
  busy: 0,
  slow: 0,
  isOffline: navigator.onLine === false,
  isDoubted: false,
  isSilent: false,
  isOutdated: false,
};
const listeners = new Set<() => void>();

function change(part: Partial<Connection>) {
  const next = { ...now, ...part };
  if (Object.entries(part).every(([name, value]) => Object.is(now[name as keyof Connection], value))) return;
  now = next;
  for (const listener of listeners) listener();
}

export const connection = () => now;

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useConnection = () => useSyncExternalStore(subscribeToConnection, connection);

/** Counts work that waits for the server, so that the page can show that it waits. */
export async function follow<T>(work: Promise<T>): Promise<T> {
  let slow = 0;
  change({ busy: now.busy + 1 });
  const timer = setTimeout(() => {
    slow = 1;
    change({ slow: now.slow + 1 });
  }, SLOW_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    change({ busy: now.busy - 1, slow: now.slow - slow });
  }
}

/** The server answered. An answer also disproves a browser that reports no network. */
export const answered = () => change({ isDoubted: false, isSilent: false, isOffline: false });

export const unanswered = () => change({ isDoubted: true });

/** A late answer may have disproved the browser's report of no network. Silence makes the report count again. */
export const silent = () => change({ isSilent: true, isOffline: navigator.onLine === false });

/** A part of the page is no longer on the server, so a newer release has replaced it. */
export const partGone = () => change({ isOutdated: true });

/**
 * Compares the release of an answer with the release of this page. Both are the second of their build. While the
 * processes are replaced one by one, an older one may still answer a newer page.
 */
export function learnRelease(answer: string | null) {
  if (!answer) return;
  const page = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
  if (page && Number(answer) > Number(page)) change({ isOutdated: true });
}

export function followNetwork() {
  addEventListener('offline', () => change({ isOffline: true }));
  addEventListener('online', () => change({ isOffline: false }));
}
