import type { Endpoint } from '@prumo/contract/endpoint.ts';
import { Problem } from '@prumo/contract/problem.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type AnswerOf<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response']]>;

export interface CallArgs<E extends Endpoint> {
  params?: InputOf<E['schema']['params']>;
  query?: InputOf<E['schema']['querystring']>;
  body?: InputOf<E['schema']['body']>;
  signal?: AbortSignal;
  /** Given by whoever may send the same save again; otherwise each call is a save of its own. */
  idempotencyKey?: string;
}

/** A refusal, or a call that got no answer: `problem.mensagem` is always fit to be shown. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** 0 when there was no answer. */
  readonly status: number;
  /** The person was asked to confirm who they are, and would rather not. */
  readonly cancelled: boolean;
  /** The server said nothing that can be shown: the sentence is ours. */
  readonly wordless: boolean;

  constructor(problem: Problem, status: number, { cancelled = false, wordless = false } = {}) {
    super(problem.mensagem);
    this.name = 'ProblemError';
    this.problem = problem;
    this.status = status;
    this.cancelled = cancelled;
    this.wordless = wordless;
  }
}

/** What helps to find a request in the server's log, and nothing a person typed. */
export const traceOf = (cause: unknown) =>
  cause instanceof ProblemError
    ? { codigo: cause.problem.codigo, status: cause.status, pedido: cause.problem.pedido }
    : cause;

const NO_ANSWER = 'Sem resposta do servidor. Verifique sua conexão e tente de novo.';
const BROKEN_ANSWER = 'O servidor respondeu de um jeito inesperado. Tente de novo em instantes.';

/** Turns an answer that is no success into the error it stands for. */
export function problemOf(status: number, body: unknown): ProblemError {
  const parsed = Problem.safeParse(body);
  if (parsed.success) return new ProblemError(parsed.data, status);
  const codigo = status === 0 || status >= 502 ? 'unavailable' : 'unexpected';
  return new ProblemError(
    { codigo, mensagem: status === 0 ? NO_ANSWER : BROKEN_ANSWER, pedido: '-' },
    status,
    { wordless: true },
  );
}

/** Whether a refused call is to be sent once more, the same as before. */
export type Mend = (endpoint: Endpoint, error: ProblemError) => Promise<boolean>;

/** Who makes a call, as the page believes, and what to do about its refusals. */
export interface Caller {
  usuario: string | undefined;
  mend: Mend;
}

let callerNow = (): Caller => ({ usuario: undefined, mend: async () => false });
/** The session module knows who asks and what to do about it; importing it here would close a circle. */
export const callsAreMadeBy = (now: () => Caller) => {
  callerNow = now;
};

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Sends, and sends the same again when the refusal could be mended. Every time it says for whom it was made in the
 * first place: the cookie may be another person's by now, who signed in in another tab, and the server then refuses.
 */
export async function settle(
  endpoint: Endpoint,
  send: (madeFor: Record<string, string>) => Promise<Answer>,
): Promise<unknown> {
  const { usuario, mend } = callerNow();
  const madeFor = usuario && endpoint.config.auth === 'session' ? { 'x-usuario': usuario } : {};
  for (;;) {
    const { status, body } = await send(madeFor);
    if (status >= 200 && status < 300) return body;
    const error = problemOf(status, body);
    if (!(await mend(endpoint, error))) throw error;
  }
}

export async function call<E extends Endpoint>(endpoint: E, args: CallArgs<E> = {}): Promise<AnswerOf<E>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (args.body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method !== 'GET') headers['idempotency-key'] = args.idempotencyKey ?? crypto.randomUUID();
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    body: args.body === undefined ? null : JSON.stringify(args.body),
    signal: args.signal ?? null,
  };
  const answer = await settle(endpoint, async (madeFor) => {
    const response = await fetch(addressOf(endpoint, args), {
      ...init,
      headers: { ...headers, ...madeFor },
    }).catch((cause: unknown) => {
      if (args.signal?.aborted) throw cause;
      throw problemOf(0, null);
    });
    const body: unknown = response.status === 204 ? null : await response.json().catch(() => null);
    return { status: response.status, body };
  });
  // The server serialises through this very schema and drops what is not in it; checking again buys nothing.
  return answer as AnswerOf<E>;
}

/** Reads of one register share the first part of their key, so a write refreshes them together. */
export const queryOf = <E extends Endpoint>(endpoint: E, args: Pick<CallArgs<E>, 'params' | 'query'> = {}) =>
  queryOptions({
    queryKey: [endpoint.schema.tags[0], endpoint.url, args.params ?? null, args.query ?? null],
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
  });

function addressOf<E extends Endpoint>(endpoint: E, { params, query }: CallArgs<E>): string {
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(valueIn(params, name)),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

const valueIn = (params: unknown, name: string): string =>
  String(new Map(Object.entries(params ?? {})).get(name) ?? '');
