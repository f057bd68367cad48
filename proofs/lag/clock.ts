import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../apps/server/src/platform/jobs/loop.ts';

/** Every wake-up is rounded up to a multiple of this step, so events within one step happen together. */
const GRID_MS = 100;
/**
 * After this many iterations of the event loop without a running statement, the clock assumes that all code
 * sleeps.
 */
const QUIET_TURNS = 4;

export interface SimulatedClock extends Clock {
  /** Tracks a real operation, which takes no simulated time. The clock stands still until it has finished. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets simulated time pass until `end`, from one wake-up to the next. */
  runUntil(end: number): Promise<void>;
}

/** A clock that stands still while any code runs and jumps to the next wake-up when all code sleeps. */
export function openClock(start: number, onTick: (now: number) => Promise<void>): SimulatedClock {
  const sleepers = new Map<number, (() => void)[]>();
  const moments: number[] = [];
  let now = start;
  let working = 0;

  async function quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns = working === 0 ? turns + 1 : 0) await turn();
  }

  return {
    now: () => now,
    sleep: (ms) =>
      new Promise<void>((wake) => {
        const at = Math.ceil((now + Math.max(ms, 1)) / GRID_MS) * GRID_MS;
        const known = sleepers.get(at);
        if (known) return void known.push(wake);
        sleepers.set(at, [wake]);
        insert(moments, at);
      }),
    async during(work) {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
    async runUntil(end) {
      for (;;) {
        await quiet();
        const next = moments[moments.length - 1];
        if (next === undefined || next > end) return;
        moments.pop();
        now = next;
        await onTick(now);
        const woken = sleepers.get(next) ?? [];
        sleepers.delete(next);
        for (const wake of woken) wake();
      }
    },
  };
}

/** Keeps the list in descending order. */
function insert(moments: number[], at: number): void {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle] ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  moments.splice(low, 0, at);
}
