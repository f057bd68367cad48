import { CABECALHO_DE_FALHAS, falhasOf } from '@prumo/contract/pedidos-etiquetas.ts';
import { afterAll, expect, test } from 'vitest';
import { openShops } from '#testing/sales/shops.ts';

const { aShop, aColleague, misbehave, behave, close } = await openShops();
afterAll(close);

/** A shop, and what it gets when it prints parcels. */
async function aPrinter() {
  const shop = await aShop();
  return {
    ...shop,
    print: async (ids: readonly string[], formato = 'pdf', who = shop.ana) => {
      const answer = await who.post('/api/pedidos/etiquetas', { ids, formato });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        falhas: falhasOf(String(answer.headers[CABECALHO_DE_FALHAS] ?? '')),
        bytes: answer.rawPayload,
      };
    },
    parcel: async (body: object = {}) => (await shop.one(await shop.sell({ quantidade: 1, ...body }))).id,
  };
}

test('labels pass through as one PDF, and the marketplace then says that they are printed', async () => {
  const { print, sell, one, tell } = await aPrinter();
  const orders = [await sell({ quantidade: 1 }), await sell({ quantidade: 1 })];
  const ids = await Promise.all(orders.map(async (order) => (await one(order)).id));
  const { status, headers, bytes, falhas } = await print(ids);
  expect([status, falhas]).toEqual([200, []]);
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store' },
    'content-disposition': 'attachment; filename="etiquetas.pdf"',
  });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/Count 2');
  for (const { shipping } of orders) await tell('shipments', `/shipments/${shipping.id}`);
  for (const order of orders)
    expect(await one(order)).toMatchObject({ etapa: 'impresso', etiqueta: 'impressa' });
  expect((await print(ids)).bytes).toEqual(bytes);
});

test('labels for a label printer are a ZIP', async () => {
  const { print, parcel } = await aPrinter();
  const { status, headers, bytes } = await print([await parcel()], 'zpl');
  expect([status, headers['content-type'], bytes.subarray(0, 2).toString()]).toEqual([
    ...[200, 'application/zip', 'PK'],
  ]);
});

test('a parcel without a label is named with its reason, and the others are printed', async () => {
  const { print, parcel, post, sell, one, tell } = await aPrinter();
  const good = await parcel();
  const other = await parcel({ logistica: 'default' });
  // The marketplace has changed its mind, and the notification is still to come.
  const gone = await sell({ quantidade: 1 });
  const { id: goneId } = await one(gone);
  await post(`/envios/${gone.shipping.id}/avancar`, { ate: 'entregue' });
  const missing = crypto.randomUUID();
  const answer = await print([good, other, goneId, missing]);
  expect(answer.status).toBe(200);
  expect(answer.bytes.toString('latin1')).toContain('/Count 1');
  expect(answer.falhas).toEqual([
    { id: other, motivo: 'sem' },
    { id: missing, motivo: 'inexistente' },
    { id: goneId, motivo: 'recusada' },
  ]);
  await tell('shipments', `/shipments/${gone.shipping.id}`);
  expect(await print([goneId])).toMatchObject({ status: 409, falhas: [{ id: goneId, motivo: 'saiu' }] });
});

test.each(['206', 'redireciona', 'html', '200-erro', '503', 'fora'])(
  'the answer %s instead of a file gives a sentence',
  async (fault) => {
    const { print, parcel, seller } = await aPrinter();
    const id = await parcel();
    await misbehave({ 'mercado-livre': fault, rota: `GET /shipment_labels ${seller}` });
    const { status, bytes, falhas } = await print([id]);
    await behave();
    expect([status, falhas]).toEqual([502, []]);
    expect(bytes.toString()).toContain('não respondeu agora');
    expect((await print([id])).status).toBe(200);
  },
);

test.each(['truncado', 'corta'])(
  'a file of which a part is missing (%s) never ends as a whole one',
  async (fault) => {
    const { print, parcel, seller } = await aPrinter();
    const id = await parcel();
    await misbehave({ 'mercado-livre': fault, rota: `GET /shipment_labels ${seller}` });
    await expect(print([id])).rejects.toThrow();
    await behave();
    expect((await print([id])).status).toBe(200);
  },
);

test('labels need the right to move stock, and are of the own empresa', async () => {
  const { print, parcel, ana } = await aPrinter();
  const id = await parcel();
  const bruno = await aColleague(ana, 'Bruno Lima', 'consulta');
  expect((await print([id], 'pdf', bruno)).status).toBe(403);
  const { print: printElsewhere } = await aPrinter();
  expect(await printElsewhere([id])).toMatchObject({ status: 409, falhas: [{ id, motivo: 'inexistente' }] });
});
