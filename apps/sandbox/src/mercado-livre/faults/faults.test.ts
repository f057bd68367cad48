import { afterAll, describe, expect, test } from 'vitest';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import { aClient, aControl, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { MERCADO_LIVRE_FAULT_KINDS } from './faults.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const search = `/users/${small.id}/items/search`;
const ids = (await small.get(search)).body['results'] as string[];
const app = `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`;

async function faulty(kind: string, path = '/users/me') {
  expect(await control.inject({ 'mercado-livre': kind })).toBe(204);
  return small.get(path);
}

describe('a fault', () => {
  test.each<[string, number]>([
    ['401', 401],
    ['403', 403],
    ['403-politica', 403],
    ['429', 429],
    ['429-retry-after', 429],
    ['429-texto', 429],
    ['500', 500],
    ['502', 502],
    ['503', 503],
    ['504', 504],
    ['redireciona', 302],
  ])('%s affects one answer, and the next answer is correct', async (kind, status) => {
    const { headers, ...answer } = await faulty(kind);
    expect(answer.status).toBe(status);
    expect(headers.has('retry-after')).toBe(kind === '429-retry-after');
    expect((await small.get('/users/me')).status).toBe(200);
  });

  test('can break the connection, the format or the content of an answer', async () => {
    await expect(faulty('fora')).rejects.toThrow('fetch failed');
    await expect(faulty('corta')).rejects.toThrow();
    await expect(faulty('truncado')).rejects.toThrow(SyntaxError);
    expect((await faulty('forma')).body).not.toHaveProperty('nickname');
    expect((await faulty('campo-ausente')).body).toHaveProperty('id_v2');
    expect(await faulty('200-erro')).toMatchObject({ status: 200, body: { error: 'internal_error' } });
    expect((await faulty('html')).headers.get('content-type')).toContain('text/html');
    expect((await faulty('charset')).headers.get('content-type')).toContain('iso-8859-1');
    expect((await faulty('206')).body).not.toHaveProperty('seller_reputation');
    await control.inject({ 'mercado-livre': 'grande' });
    const large = await fetch(`${sandbox.url}/mercado-livre/users/me`, {
      headers: { authorization: `Bearer ${small.accessToken}` },
    });
    expect((await large.arrayBuffer()).byteLength).toBeGreaterThan(16_000_000);
  });

  test('can repeat entries, and spoil some entries of a multiget', async () => {
    const repeated = (await faulty('duplicado', `${search}?limit=10`)).body['results'] as string[];
    expect(repeated).toHaveLength(13);
    expect(new Set(repeated).size).toBe(10);
    const { body } = await faulty('parcial', `/items/bulk?ids=${ids.slice(0, 3).join(',')}`);
    expect(body).toMatchObject([{ status_code: 200 }, { status_code: 500 }, { status_code: 206 }]);
  });

  test('can send one byte at a time, or delay the answer beyond any time limit', async () => {
    for (const kind of ['gotejamento', 'lento']) {
      await control.inject({ 'mercado-livre': kind });
      const late = fetch(`${sandbox.url}/mercado-livre/users/me`, {
        headers: { authorization: `Bearer ${small.accessToken}` },
        signal: AbortSignal.timeout(200),
      }).then((response) => response.text());
      await expect(late).rejects.toThrow('timeout');
    }
  });

  test('can lose the answer of a refresh after the refresh has taken effect', async () => {
    const { refreshToken } = await client.connect(SELLERS.middle);
    await control.inject({ 'mercado-livre': 'fora-depois', rota: 'POST /oauth/token' });
    await expect(client.refresh(refreshToken)).rejects.toThrow('fetch failed');
    expect(await client.refresh(refreshToken)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('affects only the route and the seller it is limited to', async () => {
    const middle = await client.connect(SELLERS.middle);
    await control.inject({ 'mercado-livre': '500', rota: `GET /users/me ${middle.id}` });
    expect((await small.get('/users/me')).status).toBe(200);
    expect((await middle.get(`/users/${middle.id}/items/search`)).status).toBe(200);
    expect((await middle.get('/users/me')).status).toBe(500);
  });

  test('affects a fraction of the requests until it is removed', async () => {
    expect(await control.inject({ 'mercado-livre': '503', rota: 'GET /users/me', parte: 0.5 })).toBe(204);
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) statuses.push((await small.get('/users/me')).status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' });
    expect((await small.get('/users/me')).status).toBe(200);
    expect(await control.inject({ 'mercado-livre': '503', parte: 2 })).toBe(400);
    expect(await control.inject({ google: 'aud', parte: 0.5 })).toBe(400);
  });

  test('has a form on the home page', async () => {
    const page = await (await fetch(sandbox.url)).text();
    for (const kind of MERCADO_LIVRE_FAULT_KINDS) expect(page).toContain(`value="${kind}"`);
  });
});

describe('the limits', () => {
  test('are one bucket for the application, shared by all sellers', async () => {
    const middle = await client.connect(SELLERS.middle);
    await control.do('PATCH', app, { limites: { porMinuto: 1, rajada: 3 } });
    const statuses = [
      await small.get('/users/me'),
      await middle.get('/users/me'),
      await small.get('/users/me'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await middle.get('/users/me');
    expect(refused).toMatchObject({ status: 429, body: { message: 'local_rate_limited', status: 429 } });
    expect(refused.headers.has('retry-after')).toBe(false);
    await control.do('PATCH', app, { limites: { porMinuto: 1, rajada: 1, retryAfter: true, texto: true } });
    await small.get('/users/me');
    const text = await small.get('/users/me');
    expect(text).toMatchObject({ status: 429, body: { text: 'Too Many Requests' } });
    expect(Number(text.headers.get('retry-after'))).toBeGreaterThan(1);
    await control.do('PATCH', app, {
      limites: { porMinuto: 10_000, rajada: 10_000, retryAfter: false, texto: false },
    });
  });

  test('also apply to single routes', async () => {
    await control.do('PATCH', app, { limites: { rotas: { 'GET /users/me': 1 } } });
    expect((await small.get('/users/me')).status).toBe(200);
    expect((await small.get('/users/me')).status).toBe(429);
    expect((await small.get(search)).status).toBe(200);
    await control.do('PATCH', app, { limites: { rotas: {} } });
  });
});

test('calls are counted by route, seller and status', async () => {
  await control.do('DELETE', '/contagem');
  await small.get('/users/me');
  await small.get(`/items/${ids[0]}`);
  await small.get('/items/MLB9');
  await client.refresh(small.refreshToken);
  expect((await control.do('GET', '/contagem')).body).toEqual({
    total: 4,
    rotas: {
      'GET /users/me': { total: 1, vendedores: { [small.id]: 1 }, status: { 200: 1 } },
      'GET /items/:id': { total: 2, vendedores: { [small.id]: 2 }, status: { 200: 1, 404: 1 } },
      'POST /oauth/token': { total: 1, vendedores: { [small.id]: 1 }, status: { 200: 1 } },
    },
  });
});
