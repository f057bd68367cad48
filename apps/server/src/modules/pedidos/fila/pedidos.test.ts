import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { afterAll, expect, test } from 'vitest';
import { type Order, openShops } from '#testing/sales/shops.ts';
import { aDeposito } from '#testing/stock.ts';

const { aShop, aColleague, sql, close } = await openShops();
afterAll(close);
const NONE = { preparar: 0, nota: 0, imprimir: 0, despachados: 0, problemas: 0, devolucoes: 0 };

test('a parcel goes through the abas as it is packed, printed, sent and delivered', async () => {
  const shop = await aShop();
  const { ana, deposito, produto } = shop;
  const order = await shop.sell();
  const pedido = await shop.one(order);
  expect(pedido).toMatchObject({
    ...{ numeros: [String(order.id)], envio: String(order.shipping.id), aba: 'preparar', problema: null },
    ...{ etapa: 'preparando', etiqueta: 'pronta', modalidade: 'agencia', separado_em: null, itens_total: 1 },
    ...{
      falta: 0,
      nao_enviar: false,
      despachar_ate: expect.any(String),
      valor: expect.stringMatching(/^\d+\.\d\d$/),
    },
    itens: [{ produto_id: produto.id, sku: produto.sku, quantidade: 3, reservado: 3, deposito_id: deposito }],
  });
  expect(pedido.conta.id).toEqual(expect.any(String));
  expect(await shop.counts()).toEqual({ ...NONE, preparar: 1 });

  const url = `/api/pedidos/${pedido.id}/separado`;
  const marked = await ana.put(url, { separado: true });
  expect([marked.statusCode, marked.json()]).toMatchObject([200, { aba: 'imprimir' }]);
  const again = await ana.put(url, { separado: true });
  expect(again.json().separado_em).toBe(marked.json().separado_em);
  expect(await shop.counts()).toEqual({ ...NONE, imprimir: 1 });
  expect((await ana.put(url, { separado: false })).json()).toMatchObject({
    aba: 'preparar',
    separado_em: null,
  });
  await ana.put(url, { separado: true });

  await shop.post(`/envios/${order.shipping.id}/avancar`, { ate: 'entregue' });
  await shop.tell('shipments', `/shipments/${order.shipping.id}`);
  expect(await shop.one(order)).toMatchObject({ id: pedido.id, aba: null, etapa: 'entregue' });
  expect(await shop.counts()).toEqual(NONE);
  expect((await ana.put(url, { separado: false })).statusCode).toBe(409);
});

test('one parcel shows its stock, its steps and its pedidos', async () => {
  const shop = await aShop();
  const order = await shop.sell();
  const { id } = await shop.one(order);
  const read = await shop.read(id);
  expect(read).toMatchObject({
    itens: [{ saldo: '10.00', reservado_total: '3.00', disponivel: '7.00', reservado: 3 }],
    pedidos: [{ numero: String(order.id), cancelado: false }],
    saida_em: 'despacho',
  });
  expect(read.andamento.map(({ passo, situacao }) => `${passo} ${situacao}`)).toEqual([
    ...['vendido feito', 'pago feito', 'reservado feito', 'etiqueta feito', 'separado agora'],
    ...['impresso depois', 'despachado depois', 'entregue depois'],
  ]);
});

test('a search finds a parcel by every number and by its produto, and only in its empresa', async () => {
  const shop = await aShop();
  const { produto } = shop;
  const order = await shop.sell();
  const { id } = await shop.one(order);
  const found = async (busca: string, aba = '') =>
    (await shop.list(`busca=${encodeURIComponent(busca)}${aba}`)).itens.map((each) => each.id);
  for (const busca of [order.id, order.shipping.id, produto.sku, produto.nome])
    expect(await found(String(busca)), String(busca)).toEqual([id]);
  expect(await found(produto.sku, '&aba=preparar')).toEqual([id]);
  expect(await found(produto.sku, '&aba=nota')).toEqual([]);
  expect(await found('9999999999')).toEqual([]);
  const [row] = await sql('select produtos from pedidos_fila where id = $1', [id]);
  expect(row).toEqual({ produtos: [produto.id] });
  // A row that the release before wrote names no produtos.
  await sql('update pedidos_fila set produtos = null where id = $1', [id]);
  expect(await found(produto.sku)).toEqual([id]);
  const other = await aShop();
  expect((await other.list(`busca=${order.id}`)).itens).toEqual([]);
  expect((await other.ana.get(`/api/pedidos/${id}`)).statusCode).toBe(404);
});

test('a page continues after the last, by deadline, and filters narrow it', async () => {
  const shop = await aShop();
  const { ana, deposito } = shop;
  for (let n = 0; n < 3; n++) await shop.sell({ quantidade: 1 });
  const all = (await shop.list('aba=preparar')).itens.map(({ id }) => id);
  expect(all).toHaveLength(3);
  const first = (await ana.get('/api/pedidos?aba=preparar&limite=2')).json();
  const second = (await ana.get(`/api/pedidos?aba=preparar&limite=2&cursor=${first.proximo}`)).json();
  expect([...first.itens, ...second.itens].map(({ id }: PedidoDaFila) => id)).toEqual(all);
  expect(second).toMatchObject({ proximo: null, parcial: false });
  expect((await ana.get('/api/pedidos?cursor=abc')).statusCode).toBe(422);
  expect((await shop.list(`deposito_id=${deposito}&modalidade=agencia`)).itens).toHaveLength(3);
  expect((await shop.list(`deposito_id=${await aDeposito(ana, 'Outro')}`)).itens).toEqual([]);
  expect((await shop.list('modalidade=coleta')).itens).toEqual([]);
});

test('the picking list adds up the parcels of an aba by produto and deposito', async () => {
  const shop = await aShop();
  const { ana, produto, deposito } = shop;
  const orders = [await shop.sell({ quantidade: 2 }), await shop.sell({ quantidade: 3 })];
  const list = (query = '') => ana.get(`/api/pedidos/separacao${query}`).then((answer) => answer.json());
  expect(await list()).toMatchObject({
    itens: [{ produto_id: produto.id, deposito_id: deposito, unidades: 5, pedidos: 2 }],
    ...{ pedidos: 2, mais: false },
  });
  const { id } = await shop.one(orders[0] as Order);
  expect(await list(`?ids=${id}`)).toMatchObject({ itens: [{ unidades: 2, pedidos: 1 }], pedidos: 1 });
  const filtered = await list(`?aba=preparar&deposito_id=${deposito}&modalidade=agencia`);
  expect(filtered).toMatchObject({ itens: [{ unidades: 5, pedidos: 2 }], pedidos: 2 });
  for (const none of [`deposito_id=${crypto.randomUUID()}`, 'modalidade=coleta', 'aba=imprimir'])
    expect(await list(`?${none}`)).toMatchObject({ itens: [], pedidos: 0 });
});

test('what the stock lacks is shown, and changes no aba', async () => {
  const shop = await aShop();
  const order = await shop.sell({ quantidade: 12 });
  expect(await shop.one(order)).toMatchObject({ aba: 'preparar', falta: 2, itens: [{ falta: 2 }] });
});

test('a return waits in Devoluções until a person has examined it', async () => {
  const shop = await aShop();
  const order = await shop.sell();
  await shop.post(`/envios/${order.shipping.id}/avancar`, { ate: 'entregue' });
  const { id: claim } = await shop.post<{ id: number }>(`/vendas/${order.id}/reclamacao`, { quantidade: 1 });
  await shop.post(`/reclamacoes/${claim}/devolucao`, { para: 'vendedor', quantidade: 1 });
  for (let n = 0; n < 3; n++) await shop.post(`/reclamacoes/${claim}/devolucao/avancar`);
  await shop.tell('post_purchase', `/post-purchase/v1/claims/${claim}`);
  const pedido = await shop.one(order);
  expect(pedido).toMatchObject({ aba: 'devolucoes', a_conferir: 1 });
  const [item] = (await shop.read(pedido.id)).itens;
  const said = await shop.ana.post(`/api/reservas/${item?.reserva_id}/conferencia`, {
    ...{ id: crypto.randomUUID(), vendavel: 1, avariado: 0, deposito_id: null },
  });
  expect(said.statusCode).toBe(201);
  expect(await shop.one(order)).toMatchObject({ aba: null, a_conferir: 0 });
});

test('what the marketplace stores is never listed', async () => {
  const shop = await aShop();
  const order = await shop.sell({ logistica: 'fulfillment' });
  expect((await shop.list(`busca=${order.id}`)).itens).toEqual([]);
  expect(await shop.counts()).toEqual(NONE);
});

test('a sale that was called off after it was packed is a problem until a person resolves it', async () => {
  const shop = await aShop();
  const order = await shop.sell();
  const { id } = await shop.one(order);
  const resolve = (resolvido: boolean) => shop.ana.put(`/api/pedidos/${id}/resolvido`, { resolvido });
  expect((await resolve(true)).statusCode).toBe(409);
  await shop.ana.put(`/api/pedidos/${id}/separado`, { separado: true });
  await shop.post(`/vendas/${order.id}/cancelar`);
  await shop.tell('orders_v2', `/orders/${order.id}`);
  expect(await shop.one(order)).toMatchObject({ aba: 'problemas', problema: 'cancelado' });
  expect((await resolve(true)).json()).toMatchObject({ aba: null, resolvido_em: expect.any(String) });
  expect((await resolve(false)).json()).toMatchObject({ aba: 'problemas', problema: 'cancelado' });
});

test('a membro without the right reads and marks nothing', async () => {
  const shop = await aShop();
  const order = await shop.sell();
  const { id } = await shop.one(order);
  const bruno = await aColleague(shop.ana, 'Bruno Lima', 'vendas');
  expect((await shop.list('aba=preparar', bruno)).itens).toHaveLength(1);
  expect((await bruno.put(`/api/pedidos/${id}/separado`, { separado: true })).statusCode).toBe(403);
});
