/** The most refreshes that may follow each other closely. */
const AT_ONCE = 10;
/** After them, one refresh is allowed for each of these intervals. */
const REFILL_MS = 4000;
/** Changes that arrive within this time share a refresh. */
const GAP_MS = 500;

/** How often a tab reads again what has changed. It bounds the load of an empresa in which changes never pause. */
export interface Pace {
  left: number;
  /** When `left` was computed. */
  at: number;
  last: number;
}

export const freshPace = (now: number): Pace => ({ left: AT_ONCE, at: now, last: Number.NEGATIVE_INFINITY });

/** The time until the next refresh may start. */
export function waitOf({ left, at, last }: Pace, now: number): number {
  const lacking = 1 - left - (now - at) / REFILL_MS;
  return Math.max(0, last + GAP_MS - now, lacking * REFILL_MS);
}

/** The pace after a refresh that starts now. */
export const paceAfter = ({ left, at }: Pace, now: number): Pace => ({
  left: Math.min(AT_ONCE, left + (now - at) / REFILL_MS) - 1,
  at: now,
  last: now,
});
