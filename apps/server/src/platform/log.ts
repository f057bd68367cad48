import pino, { type Logger } from 'pino';
import { AppError } from './errors.ts';
import { currentContext } from './log-context.ts';

export type Log = Logger;

/**
 * Each serializer names the fields that the log shows of its key `req`, `res`, `err` or `job`, so query
 * strings, bodies, headers and the data of jobs stay out of the log. The log shows every other key as the
 * caller passes it. Every line also says which request or job wrote it, for which empresa and person.
 */
export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const log: Log = pino(
    {
      level,
      base: { processo: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: describeRequest, res: describeResponse, err: describeError, job: describeJob },
      mixin: (_line, _level, logger) => describeContext(logger === log),
    },
    destination,
  );
  return log;
}

/** The logger of a request writes `reqId` itself. The log of the process takes it from the context. */
function describeContext(isOfProcess: boolean): object {
  const { reqId, span: _, ...context } = currentContext() ?? {};
  return isOfProcess ? { reqId, ...context } : context;
}

interface Request {
  id: string;
  method: string;
  routeOptions?: { url?: string };
}

const describeRequest = (request: Request) => ({
  id: request.id,
  method: request.method,
  route: request.routeOptions?.url,
});

const describeResponse = (response: { statusCode: number }) => ({ status: response.statusCode });

interface Job {
  kind: string;
  id: string;
  empresa?: string | undefined;
  attempt: number;
}

/** Of the data of a job, the log shows only the empresa. */
const describeJob = ({ kind, id, empresa, attempt }: Job) => ({ kind, id, empresa, attempt });

/**
 * Leaves out a message that may quote a value: of PostgreSQL, of a parser (`SyntaxError`), and of a refusal, whose
 * sentence is for a person and may name one. Only an error that PostgreSQL raised has a `routine`. Of a schema the
 * log shows the rules that were broken. The message of any other error is logged whole.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const isRefusal = error instanceof AppError;
  const broken = brokenRules(error);
  const quotes = isRefusal || broken || error instanceof SyntaxError;
  const { code, constraint, routine } = error as Error & {
    code?: string;
    constraint?: string;
    routine?: string;
  };
  return {
    type: isRefusal ? 'AppError' : error.name,
    code,
    constraint,
    routine,
    ...(broken && { broken }),
    ...(routine === undefined && !quotes && { message: error.message }),
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The rules of a zod schema that a value broke, without the value. Undefined for any other error. */
function brokenRules(error: Error): string[] | undefined {
  const { issues } = error as Error & { issues?: unknown };
  if (!/ZodError$/.test(error.name) || !Array.isArray(issues)) return undefined;
  return issues.slice(0, 8).map(({ code }: { code?: string }) => String(code));
}
