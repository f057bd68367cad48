import { inContext, type LogContext } from '#platform/log-context.ts';
import { startSpan } from '#platform/tracing/spans.ts';
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
  app.addHook('onRequest', (request, reply, done) => {
    const parent = readTraceparent(request.headers[TRACEPARENT]);
    const context: LogContext = { reqId: request.id, trace: parent?.traceId ?? traceIdOf(request.id) };
    request.logContext = context;
    inContext(context, () => {
      context.span = startSpan(() => ({
        name: `${request.method} ${request.routeOptions.url ?? NO_ROUTE}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? NO_ROUTE,
          'prumo.request': request.id,
        },
        parent: parent && { ...parent, isOurs: false },
      }));
      // A client may leave before its response, so the end of the response alone would not end the span.
      if (context.span) reply.raw.once('close', () => endSpan(context, reply.statusCode));
      done();
    });
  });
  // The body arrives in the context of its connection, which serves many requests.
  app.addHook('preValidation', (request, _reply, done) => inContext(request.logContext ?? {}, done));
}

/** Names an address that no route serves. */
const NO_ROUTE = 'none';

function endSpan({ span, empresa }: LogContext, status: number): void {
  span?.note({ 'http.response.status_code': status, 'prumo.empresa': empresa });
  if (status >= 500) span?.fail();
  span?.end();
}
