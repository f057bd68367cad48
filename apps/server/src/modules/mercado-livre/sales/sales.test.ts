import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient } from '#modules/mercado-livre/client.ts';
import { salesOf } from './sales.ts';

/** The documents of Mercado Livre by path. A number is the status of an answer without a document. */
let documents: Record<string, object | number>;
let asked: string[];

const server = createServer(({ url = '', headers }, response) => {
  const forms = [headers['x-format-new'] && 'new', headers['x-new-domain'] && 'domain'].filter(Boolean);
  asked.push([url, ...forms].join(' '));
  const found = documents[url] ?? 404;
  response.statusCode = typeof found === 'number' ? found : 200;
  response.setHeader('content-type', 'application/json');
  response.end(found === 204 ? undefined : JSON.stringify(typeof found === 'number' ? {} : found));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

const client = openClient({
  base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ...{ userAgent: 'Prumo', timeLimitMs: 5000 },
  budget: { take: async () => {}, pause: async () => {} },
});
const sales = salesOf(client);
const asker = { accessToken: 'token', turn: { waits: 'news', key: 'empresa' } } as const;
const read = async (reclamacaoIds: string[] = []) => (await sales.read(asker, '10001', reclamacaoIds))?.venda;

const order = (changes: object = {}) => ({
  ...{ id: 10001, status: 'paid', tags: ['paid'], pack_id: 20001, shipping: { id: 30001 }, mediations: [] },
  ...{ date_created: '2026-11-01T09:00:00.000-04:00', last_updated: '2026-11-01T09:30:00.000-04:00' },
  ...{ total_amount: 10, currency_id: 'BRL', payments: [{ status: 'approved' }], cancel_detail: null },
  order_items: [
    { item: { id: 'MLB123456', title: 'Filtro', variation_id: null }, quantity: 1, unit_price: 10 },
  ],
  ...changes,
});
const shipment = (changes: object = {}) => ({
  ...{ id: 30001, status: 'ready_to_ship', substatus: 'ready_to_print', logistic: { type: 'drop_off' } },
  last_updated: '2026-11-01T10:00:00.000-04:00',
  ...changes,
});
const SLA = { expected_date: '2026-11-02T23:59:59-03:00', last_updated: '2026-11-01T13:00:00Z' };

beforeEach(() => {
  asked = [];
  documents = {
    '/orders/10001': order(),
    '/shipments/30001': shipment(),
    '/shipments/30001/sla': SLA,
  };
});

describe('the calls of a sale', () => {
  test('are the order, its shipment and its deadline while the parcel is here', async () => {
    expect((await read())?.envio?.prazo?.despachar_ate).toBe('2026-11-02T23:59:59-03:00');
    expect(asked).toEqual(['/orders/10001', '/shipments/30001 new', '/shipments/30001/sla']);
  });

  test.each([
    ['that left', { status: 'shipped', substatus: null }],
    ['of Full', { logistic: { type: 'fulfillment' } }],
  ])('of a shipment %s do not ask for the deadline', async (_, changes) => {
    documents['/shipments/30001'] = shipment(changes);
    await read();
    expect(asked).toEqual(['/orders/10001', '/shipments/30001 new']);
  });

  test('find a shipment that the paid order does not name, and not a return', async () => {
    documents['/orders/10001'] = order({ shipping: { id: null } });
    documents['/orders/10001/shipments'] = [
      { id: 30009, type: 'return' },
      { id: 30001, type: 'forward' },
    ];
    expect((await read())?.pedido.envio_id).toBe('30001');
    expect(asked.slice(0, 2)).toEqual(['/orders/10001', '/orders/10001/shipments domain']);
  });

  test('accept that there is no shipment yet', async () => {
    documents['/orders/10001'] = order({ shipping: { id: null } });
    documents['/orders/10001/shipments'] = 204;
    expect(await read()).toMatchObject({ pedido: { envio_id: null }, envio: null });
    documents['/orders/10001'] = order({ shipping: { id: null }, status: 'payment_required' });
    asked = [];
    await read();
    expect(asked).toEqual(['/orders/10001']);
  });

  test('ask a cancelled shipment for its history, because it does not say whether it had left', async () => {
    documents['/orders/10001'] = order({ status: 'cancelled', cancel_detail: { code: 'buyer_cancel' } });
    documents['/shipments/30001'] = shipment({ status: 'cancelled', substatus: 'closed_by_user' });
    documents['/shipments/30001/history'] = [{ status: 'shipped', date: '2026-11-01T09:45:00.000-04:00' }];
    expect((await read())?.envio).toMatchObject({
      ...{ etapa: 'cancelado', despachado_em: '2026-11-01T09:45:00.000-04:00' },
    });
    expect(asked).toEqual(['/orders/10001', '/shipments/30001 new', '/shipments/30001/history']);
  });

  test('ask the pack when neither the order nor the shipment says why it was cancelled', async () => {
    documents['/orders/10001'] = order({ status: 'cancelled', shipping: { id: null } });
    documents['/packs/20001'] = {
      ...{ id: 20001, status_detail: 'splitted', orders: [{ id: 10001 }] },
      last_updated: '2026-11-01T09:30:00.000-0400',
    };
    expect((await read())?.pedido.foi_dividido).toBe(true);
    documents['/orders/10001'] = order({ status: 'cancelled' });
    documents['/shipments/30001'] = shipment({ status: 'cancelled', substatus: 'pack_splitted' });
    documents['/shipments/30001/history'] = [];
    asked = [];
    expect((await read())?.pedido.foi_dividido).toBe(true);
    expect(asked).not.toContain('/packs/20001');
  });

  test('ask for claims and returns only when the order or the caller names them', async () => {
    documents['/orders/10001'] = order({ mediations: [{ id: 40001 }] });
    const claim = (id: number, related_entities: string[]) => ({
      ...{ id, resource: 'order', resource_id: 10001, status: 'opened', related_entities },
      last_updated: '2026-11-05T10:00:00.000-04:00',
    });
    documents['/post-purchase/v1/claims/40001'] = claim(40001, []);
    documents['/post-purchase/v1/claims/40002'] = claim(40002, ['return']);
    documents['/post-purchase/v2/claims/40002/returns'] = {
      ...{ id: 50001, claim_id: 40002, last_updated: '2026-11-06T10:00:00.000-04:00' },
      orders: [{ order_id: 10001, item_id: 'MLB123456', variation_id: null, return_quantity: '1.0' }],
      shipments: [{ status: 'delivered', destination: { name: 'seller_address' } }],
    };
    const venda = await read(['40001', '40002']);
    expect(venda?.reclamacoes.map(({ id }) => id)).toEqual(['40001', '40002']);
    expect(venda?.devolucoes).toMatchObject([{ id: '50001', chegou: true }]);
    expect(asked.filter((path) => path.startsWith('/post-purchase'))).toEqual([
      '/post-purchase/v1/claims/40001',
      '/post-purchase/v1/claims/40002',
      '/post-purchase/v2/claims/40002/returns',
    ]);
  });

  test('do not fail for a claim that the application may not read', async () => {
    documents['/orders/10001'] = order({ mediations: [{ id: 40001 }] });
    documents['/post-purchase/v1/claims/40001'] = 403;
    expect(await read()).toMatchObject({ pedido: { id: '10001' }, reclamacoes: [] });
  });
});

test('a sale that cannot be read fails as an order does', async () => {
  documents['/orders/10001'] = 404;
  await expect(read()).rejects.toMatchObject({ kind: 'misconfigured' });
  documents['/orders/10001'] = 403;
  await expect(read()).rejects.toMatchObject({ kind: 'forbidden' });
  documents['/orders/10001'] = { id: 10001 };
  await expect(read()).rejects.toMatchObject({ kind: 'uncertain' });
  documents['/orders/10001'] = order({ tags: ['test_order'] });
  expect(await read()).toBeUndefined();
});

test('the pedidos of a shipment and of a claim are found', async () => {
  documents['/shipments/30001/items'] = [{ order_id: 10001 }, { order_id: 10002 }, { order_id: 10001 }];
  expect(await sales.pedidosOfEnvio(asker, '30001')).toEqual(['10001', '10002']);
  const about = (resource: string, resource_id: number) => ({
    ...{ id: 40001, resource, resource_id, status: 'opened', related_entities: [] },
    last_updated: '2026-11-05T10:00:00.000-04:00',
  });
  documents['/post-purchase/v1/claims/40001'] = about('order', 10003);
  expect(await sales.pedidosOfReclamacao(asker, '40001')).toEqual(['10003']);
  documents['/post-purchase/v1/claims/40001'] = about('shipment', 30001);
  expect(await sales.pedidosOfReclamacao(asker, '40001')).toEqual(['10001', '10002']);
  documents['/post-purchase/v1/claims/40001'] = about('payment', 7);
  expect(await sales.pedidosOfReclamacao(asker, '40001')).toEqual([]);
});
