import { UUID } from '#platform/db/db.ts';
import type { LogContext } from '#platform/log-context.ts';
import { currentParent, type SpanStart } from '#platform/tracing/spans.ts';
import { readTraceparent, TRACEPARENT, traceIdOf, writeTraceparent } from '#platform/tracing/traceparent.ts';
import type { JobKind } from './jobs.ts';

export interface Attempt {
  id: string;
  data: unknown;
  retryCount: number;
}

/** Adds the trace of the request or job that enqueues, so that the log of a job leads back to its cause. */
export function traced(data: object): object {
  const parent = currentParent();
  return parent ? { ...data, [TRACEPARENT]: writeTraceparent(parent) } : data;
}

export function contextOf(kind: JobKind<never>, { id, data, retryCount }: Attempt): LogContext {
  const { empresa_id, user_id, [TRACEPARENT]: parent } = Object(data) as Record<string, unknown>;
  const empresa = idIn(empresa_id);
  return {
    trace: readTraceparent(parent)?.traceId ?? traceIdOf(id),
    empresa,
    user: idIn(user_id),
    job: { kind: kind.name, id, empresa, attempt: retryCount + 1 },
  };
}

export function spanOf(kind: JobKind<never>, job: Attempt): SpanStart {
  const parent = readTraceparent((Object(job.data) as Record<string, unknown>)[TRACEPARENT]);
  return {
    name: `job ${kind.name}`,
    kind: 'consumer',
    attributes: {
      ...{ 'prumo.job.kind': kind.name, 'prumo.job.id': job.id, 'prumo.job.attempt': job.retryCount + 1 },
      'prumo.empresa': contextOf(kind, job).empresa,
    },
    parent: parent && { ...parent, isOurs: true },
  };
}

/** A job carries ids only, and the log shows no other text. */
const idIn = (value: unknown) => (typeof value === 'string' && UUID.test(value) ? value : undefined);
