import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterEach, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openTracer } from './open-tracing.ts';
import { ALLOWED, setTracer } from './spans.ts';
import { startTracing } from './start-tracing.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, authorize, config, sql } = prumo;
await prumo.startWorker();

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = '00f067aa0ba902b7';

/** Records into memory. `finish` sends what is left and returns it. */
function record(share: number) {
  const spans: ReadableSpan[] = [];
  const exporter = {
    export(batch: ReadableSpan[], done: (result: { code: number }) => void) {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const tracer = openTracer({ exporter, service: 'prumo-test', share });
  setTracer(tracer);
  return {
    async finish() {
      setTracer(null);
      await tracer.close();
      return spans;
    },
  };
}

afterEach(() => setTracer(null));

test('one trace leads from the request of a browser through a job to the call of the marketplace', async () => {
  const ana = await anEmpresa('Ana Souza');
  const seller = await aSeller();
  const connected = await ana.post('/api/contas', await authorize(ana, seller));
  const recording = record(1);
  const traceparent = `00-${traceId}-${browserSpan}-00`;
  const removed = await ana.delete(`/api/contas/${connected.json().id}`, { traceparent });
  const revoked = () =>
    sql("select state::text from pgboss.job where name = 'contas.revogar' and group_id = $1", [
      ana.empresaId,
    ]);
  await expect.poll(revoked).toEqual([{ state: 'completed' }]);
  const all = await recording.finish();

  const spans = all.filter((span) => span.spanContext().traceId === traceId);
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const call = spans.find(({ name }) => name === 'call Mercado Livre');
  const path: string[] = [];
  let above = call;
  for (; above; above = byId.get(above.parentSpanContext?.spanId ?? '')) path.unshift(above.name);
  expect(path).toEqual([
    'DELETE /api/contas/:id',
    'transaction write',
    'job contas.revogar',
    'call Mercado Livre',
  ]);
  const request = spans.find(({ name }) => name === 'DELETE /api/contas/:id');
  expect(request?.parentSpanContext?.spanId).toBe(browserSpan);
  expect(request?.attributes).toMatchObject({
    'http.route': '/api/contas/:id',
    'http.response.status_code': removed.statusCode,
    'prumo.empresa': ana.empresaId,
  });
  expect(spans.map(({ name }) => name)).toContain('sql');

  // Nothing but the list is said, in any trace of this time.
  for (const { name, attributes, events, links, status } of all) {
    expect(ALLOWED, name).toEqual(expect.arrayContaining(Object.keys(attributes)));
    expect([events, links, status.message ?? ''], name).toEqual([[], [], '']);
  }
  const said = JSON.stringify(all.map(({ name, attributes }) => [name, attributes]));
  for (const told of ['Souza', 'select ', '?', connected.json().id, String(seller)])
    expect(said, told).not.toContain(told);
});

test('a caller cannot demand to be recorded', async () => {
  const ana = await anEmpresa();
  const recording = record(0);
  await ana.send('GET', '/api/marcas', undefined, { traceparent: `00-${traceId}-${browserSpan}-01` });
  expect((await recording.finish()).filter((span) => span.spanContext().traceId === traceId)).toEqual([]);
});

test('a request without a traceparent has its own id as the id of its trace', async () => {
  const ana = await anEmpresa();
  const recording = record(1);
  const answer = await ana.get('/api/marcas/01990000-0000-7000-8000-00000000abcd/nada');
  const pedido: string = answer.json().pedido;
  const [span] = (await recording.finish()).filter(
    ({ attributes }) => attributes['prumo.request'] === pedido,
  );
  expect(span?.spanContext().traceId).toBe(pedido.replaceAll('-', ''));
});

test('a collector gets the spans as OTLP over HTTP', async () => {
  const received: { url: string | undefined; body: string }[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ url: request.url, body: Buffer.concat(chunks).toString() });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const { port } = collector.address() as AddressInfo;
  const tracing = await startTracing(
    { ...config, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: 1 },
    'prumo-http',
  );
  const ana = await anEmpresa();
  await ana.get('/api/marcas');
  await tracing?.close();
  collector.closeAllConnections();
  collector.close();
  expect([...new Set(received.map(({ url }) => url))]).toEqual(['/v1/traces']);
  const bodies = received.map(({ body }) => body).join();
  expect(bodies).toContain('"GET /api/marcas"');
  expect(bodies).toContain('prumo-http');
});

test('without an endpoint nothing of OpenTelemetry is loaded', async () => {
  expect(await startTracing(config, 'prumo-http')).toBeNull();
  const source = join(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const importing = (what: RegExp) =>
    files.filter((file) => what.test(readFileSync(join(source, file), 'utf8')));
  expect(importing(/from '@opentelemetry\//)).toEqual(['platform/tracing/open-tracing.ts']);
  expect(importing(/from '[^']*open-tracing\.ts'/)).toEqual([]);
  expect(importing(/import\('\.\/open-tracing\.ts'\)/)).toEqual(['platform/tracing/start-tracing.ts']);
});
