import type { Application, RateLimits } from './application.ts';

/** Buckets of tokens that fill again with real time: the simulated clock may stand still. */
export interface Limits {
  /** The refusal, if there has been too much of it. */
  check(application: Application, route: string): Response | undefined;
  clear(): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

export function openLimits(): Limits {
  const buckets = new Map<string, Bucket>();

  /** Seconds until there is a token, 0 when one was there and is now spent. */
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
      // A call refused at its route costs the application nothing.
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

export function tooMany({ retryAfter, texto }: Pick<RateLimits, 'retryAfter' | 'texto'>, wait: number) {
  const headers = retryAfter ? { 'retry-after': String(Math.max(1, Math.ceil(wait))) } : undefined;
  if (texto)
    return new Response('Too Many Requests', {
      status: 429,
      headers: { 'content-type': 'text/plain', ...headers },
    });
  const body = { message: 'local_rate_limited', error: 'local_rate_limited', status: 429, cause: [] };
  return Response.json(body, { status: 429, ...(headers && { headers }) });
}
