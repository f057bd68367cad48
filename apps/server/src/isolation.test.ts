import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { explanations } from '#explanations.ts';
import { catalogueFindings } from '#testing/isolation/catalogue.ts';
import { routeFindings } from '#testing/isolation/routes.ts';
import { rowFindings } from '#testing/isolation/rows.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();

test('the catalogue of the database gives no role access from one empresa to another', async () => {
  expect(await catalogueFindings(prumo.sql)).toEqual([]);
});

test('no table lets an empresa read, change or insert rows of another empresa', async () => {
  const a = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const b = await prumo.anEmpresa();
  const findings = await rowFindings({
    sql: prumo.sql,
    appUrl: prumo.url('app'),
    a: a.empresaId,
    b: b.empresaId,
  });
  expect(findings).toEqual([]);
});

test('[ASVS 8.2.2] every route refuses a caller without a session and shows another empresa no row', async () => {
  const a = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
  const findings = await routeFindings({
    app: prumo.app,
    sql: prumo.sql,
    stranger: prumo.stranger(),
    a,
    aStrangerInside: () => prumo.anEmpresa(),
  });
  expect(findings).toEqual([]);
});

test('registering a route that does not declare its access rules throws', async () => {
  const { openHttp } = await import('#platform/http/http.ts');
  const { openLog } = await import('#platform/log.ts');
  const app = await openHttp({
    config: prumo.config,
    log: openLog('silent'),
    explanations: {},
    db: {} as never,
    sessions: {} as never,
    health: { answer: () => undefined } as never,
    onRefused: async () => {},
  });
  expect(() => app.get('/api/esquecida', async () => 'oi')).toThrow('does not declare');
  const gated = {
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar', twoStep: true },
    schema: { response: { 200: {} } },
  } as const;
  expect(() => app.get('/api/trancada', gated, async () => 'oi')).toThrow('two-step verification');
  for (const wrong of [
    { tenant: true },
    { tenant: true, right: null },
    { tenant: false, right: 'consultar' },
  ] as const) {
    const config = { auth: 'session', cost: 'read', ...wrong } as const;
    const route = { config, schema: { response: { 200: {} } } };
    expect(() => app.get('/api/sem-direito', route, async () => 'oi')).toThrow('names a right');
  }
});

test('no foreign key clears a reference by itself, because Citus refuses that between distributed tables', async () => {
  const rows = await prumo.sql(
    `select conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
     and confdeltype in ('n', 'd')`,
  );
  expect(rows).toEqual([]);
});

test('every constraint has a message in Portuguese', async () => {
  const rows = await prumo.sql(
    `select conname from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x')
     and conparentid = 0 and conrelid::regclass::text not like 'historico\\_%'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { conname } of rows) expect(Object.keys(explanations)).toContain(conname);
});
