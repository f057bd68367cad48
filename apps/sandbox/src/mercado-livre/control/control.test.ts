import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, SELLERS } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';
import { CONTROL_ROUTES } from './control.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const idsOf = (body: Record<string, unknown>) => body['results'] as string[];
const ids = idsOf((await small.get(`/users/${small.id}/items/search?status=active`)).body);
const sell = (body: object = {}) => control.do('POST', `/vendedores/${small.id}/venda`, body);
const found = async (query: string) =>
  ((await small.get(`/orders/search?seller=${small.id}&${query}`)).body['results'] as { id: number }[]).map(
    ({ id }) => id,
  );

describe('a sale', () => {
  test('is an order found by search and by id, and reduces the stock', async () => {
    const before = Number((await small.get(`/items/${ids[1]}`)).body['available_quantity']);
    const { status, body } = await sell({
      anuncio: ids[1],
      quantidade: 2,
      precoCentavos: 1990,
      comprador: 77,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'paid', total_amount: 39.8, buyer: { id: 77 } });
    expect((await small.get(`/orders/${body['id']}`)).body).toEqual(body);
    expect(await found('sort=date_desc&limit=1')).toEqual([body['id']]);
    expect((await small.get(`/items/${ids[1]}`)).body).toMatchObject({
      available_quantity: Math.max(0, before - 2),
    });
  });

  test('with a date is sorted among the orders of that day', async () => {
    const at = '2026-10-10T02:59:59Z';
    const { body } = await sell({ em: at });
    expect(body['date_created']).toBe('2026-10-09T22:59:59.000-04:00');
    const day = 'order.date_created.from=2026-10-01T00:00:00Z&order.date_created.to=2026-10-20T00:00:00Z';
    const dates = (
      (await small.get(`/orders/search?seller=${small.id}&${day}`)).body['results'] as {
        date_created: string;
        id: number;
      }[]
    ).map(({ date_created }) => date_created);
    expect(dates).toContain(body['date_created']);
    expect(dates).toEqual(dates.toSorted());
  });

  test('without a payment requires one, and becomes paid', async () => {
    const { body } = await sell({ paga: false });
    expect(body).toMatchObject({ status: 'payment_required', date_closed: null, payments: [] });
    expect((await control.do('POST', `/vendas/${body['id']}/pagar`, {})).body).toMatchObject({
      status: 'paid',
    });
  });
});

describe('an order', () => {
  test('that is cancelled names who cancelled it, and is found by its last update', async () => {
    const [id] = await found('order.status=paid&limit=1');
    const { body } = await control.do('POST', `/vendas/${id}/cancelar`, { por: 'vendedor' });
    expect(body).toMatchObject({
      status: 'cancelled',
      cancel_detail: { requested_by: 'seller' },
      status_detail: null,
    });
    expect((await small.get(`/orders/${id}`)).body).toEqual(body);
    expect(await found('order.status=paid&limit=1')).not.toContain(id);
    const hour = new Date(Date.now() - 3_600_000).toISOString();
    expect(await found(`order.status=cancelled&order.date_last_updated.from=${hour}`)).toContain(id);
  });

  test('can be refunded partly or fully', async () => {
    const [one, other] = await found('order.status=paid&limit=2');
    expect((await control.do('POST', `/vendas/${one}/reembolsar`, { centavos: 500 })).body).toMatchObject({
      status: 'partially_refunded',
      payments: [{ transaction_amount_refunded: 5 }],
    });
    const { body } = await control.do('POST', `/vendas/${other}/reembolsar`, {});
    expect(body).toMatchObject({
      status: 'cancelled',
      payments: [{ status: 'refunded', transaction_amount_refunded: body['total_amount'] }],
    });
  });
});

test('a changed listing shows its changes, and comes first by last update', async () => {
  const changes = { precoCentavos: 4321, quantidade: 0, titulo: 'Mudou' };
  expect((await control.do('POST', `/anuncios/${ids[4]}`, changes)).body).toMatchObject({
    price: 43.21,
    status: 'paused',
    sub_status: ['out_of_stock'],
    title: 'Mudou',
  });
  const first = await small.get(`/users/${small.id}/items/search?orders=last_updated_desc&limit=1`);
  expect(idsOf(first.body)).toEqual([ids[4]]);
  const paused = await small.get(`/users/${small.id}/items/search?status=paused&limit=100`);
  expect(idsOf(paused.body)).toContain(ids[4]);
});

test('new listings are appended, and a seller of any size is created immediately', async () => {
  const { body } = await control.do('POST', `/vendedores/${small.id}/anuncios`, { quantos: 2 });
  expect((await small.get(`/users/${small.id}/items/search`)).body).toMatchObject({ paging: { total: 52 } });
  expect((await small.get(`/items/${(body['anuncios'] as string[])[1]}`)).body).toMatchObject({
    status: 'active',
  });
  const made = {
    id: 9_007_199_254,
    apelido: 'ENORME',
    semente: 1,
    anuncios: 300_000,
    vendas: 1000,
    recursos: ['so_pecas'],
    fotos: 1,
  };
  expect((await control.do('POST', '/vendedores', made)).status).toBe(201);
  expect((await control.do('POST', '/vendedores', made)).status).toBe(400);
  const huge = await client.connect(made.id);
  const {
    status,
    headers,
    body: found,
  } = await huge.get(`/users/${made.id}/items/search?include_filters=true`);
  expect(status).toBe(206);
  expect(headers.get('x-content-missing')).toBe('available_filters');
  expect(found).toMatchObject({ paging: { total: 300_000 } });
  expect((await huge.get(`/users/${made.id}/items/search/restrictions`)).body).toMatchObject({
    include_filters: false,
  });
});

test('a seller can lose a permission', async () => {
  const recursos = `/vendedores/${small.id}/recursos`;
  await control.do('POST', recursos, { com: ['sem_permissao_de_vendas'] });
  expect((await small.get(`/orders/search?seller=${small.id}`)).status).toBe(403);
  await control.do('POST', recursos, { sem: ['sem_permissao_de_vendas'] });
  expect((await small.get(`/orders/search?seller=${small.id}`)).status).toBe(200);
});

test('advancing the clock by a year empties the visible history', async () => {
  const world = await startSandbox({ port: 0, mercadoLivre: { now: () => Date.UTC(2026, 5, 1) } });
  const there = aControl(world.url);
  expect((await there.do('GET', '/relogio')).body).toEqual({ agora: '2026-06-01T00:00:00.000Z' });
  const seller = await aClient(world.url).connect(SELLERS.small);
  const total = async () =>
    ((await seller.get(`/orders/search?seller=${seller.id}`)).body['paging'] as { total: number } | undefined)
      ?.total;
  const before = (await total()) ?? 0;
  await there.do('PATCH', '/ajustes', { expiresIn: 400 * 86_400 });
  const again = await aClient(world.url).connect(SELLERS.small);
  await there.do('POST', '/relogio', { avancarSegundos: 180 * 86_400, parado: true });
  const half = (await again.get(`/orders/search?seller=${seller.id}`)).body['paging'] as { total: number };
  expect(half.total).toBeGreaterThan(0);
  expect(half.total).toBeLessThan(before);
  await there.do('POST', '/relogio', { avancarSegundos: 190 * 86_400, parado: true });
  expect((await again.get(`/orders/search?seller=${seller.id}`)).body).toMatchObject({
    paging: { total: 0 },
  });
  await world.stop();
});

test('the control routes refuse unknown fields, invalid values and unknown ids', async () => {
  expect(await sell({ quantia: 1 })).toMatchObject({
    status: 400,
    body: { text: 'Campo desconhecido: quantia.' },
  });
  expect((await sell({ quantidade: 0 })).status).toBe(400);
  expect((await sell({ anuncio: 'MLB1' })).status).toBe(404);
  expect((await control.do('PATCH', '/ajustes', { expiresIn: '1' })).status).toBe(400);
  expect((await control.do('POST', '/vendedores/1/venda', {})).status).toBe(404);
  expect((await control.do('POST', '/nada', {})).status).toBe(404);
  expect((await control.do('POST', '/aplicacoes', { id: '1', segredo: 'x' })).status).toBe(400);
});

test('the home page lists every control route and the address of each service', async () => {
  const page = await (await fetch(sandbox.url)).text();
  for (const { name } of CONTROL_ROUTES) expect(page).toContain(name.split(' ')[1]);
  for (const service of ['mercado-livre-auth', 'mercado-livre-fotos']) expect(page).toContain(service);
});
