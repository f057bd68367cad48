import { afterAll, expect, test } from 'vitest';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import { aClient, aControl, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);

test('a seller sees their own private profile and the public profiles of others', async () => {
  const own = await small.get('/users/me');
  expect(own.body).toMatchObject({
    id: SELLERS.small,
    email: expect.any(String),
    credit: expect.any(Object),
  });
  expect((await small.get(`/users/${SELLERS.small}`)).body).toEqual(own.body);
  const other = await small.get(`/users/${SELLERS.large}`);
  expect(Object.keys(other.body)).toEqual([
    'id',
    'nickname',
    'country_id',
    'address',
    'user_type',
    'site_id',
    'permalink',
    'seller_reputation',
    'status',
  ]);
  expect(await small.get('/users/999')).toMatchObject({ status: 404, body: { error: 'not_found' } });
});

test('a multiget of users returns a status for each', async () => {
  const { body } = await small.get(`/users/bulk?ids=${SELLERS.small},${SELLERS.large},999`);
  expect(body).toMatchObject([{ status_code: 200 }, { status_code: 200 }, { status_code: 404 }]);
});

test('rates are fractions, and a new account has neither level nor metrics', async () => {
  const { body } = await small.get('/users/me');
  const reputation = body['seller_reputation'] as { metrics: { claims: { rate: number; period: string } } };
  expect(reputation.metrics.claims.rate).toBeLessThan(0.1);
  const fresh = await (await client.connect(SELLERS.fresh)).get('/users/me');
  expect(fresh.body['seller_reputation']).toMatchObject({ level_id: null, power_seller_status: null });
  expect(fresh.body['seller_reputation']).not.toHaveProperty('metrics');
});

test('the reputation of a protected seller contains the excluded values', async () => {
  const { body } = await (await client.connect(SELLERS.protected)).get('/users/me');
  expect(body['seller_reputation']).toMatchObject({
    real_level: '3_yellow',
    protection_end_date: expect.any(String),
    metrics: { claims: { excluded: { real_value: 9, real_rate: 0.0361 } } },
  });
});

test('a reputation that could not be loaded is missing, with 206 and its name in a header', async () => {
  const { status, headers, body } = await (await client.connect(SELLERS.noReputation)).get('/users/me');
  expect(status).toBe(206);
  expect(headers.get('x-content-missing')).toBe('seller_reputation');
  expect(body).not.toHaveProperty('seller_reputation');
});

test('tags show the new model and the depots', async () => {
  const { body } = await (await client.connect(SELLERS.warehouse)).get('/users/me');
  expect(body['tags']).toEqual(
    expect.arrayContaining(['user_product_seller', 'warehouse_management', 'multiwarehouse']),
  );
});

test('visits cover up to 150 days, by day and in total', async () => {
  const path = `/users/${SELLERS.small}/items_visits`;
  const { body } = await small.get(`${path}?date_from=2026-10-01&date_to=2026-10-31`);
  const days = await small.get(`${path}/time_window?last=30&unit=day&ending=2026-10-31`);
  expect(days.body['total_visits']).toBe(body['total_visits']);
  expect(days.body['results']).toHaveLength(30);
  expect((await small.get(`${path}?date_from=2026-01-01&date_to=2026-10-31`)).status).toBe(400);
  expect(
    (await small.get(`/users/${SELLERS.large}/items_visits?date_from=2026-10-01&date_to=2026-10-02`)).status,
  ).toBe(403);
  expect(await small.get('/visits/items?ids=MLB1,MLB2')).toMatchObject({
    status: 400,
    body: { message: 'maximum amount of items to query is 1' },
  });
});

test('a missing functional permission is a 403 of the PolicyAgent', async () => {
  const policy = {
    status: 403,
    body: { code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES', blocked_by: 'PolicyAgent' },
  };
  const noOrders = await client.connect(SELLERS.noOrders);
  expect(await noOrders.get(`/orders/search?seller=${noOrders.id}`)).toMatchObject(policy);
  expect(await noOrders.get('/users/me')).toMatchObject({ status: 200 });
  const app = `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`;
  await control.do('PATCH', app, { permissoes: ['usuarios'] });
  expect(await small.get(`/users/${small.id}/items/search`)).toMatchObject(policy);
  await control.do('PATCH', app, {
    permissoes: ['usuarios', 'publicacao', 'vendas', 'metricas'],
    scopes: ['read'],
  });
  expect(await small.call('PUT', '/items/MLB1', {})).toMatchObject({
    status: 403,
    body: { error: 'Invalid scopes' },
  });
  await control.do('PATCH', app, { scopes: ['offline_access', 'read', 'write'], bloqueada: true });
  expect(await small.get('/users/me')).toMatchObject({ status: 401, body: { error: 'unauthorized_scopes' } });
  expect(await client.refresh(small.refreshToken)).toMatchObject({
    body: { error: 'unauthorized_application' },
  });
  await control.do('PATCH', app, { bloqueada: false });
});

test('an unknown path is a 404, and the public search is forbidden', async () => {
  expect(await small.get('/nada')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  expect((await small.get('/sites/MLB/search?q=freio')).status).toBe(403);
});
