import { tooMany } from '#mercado-livre/errors.ts';
import type { Application } from './application.ts';

/** Token buckets that refill in real time, because the simulated clock may be stopped. */
export interface Limits {
  /** Counts a call. Returns the refusal if a limit is exceeded. */
  check(application: Application, route: string): Response | undefined;
  clear(): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

export function openLimits(): Limits {
  const buckets = new Map<string, Bucket>();

  /** Takes a token and returns 0. If the bucket is empty, returns the seconds until the next token. */
  function spend(key: string, perMinute: number, burst: number): number {
    const now = performance.now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    buckets.set(key, bucket);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / perMinute) * 60;
    bucket.tokens -= 1;
    return 0;
  }

  return {
    check({ id, limites }, route) {
      const ofRoute = limites.rotas[route];
      // A call refused by the limit of its route does not count against the application.
      const wait =
        (ofRoute === undefined
          ? 0
          : spend(`${id} ${route}`, ofRoute, Math.max(1, Math.ceil(ofRoute / 60)))) ||
        spend(id, limites.porMinuto, limites.rajada);
      return wait === 0 ? undefined : tooMany(limites, wait);
    },
    clear: () => buckets.clear(),
  };
}
