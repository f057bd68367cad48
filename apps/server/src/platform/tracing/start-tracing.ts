import type { Config } from '#platform/config.ts';
import { setTracer } from './spans.ts';

/** Starts tracing if the installation names a collector. Without one, OpenTelemetry is not even loaded. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: Config,
  service: 'prumo-http' | 'prumo-worker',
): Promise<{ close(): Promise<void> } | null> {
  if (endpoint === undefined) return null;
  const { exporterTo, openTracer } = await import('./open-tracing.ts');
  const tracer = openTracer({ exporter: exporterTo(endpoint), service, share });
  setTracer(tracer);
  return {
    async close() {
      setTracer(null);
      // A collector that does not answer must not keep the process from stopping.
      await tracer.close().catch(() => {});
    },
  };
}
