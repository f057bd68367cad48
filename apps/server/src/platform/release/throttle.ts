/** What the release step measures after each batch of a backfill. */
export interface Load {
  /** How long the batch took. */
  ms: number;
  /** Transactions that wait for a lock. */
  waiting: number;
  /** How far the slowest replica is behind. */
  lagBytes: number;
}

export interface Pace {
  /** The rows that the next batch looks at. */
  size: number;
  pauseMs: number;
}

/** A request that wants a row of the batch waits at most about this long. */
export const TARGET_MS = 50;
/** A smaller batch would spend its time on the round trips. */
const LEAST = 100;
const MOST = 5000;
export const FIRST_PACE: Pace = { size: 200, pauseMs: 0 };

/** A backfill works a third of the time, so that most of the machine stays free for requests. */
const REST = 2;
const BUSY_PAUSE_MS = 1000;
const LAG_BYTES = 64 * 1024 * 1024;

/**
 * Decides the next batch. The batch grows slowly while batches are short. When the machine is slow, a batch takes
 * longer, so the next one is smaller and the pause is longer. Locks that others wait for, and a replica that falls
 * behind, halve the batch and stop the backfill for a second.
 */
export function nextPace({ size }: Pace, { ms, waiting, lagBytes }: Load): Pace {
  const clamped = (wanted: number) => Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
  if (waiting > 0 || lagBytes > LAG_BYTES)
    return { size: clamped(size / 2), pauseMs: Math.max(BUSY_PAUSE_MS, ms * REST) };
  const factor = Math.min(1.25, Math.max(0.25, TARGET_MS / Math.max(ms, 1)));
  return { size: clamped(size * factor), pauseMs: ms * REST };
}
