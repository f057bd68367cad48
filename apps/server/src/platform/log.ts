import pino, { type Logger } from 'pino';

export type Log = Logger;

/**
 * Each serializer names the fields that the log shows of its key `req`, `res`, `err` or `job`, so query
 * strings, bodies, headers and the data of jobs stay out of the log. The log shows every other key as the
 * caller passes it.
 */
export const openLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: { processo: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: describeRequest, res: describeResponse, err: describeError, job: describeJob },
    },
    destination,
  );

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
 * Leaves out the message of a database error, because it may quote a value. Only an error that PostgreSQL
 * raised has a `routine`. The message of any other error is logged whole.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, routine } = error as Error & {
    code?: string;
    constraint?: string;
    routine?: string;
  };
  return {
    type: error.name,
    code,
    constraint,
    routine,
    ...(routine === undefined && { message: error.message }),
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
