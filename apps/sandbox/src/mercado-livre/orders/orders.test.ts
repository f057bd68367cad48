import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, type Order, SELLERS, truthOf } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const sandbox = await startSandbox({
  port: 0,
  mercadoLivre: { now: () => NOW, settings: { expiresIn: 90 * 86_400 } },
});
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const BUSY = 1003000001;
await control.do('POST', '/vendedores', {
  id: BUSY,
  apelido: 'MOVIMENTADA',
  semente: 11,
  anuncios: 300,
  vendas: 4000,
});
const busy = await client.connect(BUSY);

const truth = (seller: number, query?: string) => truthOf(sandbox.url, seller, query);

async function all(seller: typeof small, query = ''): Promise<Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const { status, body } = await seller.get(
      `/orders/search?seller=${seller.id}&limit=51&offset=${orders.length}${query}`,
    );
    if (status !== 200) throw new Error(`the search answered ${status}: ${JSON.stringify(body)}`);
    const results = body['results'] as Order[];
    if (results.length === 0) return orders;
    orders.push(...results);
  }
}
const byId = (orders: readonly Order[]) => orders.map(({ id }) => id).sort((a, b) => a - b);
const small600 = await truth(SELLERS.small);

describe('the search', () => {
  test('omits cancelled orders unless they are requested, and both searches together find all orders', async () => {
    const open = await all(small);
    expect(open.some(({ status }) => status === 'cancelled')).toBe(false);
    const cancelled = await all(small, '&order.status=cancelled');
    expect(byId([...open, ...cancelled])).toEqual(byId(small600));
    await control.do('PATCH', '/ajustes', { canceladosNaBusca: true });
    expect(byId(await all(small))).toEqual(byId(small600));
    await control.do('PATCH', '/ajustes', { canceladosNaBusca: false });
  });

  test('returns the documented form, sorted by date in either direction', async () => {
    const { body } = await small.get(`/orders/search?seller=${small.id}&sort=date_desc&limit=2`);
    expect(body).toMatchObject({
      display: 'complete',
      paging: { offset: 0, limit: 2 },
      sort: { id: 'date_desc' },
    });
    const descending = (await all(small, '&sort=date_desc')).map(({ date_created }) => date_created);
    expect(descending).toEqual(descending.toSorted().reverse());
    expect((await all(small)).map(({ date_created }) => date_created)).toEqual(descending.toReversed());
  });

  test('limits a page to 51 and the offset to 10000, and returns nothing past the end', async () => {
    const path = `/orders/search?seller=${busy.id}`;
    expect(await busy.get(`${path}&limit=52`)).toMatchObject({
      status: 400,
      body: { message: 'Limit must be a lower or equal than 51' },
    });
    expect(await busy.get(`${path}&limit=50&offset=9950`)).toMatchObject({ status: 200 });
    expect(await busy.get(`${path}&limit=50&offset=9951`)).toMatchObject({
      status: 400,
      body: { error: 'limit.maximum_exceeded', message: 'Limit must be a lower or equal than 10000' },
    });
    expect(await small.get(`/orders/search?seller=${small.id}&offset=5000`)).toMatchObject({
      status: 200,
      body: { results: [] },
    });
  });

  test('drops the minutes of dates, so a wider window finds orders that a narrow one misses', async () => {
    const span = (from: string, to: string) =>
      `&order.date_created.from=${from}&order.date_created.to=${to}`.replaceAll('+', '%2B');
    const whole = await all(busy, span('2026-10-01T00:00:00.000-03:00', '2026-10-02T00:00:00.000-03:00'));
    const one = whole.find(({ date_created }) => /:[1-4]\d:\d\d\.000-/.test(date_created));
    const at = Date.parse(one?.date_created ?? '');
    const around = async (before: number, after: number) =>
      byId(await all(busy, span(new Date(at - before).toISOString(), new Date(at + after).toISOString())));
    expect(await around(7_200_000, 1000)).not.toContain(one?.id);
    expect(await around(7_200_000, 3_600_000)).toContain(one?.id);
    expect(await around(-60_000, 3_600_000)).toContain(one?.id);
    const open = (await truth(BUSY, '?de=2026-10-01T00:00:00-03:00&ate=2026-10-02T00:00:00-03:00')).filter(
      ({ status }) => status !== 'cancelled',
    );
    expect(byId(whole)).toEqual(byId(open));
  });

  test('finds orders by last update, closing date, item, buyer, tag and id', async () => {
    const updated = await all(busy, '&order.date_last_updated.from=2026-11-10T00:00:00.000-03:00');
    expect(updated.some(({ date_created }) => date_created < '2026-11-01')).toBe(true);
    const expected = (await truth(BUSY)).filter(
      (order) =>
        order.status !== 'cancelled' && Date.parse(order.last_updated) >= Date.parse('2026-11-10T03:00:00Z'),
    );
    expect(byId(updated)).toEqual(byId(expected));
    const open = small600.filter(({ status }) => status !== 'cancelled');
    const closed = await all(small, '&order.date_closed.from=2026-10-01T00:00:00.000-03:00');
    expect(byId(closed)).toEqual(
      byId(
        open.filter(({ date_closed }) => Date.parse(date_closed ?? '') >= Date.parse('2026-10-01T03:00:00Z')),
      ),
    );
    const [one] = open;
    const item = one?.order_items[0]?.item.id;
    expect(byId(await all(small, `&item=${item}`))).toEqual(
      byId(open.filter(({ order_items: [line] }) => line?.item.id === item)),
    );
    expect(byId(await all(small, `&buyer=${one?.buyer.id}`))).toContain(one?.id);
    expect(byId(await all(small, '&tags=pack_order'))).toEqual(
      byId(open.filter(({ tags }) => tags.includes('pack_order'))),
    );
    expect(byId(await all(small, `&q=${one?.id}`))).toEqual([one?.id]);
  });

  test('refuses another seller, no seller, unknown parameters and dates without an offset', async () => {
    expect((await small.get(`/orders/search?seller=${busy.id}`)).status).toBe(403);
    expect((await small.get('/orders/search')).status).toBe(400);
    const path = `/orders/search?seller=${small.id}`;
    expect((await small.get(`${path}&order.date_created_from=2026-10-01T00:00:00Z`)).status).toBe(400);
    expect((await small.get(`${path}&order.date_created.from=2026-10-01`)).status).toBe(400);
    expect((await small.get(`${path}&order.status=pago`)).status).toBe(400);
    expect((await small.get(`${path}&sort=data`)).status).toBe(400);
  });

  test('shows a later state of an order, even after the same search before', async () => {
    const refunded = async () =>
      byId(await all(busy, '&order.status=partially_refunded&order.date_created.from=2026-10-20T00:00:00Z'));
    const before = await refunded();
    await control.do('POST', '/relogio', { avancarSegundos: 29 * 86_400 });
    const after = await refunded();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after).toEqual(expect.arrayContaining(before));
    await control.do('POST', '/relogio', { agora: new Date(NOW).toISOString() });
    expect(await refunded()).toEqual(before);
  });

  test('supports a scan', async () => {
    const ids: number[] = [];
    let scroll = '';
    for (;;) {
      const { body } = await small.get(
        `/orders/search?seller=${small.id}&search_type=scan${scroll && `&scroll_id=${encodeURIComponent(scroll)}`}`,
      );
      expect(body['display']).toBe('partial');
      ids.push(...byId(body['results'] as Order[]));
      const next = (body['paging'] as { scroll_id: string | null }).scroll_id;
      if (next === null) break;
      scroll = next;
    }
    expect(new Set(ids).size).toBe((await all(small)).length);
  });
});

describe('an order', () => {
  test('can be read by its id, but only by its seller', async () => {
    const [order] = small600;
    expect((await small.get(`/orders/${order?.id}`)).body).toEqual(order);
    expect(await busy.get(`/orders/${order?.id}`)).toMatchObject({
      status: 403,
      body: { error: 'forbidden', message: 'The user has not access to the order' },
    });
    expect(await small.get('/orders/2000000000999999')).toMatchObject({
      status: 404,
      body: { message: 'Order does not exist' },
    });
    expect((await small.get(`/orders/${order?.id}/discounts`)).body).toHaveProperty('details');
  });

  test('in a cart shares its pack, buyer and shipment with the others', async () => {
    const packed = small600.find(({ tags }) => tags.includes('pack_order'));
    const mates = small600.filter(({ pack_id }) => pack_id === packed?.pack_id);
    expect(mates.length).toBeGreaterThan(1);
    expect(new Set(mates.map(({ buyer, shipping }) => `${buyer.id} ${shipping.id}`)).size).toBe(1);
    const { body } = await small.get(`/packs/${packed?.pack_id}`);
    expect(body['orders']).toEqual(mates.map(({ id }) => ({ id })));
    expect(body['date_created']).toMatch(/-0400$/);
  });
});
