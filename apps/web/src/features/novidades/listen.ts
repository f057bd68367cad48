import type { QueryClient } from '@tanstack/react-query';
import { keepFresh } from '#lib/kept-fresh.ts';
import { checkSessionSoon } from '#lib/session/session.ts';
import { KEPT } from './concerned.ts';
import { followPointer } from './pointing.ts';
import { openRefresher } from './refresher.ts';
import { shareStream } from './share-stream.ts';

export interface Listening {
  usuario: string;
  empresa: string;
  queryClient: QueryClient;
  signal: AbortSignal;
}

const NOTHING: ReadonlySet<unknown> = new Set();

/** Shows the changes of other people and of jobs on this tab, until `signal` ends it. */
export function listen({ usuario, empresa, queryClient, signal }: Listening): void {
  // Locks exist only on secure pages. Without them the tab refreshes when it gets the focus.
  if (!navigator.locks) return;
  let visit = new AbortController();
  const start = (began: number) => {
    visit = new AbortController();
    const until = AbortSignal.any([signal, visit.signal]);
    followPointer(until);
    shareStream({
      ...{ usuario, empresa, signal: until },
      idade: () => (performance.now() - began) / 1000,
      onBoletim: openRefresher(queryClient, until),
      onLive: (live) => keepFresh(live ? KEPT : NOTHING),
      onRefused: checkSessionSoon,
    });
  };
  start(0);
  // A page that the browser keeps for the way back must hold no lock and no connection.
  addEventListener('pagehide', () => visit.abort(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && start(0), { signal });
}
