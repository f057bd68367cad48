import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/oauth/application.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { openPoller } from '#modules/pedidos/poller.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { openReadVendas } from './read-vendas.ts';

const prumo = await mercadoLivreApp();
const { app, sql, callsOf, sandbox } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());
const { db, tokens, log } = shop.parts;

const readVendas = openReadVendas({ db, tokens });
const reader = openReader({
  ...{ db, log },
  topics: openTopics({ db, tokens, anunciosChanged: async () => {}, readVendas }),
});

async function notify(seller: number, topic: string, resource: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`,
    payload: { resource, user_id: seller, topic, application_id: Number(MERCADO_LIVRE_CLIENT.id) },
  });
  expect(answer.statusCode).toBe(200);
}

/** Lets the pauses of a seller's notifications pass, and reads what they report. */
async function readAll(seller: number, by = reader) {
  await sql(
    'update notificacoes set proxima_em = now() where seller_id = $1 and pendente and lendo_vez is null',
    [seller],
  );
  while (await by.step());
}

async function tell(seller: number, topic: string, resource: string) {
  await notify(seller, topic, resource);
  await readAll(seller);
}

interface Order {
  id: number;
  shipping: { id: number };
  order_items: { item: { id: string; variation_id: number | null } }[];
}

async function aShop() {
  const { ana, seller } = await shop.aSellerWith({ vendas: 0 });
  const post = async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as T;
  };
  const { id: produtoId } = await aProduto(ana, { stock: { [await aDeposito(ana)]: '10' } });
  const reserveSince = (instant: string) =>
    sql(
      `insert into vendas_config (empresa_id, marketplace, seller_id, reserva_desde, user_id)
       values ($1, 'mercado-livre', $2, $3, gen_random_uuid())
       on conflict (empresa_id, marketplace, seller_id) do update set reserva_desde = excluded.reserva_desde`,
      [ana.empresaId, seller, instant],
    );
  return {
    ...{ ana, seller, post, produtoId, reserveSince },
    /** Sells 3 units of an anuncio that is linked to the produto. */
    async sell(): Promise<Order> {
      const order = await post<Order>(`/vendedores/${seller}/venda`, {
        quantidade: 3,
        logistica: 'drop_off',
      });
      const item = order.order_items[0]?.item;
      await sql(
        `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado, categoria_externa_id,
           sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
         values ($1, 'mercado-livre', $2, $3, $4, 'Filtro', 'ativo', 'MLB1', 'F1', true, 1, 1, false, now(), $5)
         on conflict do nothing`,
        [ana.empresaId, seller, item?.id, String(item?.variation_id ?? ''), produtoId],
      );
      return order;
    },
    alvo: async (id: number) =>
      (
        await sql(
          `select reservado, saiu, a_conferir, nao_enviar from reservas where seller_id = $1 and pedido_id = $2`,
          [seller, id],
        )
      )[0],
    saldo: async () =>
      (
        await sql('select quantidade::int, reservado::int from produto_deposito where produto_id = $1', [
          produtoId,
        ])
      )[0],
  };
}
const NOTHING = { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false };

test('a conta that reserves nothing is read for its analysis alone', async () => {
  const { seller, sell, alvo } = await aShop();
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  await tell(seller, 'shipments', `/shipments/${shipping.id}`);
  expect(await sql('select from pedidos where seller_id = $1', [seller])).toHaveLength(1);
  expect(await sql('select from vendas where seller_id = $1', [seller])).toHaveLength(0);
  expect(await alvo(id)).toBeUndefined();
  expect(await callsOf('GET /shipments/:id', seller)).toBe(0);
  expect(await sql('select from notificacoes where seller_id = $1 and pendente', [seller])).toHaveLength(0);
});

test('a sale is reserved, dispatched and returned by the notifications of each resource', async () => {
  const { seller, sell, post, alvo, saldo, produtoId, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
  expect(await saldo()).toEqual({ quantidade: 10, reservado: 3 });
  expect(await sql('select prazo from reservas where produto_id = $1', [produtoId])).toEqual([
    { prazo: expect.any(Date) },
  ]);
  expect(await sql('select from pedidos where seller_id = $1', [seller])).toHaveLength(1);
  expect(await callsOf('GET /orders/:id', seller)).toBe(1);

  await post(`/envios/${shipping.id}/avancar`, { ate: 'entregue' });
  await tell(seller, 'shipments', `/shipments/${shipping.id}`);
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3 });
  expect(await saldo()).toEqual({ quantidade: 7, reservado: 0 });

  const { id: claim } = await post<{ id: number }>(`/vendas/${id}/reclamacao`, { quantidade: 1 });
  await post(`/reclamacoes/${claim}/devolucao`, { para: 'vendedor', quantidade: 1 });
  for (let n = 0; n < 3; n++) await post(`/reclamacoes/${claim}/devolucao/avancar`);
  await tell(seller, 'post_purchase', `/post-purchase/v1/claims/${claim}`);
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3, a_conferir: 1 });
});

describe('the reading of a pedido', () => {
  const SHIPMENT = 'GET /shipments/:id';
  const pending = async (seller: number) =>
    (await sql('select topico from notificacoes where seller_id = $1 and pendente', [seller])).map(
      ({ topico }) => topico,
    );

  async function aSoldShop() {
    const shop = await aShop();
    await shop.reserveSince('2026-01-01T00:00:00Z');
    const { id, shipping } = await shop.sell();
    const { seller } = shop;
    return {
      ...{ ...shop, id, shipping },
      /** Both notifications of a sale wait, and that of the pedido is due first. */
      async notifyBoth() {
        await notify(seller, 'shipments', `/shipments/${shipping.id}`);
        await notify(seller, 'orders_v2', `/orders/${id}`);
        await sql(
          `update notificacoes set proxima_em = now() - case topico when 'pedidos' then interval '1 second' else '0' end
           where seller_id = $1 and pendente`,
          [seller],
        );
      },
    };
  }

  test('settles the notification of its parcel, so each is asked for once', async () => {
    const { seller, id, shipping, notifyBoth } = await aSoldShop();
    await notifyBoth();
    while (await reader.step());
    expect(await pending(seller)).toEqual([]);
    expect([await callsOf('GET /orders/:id', seller), await callsOf(SHIPMENT, seller)]).toEqual([1, 1]);
    // A later change of the parcel is read by its own notification.
    await tell(seller, 'shipments', `/shipments/${shipping.id}`);
    expect(await callsOf(SHIPMENT, seller)).toBe(2);
    expect(await callsOf('GET /orders/:id', seller), String(id)).toBe(2);
  });

  test('does not settle a notification of the parcel that arrives meanwhile', async () => {
    const { seller, id, shipping, post, alvo, notifyBoth } = await aSoldShop();
    let isRead = false;
    const leaving = openReader({
      ...{ db, log },
      topics: openTopics({
        ...{ db, tokens, anunciosChanged: async () => {} },
        readVendas: async (claim, how) => {
          const readings = await readVendas(claim, how);
          if (isRead) return readings;
          isRead = true;
          // The parcel was read before it left.
          await post(`/envios/${shipping.id}/avancar`, { ate: 'saiu' });
          await notify(seller, 'shipments', `/shipments/${shipping.id}`);
          return readings;
        },
      }),
    });
    await notifyBoth();
    while (await leaving.step());
    expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
    expect(await pending(seller)).toEqual(['envios']);
    await readAll(seller);
    expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3 });
  });

  test('gives back the notification of a parcel that it could not read', async () => {
    const { seller, id, alvo, notifyBoth } = await aSoldShop();
    await notifyBoth();
    await prumo.misbehave({ 'mercado-livre': 'forma', rota: `${SHIPMENT} ${seller}` });
    while (await reader.step());
    // Only the first answer was wrong, so the notification of the parcel has read the sale.
    expect(await pending(seller)).toEqual(['pedidos']);
    expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
  });

  test('leaves a notification of the parcel that waits on purpose', async () => {
    const { seller, notifyBoth } = await aSoldShop();
    await notifyBoth();
    await sql(
      `update notificacoes set proxima_em = now() + interval '1 hour' where seller_id = $1 and topico = 'envios'`,
      [seller],
    );
    while (await reader.step());
    expect(
      await sql(
        `select topico, proxima_em > now() + interval '50 minutes' as "isLater" from notificacoes
         where seller_id = $1 and pendente`,
        [seller],
      ),
    ).toEqual([{ topico: 'envios', isLater: true }]);
  });

  test('leaves the notification of a parcel that carries another pedido, so both are read', async () => {
    const { seller, post, sell, reserveSince } = await aShop();
    await reserveSince('2026-01-01T00:00:00Z');
    const anuncio = (await sell()).order_items[0]?.item.id;
    const [one, other] = await post<Order[]>(`/vendedores/${seller}/carrinho`, {
      ...{ itens: [{ anuncio }, { anuncio }], logistica: 'drop_off' },
    });
    for (const order of [one, other]) await tell(seller, 'orders_v2', `/orders/${order?.id}`);
    await sql('update notificacoes set proxima_em = now() where seller_id = $1', [seller]);
    const before = await callsOf('GET /orders/:id', seller);
    await notify(seller, 'shipments', `/shipments/${one?.shipping.id}`);
    await tell(seller, 'orders_v2', `/orders/${one?.id}`);
    expect(await pending(seller)).toEqual([]);
    expect((await callsOf('GET /orders/:id', seller)) - before).toBe(3);
  });
});

test('a parcel with one order that cannot be read still brings the news of the others', async () => {
  const { seller, post, sell, reserveSince, alvo } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const anuncio = (await sell()).order_items[0]?.item.id;
  const [one, other] = await post<Order[]>(`/vendedores/${seller}/carrinho`, {
    ...{ itens: [{ anuncio }, { anuncio }], logistica: 'drop_off' },
  });
  for (const order of [one, other]) await tell(seller, 'orders_v2', `/orders/${order?.id}`);
  await sql('update notificacoes set proxima_em = now() where seller_id = $1', [seller]);
  await post(`/envios/${one?.shipping.id}/avancar`, { ate: 'saiu' });
  const broken = String(Math.max(one?.id ?? 0, other?.id ?? 0));
  const breaking = openReadVendas({
    db,
    tokens: {
      ...tokens,
      withToken: (conta, use) =>
        tokens.withToken(conta, (token, marketplace) => {
          const read: typeof marketplace.sales.read = (asker, id, ...rest) =>
            id === broken
              ? Promise.reject(new MarketplaceError('uncertain'))
              : marketplace.sales.read(asker, id, ...rest);
          return use(token, { ...marketplace, sales: { ...marketplace.sales, read } });
        }),
    },
  });
  await notify(seller, 'shipments', `/shipments/${one?.shipping.id}`);
  const topics = openTopics({ db, tokens, anunciosChanged: async () => {}, readVendas: breaking });
  await readAll(seller, openReader({ db, log, topics }));
  // The parcel is stored with the order that was read, and carries the goods of both.
  for (const order of [one, other]) expect(await alvo(order?.id ?? 0)).toEqual({ ...NOTHING, saiu: 1 });
  expect(await sql('select topico from notificacoes where seller_id = $1 and pendente', [seller])).toEqual([
    { topico: 'envios' },
  ]);
});

test('a divided sale changes with its replacements in one transaction', async () => {
  const { seller, sell, post, alvo, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  const made = await post<Order[]>(`/envios/${shipping.id}/dividir`);
  await tell(seller, 'orders_v2', `/orders/${id}`);
  expect((await alvo(id))?.['reservado']).toBe(3);
  let left = 3;
  for (const next of made) {
    await tell(seller, 'orders_v2', `/orders/${next.id}`);
    left -= Number((await alvo(next.id))?.['reservado'] ?? 0);
    expect((await alvo(id))?.['reservado']).toBe(left);
  }
  expect(left).toBe(0);
});

test('a parcel or a complaint that came first finds its pedidos', async () => {
  const { seller, sell, post, alvo, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const first = await sell();
  await tell(seller, 'shipments', `/shipments/${first.shipping.id}`);
  expect(await alvo(first.id)).toEqual({ ...NOTHING, reservado: 3 });
  const second = await sell();
  const { id: claim } = await post<{ id: number }>(`/vendas/${second.id}/reclamacao`);
  await tell(seller, 'post_purchase', `/post-purchase/v1/claims/${claim}`);
  expect(await alvo(second.id)).toEqual({ ...NOTHING, reservado: 3 });
});

test('a sale from before the start, and one without a produto, is stored and not reserved', async () => {
  const { seller, sell, post, alvo, reserveSince } = await aShop();
  await reserveSince(new Date(Date.now() + 86_400_000).toISOString());
  const early = await sell();
  await tell(seller, 'orders_v2', `/orders/${early.id}`);
  await reserveSince('2026-01-01T00:00:00Z');
  const unlinked = await post<Order>(`/vendedores/${seller}/venda`);
  await sql('delete from anuncios where seller_id = $1', [seller]);
  await tell(seller, 'orders_v2', `/orders/${unlinked.id}`);
  expect(await sql('select from vendas where seller_id = $1', [seller])).toHaveLength(2);
  expect([await alvo(early.id), await alvo(unlinked.id)]).toEqual([undefined, undefined]);
});

test('goods that left before a person chose the start are not taken out of the counted stock again', async () => {
  const { seller, sell, post, alvo, saldo, reserveSince } = await aShop();
  const [gone, here] = [await sell(), await sell()];
  await post(`/envios/${gone.shipping.id}/avancar`, { ate: 'entregue' });
  await reserveSince('2026-01-01T00:00:00Z');
  for (const { id } of [gone, here]) await tell(seller, 'orders_v2', `/orders/${id}`);
  expect([await alvo(gone.id), await alvo(here.id)]).toEqual([undefined, { ...NOTHING, reservado: 3 }]);
  expect(await saldo()).toEqual({ quantidade: 10, reservado: 3 });
});

test('a promise that was given up does not make an old sale count', async () => {
  const { seller, sell, post, alvo, saldo, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  // Switched off, sent and written by hand, and switched on from tomorrow.
  await sql('update reservas set reservado = 0 where seller_id = $1', [seller]);
  await sql('update produto_deposito set reservado = 0 where reservado > 0');
  await sql('update produtos set reservado = 0 where reservado > 0');
  await post(`/envios/${shipping.id}/avancar`, { ate: 'entregue' });
  await reserveSince(new Date(Date.now() + 86_400_000).toISOString());
  await tell(seller, 'shipments', `/shipments/${shipping.id}`);
  expect(await alvo(id)).toEqual(NOTHING);
  expect(await saldo()).toEqual({ quantidade: 10, reservado: 0 });
});

test('a sale whose anuncio lost its produto still shows what becomes of its goods', async () => {
  const { seller, sell, post, alvo, saldo, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  await sql('update anuncios set produto_id = null where seller_id = $1', [seller]);
  await post(`/envios/${shipping.id}/avancar`, { ate: 'entregue' });
  await tell(seller, 'shipments', `/shipments/${shipping.id}`);
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3 });
  expect(await saldo()).toEqual({ quantidade: 7, reservado: 0 });
});

test('a sale whose order lacks its payments reserves at once, and is read again for its refunds', async () => {
  const { seller, sell, alvo, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  const { id } = await sell();
  const fault = { 'mercado-livre': '206', rota: `GET /orders/:id ${seller}`, vezes: 1 };
  await fetch(`${sandbox.url}/_falhas`, { method: 'POST', body: JSON.stringify(fault) });
  await tell(seller, 'orders_v2', `/orders/${id}`);
  expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
  const estornado = () => sql('select estornado from pedidos where seller_id = $1', [seller]);
  expect(await estornado()).toEqual([{ estornado: null }]);
  expect(await sql('select from notificacoes where seller_id = $1 and pendente', [seller])).toHaveLength(1);
  await sql('update notificacoes set proxima_em = now() where seller_id = $1', [seller]);
  while (await reader.step());
  expect(await estornado()).toEqual([{ estornado: expect.any(String) }]);
  expect(await callsOf('GET /orders/:id', seller)).toBe(2);
});

test('a forged id is refused and causes no further call', async () => {
  const { seller, reserveSince } = await aShop();
  await reserveSince('2026-01-01T00:00:00Z');
  await tell(seller, 'orders_v2', '/orders/99999999999');
  await tell(seller, 'shipments', '/shipments/99999999999');
  expect(await sql('select from notificacoes where seller_id = $1 and pendente', [seller])).toHaveLength(0);
  expect(await sql('select from vendas where seller_id = $1', [seller])).toHaveLength(0);
});

test('a sale that no notification reported reaches the stock after a poll, and once', async () => {
  const { seller, sell, alvo, reserveSince } = await aShop();
  await shop.settle(seller);
  await reserveSince('2026-01-01T00:00:00Z');
  const { id } = await sell();
  const poller = openPoller({ ...{ db, tokens, log, random: () => 0 }, synchronise: async () => {} });
  const poll = async () => {
    await sql("update pedidos_atraso set conferir_em = now() - interval '1 second' where seller_id = $1", [
      seller,
    ]);
    while (await poller.step());
    await sql('update notificacoes set proxima_em = now() where seller_id = $1 and pendente', [seller]);
    while (await reader.step());
  };
  await poll();
  expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
  await poll();
  expect(await callsOf('GET /orders/:id', seller)).toBe(1);
});

test('a dispatch and a complaint that no notification reported reach the stock after polls', async () => {
  const { seller, sell, post, alvo, reserveSince } = await aShop();
  await shop.settle(seller);
  await reserveSince('2026-01-01T00:00:00Z');
  const { id, shipping } = await sell();
  await tell(seller, 'orders_v2', `/orders/${id}`);
  const poller = openPoller({ ...{ db, tokens, log, random: () => 0 }, synchronise: async () => {} });
  const pollAfter = async (passed: string) => {
    const values = [passed, seller];
    await sql('update notificacoes set lida_em = lida_em - $1::interval where seller_id = $2', values);
    await sql('update vendas set criado_em = criado_em - $1::interval where seller_id = $2', values);
    await sql("update pedidos_atraso set conferir_em = now() - interval '1 second' where seller_id = $1", [
      seller,
    ]);
    while (await poller.step());
    await sql('update notificacoes set proxima_em = now() where seller_id = $1 and pendente', [seller]);
    while (await reader.step());
  };
  await post(`/envios/${shipping.id}/avancar`, { ate: 'entregue' });
  await pollAfter('5 hours');
  expect(await alvo(id)).toEqual({ ...NOTHING, reservado: 3 });
  await pollAfter('2 hours');
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3 });
  const { id: claim } = await post<{ id: number }>(`/vendas/${id}/reclamacao`, { quantidade: 1 });
  await post(`/reclamacoes/${claim}/devolucao`, { para: 'vendedor', quantidade: 1 });
  for (let n = 0; n < 3; n++) await post(`/reclamacoes/${claim}/devolucao/avancar`);
  await pollAfter('1 day');
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3 });
  await pollAfter('25 hours');
  expect(await alvo(id)).toEqual({ ...NOTHING, saiu: 3, a_conferir: 1 });
});
