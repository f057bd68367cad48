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
  /** The machine's own word for a refusal (`invalid_grant`), where it gave one. */
  readonly refusal: string | undefined;
  /** How long it asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(service: string, reason: Reason, status?: number, said: Refusal = {}) {
    const words = [`${service}: ${reason}`, status, said.refusal];
    super(words.filter((word) => word !== undefined).join(' '));
    this.reason = reason;
    this.status = status;
    this.refusal = said.refusal;
    this.retryAfterMs = said.retryAfterMs;
  }
}

interface Refusal {
  refusal?: string | undefined;
  retryAfterMs?: number | undefined;
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

export interface Call<T> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Only the fields we read. */
  schema: z.ZodType<T>;
  bearer?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Sent as a form, or as JSON. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  /** 206: something is missing in it, and `headers` may say what. */
  status: 200 | 201 | 206;
  headers: Headers;
  body: T;
}

export interface Outbound {
  /** `undefined`: there is no such thing. Throws nothing but `OutboundError`. */
  get<T>(path: string, ask: Ask<T>): Promise<T | undefined>;
  /** Throws nothing but `OutboundError`. */
  call<T>(call: Call<T>): Promise<Answer<T>>;
}

const TIME_LIMIT_MS = 4000;
const SIZE_LIMIT = 256 * 1024;

/** The one way to talk to a service outside that speaks JSON. */
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

  const fetchWithin = (path: string, init: RequestInit, signal?: AbortSignal): Promise<Received> =>
    receive(`${base}${path}`, {
      service,
      timeLimitMs,
      sizeLimit,
      signal,
      init: { ...init, headers: { accept: 'application/json', 'user-agent': userAgent, ...init.headers } },
    });

  function read<T>(schema: z.ZodType<T>, text: string): T {
    const json = parse(text);
    if (json === undefined) throw fail('not-json');
    const result = schema.safeParse(json);
    if (!result.success) throw fail('wrong-shape');
    return result.data;
  }

  return {
    async get(path, { schema, signal, missing }) {
      const received = await fetchWithin(path, {}, signal);
      const { status } = received;
      const text = textOf(received);
      if (status === 404 && (missing === 'any' || (missing === 'json' && parse(text) !== undefined))) return;
      if (status !== 200) throw fail('status', status);
      return read(schema, text);
    },
    async call({ method, path, schema, bearer, headers, form, json, signal }) {
      const answer = await fetchWithin(
        path,
        {
          method,
          headers: {
            ...headers,
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
          },
          // fetch names the content type of a form itself.
          ...(form && { body: new URLSearchParams(form) }),
          ...(json !== undefined && { body: JSON.stringify(json) }),
        },
        signal,
      );
      const { status } = answer;
      const text = textOf(answer);
      if (status !== 200 && status !== 201 && status !== 206)
        throw new OutboundError(service, 'status', status, {
          refusal: refusalIn(text),
          retryAfterMs: retryAfterIn(answer.headers),
        });
      return { status, headers: answer.headers, body: read(schema, text) };
    },
  };
}

export interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The whole answer, whatever its status, within the limits of time and size. Throws nothing but `OutboundError`. */
export async function receive(
  url: string,
  limits: {
    /** How it is called in the log. */
    service: string;
    timeLimitMs: number;
    sizeLimit: number;
    init?: RequestInit;
    signal?: AbortSignal | undefined;
  },
): Promise<Received> {
  const { service, timeLimitMs, sizeLimit, init, signal } = limits;
  const late = AbortSignal.timeout(timeLimitMs);
  try {
    const response = await fetch(url, {
      ...init,
      // Followed, it would lead where no configuration says.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > sizeLimit) throw new OutboundError(service, 'too-large');
      chunks.push(chunk);
    }
    const { status, headers } = response;
    return { status, headers, bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal?.aborted) throw new OutboundError(service, 'aborted');
    throw new OutboundError(service, late.aborted ? 'timeout' : 'unreachable');
  }
}

/** In the letters it says it is written in. What cannot be read in them is nothing, rather than something alike. */
function textOf({ headers, bytes }: Received): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** A word for machines, and nothing that could be content. */
const WORD = /^[a-z][a-z_ .]{0,59}$/i;

function refusalIn(text: string): string | undefined {
  const json = parse(text);
  if (typeof json !== 'object' || json === null) return;
  const { error, code } = json as { error?: unknown; code?: unknown };
  return [error, code].find((word): word is string => typeof word === 'string' && WORD.test(word));
}

/** Seconds, or a date. */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
