import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import { pauseCalls, takeCall } from './budget.queries.ts';
import { type Budget, MarketplaceError, type Turn } from './marketplace.ts';

/** What calls nobody waits for leave to those somebody does. */
const RESERVE = { person: 0, news: 0.2, background: 0.2 } as const;
/** A person is told to come back rather than left waiting; work goes back to its queue, and says what holds it up. */
const PATIENCE_MS = { person: 6000, news: 60_000, background: 30_000 } as const;

interface Waiting {
  until: number;
  go(): void;
  fail(error: unknown): void;
}

/**
 * One place in line for each process and lane: processes take turns because each asks for one call at a time, and in
 * a process the sellers do, so that a long import of one keeps nobody else from theirs. What has just changed stands in
 * a line of its own: however many import, every other call is for that.
 */
export function openBudget(options: { db: Database; marketplace: string; perSecond: number }): Budget {
  const lanes = { person: openLane('person'), news: openLane('news'), background: openLane('background') };

  function openLane(waits: Turn['waits']) {
    const queues = new Map<string, Waiting[]>();
    let running = false;

    /** The seller whose turn it is goes to the end of the line. */
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
        const ms = await takeCall(options.db, { ...options, reserve: RESERVE[waits] });
        if (ms === 0) return waiting.go();
        if (Date.now() + ms > waiting.until) return waiting.fail(new MarketplaceError('unavailable'));
        // Not all at the same moment: whoever is a little late is the first next time.
        await sleep(ms + Math.random() * (1000 / options.perSecond));
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
        queue.push({ until: Date.now() + patienceMs, go, fail });
        queues.set(key, queue);
        // It fails nobody but who waits.
        void run();
      });
  }

  return {
    take: (turn) => lanes[turn.waits](turn),
    pause: async (milliseconds) => void (await pauseCalls(options.db, options.marketplace, milliseconds)),
  };
}
