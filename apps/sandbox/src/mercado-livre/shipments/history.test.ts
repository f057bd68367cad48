import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, SELLERS, truthOf } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const sandbox = await startSandbox({ port: 0, mercadoLivre: { now: () => NOW } });
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const small = await aClient(sandbox.url).connect(SELLERS.small);
const NEW = { 'x-format-new': 'true' };
const read = (id: unknown, part = '') => small.call('GET', `/shipments/${id}${part}`, undefined, NEW);

interface Shipment {
  id: number;
  status: string;
  substatus: string | null;
  logistic: { mode: string; type: string };
}

describe('the generated shipments', async () => {
  const orders = (await truthOf(sandbox.url, SELLERS.small)).filter(({ shipping }) => shipping.id !== null);
  const ids = [...new Set(orders.map(({ shipping }) => shipping.id))];
  const shipments = await Promise.all(ids.map(async (id) => (await read(id)).body as unknown as Shipment));

  test('belong to every paid order, and contain its item', async () => {
    expect(orders.filter(({ status }) => status === 'paid').length).toBeGreaterThan(300);
    expect(shipments.map(({ id }) => id)).toEqual(ids);
    const [order] = orders;
    expect((await read(order?.shipping.id, '/items')).body).toContainEqual(
      expect.objectContaining({
        order_id: order?.id,
        item_id: order?.order_items[0]?.item.id,
        quantity: order?.order_items[0]?.quantity,
        sender_id: small.id,
      }),
    );
  });

  test('travel in every way, and end in every way', () => {
    const types = new Set(shipments.map(({ logistic }) => logistic.type));
    expect([...types].sort()).toEqual([
      'cross_docking',
      'default',
      'drop_off',
      'fulfillment',
      'self_service',
      'xd_drop_off',
    ]);
    const states = new Set(shipments.map(({ status, substatus }) => `${status} ${substatus}`));
    for (const state of ['delivered null', 'cancelled null', 'not_delivered returned'])
      expect(states).toContain(state);
    for (const { logistic } of shipments)
      expect(logistic.mode).toBe(logistic.type === 'default' ? 'me1' : 'me2');
  });

  test('are cancelled with their order, unless the goods had left', () => {
    const byId = new Map(shipments.map((each) => [each.id, each]));
    const cancelled = orders.filter(
      ({ status, tags }) => status === 'cancelled' && !tags.includes('pack_order'),
    );
    expect(cancelled.length).toBeGreaterThan(20);
    for (const { shipping } of cancelled)
      expect(['cancelled', 'not_delivered', 'delivered']).toContain(byId.get(shipping.id ?? 0)?.status);
  });

  test('have a history that ends with the present state, and the same one in another sandbox', async () => {
    const [id] = ids;
    const history = (await read(id, '/history')).body as unknown as Shipment[];
    expect(history[0]).toMatchObject({ status: shipments[0]?.status, substatus: shipments[0]?.substatus });
    const other = await startSandbox({ port: 0, mercadoLivre: { now: () => NOW } });
    const there = await aClient(other.url).connect(SELLERS.small);
    expect((await there.get(`/shipments/${id}/history`)).body).toEqual(history);
    await other.stop();
  });

  test('keep their past when their order is cancelled afterwards', async () => {
    const order = orders.find(
      ({ status, tags, shipping }) =>
        status === 'paid' &&
        !tags.includes('pack_order') &&
        shipments.find(({ id }) => id === shipping.id)?.status === 'delivered',
    );
    const before = (await read(order?.shipping.id, '/history')).body;
    await control.do('POST', `/vendas/${order?.id}/cancelar`, {});
    expect((await read(order?.shipping.id, '/history')).body).toEqual(before);
  });
});
