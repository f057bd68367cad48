import { inContext, type LogContext } from '#platform/log-context.ts';
import { readTraceparent, TRACEPARENT, traceIdOf } from '#platform/tracing/traceparent.ts';
import type { App } from './http.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log lines of this request say about it. Null for an address that the router cannot read. */
    logContext: LogContext | null;
  }
}

/** Gives every request its context. It must be the first hook, because what earlier hooks start stays outside. */
export function addRequestContext(app: App): void {
  app.decorateRequest('logContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = readTraceparent(request.headers[TRACEPARENT])?.traceId ?? traceIdOf(request.id);
    request.logContext = { reqId: request.id, trace };
    inContext(request.logContext, done);
  });
  // The body arrives in the context of its connection, which serves many requests.
  app.addHook('preValidation', (request, _reply, done) => inContext(request.logContext ?? {}, done));
}
