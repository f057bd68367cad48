import { pulseAge } from './metrics.ts';

/**
 * The health of a process without an HTTP server of its own. Each loop tells when it last reached the database or the
 * queue. The process is ready while all of them have done so recently.
 */
export interface Pulses {
  /** `last` returns the instant, by `Date.now`, at which the loop last reached the database. */
  watch(loop: string, most: { ageMs: number; last: () => number }): void;
  isReady(): boolean;
  /** From now on the process is not ready, because it is stopping. */
  leave(): void;
}

export function openPulses(now: () => number = Date.now): Pulses {
  const loops = new Map<string, { ageMs: number; last: () => number }>();
  let isLeaving = false;
  const stop = pulseAge.watch(() =>
    [...loops].map(([loop, { last }]) => [{ loop }, Math.max(0, now() - last()) / 1000] as const),
  );
  return {
    watch: (loop, most) => void loops.set(loop, most),
    isReady: () => !isLeaving && [...loops.values()].every(({ ageMs, last }) => now() - last() <= ageMs),
    leave() {
      isLeaving = true;
      stop();
    },
  };
}
