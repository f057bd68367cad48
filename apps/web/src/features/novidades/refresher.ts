import type { Boletim, Novidade } from '@prumo/contract/novidades.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isConcerned, KEPT } from './concerned.ts';
import { freshPace, paceAfter, waitOf } from './pace.ts';
import { isPointing } from './pointing.ts';

/** While a read is under way or the pointer aims at a row, the refresh looks again after this time. */
const LOOK_AGAIN_MS = 150;
/** A pointer delays a refresh by at most this time. */
const POINTER_MS = 1500;
/** More changes than these are kept as changes of whole tables. */
const MOST_WAITING = 100;

/**
 * Reads again what the changes concern. A hidden tab only notes that its data is stale, and reads it when the person
 * comes back.
 */
export function openRefresher(queryClient: QueryClient, signal: AbortSignal) {
  let waiting: Novidade[] = [];
  let waitsForAll = false;
  let waitsSince = 0;
  let pace = freshPace(performance.now());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isWaitingFor = (queryKey: readonly unknown[]) =>
    waitsForAll ? KEPT.has(queryKey[0]) : isConcerned(queryKey, waiting);

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(refresh, ms);
  }

  function refresh(): void {
    if (signal.aborted || (waiting.length === 0 && !waitsForAll)) return;
    const now = performance.now();
    const filters = { predicate: (query: { queryKey: readonly unknown[] }) => isWaitingFor(query.queryKey) };
    const shown = document.hidden
      ? []
      : queryClient.getQueryCache().findAll({ ...filters, type: 'active' as const });
    const delay = shown.length > 0 ? delayOf(shown, now) : 0;
    if (delay > 0) {
      schedule(delay);
      return;
    }
    if (shown.length > 0) pace = paceAfter(pace, now);
    void queryClient.invalidateQueries({ ...filters, refetchType: document.hidden ? 'none' : 'active' });
    waiting = [];
    waitsForAll = false;
  }

  function delayOf(shown: readonly Query[], now: number): number {
    const wait = waitOf(pace, now);
    if (wait > 0) return wait;
    if (isPointing() && now - waitsSince < POINTER_MS) return LOOK_AGAIN_MS;
    // The answer of a read that is under way may be older than the change.
    return shown.some(({ state }) => state.fetchStatus === 'fetching') ? LOOK_AGAIN_MS : 0;
  }

  signal.addEventListener('abort', () => clearTimeout(timer));
  return ({ novidades, recomece }: Boletim) => {
    if (novidades.length === 0 && !recomece) return;
    if (waiting.length === 0 && !waitsForAll) waitsSince = performance.now();
    waiting.push(...novidades);
    if (waiting.length > MOST_WAITING) waiting = wholeTables(waiting);
    waitsForAll ||= recomece;
    schedule(0);
  };
}

const wholeTables = (novidades: readonly Novidade[]): Novidade[] =>
  [...new Set(novidades.map(({ tabela }) => tabela))].map((tabela) => ({ tabela, ids: null }));
