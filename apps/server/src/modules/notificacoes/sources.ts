/**
 * The size of the token bucket: the number of hints that a source may send in a burst before it is suspected.
 */
const BURST = 60;
/** The number of hints per second that refill the bucket. */
const PER_SECOND = 1;
/** The maximum number of sources remembered. The least recently seen source is forgotten first. */
const MOST_SOURCES = 10_000;

/** The minimum number of seconds between two polls of one conta that hints of a source cause. */
export const SPACING_S = { plain: 2, suspected: 8 } as const;

interface Bucket {
  tokens: number;
  at: number;
}

export interface Sources {
  /** Counts a hint and returns the minimum interval of the polls that it may cause, in seconds. */
  hint(source: string): number;
}

/**
 * Counts notifications without the secret by source network. A source that sends more than a marketplace's
 * own addresses usually send is suspected. Its hints cause polls less often, but no hint is dropped,
 * whichever seller it names.
 */
export function openSources(now: () => number = Date.now): Sources {
  const buckets = new Map<string, Bucket>();
  return {
    hint(source) {
      const at = now();
      const known = buckets.get(source) ?? { tokens: BURST, at };
      const tokens = Math.min(BURST, known.tokens + ((at - known.at) / 1000) * PER_SECOND);
      const isSuspected = tokens < 1;
      buckets.delete(source);
      buckets.set(source, { tokens: isSuspected ? tokens : tokens - 1, at });
      for (const [oldest] of buckets) {
        if (buckets.size <= MOST_SOURCES) break;
        buckets.delete(oldest);
      }
      return isSuspected ? SPACING_S.suspected : SPACING_S.plain;
    },
  };
}
