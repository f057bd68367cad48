import { type Problem, statusOf } from '@prumo/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type Explanations, toAppError, unavailable } from './errors.ts';

export const notFound = () => new AppError('not_found', 'Este endereço não existe.');

/** The one place where anything thrown becomes an answer. */
export function answerProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  explanations: Explanations,
): FastifyReply {
  const error = fromFastify(thrown) ?? toAppError(thrown, explanations);
  if (error.code === 'unexpected') request.log.error({ err: error.cause ?? error }, 'unexpected');
  else if (error.code === 'unavailable') request.log.warn({ err: error.cause ?? error }, 'unavailable');
  if (error.code === 'unavailable') reply.header('retry-after', '2');
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

/** Fastify's own refusals (validation, size, type, time), which know no Portuguese. */
function fromFastify(error: unknown): AppError | undefined {
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
  if (error.statusCode === 413)
    return new AppError('invalid', 'O arquivo é grande demais: envie até 10 MB.', { cause: error });
  if (error.statusCode === statusOf.unavailable) return unavailable(error);
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('invalid', 'O pedido não pôde ser lido. Recarregue a página e tente de novo.', {
      cause: error,
    });
  return undefined;
}
