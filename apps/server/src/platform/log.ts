import pino, { type Logger } from 'pino';

export type Log = Logger;

/**
 * Only what is named here reaches the log: no query strings, bodies, headers or database values, so that no personal
 * data can get in by a new field.
 */
export const openLog = (level: string): Log =>
  pino({
    level,
    base: { processo: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: describeRequest, res: describeResponse, err: describeError },
  });

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

/** A database error's message may quote a value; its code and place say enough. */
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
