import { setTimeout as sleep } from 'node:timers/promises';
import { inContext, type LogContext } from '#platform/log-context.ts';

/** The time source. A simulation replaces it. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export const REAL_CLOCK: Clock = { now: Date.now, sleep: (ms) => sleep(ms) };

export interface Loop {
  /** Claims one item and processes it. Returns false when no item was due. */
  step(): Promise<boolean>;
  start(): void;
  /** The instant of the last claim that the database answered, or of the last item that ended. */
  turnedAt(): number;
  /** Resolves when the running items have ended. */
  stop(): Promise<void>;
}

/**
 * Claims items and runs at most `atOnce` concurrently. Sleeps at most `idleMs` when no item is due or
 * a claim failed.
 */
export function openLoop<Work>(options: {
  atOnce: number;
  idleMs: number;
  claim: () => Promise<Work | null>;
  work: (claimed: Work) => Promise<void>;
  /** What the log lines about an item say. */
  contextOf: (claimed: Work) => LogContext;
  onError: (error: unknown) => void;
  clock: Clock;
}): Loop {
  const { atOnce, idleMs, claim, work, contextOf, onError, clock } = options;
  let isStopping = false;
  /** Ends the current sleep. */
  let wake = () => {};
  let running: Promise<void> | undefined;
  let turnedAt = 0;
  const noteTurn = () => {
    turnedAt = clock.now();
  };

  /**
   * Every sleep races a promise of its own. A promise that lives as long as the process would keep the
   * reactions of all past races in memory.
   */
  async function idle(works: Iterable<Promise<void>>): Promise<void> {
    const woken = Promise.withResolvers<void>();
    wake = woken.resolve;
    await Promise.race([clock.sleep(idleMs), woken.promise, ...works]);
  }

  async function run(): Promise<void> {
    const works = new Set<Promise<void>>();
    while (!isStopping) {
      const claimed = await claim().then(
        (one) => {
          noteTurn();
          return one;
        },
        (error: unknown) => {
          onError(error);
          return null;
        },
      );
      if (claimed !== null) {
        const one = inContext(contextOf(claimed), () => work(claimed).catch(onError)).finally(() => {
          noteTurn();
          works.delete(one);
        });
        works.add(one);
      }
      if (works.size >= atOnce) await Promise.race(works);
      // The loop may have been stopped during the claim, when there was no sleep to end.
      else if (claimed === null && !isStopping) await idle(works);
    }
    await Promise.all(works);
  }

  return {
    async step() {
      const claimed = await claim();
      if (claimed !== null) await inContext(contextOf(claimed), () => work(claimed));
      return claimed !== null;
    },
    turnedAt: () => turnedAt,
    start() {
      noteTurn();
      running ??= run();
    },
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}
