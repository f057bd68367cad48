import { setTimeout as sleep } from 'node:timers/promises';
import type { Breaker } from './breaker.ts';

/** A service that can look up a number. */
export interface Provider<T> {
  fonte: string;
  breaker: Breaker;
  /**
   * Looks up the number. Resolves to `undefined` when the service does not know it. Throws when the service
   * cannot be reached or the signal aborts the request.
   */
  ask(numero: string, signal: AbortSignal): Promise<T | undefined>;
}

/**
 * The result of a lookup. `unknown` is certain when every service reported it. `failed` means that no service
 * answered.
 */
export type Outcome<T> =
  | { kind: 'found'; fonte: string; value: T }
  | { kind: 'unknown'; certain: boolean }
  | { kind: 'failed' };

/** After this time without a response, the next service is queried too (a hedged request). */
export const PATIENCE_MS = 1200;
/** The time limit of a lookup. A person waits at most five seconds, and the rest is for the network. */
export const LIMIT_MS = 4200;

interface Options {
  /** Reports a failure for the log. Without an error the service was too slow. */
  onTrouble: (fonte: string, error?: unknown) => void;
  patienceMs?: number;
  limitMs?: number;
}

/**
 * Queries the services one after another until one finds the number. When a service fails or does not know
 * the number, the next is queried immediately, because a service also reports "unknown" when its own database
 * is down. When a service is slow, the next is queried in parallel (a hedged request). A service whose
 * breaker is open is skipped, unless no other service has answered.
 */
export async function askInTurn<T>(
  providers: readonly Provider<T>[],
  numero: string,
  { onTrouble, patienceMs = PATIENCE_MS, limitMs = LIMIT_MS }: Options,
): Promise<Outcome<T>> {
  const end = new AbortController();
  const overall = sleep(limitMs, 'over' as const, { signal: end.signal, ref: false });
  // The round aborts this timer at its end, when no code awaits it.
  overall.catch(() => {});
  const waiting = [...providers];
  const running = new Map<Provider<T>, Promise<Answer<T>>>();
  const slow = new Set<Provider<T>>();
  let unknown = 0;

  const askNext = () => {
    const provider =
      waiting.find(({ breaker }) => breaker.admits()) ?? (unknown === 0 ? waiting[0] : undefined);
    if (!provider) return;
    waiting.splice(waiting.indexOf(provider), 1);
    running.set(provider, answerOf(provider, numero, end.signal));
  };

  try {
    askNext();
    while (running.size > 0) {
      const patience = new AbortController();
      const late = sleep(patienceMs, 'late' as const, { signal: patience.signal, ref: false });
      late.catch(() => {});
      const first = await Promise.race([...running.values(), overall, ...(waiting.length > 0 ? [late] : [])]);
      patience.abort();
      if (first === 'late' || first === 'over') {
        for (const provider of running.keys()) slow.add(provider);
        if (first === 'over') break;
      } else {
        const { provider } = first;
        running.delete(provider);
        if (first.kind === 'failed') {
          provider.breaker.failed();
          onTrouble(provider.fonte, first.error);
        } else provider.breaker.answered();
        if (first.kind === 'found') return { kind: 'found', fonte: provider.fonte, value: first.value };
        if (first.kind === 'unknown') unknown += 1;
      }
      askNext();
    }
    if (unknown === 0) return { kind: 'failed' };
    return { kind: 'unknown', certain: unknown === providers.length };
  } finally {
    end.abort();
    // A provider that was slow enough to trigger the hedged request counts as failed for its breaker, even if
    // its response was on the way.
    for (const provider of running.keys())
      if (slow.has(provider)) {
        provider.breaker.failed();
        onTrouble(provider.fonte);
      } else provider.breaker.leftAlone();
  }
}

type Answer<T> = { provider: Provider<T> } & (
  | { kind: 'found'; value: T }
  | { kind: 'unknown' }
  | { kind: 'failed'; error: unknown }
);

const answerOf = <T>(provider: Provider<T>, numero: string, signal: AbortSignal): Promise<Answer<T>> =>
  provider.ask(numero, signal).then(
    (value) => (value === undefined ? { provider, kind: 'unknown' } : { provider, kind: 'found', value }),
    (error: unknown) => ({ provider, kind: 'failed', error }),
  );
