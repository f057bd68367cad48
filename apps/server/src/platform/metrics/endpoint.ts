import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { empresaCosts } from './empresa-costs.ts';
import { registry } from './registry.ts';

export interface MetricsEndpoint {
  port: number;
  close(): Promise<void>;
}

/** A log line names the empresas of a minute in which the first one used more database time than this. */
const LOUD_SECONDS = 6;
const MINUTE_MS = 60_000;
/** Prometheus gives up after ten seconds by default. */
const TIMEOUT_MS = 10_000;

/** Returns null in an installation that names no port for metrics. */
export async function openMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
  parts: { isReady: () => boolean | Promise<boolean>; log: Log },
): Promise<MetricsEndpoint | null> {
  return port === undefined ? null : openMetricsEndpoint({ host, port, ...parts });
}

/**
 * Serves `/metrics`, `/healthz`, `/readyz` and `/empresas` on a port of their own, which no proxy makes public. It
 * shares no server, limit or hook with the product, so a scrape works while the product refuses requests, and nobody
 * reaches it through the product.
 */
export async function openMetricsEndpoint(options: {
  host: string;
  port: number;
  isReady: () => boolean | Promise<boolean>;
  log: Log;
}): Promise<MetricsEndpoint> {
  collectOfProcess();
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
    '/metrics': async (response) => send(response, 200, registry.contentType, await registry.metrics()),
    '/healthz': (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const isReady = await options.isReady();
      sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'not ready' });
    },
    '/empresas': (response) => sendJson(response, 200, empresaCosts.top()),
  };
  const server = createServer({ requestTimeout: TIMEOUT_MS }, (request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (!answer) return send(response, 404, 'text/plain', 'not found\n');
    Promise.resolve(answer(response)).catch((err: unknown) => {
      options.log.warn({ err }, 'metrics not read');
      if (response.headersSent) response.destroy();
      else send(response, 500, 'text/plain', 'not read\n');
    });
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const report = setInterval(() => reportEmpresas(options.log), MINUTE_MS);
  report.unref();
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(report);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

let isCollecting = false;

/** Adds processor time, memory, the delay of the event loop and garbage collection, once in a process. */
function collectOfProcess(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: registry });
  // Their label is the name of a class of Node or of a library, which no list bounds.
  for (const name of ['nodejs_active_handles', 'nodejs_active_requests', 'nodejs_active_resources'])
    registry.removeSingleMetric(name);
}

function reportEmpresas(log: Log): void {
  const [first, ...rest] = empresaCosts.top();
  if (first === undefined || first.seconds < LOUD_SECONDS) return;
  const empresas = [first, ...rest.slice(0, 2)].map(({ empresaId, seconds }) => ({
    empresa: empresaId,
    seconds: Math.round(seconds * 10) / 10,
  }));
  log.info({ empresas }, 'empresas with the most database time in a minute');
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`);

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
