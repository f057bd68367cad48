import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from './tracing/spans.ts';
import type { Parent } from './tracing/traceparent.ts';

/** What every log line inside a request or a job says about it: ids only, never content. */
export interface LogContext {
  /** The id of the request, which the person sees as `pedido` in an error. */
  reqId?: string | undefined;
  /** The id that a request, its jobs and their calls share: 32 hex digits, as in the header `traceparent`. */
  trace?: string | undefined;
  empresa?: string | undefined;
  user?: string | undefined;
  /** The span that this code runs in. The log does not show it. */
  span?: Span | undefined;
  job?: { kind: string; id: string; empresa?: string | undefined; attempt: number };
}

/** A recorded step of a trace (`tracing/spans.ts`). */
export interface Span {
  position(): Parent;
  note(attributes: Attributes): void;
  /** Marks the step as failed, with the class of the error if there is one. */
  fail(error?: unknown): void;
  end(): void;
}

const contexts = new AsyncLocalStorage<LogContext>();

export const currentContext = (): LogContext | undefined => contexts.getStore();

/** Runs `work` inside a context. What `work` starts stays inside it. */
export const inContext = <T>(context: LogContext, work: () => T): T => contexts.run(context, work);

/** Runs `work` in the present context with some values more. */
export const withContext = <T>(more: LogContext, work: () => T): T =>
  contexts.run({ ...contexts.getStore(), ...more }, work);

/** Adds what the request has found out meanwhile, such as its person. */
export function noteInContext(more: Pick<LogContext, 'empresa' | 'user'>): void {
  const context = contexts.getStore();
  if (context) Object.assign(context, more);
}
