import type { LeituraDaNota } from '@prumo/contract/notas.ts';
import { aKey, anInvoice } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { afterAll, expect, test } from 'vitest';
import { openShops } from '#testing/sales/shops.ts';

const { aShop, aColleague, callsOf, close } = await openShops();
afterAll(close);
let number = 9000;

/** A shop that needs invoices. Each of its sales is one unit for this price in centavos. */
async function aCompany() {
  const shop = await aShop({ recursos: ['exige_nota'] });
  const sell = async (precoCentavos = 1990) => {
    const order = await shop.sell({ quantidade: 1, precoCentavos, comprador: 71 });
    return { order, pedido: await shop.one(order) };
  };
  const leituraOf = async (xml: string): Promise<LeituraDaNota> => {
    const answer = await shop.ana.upload('/api/notas/leitura', Buffer.from(xml));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  return { ...shop, sell, leituraOf };
}

/** A note with this free text. */
function aNote(text = '', total = '19.90'): string {
  number += 1;
  return anInvoice(number, { total }).replace(
    '</infNFe>',
    `<infAdic><infCpl>${text}</infCpl></infAdic></infNFe>`,
  );
}

test('a note is for the parcel whose pedido, cart or parcel it names, and reading sends nothing', async () => {
  const { sell, leituraOf, seller } = await aCompany();
  const { order, pedido } = await sell();
  await sell();
  expect(pedido).toMatchObject({ aba: 'nota', nota: null });
  for (const named of [order.id, order.shipping.id]) {
    const leitura = await leituraOf(aNote(`Pedido Mercado Livre ${named}.`));
    expect(leitura).toMatchObject({
      nota: { chave: aKey(number), numero: String(number), valor: '19.90' },
      envio: { id: pedido.id, conta_id: pedido.conta.id, envio: String(order.shipping.id), valor: '19.90' },
      ...{ motivo: null, sugestoes: [] },
    });
  }
  expect(await callsOf('POST /shipments/:id/invoice_data', seller)).toBe(0);
});

test('a note that names no number is suggested for the parcels of its value, and a person decides', async () => {
  const { sell, leituraOf } = await aCompany();
  const { pedido: first } = await sell();
  const { pedido: second } = await sell();
  await sell(2500);
  const { envio, sugestoes } = await leituraOf(aNote());
  expect(envio).toBeNull();
  expect(sugestoes.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(await leituraOf(aNote('', '77.00'))).toMatchObject({ envio: null, sugestoes: [], motivo: null });
});

test('the last attempt is in the pedido, and a parcel with an accepted note waits no more', async () => {
  const { ana, sell, leituraOf, one, read } = await aCompany();
  const { order, pedido } = await sell();
  const url = `/api/contas/${pedido.conta.id}/envios/${pedido.envio}/nota`;
  const send = async (xml: string, query = '') =>
    (await ana.upload(`${url}${query}`, Buffer.from(xml))).json();
  await send(aNote('', '20.00'), '?mesmo_assim=sim');
  expect((await read(pedido.id)).nota).toMatchObject({ situacao: 'recusada', motivo: 'valor' });
  await send(aNote());
  const nota = { situacao: 'aceita', motivo: null, chave: aKey(number), valor: '19.90' };
  expect((await one(order)).nota).toMatchObject(nota);
  expect(await leituraOf(aNote(`Pedido ${order.id}`))).toMatchObject({ envio: null, motivo: 'envio' });
});

test('a sent note is announced to open screens as a change of its pedido', async () => {
  const { ana, sell, get } = await aCompany();
  const { pedido } = await sell();
  const { posicao } = await get<{ posicao: string }>('/api/novidades');
  await ana.upload(`/api/contas/${pedido.conta.id}/envios/${pedido.envio}/nota`, Buffer.from(aNote()));
  const answer = await ana.send('GET', '/api/novidades', undefined, { 'last-event-id': posicao });
  expect(answer.json().novidades).toContainEqual({ tabela: 'pedidos_fila', ids: [pedido.id] });
});

test('another empresa gets no parcel for a number, and a person who only reads may not ask', async () => {
  const { ana, sell } = await aCompany();
  const { order } = await sell();
  const other = await aCompany();
  expect(await other.leituraOf(aNote(`Pedido ${order.id}`))).toMatchObject({ envio: null, sugestoes: [] });
  const reader = await aColleague(ana, 'Caio', 'consulta');
  expect((await reader.upload('/api/notas/leitura', Buffer.from(aNote()))).statusCode).toBe(403);
});
