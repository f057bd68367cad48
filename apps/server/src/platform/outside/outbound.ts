import type * as z from 'zod';
import { refuseInsideTransaction } from '#platform/db/transaction-mark.ts';
import { outboundCalls } from '#platform/metrics/metrics.ts';
import { inSpan } from '#platform/tracing/spans.ts';

/** The reason why an external service gave no usable response. */
type Reason = 'unreachable' | 'timeout' | 'aborted' | 'status' | 'too-large' | 'not-json' | 'wrong-shape';

/**
 * Names the service and the reason. It carries no address, body or cause, because an error reaches the log
 * and those may contain personal data.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: Reason;
  readonly status: number | undefined;
  /** The service's error code (`invalid_grant`), if it sent one. */
  readonly refusal: string | undefined;
  /** The time that the service asks to wait, from Retry-After. */
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
  /** The schema of the fields that we read. */
  schema: z.ZodType<T>;
  /** Aborts the request before its time limit. */
  signal?: AbortSignal;
  /**
   * The kind of 404 that means "not found": a 404 with a JSON body, which the service itself writes, or any
   * 404. Every other 404 is a failure, because a proxy may answer 404 for a service that is down. Default:
   * every 404 is a failure.
   */
  missing?: 'json' | 'any';
}

export interface Call<T> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The schema of the fields that we read. */
  schema: z.ZodType<T>;
  bearer?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  /** The body as a form. A call has at most one of `form`, `json` and `xml`. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  xml?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  /** 206 means that a part is missing. `headers` may name it. */
  status: 200 | 201 | 206;
  headers: Headers;
  body: T;
}

export interface Outbound {
  /** Returns `undefined` for "not found". Throws only `OutboundError`. */
  get<T>(path: string, ask: Ask<T>): Promise<T | undefined>;
  /** Throws only `OutboundError`. */
  call<T>(call: Call<T>): Promise<Answer<T>>;
}

const TIME_LIMIT_MS = 4000;
const SIZE_LIMIT = 256 * 1024;

/** The only client for external JSON services. */
export function openOutbound(options: {
  /** The name of the service in the log. */
  service: string;
  /** The address of the service, to which paths are appended. */
  base: string;
  /** The user agent. Some services refuse callers without one. */
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
    async call({ method, path, schema, bearer, headers, form, json, xml, signal }) {
      const answer = await fetchWithin(
        path,
        {
          method,
          headers: {
            ...headers,
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...(xml && { 'content-type': 'application/xml' }),
          },
          // fetch sets the content type of a form itself.
          ...(form && { body: new URLSearchParams(form) }),
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(xml && { body: xml }),
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

interface Limits {
  /** The name of the service in the log. */
  service: string;
  timeLimitMs: number;
  sizeLimit: number;
  init?: RequestInit;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the whole response, of any status, within the limits of time and size. Throws only `OutboundError`. The other
 * service gets no id of the trace, and the trace no address.
 */
export function receive(url: string, limits: Limits): Promise<Received> {
  refuseInsideTransaction(limits.service);
  const { service, init } = limits;
  return inSpan(
    () => ({
      name: `call ${service}`,
      kind: 'client',
      attributes: { 'prumo.service': service, 'http.request.method': init?.method ?? 'GET' },
    }),
    async (span) => {
      const received = await fetchWhole(url, limits);
      span?.note({ 'http.response.status_code': received.status });
      return received;
    },
  );
}

async function fetchWhole(url: string, limits: Limits): Promise<Received> {
  const { service, timeLimitMs, sizeLimit, init, signal } = limits;
  const late = AbortSignal.timeout(timeLimitMs);
  const began = performance.now();
  const note = (outcome: Outcome) =>
    outboundCalls({ service, outcome }).observe((performance.now() - began) / 1000);
  const fail = (reason: 'too-large' | 'aborted' | 'timeout' | 'unreachable') => {
    note(reason);
    return new OutboundError(service, reason);
  };
  try {
    const response = await fetch(url, {
      ...init,
      // A redirect could lead to a host that no configuration allows.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > sizeLimit) throw fail('too-large');
      chunks.push(chunk);
    }
    const { status, headers } = response;
    note(`${Math.floor(status / 100)}xx` as Outcome);
    return { status, headers, bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal?.aborted) throw fail('aborted');
    throw fail(late.aborted ? 'timeout' : 'unreachable');
  }
}

type Outcome = Parameters<typeof outboundCalls>[0]['outcome'];

/** Decodes with the declared charset. An undecodable body becomes '', not text with replaced characters. */
function textOf({ headers, bytes }: Received): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** The shape of an error code. Any other text could be content and must not reach the log. */
const WORD = /^[a-z][a-z_ .]{0,59}$/i;

function refusalIn(text: string): string | undefined {
  const json = parse(text);
  if (typeof json !== 'object' || json === null) return;
  const { error, code } = json as { error?: unknown; code?: unknown };
  return [error, code].find((word): word is string => typeof word === 'string' && WORD.test(word));
}

/** Returns the wait in Retry-After, which holds seconds or a date. */
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
