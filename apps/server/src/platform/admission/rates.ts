/** A token bucket to take from: its key, and its size in requests per minute. */
export interface Allowance {
  key: string;
  perMinute: number;
}

/**
 * Token buckets in memory, one per key. A bucket holds the tokens of one minute and refills evenly, so that a
 * person who opens many screens in quick succession is not refused. The caller passes the time, so that a
 * test can compare every decision with a model.
 */
export interface Rates {
  /**
   * Takes one token from every bucket, or from none, so that a refused request does not delay the next one.
   * Returns 0 when it took the tokens, and otherwise the milliseconds until every bucket has a token.
   */
  take(allowances: readonly Allowance[], now: number): number;
}

const MINUTE_MS = 60_000;
/**
 * The maximum number of buckets in memory, about 20 MB. Above it the least recently used buckets are dropped,
 * which gives their owners a full bucket.
 */
const REMEMBERED = 100_000;

export function openRates(remembered = REMEMBERED): Rates {
  /** Maps a key to the instant at which its bucket is full again. A full bucket needs no entry. */
  const fullAt = new Map<string, number>();

  return {
    take(allowances, now) {
      let wait = 0;
      for (const { key, perMinute } of allowances) {
        const debt = Math.max(0, (fullAt.get(key) ?? 0) - now);
        wait = Math.max(wait, debt + MINUTE_MS / perMinute - MINUTE_MS);
      }
      if (wait > 0) return wait;
      for (const { key, perMinute } of allowances) {
        const before = Math.max(now, fullAt.get(key) ?? 0);
        // Deleting the key first moves it to the end of the map, which is in the order of last use.
        fullAt.delete(key);
        fullAt.set(key, before + MINUTE_MS / perMinute);
      }
      for (const key of fullAt.keys()) {
        if (fullAt.size <= remembered) break;
        fullAt.delete(key);
      }
      return 0;
    },
  };
}
