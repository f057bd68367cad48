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
const NEW = { 'x-format-new': 'true' };
const LIST = { 'x-new-domain': 'true' };
const read = (id: unknown, part = '') => small.call('GET', `/shipments/${id}${part}`, undefined, NEW);
const sell = async (body: object = {}) =>
  (await control.do('POST', `/vendedores/${small.id}/venda`, body)).body as unknown as Order;

interface Shipment {
  id: number;
  status: string;
  substatus: string | null;
  logistic: { mode: string; type: string };
}

describe('a shipment', () => {
  test('shows its depot, its costs and its deadline, and only to its seller', async () => {
    const { shipping } = await sell({ logistica: 'cross_docking' });
    expect((await read(shipping.id)).body).toMatchObject({
      id: shipping.id,
      status: 'ready_to_ship',
      substatus: 'ready_to_print',
      logistic: { mode: 'me2', type: 'cross_docking', direction: 'forward' },
      origin: { sender_id: small.id },
      sibling: { reason: null, sibling_id: null },
      lead_time: { buffering: { date: null } },
    });
    const costs = (await read(shipping.id, '/costs')).body;
    expect(costs).toMatchObject({ receiver: { cost: expect.any(Number) }, senders: [{ user_id: small.id }] });
    expect((await read(shipping.id, '/sla')).body).toMatchObject({
      status: 'on_time',
      expected_date: '2026-11-16T23:59:59-03:00',
    });
    expect((await read(shipping.id, '/carrier')).body).toHaveProperty('name');
    const middle = await client.connect(SELLERS.middle);
    expect((await middle.get(`/shipments/${shipping.id}`)).status).toBe(403);
    expect((await read(49_999_999_999)).status).toBe(404);
    expect(await read(49_999_999_999, '/sla')).toMatchObject({
      status: 404,
      body: { message: 'failed to retrieve data' },
    });
    const warehouse = await client.connect(SELLERS.warehouse);
    const [stored] = await truthOf(sandbox.url, SELLERS.warehouse);
    const { body } = await warehouse.call('GET', `/shipments/${stored?.shipping.id}`, undefined, NEW);
    expect(body['origin']).toMatchObject({ node: expect.stringMatching(/^\d+$/) });
  });

  test('has another form without the header', async () => {
    const { shipping } = await sell({ logistica: 'drop_off' });
    const { body } = await small.get(`/shipments/${shipping.id}`);
    expect(body).toMatchObject({ id: shipping.id, logistic_type: 'drop_off' });
    expect(body).not.toHaveProperty('logistic');
  });

  test('is late after its deadline until the goods leave, and a Full one has no deadline', async () => {
    const { shipping } = await sell({ logistica: 'drop_off' });
    expect(await read(shipping.id, '/delays')).toMatchObject({
      status: 404,
      body: { message: 'Delays Not Found for shipment' },
    });
    await control.do('POST', `/envios/${shipping.id}`, { prazo: '2026-11-15T08:00:00-03:00' });
    expect((await read(shipping.id, '/sla')).body).toMatchObject({ status: 'delayed' });
    expect((await read(shipping.id, '/delays')).body).toMatchObject({
      shipment_id: shipping.id,
      delays: [{ type: 'handling_delayed' }, { type: 'sla_delayed' }],
    });
    const full = await sell({ logistica: 'fulfillment' });
    expect((await read(full.shipping.id, '/sla')).status).toBe(404);
    const near = await sell({ logistica: 'self_service' });
    await control.do('POST', `/envios/${near.shipping.id}`, { proximidade: true });
    expect((await read(near.shipping.id)).body['tags']).toEqual(['proximity']);
    expect((await read(near.shipping.id, '/sla')).body).toMatchObject({
      service: 'instant_gm',
      expected_date: '2026-11-15T10:00:00-03:00',
    });
  });

  test('follows the path of its kind, step by step or at once', async () => {
    const { shipping } = await sell({ logistica: 'xd_drop_off' });
    const go = async (body: object) =>
      (await control.do('POST', `/envios/${shipping.id}/avancar`, body)).body as unknown as Shipment;
    expect(await go({})).toMatchObject({ status: 'ready_to_ship', substatus: 'printed' });
    expect(await go({ ate: 'saiu' })).toMatchObject({ status: 'ready_to_ship', substatus: 'dropped_off' });
    expect(await go({ passos: 2 })).toMatchObject({ status: 'shipped', substatus: null });
    expect(await go({ ate: 'entregue' })).toMatchObject({ status: 'delivered' });
    const history = (await read(shipping.id, '/history')).body as unknown as Shipment[];
    expect(history.map(({ status, substatus }) => substatus ?? status).reverse()).toEqual([
      'ready_to_print',
      'printed',
      'ready_for_dropoff',
      'dropped_off',
      'in_hub',
      'shipped',
      'out_for_delivery',
      'delivered',
    ]);
  });

  test('can be put into every documented state, and into no other', async () => {
    const { shipping } = await sell();
    const listed = (await small.get('/shipment_statuses')).body as unknown as {
      id: string;
      substatuses: { id: string }[];
    }[];
    expect(listed.map(({ id }) => id)).toContain('stale_shipped');
    for (const { id, substatuses } of listed)
      for (const substatus of [null, ...substatuses.map((each) => each.id)]) {
        await control.do('POST', `/envios/${shipping.id}`, { status: id, substatus });
        expect((await read(shipping.id)).body).toMatchObject({ status: id, substatus });
      }
    expect(
      (await control.do('POST', `/envios/${shipping.id}`, { status: 'shipped', substatus: 'printed' }))
        .status,
    ).toBe(400);
    expect((await control.do('POST', `/envios/${shipping.id}`, { status: 'enviado' })).status).toBe(400);
  });

  test('waits for a product that is still made, until the seller has it', async () => {
    const { shipping } = await sell({ logistica: 'drop_off' });
    const have = () => small.call('POST', `/shipments/${shipping.id}/process/ready_to_ship`);
    expect(await have()).toMatchObject({
      status: 403,
      body: { message: 'At least one policy returned UNAUTHORIZED' },
    });
    await control.do('POST', `/envios/${shipping.id}`, { status: 'pending', substatus: 'manufacturing' });
    expect(await have()).toMatchObject({ status: 200, body: { status: 200 } });
    expect((await read(shipping.id)).body).toMatchObject({ substatus: 'ready_to_print' });
    expect(await small.call('POST', '/shipments/49999999999/process/ready_to_ship')).toMatchObject({
      status: 404,
      body: { message: 'Not found shipment with id.' },
    });
  });

  test('that Mercado Livre holds back says from when on the label exists', async () => {
    const { shipping } = await sell({ logistica: 'cross_docking' });
    const body = { status: 'pending', substatus: 'buffered', reterAte: '2026-11-20T12:00:00Z' };
    await control.do('POST', `/envios/${shipping.id}`, body);
    expect((await read(shipping.id)).body).toMatchObject({
      lead_time: { buffering: { date: '2026-11-20T08:00:00.000-04:00' } },
    });
  });

  test('is cancelled with its order, and hides the address of a buyer who has not paid', async () => {
    const { id, shipping } = await sell();
    await control.do('POST', `/vendas/${id}/cancelar`, { por: 'meli' });
    expect((await read(shipping.id)).body).toMatchObject({ status: 'cancelled', substatus: 'fraudulent' });
    const unpaid = (await truthOf(sandbox.url, SELLERS.small)).find(
      ({ status, shipping: { id: shipment }, tags }) =>
        status === 'payment_required' && shipment !== null && !tags.includes('pack_order'),
    );
    expect((await read(unpaid?.shipping.id)).body).toMatchObject({
      status: 'pending',
      substatus: 'waiting_for_payment',
      destination: { shipping_address: { zip_code: 'XXXXXXX' } },
    });
  });
});

describe('the shipments of an order', () => {
  test('are a list with the header, and nothing before the payment', async () => {
    const { id, shipping } = await sell({ paga: false });
    expect(shipping.id).toBeNull();
    const path = `/orders/${id}/shipments`;
    expect((await small.call('GET', path, undefined, LIST)).status).toBe(204);
    const paid = (await control.do('POST', `/vendas/${id}/pagar`, {})).body as unknown as Order;
    expect((await small.call('GET', path, undefined, LIST)).body).toEqual([
      { id: paid.shipping.id, type: 'forward' },
    ]);
    expect((await small.get(path)).body).toMatchObject({ id: paid.shipping.id });
  });
});
