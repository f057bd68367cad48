import type { Endpoint } from '@prumo/contract/endpoint.ts';
import { Problem } from '@prumo/contract/problem.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { answered, follow, learnRelease, unanswered } from './loading/connection.ts';

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type AnswerOf<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response']]>;

export interface CallArgs<E extends Endpoint> {
  params?: InputOf<E['schema']['params']>;
  query?: InputOf<E['schema']['querystring']>;
  body?: InputOf<E['schema']['body']>;
  signal?: AbortSignal;
  /** A caller that may retry the same save passes a key. Otherwise each call gets a new key. */
  idempotencyKey?: string;
  /** Names another empresa than the one of this tab. */
  empresa?: string;
  /** Delivers the call also when the page closes meanwhile. Browsers allow it for short bodies. */
  keepalive?: true;
}

/** The server refused the call or did not answer. `problem.mensagem` is always safe to show to the person. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** The HTTP status; 0 when the server did not answer. */
  readonly status: number;
  /** The person dismissed the request to confirm their identity. */
  readonly cancelled: boolean;
  /** The answer contained no sentence for the person, so `mensagem` is our own. */
  readonly wordless: boolean;
  /** The server took longer than the page waits. */
  readonly late: boolean;

  constructor(problem: Problem, status: number, { cancelled = false, wordless = false, late = false } = {}) {
    super(problem.mensagem);
    this.name = 'ProblemError';
    this.problem = problem;
    this.status = status;
    this.cancelled = cancelled;
    this.wordless = wordless;
    this.late = late;
  }
}

/** Data that locates a request in the server's log. It contains nothing the person typed. */
export const traceOf = (cause: unknown) =>
  cause instanceof ProblemError
    ? { codigo: cause.problem.codigo, status: cause.status, pedido: cause.problem.pedido }
    : cause;

const NO_ANSWER = 'Sem resposta do servidor. Verifique sua conexão e tente de novo.';
const LATE_ANSWER = 'O servidor demorou demais para responder. Tente de novo: nada se perde nem se repete.';
const BROKEN_ANSWER = 'O servidor respondeu de um jeito inesperado. Tente de novo em instantes.';

/** The server ends a request after 15 s with a sentence of its own; the rest is for the network. */
export const ANSWER_MS = 20_000;

/** The server took longer than the page waits. A change that is sent again keeps its key, so it happens once. */
export const lateAnswer = () =>
  new ProblemError({ codigo: 'unavailable', mensagem: LATE_ANSWER, pedido: '-' }, 0, {
    wordless: true,
    late: true,
  });

/** Converts an unsuccessful answer into a `ProblemError`. */
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

/** Resolves to true when the refused call should be sent again unchanged. */
export type Mend = (endpoint: Endpoint, error: ProblemError) => Promise<boolean>;

export interface Caller {
  /** The id of the person the page believes to be signed in. */
  usuario: string | undefined;
  /** The id of the empresa in which this tab works. */
  empresa: string | undefined;
  /** Recovers the call from refusals. */
  mend: Mend;
}

let callerNow = (): Caller => ({ usuario: undefined, empresa: undefined, mend: async () => false });
/**
 * The session module registers the caller here, because importing that module would create an import cycle.
 */
export const callsAreMadeBy = (now: () => Caller) => {
  callerNow = now;
};

let readsHeld: Promise<unknown> | undefined;
/** Makes reads wait for this promise before they are sent. Their signal can still cancel them. */
export const holdReads = (until: Promise<unknown>) => {
  readsHeld = until;
};

interface Answer {
  status: number;
  body: unknown;
}

let writing = 0;
/** True while a change is on its way to the server. */
export const isWriting = () => writing > 0;

/**
 * Sends the call, and resends it after a refusal that `mend` recovers from. Every attempt names the person
 * who started the call, and the empresa that the tab showed then. If another person has signed in in another
 * tab meanwhile, the cookie belongs to that person and the server refuses the attempt. A sign-in and the read
 * of the session also name the empresa, so that the answer is about this tab.
 */
export async function settle(
  endpoint: Endpoint,
  send: (madeFor: Record<string, string>) => Promise<Answer>,
  named?: string,
): Promise<unknown> {
  const { usuario, empresa, mend } = callerNow();
  const madeFor: Record<string, string> = {};
  if (usuario && endpoint.config.auth === 'session') madeFor['x-usuario'] = usuario;
  const shown = named ?? empresa;
  if (shown) madeFor['x-empresa'] = shown;
  const change = endpoint.method === 'GET' ? 0 : 1;
  writing += change;
  try {
    for (;;) {
      const { status, body } = await follow(send(madeFor)).catch(notAnswered);
      answered();
      if (status >= 200 && status < 300) return body;
      const error = problemOf(status, body);
      if (!(await mend(endpoint, error))) throw error;
    }
  } finally {
    writing -= change;
  }
}

function notAnswered(error: unknown): never {
  // A server that is late may only be busy with this call.
  if (error instanceof ProblemError && error.status === 0 && !error.late) unanswered();
  throw error;
}

export async function call<E extends Endpoint>(endpoint: E, args: CallArgs<E> = {}): Promise<AnswerOf<E>> {
  if (endpoint.method === 'GET' && endpoint.config.auth === 'session') await readsHeld;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (args.body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method !== 'GET') headers['idempotency-key'] = args.idempotencyKey ?? crypto.randomUUID();
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    keepalive: args.keepalive ?? false,
    body: args.body === undefined ? null : JSON.stringify(args.body),
  };
  const send = async (madeFor: Record<string, string>) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_MS);
    const cut = (cause: unknown): never => {
      if (args.signal?.aborted) throw cause;
      throw limit.signal.aborted ? lateAnswer() : problemOf(0, null);
    };
    try {
      const response = await fetch(addressOf(endpoint, args), {
        ...init,
        headers: { ...headers, ...madeFor },
        signal: args.signal ? AbortSignal.any([args.signal, limit.signal]) : limit.signal,
      }).catch(cut);
      const { status, ok } = response;
      learnRelease(response.headers.get('x-release'));
      if (status === 204) return { status, body: null };
      // A success whose body was cut off is no answer. The caller may then send the same save again.
      const body: unknown = await response
        .json()
        .catch((cause: unknown) => (ok || args.signal?.aborted || limit.signal.aborted ? cut(cause) : null));
      return { status, body };
    } finally {
      clearTimeout(timer);
    }
  };
  const answer = await settle(endpoint, send, args.empresa);
  // The server serialises through this schema and drops unknown fields, so validating again adds nothing.
  return answer as AnswerOf<E>;
}

/** Reads of one register share the first part of their query key, so a write invalidates them together. */
export const queryOf = <E extends Endpoint>(endpoint: E, args: Pick<CallArgs<E>, 'params' | 'query'> = {}) =>
  queryOptions({
    queryKey: [endpoint.schema.tags[0], endpoint.url, args.params ?? null, args.query ?? null],
    queryFn: ({ signal }) => call(endpoint, { ...args, signal }),
    // A screen may render once more between the end of the session and the login. The server would refuse its reads.
    enabled: () => endpoint.config.auth !== 'session' || callerNow().usuario !== undefined,
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
