import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { openScrape } from '#testing/telemetry/scrape.ts';
import { testApp } from '#testing/test-app.ts';
import { openWorker } from '#worker.ts';

const prumo = await testApp();
const { anEmpresa, stranger } = prumo;
const { get, text, value } = await openScrape();

const requests = (labels: string) => `prumo_http_request_duration_seconds_count{${labels}}`;

test('a request counts under the pattern of its route, and no address, id or search reaches a label', async () => {
  const ana = await anEmpresa();
  const [id, secret] = [randomUUID(), randomUUID()];
  const found = requests('method="GET",route="/api/marcas",status="2xx"');
  const missing = requests('method="other",route="none",status="4xx"');
  const before = [await value(found), await value(missing)];
  await ana.get(`/api/marcas?busca=${secret}`);
  await ana.get(`/api/marcas/${id}`);
  await ana.get(`/nao-existe/${secret}`);
  expect([await value(found), await value(missing)]).toEqual(before.map((count) => count + 1));
  const scraped = await text();
  for (const told of [secret, id, ana.empresaId, ana.userId]) expect(scraped).not.toContain(told);
});

test('the pool, the gates and the time of transactions are measured', async () => {
  const ana = await anEmpresa();
  const admitted = 'prumo_admission_total{class="read",outcome="admitted"}';
  const held = 'prumo_db_transaction_duration_seconds_count{pool="app",kind="read"}';
  const before = [await value(admitted), await value(held)];
  await ana.get('/api/marcas');
  expect([await value(admitted), await value(held)]).toEqual(before.map((count) => count + 1));
  expect(await value('prumo_admission_waiting{class="read"}')).toBe(0);
  expect(await value('prumo_db_connections{pool="app",state="idle"}')).toBeGreaterThan(0);
  expect(await value('prumo_db_connections_limit{pool="app"}')).toBeGreaterThanOrEqual(
    prumo.config.DATABASE_POOL,
  );
});

test('a refused sign-in counts by its method', async () => {
  const refused = 'prumo_sign_ins_total{method="senha",outcome="refused"}';
  const before = await value(refused);
  await stranger().post('/api/sessoes', { email: 'ninguem@exemplo.com.br', senha: 'errada-1' });
  expect(await value(refused)).toBe(before + 1);
});

test('/empresas names the empresas whose cost the metric shows by rank only', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    const ana = await anEmpresa();
    // A minute that begins here contains no other empresa.
    vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000);
    await ana.get('/api/marcas');
    vi.setSystemTime(Date.now() + 60_000);
    expect(await (await get('/empresas')).json()).toEqual([
      { empresaId: ana.empresaId, seconds: expect.any(Number) },
    ]);
    expect(await value('prumo_empresa_cost_seconds{rank="1"}')).toBeGreaterThan(0);
    expect(await value('prumo_empresas_active')).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('the port answers its four paths and nothing else', async () => {
  for (const path of ['/metrics', '/healthz', '/readyz', '/empresas'])
    expect((await get(path)).status, path).toBe(200);
  for (const path of ['/', '/api/marcas', '/metrics?x=1']) expect((await get(path)).status, path).toBe(404);
  const leaving = await openScrape(() => false);
  expect((await leaving.get('/readyz')).status).toBe(503);
});

test('a worker is ready once it has asked its queues, and not while it stops', async () => {
  const worker = await openWorker(prumo.config);
  await expect.poll(worker.isReady, { timeout: 20_000 }).toBe(true);
  expect(await value('prumo_pulse_age_seconds{loop="jobs"}')).toBeLessThan(60);
  expect(await text()).toMatch(/^prumo_queue_jobs\{kind="acesso.enviar-email",state="ready"\} \d+$/m);
  expect(await text()).toMatch(/^prumo_queue_oldest_age_seconds\{kind="falhas"\} 0$/m);
  const closing = worker.close();
  expect(worker.isReady()).toBe(false);
  await closing;
});
