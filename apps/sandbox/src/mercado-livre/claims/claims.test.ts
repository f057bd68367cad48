import { afterAll, describe, expect, test } from 'vitest';
import { aClient, aControl, type Order, SELLERS, stockTruthOf, truthOf } from '#mercado-livre/test-client.ts';
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
const V1 = '/post-purchase/v1';
const at = new Date(NOW).toISOString();

/** A delivered order of two units, with an open claim. */
async function aClaim() {
  const sold = await control.do('POST', `/vendedores/${small.id}/venda`, {
    quantidade: 2,
    logistica: 'drop_off',
  });
  const order = sold.body as unknown as Order;
  await control.do('POST', `/envios/${order.shipping.id}/avancar`, { ate: 'entregue' });
  const { body } = await control.do('POST', `/vendas/${order.id}/reclamacao`, { quantidade: 1 });
  const id = Number(body['id']);
  const go = async (path: string, sent: object = {}) => control.do('POST', `/reclamacoes/${id}${path}`, sent);
  const goods = async () =>
    (await small.get(`/post-purchase/v2/claims/${id}/returns`)).body as unknown as {
      id: number;
      status: string;
      shipments: { shipment_id: number; status: string; destination: { name: string } }[];
    };
  const back = async () =>
    (await stockTruthOf(sandbox.url, small.id)).find(({ pedido }) => pedido === order.id)?.voltou;
  return { order, id, go, goods, back };
}

describe('a claim', () => {
  test('is found by its id and by a search, and its order names it', async () => {
    const { order, id, go } = await aClaim();
    const { body } = await small.get(`${V1}/claims/${id}`);
    expect(body).toMatchObject({
      resource: 'order',
      resource_id: order.id,
      status: 'opened',
      quantity_type: 'partial',
      claimed_quantity: 1,
      resolution: null,
      related_entities: [],
    });
    expect((await small.get(`/orders/${order.id}`)).body).toMatchObject({ mediations: [{ id }] });
    const search = `${V1}/claims/search?players.user_id=${small.id}&players.role=respondent`;
    const found = await small.get(`${search}&status=opened&resource=order&resource_id=${order.id}`);
    expect(found.body).toMatchObject({ paging: { total: 1, limit: 30 }, data: [{ id }] });
    await go('/fechar', { beneficiado: 'seller' });
    expect((await small.get(`${V1}/claims/${id}`)).body).toMatchObject({
      status: 'closed',
      resolution: { benefited: ['respondent'] },
    });
    expect((await small.get(`${V1}/claims/${id}/affects-reputation`)).body).toMatchObject({
      affects_reputation: 'not_affected',
    });
  });

  test('search needs a filter, a resource beside its id, and a page within the limits', async () => {
    for (const query of [
      'limit=30',
      'resource_id=1',
      'status=opened&limit=101',
      'status=opened&offset=10000',
    ])
      expect((await small.get(`${V1}/claims/search?${query}`)).status).toBe(400);
  });

  test('of another seller is refused, and an unknown one is not found', async () => {
    const { id } = await aClaim();
    const middle = await client.connect(SELLERS.middle);
    expect(await middle.get(`${V1}/claims/${id}`)).toMatchObject({
      status: 400,
      body: { error: 'bad_request_error' },
    });
    expect((await small.get(`${V1}/claims/5999999999`)).status).toBe(404);
  });

  test('of the history ends with a refund, and its goods come back to the seller or to the marketplace', async () => {
    const refunded = (await truthOf(sandbox.url, SELLERS.middle)).filter(
      (order) => (order as unknown as { mediations: unknown[] }).mediations.length > 0,
    );
    expect(refunded.length).toBeGreaterThan(100);
    const middle = await client.connect(SELLERS.middle);
    const [first] = refunded as unknown as { id: number; mediations: [{ id: number }] }[];
    expect((await middle.get(`${V1}/claims/${first?.mediations[0].id}`)).body).toMatchObject({
      resource_id: first?.id,
      status: 'closed',
    });
    const ids = new Set(refunded.map(({ id }) => id));
    const to = (await stockTruthOf(sandbox.url, SELLERS.middle))
      .filter(({ pedido }) => ids.has(pedido))
      .flatMap(({ voltou }) => voltou.map(({ para }) => para));
    expect(new Set(to)).toEqual(new Set(['vendedor', 'meli']));
  });
});

describe('a return', () => {
  test('to the seller comes back when the parcel is delivered, and the seller judges it once', async () => {
    const { id, order, go, goods, back } = await aClaim();
    expect((await small.get(`/post-purchase/v2/claims/${id}/returns`)).status).toBe(404);
    await go('/devolucao', { para: 'vendedor' });
    expect(await goods()).toMatchObject({
      status: 'pending',
      subtype: 'return_partial',
      orders: [{ order_id: order.id, total_quantity: '2.0', return_quantity: '1.0' }],
      shipments: [{ status: 'pending', type: 'return', destination: { name: 'seller_address' } }],
    });
    for (const status of ['label_generated', 'shipped', 'delivered']) {
      expect(await back()).toEqual([]);
      await go('/devolucao/avancar');
      expect((await goods()).status).toBe(status);
    }
    expect(await back()).toEqual([{ quantidade: 1, para: 'vendedor', em: at }]);
    const { id: returned, shipments } = await goods();
    const [parcel] = shipments;
    expect((await small.get(`/shipments/${parcel?.shipment_id}`)).body).toMatchObject({
      status: 'delivered',
      logistic: { direction: 'reverse' },
    });
    const listed = await small.call('GET', `/orders/${order.id}/shipments`, undefined, {
      'x-new-domain': 'true',
    });
    expect(listed.body).toEqual([
      { id: order.shipping.id, type: 'forward' },
      { id: parcel?.shipment_id, type: 'return' },
    ]);
    const judge = (body: object) => small.call('POST', `${V1}/returns/${returned}/return-review`, body);
    expect((await small.get(`${V1}/returns/${returned}/reviews`)).body).toMatchObject({
      message: 'return review not found',
    });
    expect((await judge({ reason: 'SRF2', message: 'Quebrado.' })).status).toBe(400);
    expect((await judge({ reason: 'SRF9', message: 'Nada.' })).status).toBe(400);
    expect((await judge({})).status).toBe(200);
    expect((await judge({})).status).toBe(400);
    expect((await small.get(`${V1}/returns/${returned}/reviews`)).body).toMatchObject({
      reviews: [{ method: 'none', resource_reviews: [{ seller_status: 'success' }] }],
    });
  });

  test('to the marketplace is delivered there first, and the seller waits for another parcel', async () => {
    const { go, goods, back } = await aClaim();
    await go('/devolucao', { para: 'meli' });
    expect((await go('/triagem', { condicao: 'saleable' })).status).toBe(400);
    for (let n = 0; n < 3; n += 1) await go('/devolucao/avancar');
    expect(await goods()).toMatchObject({
      status: 'delivered',
      intermediate_check: true,
      shipments: [{ status: 'delivered', destination: { name: 'warehouse' } }],
    });
    expect(await back()).toEqual([{ quantidade: 1, para: 'meli', em: at }]);
    await go('/triagem', { condicao: 'unsaleable', destino: 'seller' });
    expect(await goods()).toMatchObject({
      status: 'delivered',
      related_entities: ['reviews'],
      shipments: [
        {},
        { status: 'pending', type: 'return_from_triage', destination: { name: 'seller_address' } },
      ],
    });
    const { id } = await goods();
    expect((await small.get(`${V1}/returns/${id}/reviews`)).body).toMatchObject({
      reviews: [
        {
          method: 'triage',
          resource_reviews: [{ product_condition: 'unsaleable', product_destination: 'seller' }],
        },
      ],
    });
    for (let n = 0; n < 3; n += 1) await go('/devolucao/avancar');
    expect((await back())?.map(({ para }) => para)).toEqual(['meli', 'vendedor']);
    expect((await go('/devolucao/avancar')).status).toBe(400);
  });

  test('can end in any documented state, and one without a parcel brings nothing back', async () => {
    const expired = await aClaim();
    await expired.go('/devolucao');
    await expired.go('/devolucao/status', { status: 'expired' });
    expect(await expired.goods()).toMatchObject({ status: 'expired', shipments: [{ status: 'cancelled' }] });
    const cheap = await aClaim();
    await cheap.go('/devolucao', { semEnvio: true });
    expect(await cheap.goods()).toMatchObject({ subtype: 'low_cost', refund_at: 'n/a', shipments: [] });
    expect(await cheap.back()).toEqual([]);
  });
});
