import { setTimeout as sleep } from 'node:timers/promises';
import type { Breaker } from './breaker.ts';

/** A service that may know a number. */
export interface Provider<T> {
  fonte: string;
  breaker: Breaker;
  /** `undefined`: it does not know the number. Throws when it could not be asked, and when the signal ends it. */
  ask(numero: string, signal: AbortSignal): Promise<T | undefined>;
}

/** `unknown` is certain when every service said so; `failed` is when none said anything. */
export type Outcome<T> =
  | { kind: 'found'; fonte: string; value: T }
  | { kind: 'unknown'; certain: boolean }
  | { kind: 'failed' };

/** After this long without an answer the next one is asked too. */
export const PATIENCE_MS = 1200;
/** A person waits: five seconds in all, and this leaves some for the way here and back. */
export const LIMIT_MS = 4200;

interface Options {
  /** For the log; without an error it was too slow. */
  onTrouble: (fonte: string, error?: unknown) => void;
  patienceMs?: number;
  limitMs?: number;
}

/**
 * Asks the services in turn until one has found the number: the next at once when one fails or does not know it (they
 * say so of what exists when their own database is down), and beside it when one is slow. Those that keep failing are
 * passed over, unless nobody else has said anything.
 */
export async function askInTurn<T>(
  providers: readonly Provider<T>[],
  numero: string,
  { onTrouble, patienceMs = PATIENCE_MS, limitMs = LIMIT_MS }: Options,
): Promise<Outcome<T>> {
  const end = new AbortController();
  const overall = sleep(limitMs, 'over' as const, { signal: end.signal, ref: false });
  // Ends with the round, which does not wait for it then.
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
    // Who made us ask somebody else has failed, even if an answer would have come.
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
