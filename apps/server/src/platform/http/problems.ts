import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, statusOf } from '@prumo/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type Explanations, isDataException, toAppError, unavailable } from '#platform/errors.ts';
import { inContext } from '#platform/log-context.ts';

export const notFound = () => new AppError('not_found', 'Este endereço não existe.');

/** The only place that turns a thrown value into a response. */
export function answerProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  explanations: Explanations,
): FastifyReply {
  const error = fromFastify(thrown, request) ?? toAppError(thrown, explanations);
  // A failure while the body is read is reported outside the context of the request.
  inContext(request.logContext ?? {}, () => logProblem(error, request));
  keepConnection(request, reply);
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  // Replaces the cache lifetime that a handler sets before it finds a file missing.
  reply.header('cache-control', 'no-store');
  const problem: Problem = {
    codigo: error.code,
    mensagem: error.message,
    ...error.details,
    pedido: request.id,
  };
  return reply
    .code(error.status)
    .serializer(JSON.stringify)
    .type('application/problem+json; charset=utf-8')
    .send(problem);
}

function logProblem(error: AppError, request: FastifyRequest): void {
  if (error.code === 'unexpected') request.log.error({ err: error.cause ?? error }, 'unexpected');
  else if (error.code === 'unavailable') request.log.warn({ err: error.cause ?? error }, 'unavailable');
  // Only the log tells a defect of a statement from a wrong value of the client, so it shows both.
  else if (isDataException(error.cause))
    request.log.warn({ req: request, err: error.cause }, 'PostgreSQL refused a value');
}

const isTooLarge = (thrown: unknown) =>
  thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 413;

/**
 * Reads and discards the rest of a body that Fastify refused. Fastify would close the connection; the kernel then
 * resets it while the client still sends, and the client loses the response. The time limit of a request also
 * limits this reading (`requestTimeout` in `shed.ts`). A client that wants the connection closed is told that the
 * server closes it.
 */
function keepConnection(request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.hasHeader('connection') || !reply.raw.shouldKeepAlive) return;
  // Node writes no such header after its removal, and the client would not know what the server does.
  reply.header('connection', 'keep-alive');
  request.raw.resume();
}

/** Translates Fastify's own refusals (validation, size, type, timeout), which are in English. */
function fromFastify(error: unknown, request: FastifyRequest): AppError | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const campos: Record<string, string> = {};
    for (const { instancePath, message } of error.validation)
      campos[instancePath.split('/')[1] || 'pedido'] ??= message ?? 'Valor inválido.';
    const [first] = Object.values(campos);
    return error.validationContext === 'body'
      ? new AppError('invalid', 'Confira os campos destacados.', { campos })
      : new AppError('invalid', first ?? 'Confira o endereço.', { campos });
  }
  if (!(error instanceof Error) || error instanceof AppError || !('statusCode' in error)) return undefined;
  if (isTooLarge(error)) return new AppError('invalid', tooLarge(request), { cause: error });
  if (error.statusCode === statusOf.unavailable) return unavailable(error);
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('invalid', 'O pedido não pôde ser lido. Recarregue a página e tente de novo.', {
      cause: error,
    });
  return undefined;
}

function tooLarge({ routeOptions: { config } }: FastifyRequest): string {
  if (!config.file) return 'O pedido é grande demais. Diminua os textos e tente de novo.';
  return `O arquivo é grande demais: envie até ${config.file.maxBytes / 1024 ** 2} MB.`;
}

/** The security headers of a refusal for which Fastify runs no hook, so that helmet does not add them. */
export const UNHOOKED_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'no-store',
};

/**
 * Answers bytes that are not HTTP. Node has no response object for them, so the function writes to the
 * socket.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, mensagem] = UNREADABLE[error.code ?? ''] ?? [
    400,
    'O pedido não pôde ser lido. Recarregue a página e tente de novo.',
  ];
  const body = JSON.stringify({ codigo: 'invalid', mensagem, pedido: randomUUID() } satisfies Problem);
  // The client may keep its side open for ever, and may go on sending.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(UNHOOKED_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** The time that a client has to read such a response before the server closes the connection. */
const LINGER_MS = 1000;

const UNREADABLE: Readonly<Record<string, readonly [status: number, mensagem: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'O pedido traz dados demais. Limpe os cookies deste site e tente de novo.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'O pedido demorou demais para chegar. Tente de novo.'],
};
