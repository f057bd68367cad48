import type { AbaDePedidos, PedidoAberto, PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/oauth/application.ts';
import { expect } from 'vitest';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { openReadVendas } from '#modules/vendas/read-vendas.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';

/** An order as the stand-in answers it. */
export interface Order {
  id: number;
  pack_id: number | null;
  shipping: { id: number };
  order_items: { item: { id: string; variation_id: number | null } }[];
}

/** Opens the application with a stand-in at which shops sell. The caller closes it. */
export async function openShops() {
  const prumo = await mercadoLivreApp();
  const { app, sql, sandbox } = prumo;
  const market = await pedidosApp(prumo);
  const { db, tokens, log } = market.parts;
  const reader = openReader({
    ...{ db, log },
    topics: openTopics({
      ...{ db, tokens, anunciosChanged: async () => {} },
      readVendas: openReadVendas({ db, tokens }),
    }),
  });

  /** A seller whose sales reach the stock, with one produto of which there are 10 units. */
  async function aShop({ recursos = [] }: { recursos?: string[] } = {}) {
    const { ana, seller, contaId } = await market.aSellerWith({ vendas: 0, recursos });
    const post = async <T>(path: string, body: object = {}): Promise<T> => {
      const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      });
      expect(answer.status, path).toBeLessThan(300);
      return (await answer.json()) as T;
    };
    const conta = { empresaId: ana.empresaId, contaId, marketplace: MARKETPLACE, sellerId: String(seller) };
    const deposito = await aDeposito(ana);
    const produto = await aProduto(ana, { stock: { [deposito]: '10' } });
    await sql(
      `insert into vendas_config (empresa_id, marketplace, seller_id, reserva_desde, user_id)
     values ($1, 'mercado-livre', $2, '2026-01-01', gen_random_uuid())`,
      [ana.empresaId, seller],
    );
    const tell = async (topic: string, resource: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`,
        payload: { resource, user_id: seller, topic, application_id: Number(MERCADO_LIVRE_CLIENT.id) },
      });
      expect(answer.statusCode).toBe(200);
      await sql('update notificacoes set proxima_em = now() where seller_id = $1 and pendente', [seller]);
      while (await reader.step());
    };
    const get = async <T>(url: string, who = ana): Promise<T> => {
      const answer = await who.get(url);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };
    const list = (query: string, who = ana) => get<{ itens: PedidoDaFila[] }>(`/api/pedidos?${query}`, who);
    return {
      ...{ ana, seller, conta, post, produto, deposito, tell, list, get },
      async sell(body: object = {}): Promise<Order> {
        const order = await post<Order>(`/vendedores/${seller}/venda`, {
          ...{ quantidade: 3, logistica: 'drop_off' },
          ...body,
        });
        const item = order.order_items[0]?.item;
        await sql(
          `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado, categoria_externa_id,
           sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
         values ($1, 'mercado-livre', $2, $3, $4, 'Filtro', 'ativo', 'MLB1', 'F1', true, 1, 1, false, now(), $5)
         on conflict do nothing`,
          [ana.empresaId, seller, item?.id, String(item?.variation_id ?? ''), produto.id],
        );
        await tell('orders_v2', `/orders/${order.id}`);
        return order;
      },
      read: (id: string, who = ana) => get<PedidoAberto>(`/api/pedidos/${id}`, who),
      one: async (order: Order): Promise<PedidoDaFila> => {
        const { itens } = await list(`busca=${order.id}`);
        expect(itens).toHaveLength(1);
        return itens[0] as PedidoDaFila;
      },
      counts: async () => {
        const { abas } = await get<{ abas: { aba: AbaDePedidos; total: number }[] }>('/api/pedidos/resumo');
        return Object.fromEntries(abas.map(({ aba, total }) => [aba, total]));
      },
    };
  }
  return { ...prumo, aShop, parts: market.parts, close: () => market.close() };
}
