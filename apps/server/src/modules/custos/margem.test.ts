import type { LinhaDaMargem, MargemDoPedido } from '@prumo/contract/margem.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import { afterAll, expect, test } from 'vitest';
import { lockVendas } from '#modules/vendas/vendas.queries.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { openShops } from '#testing/sales/shops.ts';
import { formOf } from '#testing/stock.ts';
import { refreshCustos } from './refresh-custos.ts';

const { aShop: openShop, sql, parts, close } = await openShops();
afterAll(close);

async function aShop() {
  const shop = await openShop();
  const { ana, produto } = shop;
  const seller = { marketplace: 'mercado-livre', sellerId: String(shop.seller) };
  return {
    ...{ ...shop, seller },
    async cost(custo_unitario: string) {
      const now = await shop.get<Produto>(`/api/produtos/${produto.id}`);
      const saved = await ana.put(`/api/produtos/${produto.id}`, { ...formOf(now), custo_unitario });
      expect(saved.statusCode, saved.body).toBe(200);
    },
    margem: (id: string) => shop.get<MargemDoPedido>(`/api/pedidos/${id}/margem`),
    refresh: (pedidoIds: readonly string[]) =>
      parts.db.write(systemAccess(ana.empresaId), async (tx) => {
        await lockVendas(tx, seller);
        await refreshCustos(tx, seller, pedidoIds);
      }),
  };
}

/** Two pedidos of R$ 50,01 and R$ 99,99 that travel in one parcel, whose freight is R$ 10,00. */
async function aCart(shop: Awaited<ReturnType<typeof aShop>>) {
  const [first, second] = await shop.post<{ id: number; shipping: { id: number } }[]>(
    `/vendedores/${shop.seller.sellerId}/carrinho`,
    {
      ...{ itens: [5_001, 9_999].map((precoCentavos) => ({ quantidade: 1, precoCentavos })) },
      logistica: 'drop_off',
    },
  );
  if (!first || !second) throw new Error('a cart without two pedidos');
  const [one, other] = [String(first.id), String(second.id)];
  for (const id of [one, other]) await shop.tell('orders_v2', `/orders/${id}`);
  await sql('update vendas_envios set frete = 10, frete_lido_em = now() where seller_id = $1', [
    shop.seller.sellerId,
  ]);
  return { one, other, envioId: String(first.shipping.id) };
}

/** The newest estimate of the freight of a pedido. */
async function freightOf(pedidoId: string): Promise<string | undefined> {
  const [row] = await sql(
    `select valor::text as valor from pedido_custos where pedido_id = $1 and tipo = 'frete' and situacao = 'estimado'
     order by passo desc limit 1`,
    [pedidoId],
  );
  return row?.['valor'];
}

const lineOf = ({ linhas }: MargemDoPedido, tipo: LinhaDaMargem['tipo']) =>
  linhas.find((each) => each.tipo === tipo);

test('a produto without a custo hides the margin until somebody enters the custo, also after its goods left', async () => {
  const shop = await aShop();
  await shop.cost('0');
  const order = await shop.sell({ precoCentavos: 10_000 });
  const { id } = await shop.one(order);
  expect(await shop.margem(id)).toMatchObject({ margem: null, percentual: null });
  expect((await shop.margem(id)).falta).toContain('custo');
  await shop.post(`/envios/${order.shipping.id}/avancar`, { ate: 'entregue' });
  await shop.tell('shipments', `/shipments/${order.shipping.id}`);
  expect((await shop.margem(id)).falta).toContain('custo');
  await shop.cost('10.01');
  const priced = await shop.margem(id);
  expect(priced.falta).not.toContain('custo');
  expect(lineOf(priced, 'mercadoria')).toMatchObject({ valor: '30.03', situacao: 'estimado' });
});

test('a freight that the marketplace does not say stays unknown', async () => {
  const shop = await aShop();
  await shop.cost('1');
  const order = await shop.sell();
  await sql('update vendas_envios set frete_lido_em = now() where seller_id = $1', [shop.seller.sellerId]);
  const read = await shop.margem((await shop.one(order)).id);
  expect(read.falta).toContain('frete');
});

test('a pedido that joins a parcel after its freight was charged pays nothing of it', async () => {
  const shop = await aShop();
  const { one, other } = await aCart(shop);
  await sql(
    `insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, valor, situacao, fonte, fonte_id)
     values ($1, 'mercado-livre', $2, $3, 'frete', 10, 'faturado', 'fatura', '1')`,
    [shop.ana.empresaId, shop.seller.sellerId, one],
  );
  await shop.refresh([other]);
  expect(await freightOf(other)).toBeUndefined();
});

test('a pedido that leaves a parcel leaves its part of the freight to those that stay', async () => {
  const shop = await aShop();
  const { one, other } = await aCart(shop);
  await shop.refresh([one]);
  expect([await freightOf(one), await freightOf(other)]).toEqual(['3.33', '6.67']);
  await sql(
    `insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, foi_devolvido,
       foi_dividido)
     values ($1, 'mercado-livre', $2, '999', now(), 'preparando', false, false, false)`,
    [shop.ana.empresaId, shop.seller.sellerId],
  );
  await sql(`update vendas set envio_id = '999' where pedido_id = $1`, [other]);
  await shop.refresh([other]);
  expect([await freightOf(one), await freightOf(other)]).toEqual(['10.00', '0.00']);
});
