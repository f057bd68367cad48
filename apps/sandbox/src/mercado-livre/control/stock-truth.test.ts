import { afterAll, expect, test } from 'vitest';
import { aControl, type Order, SELLERS, stockTruthOf, truthOf } from '#mercado-livre/test-client.ts';
import { startSandbox } from '#sandbox.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const sandbox = await startSandbox({ port: 0, mercadoLivre: { now: () => NOW } });
afterAll(sandbox.stop);
const control = aControl(sandbox.url);
const sell = async (body: object = {}, seller: number = SELLERS.small) =>
  (await control.do('POST', `/vendedores/${seller}/venda`, { logistica: 'drop_off', ...body }))
    .body as unknown as Order;
const truth = (seller: number = SELLERS.small) => stockTruthOf(sandbox.url, seller);
const of = async ({ id }: Order, seller?: number) =>
  (await truth(seller)).find(({ pedido }) => pedido === id);
const at = new Date(NOW).toISOString();

test('the truth names every order once, with what was sold', async () => {
  const orders = await truthOf(sandbox.url, SELLERS.small);
  const lines = await truth();
  expect(lines.map(({ pedido }) => pedido)).toEqual(orders.map(({ id }) => id));
  for (const [n, { anuncio, quantidade, envio, status }] of lines.entries()) {
    expect(anuncio).toBe(orders[n]?.order_items[0]?.item.id);
    expect(quantidade).toBe(orders[n]?.order_items[0]?.quantity);
    expect(envio).toBe(orders[n]?.shipping.id);
    expect(status).toBe(orders[n]?.status);
  }
  for (const { pago_em, saiu_em } of lines) if (pago_em === null) expect(saiu_em).toBeNull();
  expect(lines.some(({ full }) => full)).toBe(true);
  expect(lines.some(({ voltou }) => voltou.length > 0)).toBe(true);
  expect(lines.some(({ desfeito_em, saiu_em }) => desfeito_em !== null && saiu_em === null)).toBe(true);
  const depots = await truth(SELLERS.warehouse);
  expect(new Set(depots.map(({ deposito }) => deposito?.store_id)).size).toBe(2);
});

test('goods leave once, and a sale called off afterwards has left anyway', async () => {
  const order = await sell({ quantidade: 2 });
  expect(await of(order)).toMatchObject({ pago_em: at, saiu_em: null, desfeito_em: null, voltou: [] });
  await control.do('POST', `/envios/${order.shipping.id}/avancar`, { ate: 'impresso' });
  expect(await of(order)).toMatchObject({ impresso_em: at, saiu_em: null });
  await control.do('POST', `/envios/${order.shipping.id}/avancar`, { ate: 'saiu' });
  expect(await of(order)).toMatchObject({ saiu_em: at });
  await control.do('POST', `/vendas/${order.id}/cancelar`, {});
  expect(await of(order)).toMatchObject({ saiu_em: at, desfeito_em: at, voltou: [] });
  await control.do('POST', `/envios/${order.shipping.id}`, {
    status: 'not_delivered',
    substatus: 'returned',
  });
  expect(await of(order)).toMatchObject({ voltou: [{ quantidade: 2, para: 'vendedor', em: at }] });
});

test('goods of a sale called off before do not leave with the rest of their cart', async () => {
  const itens = [{}, {}];
  const { body } = await control.do('POST', `/vendedores/${SELLERS.small}/carrinho`, {
    itens,
    logistica: 'drop_off',
  });
  const [first, second] = body as unknown as [Order, Order];
  await control.do('POST', `/vendas/${first.id}/cancelar`, {});
  await control.do('POST', `/envios/${first.shipping.id}/avancar`, { ate: 'saiu' });
  expect(await of(first)).toMatchObject({ desfeito_em: at, saiu_em: null });
  expect(await of(second)).toMatchObject({ desfeito_em: null, saiu_em: at });
});

test('orders of a split name each other', async () => {
  const order = await sell({ quantidade: 3 });
  const { body } = await control.do('POST', `/envios/${order.shipping.id}/dividir`, { motivo: 'FRAGILE' });
  const made = body as unknown as Order[];
  expect(await of(order)).toMatchObject({ substituido_por: made.map(({ id }) => id), desfeito_em: at });
  const parts = await Promise.all(made.map((each) => of(each)));
  expect(parts).toMatchObject([
    { quantidade: 1, substitui: order.id },
    { quantidade: 2, substitui: order.id },
  ]);
});

test('a sale that must not be sent, one of Full and one that was never paid say so', async () => {
  const fraud = await sell();
  await control.do('POST', `/vendas/${fraud.id}/fraude`, {});
  expect(await of(fraud)).toMatchObject({ nao_enviar: true, desfeito_em: null });
  expect(await of(await sell({ logistica: 'fulfillment' }))).toMatchObject({ full: true });
  expect(await of(await sell({ paga: false }))).toMatchObject({ pago_em: null, envio: null });
  const off = await sell();
  await control.do('POST', `/vendas/${off.id}/desfazer`, {});
  expect(await of(off)).toMatchObject({ status: 'confirmed', desfeito_em: at });
});
