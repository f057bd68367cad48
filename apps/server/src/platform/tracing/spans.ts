import { currentContext, type Span, withContext } from '#platform/log-context.ts';
import type { Parent } from './traceparent.ts';

/**
 * Everything that a span may say. A key outside this list is dropped (`open-tracing.ts`). No value is content: no
 * text of SQL, no address with its query, no name of a person or a record.
 */
export const ALLOWED = [
  ...['http.request.method', 'http.route', 'http.response.status_code'],
  ...['db.system.name', 'db.operation.name', 'prumo.db.pool', 'prumo.db.statements'],
  ...['prumo.request', 'prumo.empresa', 'prumo.job.kind', 'prumo.job.id', 'prumo.job.attempt'],
  ...['prumo.service', 'error.type'],
] as const;

export type Attributes = Partial<Record<(typeof ALLOWED)[number], string | number | undefined>>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes: Attributes;
  /** The cause in another process. `isOurs`: our own job carried it, so its decision to record is kept. */
  parent?: (Parent & { isOurs: boolean }) | undefined;
}

/** Records spans. `open-tracing.ts` implements it with OpenTelemetry. */
export interface Tracer {
  start(span: SpanStart, within: Span | undefined): Span;
  close(): Promise<void>;
}

/** Null while tracing is off, which is the default. Then nothing of OpenTelemetry is loaded. */
let tracer: Tracer | null = null;

export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Starts a span of its own. Returns undefined while tracing is off. */
export const startSpan = (span: () => SpanStart): Span | undefined => tracer?.start(span(), undefined);

/** Runs `work` in a span below the span of the caller. Without one, as in a loop of the worker, it only runs `work`. */
export function inSpan<T>(span: () => SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  const within = currentContext()?.span;
  return tracer && within ? runIn(tracer.start(span(), within), work) : work();
}

/** Runs `work` in a span that begins here, such as that of a job. */
export function inRootSpan<T>(span: () => SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  return tracer ? runIn(tracer.start(span(), undefined), work) : work();
}

async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await withContext({ span }, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The place in the trace at which this code runs. */
export function currentParent(): Parent | undefined {
  const context = currentContext();
  if (context?.span) return context.span.position();
  return context?.trace === undefined
    ? undefined
    : { traceId: context.trace, spanId: NO_SPAN, isSampled: false };
}

/** Stands for the span of a request that is not recorded. */
const NO_SPAN = '0000000000000001';
