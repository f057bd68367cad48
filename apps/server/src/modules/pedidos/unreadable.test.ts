import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openReader } from '#modules/notificacoes/reader.ts';
import { openTopics } from '#modules/notificacoes/topics.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { addUp, pedidosApp } from '#testing/pedidos.ts';

const DAY = 86_400_000;
/** Orders that the marketplace returns in an unknown shape, either in searches only or also by themselves. */
const odd = new Map<number, 'searched' | 'everywhere'>();
const spoil = (order: Record<string, unknown>, isSearched: boolean) => {
  const how = odd.get(Number(order['id']));
  if (how !== 'everywhere' && !(how && isSearched)) return order;
  const { order_items: _, total_amount: __, ...rest } = order;
  return rest;
};

const between = createServer(async (request, response) => {
  const answer = await fetch(`${prumo.sandbox.url}${request.url}`, {
    ...(request.method && { method: request.method }),
    headers: { authorization: request.headers.authorization ?? '', accept: 'application/json' },
  });
  const text = await answer.text();
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  if (answer.status !== 200 || !request.url?.includes('/orders/')) return response.end(text);
  const body = JSON.parse(text);
  const results = body.results?.map((order: Record<string, unknown>) => spoil(order, true));
  return response.end(JSON.stringify(results ? { ...body, results } : spoil(body, false)));
});
await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
afterAll(() => void between.close());
const address = between.address();
const port = typeof address === 'object' ? address?.port : undefined;

const prumo = await mercadoLivreApp();
const { callsOf, sql } = prumo;
const direct = prumo.config.MERCADO_LIVRE_API_URL;
const shop = await pedidosApp({
  ...prumo,
  config: {
    ...prumo.config,
    MERCADO_LIVRE_API_URL: `http://127.0.0.1:${port}${new URL(direct).pathname}`,
  },
});
await prumo.control('/relogio', { agora: new Date().toISOString(), parado: true });
afterAll(() => shop.close());

const year = () => [new Date(Date.now() - 364 * DAY), new Date(Date.now() + DAY)] as const;
const settleAgain = async (seller: number) => {
  await sql('update pedidos_sincronia set em_andamento = true where seller_id = $1', [seller]);
  await shop.settle(seller);
};

test('a pedido in an unknown shape does not stop the others, and a message says that it is missing', async () => {
  const one = await shop.aSellerWith({ vendas: 300 });
  const truth = await shop.truth(one.seller, ...year());
  const sold = truth.filter(({ status, tags }) => status === 'paid' && !tags.includes('test_order'));
  const [first, second] = sold;
  if (!first || !second) throw new Error('the seller has too few sales');
  odd.set(first.id, 'everywhere').set(second.id, 'searched');
  const before = await callsOf('GET /orders/search', one.seller);
  await shop.settle(one.seller);
  const expected = addUp(truth.filter(({ id }) => id !== first.id));
  const without = (await one.ask(...year())).json();
  expect(without.revenue).toEqual(expected);
  expect(without.avisos).toEqual([expect.stringContaining('Um pedido deste período veio')]);
  // The message does not appear for another period.
  const created = Date.parse(first.date_created);
  expect((await one.ask(new Date(created - 2 * DAY), new Date(created))).json().avisos).toEqual([]);
  // An order that can be read by itself does not cause another search.
  expect((await callsOf('GET /orders/search', one.seller)) - before).toBeLessThan(45);
  expect(await callsOf('GET /orders/:id', one.seller)).toBeLessThan(10);

  // The order arrives once it has a known shape.
  odd.clear();
  await settleAgain(one.seller);
  const whole = (await one.ask(...year())).json();
  expect(whole.revenue).toEqual(addUp(truth));
  expect(whole.avisos).toEqual([]);
});

test('when hardly any pedido can be read, a message reports missing answers and the progress stays', async () => {
  const one = await shop.aSellerWith({ vendas: 200 });
  for (const { id } of await shop.truth(one.seller, ...year())) odd.set(id, 'everywhere');
  await shop.run(one.seller);
  const wrong = (await one.ask(...year())).json();
  expect(wrong.avisos[0]).toContain('não está respondendo sobre as vendas');
  expect(wrong.sincronia.em_andamento).toBe(true);
  odd.clear();
  await settleAgain(one.seller);
  const { revenue, avisos } = (await one.ask(...year())).json();
  expect(revenue).toEqual(addUp(await shop.truth(one.seller, ...year())));
  expect(avisos).toEqual([]);
});

test('a notification about an unreadable pedido is not read forever', async () => {
  const one = await shop.aSellerWith({ vendas: 20 });
  const [order] = await shop.truth(one.seller, ...year());
  odd.set(order?.id ?? 0, 'everywhere');
  await sql(
    `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     select empresa_id, marketplace, seller_id, 'pedidos', $2, now() from pedidos_sincronia where seller_id = $1`,
    [one.seller, String(order?.id)],
  );
  const { db, log } = shop.parts;
  const topics = openTopics({ ...shop.parts, anunciosChanged: async () => {}, readVendas: async () => null });
  await openReader({ db, topics, log }).step();
  const [row] = await sql('select pendente from notificacoes where seller_id = $1', [one.seller]);
  expect(row).toEqual({ pendente: false });
});
