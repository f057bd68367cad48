import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RouteEntry } from '#platform/http/http.ts';
import { bodyOf, isProduct } from '#testing/isolation/routes.ts';
import { testApp } from '#testing/test-app.ts';

/** The rules for every registered route. They cover a new route without a change here. */
const { app, anEmpresa, stranger, config } = await testApp();
const routes = app.routeInventory.filter(isProduct);
/**
 * The mutations that our own pages call. Routes for other systems (`auth: 'machine'`) have a separate test
 * below.
 */
const mutations = routes.filter(({ method, config: { auth } }) => method !== 'GET' && auth !== 'machine');
const pathOf = ({ url }: RouteEntry) => url.replaceAll(/:\w+/g, randomUUID());
const ORIGIN = config.PUBLIC_URL;

const FOREIGN = [
  'null',
  '',
  'https://mau.exemplo',
  `${ORIGIN}.mau.exemplo`,
  `${ORIGIN}/`,
  `${ORIGIN}@mau.exemplo`,
  'http://localhost',
  'http://localhost:51730',
  'https://localhost:5173',
  'http://LOCALHOST:5173',
  'http://localhost:5173:80',
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
  'http://x.localhost:5173',
  'http://localhost.:5173',
  'file://',
  'data:text/html,x',
  `${ORIGIN}, https://mau.exemplo`,
  `https://mau.exemplo, ${ORIGIN}`,
  `${ORIGIN} `,
  'localhost:5173',
];

test('ASVS 3.2.1 3.4.1 3.4.3 3.4.4 3.4.5 3.4.6 4.1.1, ASVS 14.2.2 14.2.5 14.3.2: every response, also a refusal, carries the security headers', async () => {
  expect(routes.length).toBeGreaterThan(35);
  const ana = await anEmpresa();
  for (const route of routes)
    for (const client of [stranger(), ana]) {
      const { headers, payload } = await client.send(route.method as 'GET', pathOf(route));
      const label = `${route.method} ${route.url}`;
      expect(headers['x-content-type-options'], label).toBe('nosniff');
      expect(headers['referrer-policy'], label).toBe('no-referrer');
      expect(headers['strict-transport-security'], label).toBe('max-age=31536000; includeSubDomains');
      expect(headers['content-security-policy'], label).toContain("default-src 'none'");
      expect(headers['content-security-policy'], label).toContain("frame-ancestors 'none'");
      expect(headers['cross-origin-opener-policy'], label).toBe('same-origin');
      if (payload)
        expect(headers['content-type'], label).toMatch(/^application\/(problem\+)?json; charset=utf-8$/);
      if (route.url.startsWith('/api/')) expect(headers['cache-control'], label).toBe('no-store');
    }
});

test('ASVS 3.4.2: no other site is allowed to read a response', async () => {
  const ana = await anEmpresa();
  for (const origin of FOREIGN)
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await ana.send(method, '/api/sessoes/atual', undefined, {
        origin,
        'access-control-request-method': 'GET',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
});

test('ASVS 3.5.1 3.5.2 3.5.3: no form, link or script of another site makes a change', async () => {
  const ana = await anEmpresa();
  const cookie = String(ana.cookie);
  for (const route of mutations) {
    const label = `${route.method} ${route.url}`;
    for (const origin of [undefined, ...FOREIGN]) {
      const refused = await app.inject({
        method: route.method as 'POST',
        url: pathOf(route),
        headers: { cookie, ...(origin !== undefined && { origin }) },
      });
      expect(refused.statusCode, `${label} from ${origin}`).toBe(403);
    }
    if (!route.body) continue;
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const refused = await app.inject({
        method: route.method as 'POST',
        url: pathOf(route),
        payload: JSON.stringify(bodyOf(route, [randomUUID()])),
        headers: { cookie, origin: ORIGIN, 'content-type': type },
      });
      expect(refused.statusCode, `${label} as ${type}`).toBe(422);
    }
  }
});

test('ASVS 3.5.3: every GET has a reading cost class, except the callback from Google, which a cookie guards, and lookups, exact sums and long files, which change no record', () => {
  const reading: (string | undefined)[] = ['read', 'search', 'summary'];
  const others = routes.filter(({ method, config: { cost } }) => method === 'GET' && !reading.includes(cost));
  expect(others.map(({ url }) => url)).toEqual([
    '/api/google/retorno',
    '/api/atividades/arquivo',
    '/api/produtos/resumo/exato',
    '/api/consultas/cep/:cep',
    '/api/consultas/cnpj/:cnpj',
    '/api/contas/:id/simulacao/arquivo',
    '/api/importacoes/:id/resultado',
    '/api/exportacoes/arquivo',
  ]);
});

test('only the notification routes are for other systems, and they open no empresa', () => {
  const machines = routes.filter(({ config: { auth } }) => auth === 'machine');
  expect(machines.map(({ url }) => url)).toEqual([
    '/api/notificacoes/mercado-livre',
    '/api/notificacoes/mercado-livre/:segredo',
  ]);
  expect(machines.every(({ config: { tenant } }) => !tenant)).toBe(true);
});

test('ASVS 2.2.1: every route refuses a body with an undeclared field', async () => {
  const ana = await anEmpresa();
  for (const route of mutations.filter(({ body }) => body)) {
    const body = { ...bodyOf(route, [randomUUID()]), empresa_id: randomUUID(), role: 'admin' };
    const refused = await ana.send(route.method as 'POST', pathOf(route), body);
    expect(refused.statusCode, `${route.method} ${route.url}`).toBe(422);
  }
});

/** Returns `fresh`, `fresh-if-<field>=<value>` where the body decides, or `fresh-by-handler`. */
function freshWhen(fresh: NonNullable<RouteEntry['config']['fresh']>) {
  if (fresh === true) return 'fresh';
  if (fresh === 'by handler') return 'fresh-by-handler';
  const values = Object.entries(fresh).map((pair) => pair.join('='));
  return `fresh-if-${values.join('&')}`;
}

test('ASVS 8.2.1: the access rules of every route equal those recorded in every-route.txt', async () => {
  const lines = routes.map(
    ({ method, url, config: { auth, tenant, right, rightInEach, cost, fresh, twoStep } }) =>
      [
        method.padEnd(6),
        url.padEnd(42),
        auth,
        tenant ? 'empresa' : '-',
        right ?? (rightInEach ? `each:${rightInEach}` : '-'),
        cost,
        fresh ? freshWhen(fresh) : '-',
        ...(twoStep ? ['two-step'] : []),
      ].join(' '),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('every-route.txt');
});
