import { randomBytes } from 'node:crypto';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AppError } from '#platform/errors.ts';
import { currentContext, type Span } from '#platform/log-context.ts';
import { ALLOWED, type Attributes, type SpanStart, type Tracer } from './spans.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** `endpoint` is the base address of a collector, to which the protocol appends its path. */
export const exporterTo = (endpoint: string): SpanExporter =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });

/**
 * Records a share of the requests. The share is decided by the id of the trace: a caller cannot demand to be recorded
 * by the flag in `traceparent`, which would let a stranger fill the collector. What a recorded request causes is
 * recorded too.
 */
export function openTracer(options: { exporter: SpanExporter; service: string; share: number }): Tracer {
  const byShare = new TraceIdRatioBasedSampler(options.share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    sampler: new ParentBasedSampler({
      root: byShare,
      remoteParentSampled: byShare,
      remoteParentNotSampled: byShare,
    }),
    // The log and the trace of a request have the same id.
    idGenerator: {
      generateTraceId: () => currentContext()?.trace ?? randomBytes(16).toString('hex'),
      generateSpanId: () => randomBytes(8).toString('hex'),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: options.exporter })],
  });
  const tracer = provider.getTracer('prumo');
  return {
    start: ({ name, kind, attributes, parent }, within) =>
      spanOf(
        tracer.startSpan(name, { kind: KINDS[kind], attributes: allowed(attributes) }, below(parent, within)),
      ),
    close: () => provider.shutdown(),
  };
}

const spans = new WeakMap<Span, OtelSpan>();

function below(parent: SpanStart['parent'], within: Span | undefined) {
  const outer = within && spans.get(within);
  if (outer) return trace.setSpan(ROOT_CONTEXT, outer);
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled, isOurs } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId, spanId, traceFlags: isSampled ? 1 : 0 },
    isRemote: !isOurs,
  });
}

function spanOf(span: OtelSpan): Span {
  const ours: Span = {
    position() {
      const { traceId, spanId, traceFlags } = span.spanContext();
      return { traceId, spanId, isSampled: (traceFlags & 1) === 1 };
    },
    note: (attributes) => void span.setAttributes(allowed(attributes)),
    // An exception would bring its message along, which may quote a value.
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error !== undefined) span.setAttributes(allowed({ 'error.type': classOf(error) }));
    },
    end: () => span.end(),
  };
  spans.set(ours, span);
  return ours;
}

function classOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Drops every attribute that is not on the list, and those without a value. */
function allowed(attributes: Attributes): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const key of ALLOWED) {
    const value = attributes[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}
