import { setTimeout as sleep } from 'node:timers/promises';
import type { Asker, Budget, Turn } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { type Answer, type Call, OutboundError, openOutbound } from '#platform/outside/outbound.ts';
import { type FileAnswer, openFile } from '#platform/outside/outbound-file.ts';
import { toMarketplaceError } from './errors.ts';

interface Ask<T> extends Pick<Call<T>, 'path' | 'schema' | 'headers'> {
  /** The path without ids, for counts. */
  route: string;
}

export interface Client {
  /** Retries a failure that is not caused by our request. Throws only `MarketplaceError`. */
  get<T>(asker: Asker, ask: Ask<T>): Promise<Answer<T>>;
  /**
   * Makes one attempt, because a request with a side effect may have taken effect although no answer came.
   */
  send<T>(call: Call<T> & { route: string; turn: Turn }): Promise<Answer<T>>;
  /**
   * Makes one attempt to get a file, and returns an answer that refuses the file as it is. Throws only `MarketplaceError`.
   */
  file(asker: Asker, ask: { route: string; path: string }): Promise<FileAnswer>;
  /** The number of calls by route and outcome, such as `GET /users/me 200`. Proofs read it. */
  counts: ReadonlyMap<string, number>;
}

const ATTEMPTS = { person: 3, news: 6, hint: 3, background: 6 } as const;
/**
 * The maximum time of all attempts together while a person waits. The whole request has fifteen seconds, and
 * this call is a part of it.
 */
const PERSON_MS = 6000;
/** No further attempt begins after this time. The job then returns to its queue and reports the cause. */
const ATTEMPTS_MS = 45_000;
const FIRST_DELAY_MS = 300;
const LONGEST_DELAY_MS = 20_000;
/** The longest pause accepted from the marketplace. After it, one call tests whether the pause is over. */
const LONGEST_PAUSE_MS = 120_000;
/** Fifty labels as a PDF have a few megabytes. */
const FILE_LIMIT = { sizeLimit: 32 * 1024 * 1024, fileLimitMs: 60_000, timeLimitMs: 10_000 };
/** The maximum size of an answer. Twenty listings with all their pictures and attributes fit into it. */
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
      // Mercado Livre limits the calls of the whole application, so the pause applies to all calls.
      if (error.status === 429)
        await budget.pause(Math.min(error.retryAfterMs ?? jitter(2), LONGEST_PAUSE_MS));
      throw error;
    }
  }

  return {
    counts,
    async get({ accessToken, turn }, ask) {
      const isAwaited = turn.waits === 'person';
      const signal = isAwaited ? AbortSignal.timeout(PERSON_MS) : undefined;
      const call = { method: 'GET', ...ask, bearer: accessToken, signal } as const;
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
    async file({ accessToken, turn }, { route, path }) {
      await budget.take({ patienceMs: PERSON_MS, ...turn });
      try {
        const answer = await openFile(`${options.base.replace(/\/+$/, '')}${path}`, {
          ...{ service: 'Mercado Livre', ...FILE_LIMIT },
          headers: { authorization: `Bearer ${accessToken}`, 'user-agent': options.userAgent },
        });
        note(`GET ${route}`, answer.status);
        const { status } = answer;
        if (status === 429) await budget.pause(jitter(2));
        const isRefusal = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
        if (status !== 200 && !isRefusal) throw new OutboundError('Mercado Livre', 'status', status);
        return answer;
      } catch (error) {
        throw toMarketplaceError(error);
      }
    },
    send: (call) =>
      once(call).catch((error: unknown) => {
        throw toMarketplaceError(error);
      }),
  };
}

/** Full jitter, so that calls that failed together do not retry together. */
const jitter = (attempt: number) => Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS);

const PASSING = new Set(['unreachable', 'timeout', 'not-json']);

function isPassing(error: unknown): boolean {
  if (!(error instanceof OutboundError)) return false;
  const { status, reason } = error;
  return status === undefined ? PASSING.has(reason) : status === 429 || status >= 500;
}
