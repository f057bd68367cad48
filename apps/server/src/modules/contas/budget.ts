import type { Budget, Turn } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Database } from '#platform/db/db.ts';
import { type Clock, REAL_CLOCK } from '#platform/jobs/loop.ts';
import { marketplaceTurns, showMarketplace } from '#platform/metrics/metrics.ts';
import { pauseCalls, takeCall } from './budget.queries.ts';

/** The fraction of the rate and of the burst that a lane must leave free for calls with a waiting person. */
const RESERVE = { person: 0, news: 0.2, hint: 0.2, background: 0.2 } as const;
/**
 * The maximum wait for a call. After it, a person gets an error and can try again. A job returns to its queue
 * and reports the cause.
 */
const PATIENCE_MS = { person: 6000, news: 60_000, hint: 60_000, background: 30_000 } as const;

interface Waiting {
  until: number;
  go(): void;
  fail(error: unknown): void;
}

/**
 * A process asks the database for one call per lane at a time, so that no process takes all calls. Within a
 * lane the empresas alternate, so that an empresa with many contas or imports does not block the others. Each
 * of the four lanes has its own queue. Calls after an authenticated notification (`news`) therefore do not
 * wait behind imports (`background`). Any sender can forge hints. While the three lanes without a waiting
 * person are busy, about one call of three goes to hints.
 */
export function openBudget(options: {
  db: Database;
  marketplace: string;
  perSecond: number;
  /** Multiplies the maximum wait for a call. Default: 1. */
  patience?: number;
  clock?: Clock;
}): Budget {
  const { clock = REAL_CLOCK, patience = 1 } = options;
  showMarketplace(options.marketplace);
  const lanes = {
    person: openLane('person'),
    news: openLane('news'),
    hint: openLane('hint'),
    background: openLane('background'),
  };

  function openLane(waits: Turn['waits']) {
    const queues = new Map<string, Waiting[]>();
    let running = false;

    /** Takes the next call, and moves its empresa to the end of the queue. */
    function next(): Waiting | undefined {
      for (const [key, queue] of queues) {
        queues.delete(key);
        const waiting = queue.shift();
        if (queue.length > 0) queues.set(key, queue);
        if (waiting) return waiting;
      }
      return undefined;
    }

    async function serve(waiting: Waiting): Promise<void> {
      for (;;) {
        // The calls before this one may have used up its patience, and its caller no longer waits.
        if (clock.now() > waiting.until) return waiting.fail(new MarketplaceError('unavailable'));
        const ms = await takeCall(options.db, { ...options, reserve: RESERVE[waits] });
        if (ms === 0) return waiting.go();
        if (clock.now() + ms > waiting.until) return waiting.fail(new MarketplaceError('unavailable'));
        // The random delay keeps one process from always asking first.
        await clock.sleep(ms + Math.random() * (1000 / options.perSecond));
      }
    }

    async function run(): Promise<void> {
      if (running) return;
      running = true;
      for (let waiting = next(); waiting; waiting = next()) await serve(waiting).catch(waiting.fail);
      running = false;
    }

    return ({ key, patienceMs = PATIENCE_MS[waits] }: Turn) =>
      new Promise<void>((go, fail) => {
        const queue = queues.get(key) ?? [];
        const began = clock.now();
        const note = (outcome: 'taken' | 'given_up') =>
          marketplaceTurns({ marketplace: options.marketplace, lane: waits, outcome }).observe(
            (clock.now() - began) / 1000,
          );
        queue.push({
          until: began + patienceMs * patience,
          go() {
            note('taken');
            go();
          },
          fail(error) {
            note('given_up');
            fail(error);
          },
        });
        queues.set(key, queue);
        // `run` never rejects, because it passes a failure to the waiting call.
        void run();
      });
  }

  return {
    take: (turn) => lanes[turn.waits](turn),
    pause: async (milliseconds) => void (await pauseCalls(options.db, options.marketplace, milliseconds)),
  };
}
