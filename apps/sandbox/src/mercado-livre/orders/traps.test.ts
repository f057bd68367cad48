import { afterAll, describe, expect, test } from 'vitest';
import {
  aClient,
  aControl,
  type Item,
  isPlain,
  itemsOf,
  type Order,
  SELLERS,
} from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const sandbox = await startSandbox({ port: 0, mercadoLivre: { settings: { expiresIn: 90 * 86_400 } } });
afterAll(sandbox.stop);
const client = aClient(sandbox.url);
const control = aControl(sandbox.url);
const small = await client.connect(SELLERS.small);
const plain = (await itemsOf(small, 50)).filter(isPlain).map(({ id }) => id);
const [one = '', other = '', third = ''] = plain;
const asOrder = (body: unknown) => body as Order & { order_items: { bundle?: object }[]; payments: object[] };
const sell = async (body: object = {}) =>
  asOrder((await control.do('POST', `/vendedores/${small.id}/venda`, { anuncio: one, ...body })).body);
const cart = async (body: object) =>
  (await control.do('POST', `/vendedores/${small.id}/carrinho`, body)).body as unknown as Order[];
const order = async (id: unknown) => asOrder((await small.get(`/orders/${id}`)).body);
const shipment = async (id: unknown) =>
  (await small.call('GET', `/shipments/${id}`, undefined, { 'x-format-new': 'true' })).body;
const stockOf = async (id: string) => Number((await small.get(`/items/${id}`)).body['available_quantity']);

describe('a sale that the seller calls off', () => {
  const off = { fulfilled: false, rating: 'neutral', message: 'Sem estoque.', reason: 'OUT_OF_STOCK' };
  const say = (id: unknown, body: object) => small.call('POST', `/orders/${id}/feedback`, body);

  test('comes as confirmed, with the money given back and the shipment cancelled', async () => {
    const { id, shipping } = await sell();
    expect((await say(id, off)).status).toBe(201);
    expect(await order(id)).toMatchObject({
      status: 'confirmed',
      fulfilled: false,
      cancel_detail: null,
      payments: [{ status: 'refunded' }],
    });
    expect(await shipment(shipping.id)).toMatchObject({ status: 'cancelled' });
    expect((await small.get(`/orders/${id}/feedback`)).body).toMatchObject({
      sale: { fulfilled: false, reason: 'OUT_OF_STOCK', order_id: id },
    });
    expect((await say(id, off)).status).toBe(400);
  });

  test('puts the units back on the listing only on request', async () => {
    await control.do('POST', `/anuncios/${one}`, { quantidade: 10 });
    await say((await sell({ quantidade: 2 })).id, off);
    expect(await stockOf(one)).toBe(8);
    await say((await sell({ quantidade: 2 })).id, { ...off, restock_item: true });
    expect(await stockOf(one)).toBe(8);
  });

  test('must be called off in time and with a known reason', async () => {
    const at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    expect(await say((await sell({ em: at })).id, off)).toMatchObject({
      status: 400,
      body: { error: 'not_fulfilled_feedback_in_order_expired' },
    });
    const { id } = await sell();
    for (const wrong of [
      { fulfilled: 'não' },
      { rating: 'positive' },
      { message: 'x'.repeat(160) },
      { reason: 'NADA' },
      { restock_item: 1 },
    ])
      expect((await say(id, { ...off, ...wrong })).status).toBe(400);
    expect(await order(id)).toMatchObject({ status: 'paid', fulfilled: null });
    expect((await say(id, { ...off, fulfilled: true, rating: 'positive' })).status).toBe(201);
    expect(await order(id)).toMatchObject({ status: 'paid', fulfilled: true });
  });
});

test('a sale refunded to the account stays paid with the tag unfulfilled', async () => {
  const { id, shipping } = await sell();
  await control.do('POST', `/vendas/${id}/nao-cumprir`, {});
  const after = await order(id);
  expect(after).toMatchObject({ status: 'paid', payments: [{ tags: ['refund_account_money'] }] });
  expect(after.tags).toContain('unfulfilled');
  expect(await shipment(shipping.id)).toMatchObject({ status: 'cancelled' });
});

test('a suspected fraud is told by a tag before the order is cancelled', async () => {
  const { id, shipping } = await sell();
  await control.do('POST', `/vendas/${id}/fraude`, {});
  const marked = await order(id);
  expect(marked.status).toBe('paid');
  expect(marked.tags).toContain('fraud_risk_detected');
  expect(await shipment(shipping.id)).toMatchObject({ status: 'ready_to_ship' });
  await control.do('POST', `/vendas/${id}/cancelar`, { por: 'meli' });
  expect(await order(id)).toMatchObject({ status: 'cancelled' });
});

test('a payment takes the units off the listing, and comes too late if they are gone', async () => {
  await control.do('POST', `/anuncios/${other}`, { quantidade: 3 });
  const [first, second] = [
    await sell({ anuncio: other, quantidade: 2, paga: false }),
    await sell({ anuncio: other, quantidade: 2, paga: false }),
  ];
  expect(await stockOf(other)).toBe(3);
  const pay = async (id: number) => asOrder((await control.do('POST', `/vendas/${id}/pagar`, {})).body);
  expect(await pay(first.id)).toMatchObject({ status: 'paid', date_closed: expect.any(String) });
  expect(await stockOf(other)).toBe(1);
  expect(await pay(second.id)).toMatchObject({
    status: 'cancelled',
    date_closed: null,
    cancel_detail: { group: 'item', requested_by: 'meli' },
    payments: [{ status: 'refunded' }],
  });
  expect(await stockOf(other)).toBe(1);
});

describe('a pack', () => {
  test('has its orders and one shipment, and its errors are those of the documentation', async () => {
    const [first, second] = await cart({ itens: [{ anuncio: one }, { anuncio: other }] });
    expect((await small.get(`/packs/${first?.pack_id}`)).body).toMatchObject({
      id: first?.pack_id,
      status: 'released',
      status_detail: null,
      orders: [{ id: first?.id }, { id: second?.id }],
      shipment: { id: second?.shipping.id },
    });
    const alone = await sell();
    expect((await small.get(`/packs/${alone.id}`)).body).toMatchObject({
      id: alone.id,
      orders: [{ id: alone.id }],
    });
    expect(await small.get('/packs/2500000000999999')).toMatchObject({
      status: 404,
      body: { error: 'not_found', message: 'Order do not exists' },
    });
    const middle = await client.connect(SELLERS.middle);
    expect(await middle.get(`/packs/${first?.pack_id}`)).toMatchObject({
      status: 403,
      body: { error: 'forbidden', message: 'The user has not access to the order' },
    });
  });

  test('that is split ends with its orders, and new ones name the old shipment', async () => {
    const itens = [{ anuncio: one, quantidade: 2 }, { anuncio: other }];
    const [first, second] = await cart({ itens, logistica: 'cross_docking' });
    const stock = await stockOf(one);
    const packs = [
      { orders: [{ id: first?.id, quantity: 1 }] },
      {
        orders: [
          { id: first?.id, quantity: 1 },
          { id: second?.id, quantity: 1 },
        ],
      },
    ];
    const split = (body: object) => small.call('POST', `/shipments/${first?.shipping.id}/split`, body);
    expect((await split({ reason: 'NADA', packs })).status).toBe(400);
    expect((await split({ reason: 'FRAGILE', packs: packs.slice(0, 1) })).status).toBe(400);
    expect((await split({ reason: 'FRAGILE', packs: [packs[0], packs[0]] })).status).toBe(400);
    expect(await split({ reason: 'FRAGILE', packs })).toMatchObject({ status: 200, body: {} });
    for (const id of [first?.id, second?.id])
      expect(await order(id)).toMatchObject({
        status: 'cancelled',
        cancel_detail: { code: 'pack_splitted', group: 'shipment' },
      });
    expect((await small.get(`/packs/${first?.pack_id}`)).body).toMatchObject({
      status: 'cancelled',
      status_detail: 'splitted',
    });
    expect(await shipment(first?.shipping.id)).toMatchObject({
      status: 'cancelled',
      substatus: 'pack_splitted',
    });
    const found = (await small.get(`/orders/search?seller=${small.id}&sort=date_desc&limit=3`)).body;
    const made = (found['results'] as Order[]).toSorted((a, b) => a.id - b.id);
    expect(made.map(({ order_items: [line] }) => line?.quantity)).toEqual([1, 1, 1]);
    expect(new Set(made.map(({ pack_id }) => pack_id)).size).toBe(2);
    for (const { shipping, status } of made) {
      expect(status).toBe('paid');
      expect(await shipment(shipping.id)).toMatchObject({
        status: 'ready_to_ship',
        sibling: { reason: 'FRAGILE', sibling_id: first?.shipping.id },
      });
    }
    // The same goods stay sold.
    expect(await stockOf(one)).toBe(stock);
    const again = await small.call('POST', `/shipments/${made[1]?.shipping.id}/split`, {
      reason: 'FRAGILE',
      packs: made.slice(1).map(({ id }) => ({ orders: [{ id, quantity: 1 }] })),
    });
    expect(again).toMatchObject({ status: 400, body: { message: 'The shipment was already split' } });
  });

  test.each(['self_service', 'fulfillment'])('of %s cannot be split', async (logistica) => {
    const { id, shipping } = await sell({ quantidade: 2, logistica });
    const packs = [{ orders: [{ id, quantity: 1 }] }, { orders: [{ id, quantity: 1 }] }];
    expect(
      (await small.call('POST', `/shipments/${shipping.id}/split`, { reason: 'FRAGILE', packs })).status,
    ).toBe(400);
    expect((await control.do('POST', `/envios/${shipping.id}/dividir`, {})).status).toBe(400);
  });
});

test('a kit is one order for each component, and each names the kit', async () => {
  await control.do('POST', `/anuncios/${third}`, { quantidade: 9 });
  const orders = await cart({ kit: one, itens: [{ anuncio: other }, { anuncio: third, quantidade: 3 }] });
  for (const { tags, order_items } of orders.map(asOrder)) {
    expect(tags).toContain('bundle_component');
    expect(order_items[0]?.bundle).toMatchObject({ parent_item: { id: one } });
  }
  expect(await stockOf(third)).toBe(6);
  const { body } = await small.get(`/orders/${orders[1]?.id}/bundle`);
  expect(body).toMatchObject({
    bundles: [
      {
        kit_orders: orders.map(({ id, pack_id, shipping, order_items: [line] }) => ({
          order_id: id,
          item_id: line?.item.id,
          pack_id,
          shipment_id: shipping.id,
          parent_item_id: one,
        })),
      },
    ],
  });
  expect((await small.get(`/orders/${(await sell()).id}/bundle`)).status).toBe(404);
});

test('a sale of a variation takes its units off that variation', async () => {
  const item = (await itemsOf(small, 50)).find(
    ({ variations, status }) => variations.length > 1 && status === 'active',
  );
  const [, second] = item?.variations ?? [];
  await sell({ anuncio: item?.id, variacao: second?.id });
  const variations = (await small.get(`/items/${item?.id}`)).body['variations'] as Item['variations'];
  expect(variations.map(({ available_quantity }) => available_quantity)).toEqual(
    item?.variations.map(({ id, available_quantity }) => available_quantity - (id === second?.id ? 1 : 0)),
  );
  expect(
    (await control.do('POST', `/vendedores/${small.id}/venda`, { anuncio: one, variacao: 1 })).status,
  ).toBe(404);
});
