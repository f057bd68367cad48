import type * as z from 'zod';

/** Why a service outside gave no answer we can use. */
type Reason = 'unreachable' | 'timeout' | 'aborted' | 'status' | 'too-large' | 'not-json' | 'wrong-shape';

/**
 * Says which service and why, and nothing of what was asked or answered: no address, body or cause, since all of it
 * reaches the log.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: Reason;
  readonly status: number | undefined;

  constructor(service: string, reason: Reason, status?: number) {
    super(`${service}: ${reason}${status === undefined ? '' : ` ${status}`}`);
    this.reason = reason;
    this.status = status;
  }
}

interface Ask<T> {
  /** Only the fields we read. */
  schema: z.ZodType<T>;
  /** Ends the request before its time limit. */
  signal?: AbortSignal;
  /**
   * Which 404 says "there is no such thing": one in JSON, as the service itself writes it, or any. Other ones, and all
   * of them where this is left out, are failures: a service that is down answers 404 too.
   */
  missing?: 'json' | 'any';
}

export interface Outbound {
  /** `undefined`: there is no such thing. Throws nothing but `OutboundError`. */
  get<T>(path: string, ask: Ask<T>): Promise<T | undefined>;
}

const TIME_LIMIT_MS = 4000;
const SIZE_LIMIT = 256 * 1024;

/** The one way to ask a service outside for JSON. */
export function openOutbound(options: {
  /** How it is called in the log. */
  service: string;
  /** Where it is; paths are added to it. */
  base: string;
  /** Some refuse callers who do not say who they are. */
  userAgent: string;
  timeLimitMs?: number;
  sizeLimit?: number;
}): Outbound {
  const { service, userAgent, timeLimitMs = TIME_LIMIT_MS, sizeLimit = SIZE_LIMIT } = options;
  const base = options.base.replace(/\/+$/, '');
  const fail = (reason: Reason, status?: number) => new OutboundError(service, reason, status);

  async function fetchWithin(path: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const response = await fetch(`${base}${path}`, {
      headers: { accept: 'application/json', 'user-agent': userAgent },
      // Followed, it would lead where no configuration says.
      redirect: 'manual',
      signal,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > sizeLimit) throw fail('too-large');
      chunks.push(chunk);
    }
    return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
  }

  return {
    async get(path, { schema, signal, missing }) {
      const late = AbortSignal.timeout(timeLimitMs);
      const { status, text } = await fetchWithin(path, signal ? AbortSignal.any([signal, late]) : late).catch(
        (error: unknown) => {
          if (error instanceof OutboundError) throw error;
          if (signal?.aborted) throw fail('aborted');
          throw fail(late.aborted ? 'timeout' : 'unreachable');
        },
      );
      if (status === 404 && (missing === 'any' || (missing === 'json' && parse(text) !== undefined))) return;
      if (status !== 200) throw fail('status', status);
      const json = parse(text);
      if (json === undefined) throw fail('not-json');
      const read = schema.safeParse(json);
      if (!read.success) throw fail('wrong-shape');
      return read.data;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
