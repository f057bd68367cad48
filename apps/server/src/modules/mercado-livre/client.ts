import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import { type Budget, MarketplaceError, type Turn } from '#modules/contas/marketplace.ts';
import { type Answer, type Call, OutboundError, openOutbound } from '#platform/outbound.ts';
import { toMarketplaceError } from './errors.ts';

/** In whose name a call is made, and who waits for it. */
export interface Asker {
  accessToken: string;
  turn: Turn;
}

export interface Client {
  /** Asked again when the fault is not ours; throws nothing but `MarketplaceError`. */
  get<T>(asker: Asker, ask: { route: string; path: string; schema: z.ZodType<T> }): Promise<Answer<T>>;
  /** Once: what changes something may have been done although no answer came. */
  send<T>(call: Call<T> & { route: string; turn: Turn }): Promise<Answer<T>>;
  /** Calls made so far by route and outcome, for proofs: `GET /users/me 200`. */
  counts: ReadonlyMap<string, number>;
}

const ATTEMPTS = { person: 3, news: 6, background: 6 } as const;
/** All attempts together: what a person asked for is answered within fifteen seconds, and this is a part of it. */
const PERSON_MS = 6000;
/** After so long none is begun: work that stands still goes back to its queue, and says what holds it up. */
const ATTEMPTS_MS = 45_000;
const FIRST_DELAY_MS = 300;
const LONGEST_DELAY_MS = 20_000;
/** Whatever it asks for: nobody stands still for longer without asking again. */
const LONGEST_PAUSE_MS = 120_000;
/** Twenty listings with all their pictures and attributes. */
const SIZE_LIMIT = 8 * 1024 * 1024;

export function openClient(options: {
  base: string;
  userAgent: string;
  budget: Budget;
  timeLimitMs: number;
}): Client {
  const { budget, ...where } = options;
  const outbound = openOutbound({ service: 'Mercado Livre', sizeLimit: SIZE_LIMIT, ...where });
  const counts = new Map<string, number>();
  const note = (call: string, outcome: string | number) => {
    const key = `${call} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  async function once<T>({
    route,
    turn,
    ...call
  }: Call<T> & { route: string; turn: Turn }): Promise<Answer<T>> {
    await budget.take(turn);
    const name = `${call.method} ${route}`;
    try {
      const answer = await outbound.call(call);
      note(name, answer.status);
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      note(name, error.status ?? error.reason);
      // Counted by application: what one call is told holds for all of them.
      if (error.status === 429)
        await budget.pause(Math.min(error.retryAfterMs ?? jitter(2), LONGEST_PAUSE_MS));
      throw error;
    }
  }

  return {
    counts,
    async get({ accessToken, turn }, { route, path, schema }) {
      const isAwaited = turn.waits === 'person';
      const signal = isAwaited ? AbortSignal.timeout(PERSON_MS) : undefined;
      const call = { method: 'GET', route, path, schema, bearer: accessToken, signal } as const;
      const began = Date.now();
      for (let attempt = 1; ; attempt++) {
        try {
          return await once({ ...call, turn: isAwaited ? { patienceMs: PERSON_MS, ...turn } : turn });
        } catch (error) {
          if (!isPassing(error)) throw toMarketplaceError(error);
          const isOver = attempt >= ATTEMPTS[turn.waits] || Date.now() - began > ATTEMPTS_MS;
          if (signal?.aborted || isOver) throw new MarketplaceError('unavailable', { cause: error });
        }
        await sleep(jitter(attempt));
      }
    },
    send: (call) =>
      once(call).catch((error: unknown) => {
        throw toMarketplaceError(error);
      }),
  };
}

/** Full jitter: those who failed together do not come back together. */
const jitter = (attempt: number) => Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);

const PASSING = new Set(['unreachable', 'timeout', 'not-json']);

function isPassing(error: unknown): boolean {
  if (!(error instanceof OutboundError)) return false;
  const { status, reason } = error;
  return status === undefined ? PASSING.has(reason) : status === 429 || status >= 500;
}
