import { MERCADO_LIVRE_CLIENT } from '@prumo/sandbox/mercado-livre/oauth/application.ts';
import { afterAll, expect, test } from 'vitest';
import { openPoller } from '#modules/pedidos/poller.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { openReader } from './reader.ts';
import { SPACING_S } from './sources.ts';
import { openTopics } from './topics.ts';

const PREVIOUS = 'oSegmentoDeAntesQueAindaVale-0123456789';
const prumo = await mercadoLivreApp({
  MERCADO_LIVRE_NOTIFICATION_SECRETS: `${MERCADO_LIVRE_CLIENT.callbackSecret},${PREVIOUS}`,
});
const { app, sql, callsOf, sandbox } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());

const PLAIN = '/api/notificacoes/mercado-livre';
const SECRET = `${PLAIN}/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
const SEARCH = 'GET /orders/search';
const READ = 'GET /orders/:id';

const { db, tokens, log } = shop.parts;
const reader = openReader({
  db,
  log,
  topics: openTopics({ db, tokens, anunciosChanged: async () => {}, readVendas: async () => null }),
});
const poller = openPoller({
  ...{ db, tokens, log, random: () => 0 },
  synchronise: async () => {},
});

const notify = (
  url: string,
  seller: number,
  resource: string,
  topic = 'orders_v2',
  remoteAddress = '9.9.9.9',
) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: { resource, user_id: seller, topic, application_id: Number(MERCADO_LIVRE_CLIENT.id) },
  });
const rowsOf = (seller: number) =>
  sql('select * from notificacoes where seller_id = $1 order by recurso', [seller]);
const atrasoOf = async (seller: number) =>
  (
    await sql(
      `select *, extract(epoch from conferir_em - now())::float8 as em, extract(epoch from chegou_em - mudou_em)::float8 as atraso
       from pedidos_atraso where seller_id = $1`,
      [seller],
    )
  )[0];
/** Makes the poll of the seller due and runs every due poll. */
async function pollNow(seller: number): Promise<void> {
  await sql("update pedidos_atraso set conferir_em = now() - interval '1 second' where seller_id = $1", [
    seller,
  ]);
  while (await poller.step());
}
const sell = async (seller: number) => {
  const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/venda`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ precoCentavos: 1990 }),
  });
  return ((await answer.json()) as { id: number }).id;
};
const isHere = async (seller: number, id: number) =>
  (await sql('select from pedidos where seller_id = $1 and id = $2', [seller, id])).length === 1;

/** A seller whose history is complete and whose next poll is hours away. */
async function aShop() {
  const { seller } = await shop.aSellerWith({ vendas: 20 });
  await shop.settle(seller);
  return seller;
}

test('a notification at the current or previous secret address is read, and at any other address it only asks for a poll', async () => {
  const seller = await aShop();
  for (const [n, url] of [SECRET, `${PLAIN}/${PREVIOUS}`].entries())
    expect((await notify(url, seller, `/orders/${2_000_000_000 + n}`)).statusCode).toBe(200);
  expect(await rowsOf(seller)).toHaveLength(2);
  expect((await atrasoOf(seller))?.['sugerida_em']).toBeNull();
  for (const url of [PLAIN, `${PLAIN}/${'x'.repeat(40)}`, `${PLAIN}/curto`]) {
    const { statusCode, body } = await notify(url, seller, '/orders/2000000009');
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '{}' });
  }
  expect(await rowsOf(seller)).toHaveLength(2);
  expect(await atrasoOf(seller)).toMatchObject({
    avisada_em: expect.anything(),
    sugerida_em: expect.anything(),
  });
});

test('hundreds of forged orders of a seller give no row and two calls, and a real order comes with them', async () => {
  const seller = await aShop();
  const [reads, searches] = [await callsOf(READ, seller), await callsOf(SEARCH, seller)];
  const madeUp = Array.from({ length: 200 }, (_, n) => notify(PLAIN, seller, `/orders/${3_000_000_000 + n}`));
  const id = await sell(seller);
  await Promise.all([...madeUp, notify(PLAIN, seller, `/orders/${id}`, 'orders_v2', '54.88.218.97')]);
  expect(await rowsOf(seller)).toEqual([]);
  expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(SPACING_S.suspected);
  await pollNow(seller);
  expect(await isHere(seller, id)).toBe(true);
  expect(await callsOf(READ, seller)).toBe(reads);
  expect((await callsOf(SEARCH, seller)) - searches).toBeLessThanOrEqual(2);
});

test('under a flood of forged notifications with the secret a real order comes with the first searches', async () => {
  const seller = await aShop();
  const flood = async (first: number) =>
    Promise.all(Array.from({ length: 60 }, (_, n) => notify(SECRET, seller, `/orders/${first + n}`)));
  await flood(4_000_000_000);
  const due = () =>
    sql('update notificacoes set proxima_em = now() where seller_id = $1 and pendente', [seller]);
  await due();
  while (await reader.step());
  const reads = await callsOf(READ, seller);
  expect(reads).toBeLessThanOrEqual(20);
  const id = await sell(seller);
  await flood(5_000_000_000);
  await notify(SECRET, seller, `/orders/${id}`);
  await due();
  while (await reader.step());
  expect(await isHere(seller, id)).toBe(true);
  expect(await callsOf(READ, seller)).toBe(reads);
  // A refused order may not have existed yet, so a poll follows.
  expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(60);
});

test('hints cause polls of a conta only at intervals, longer ones for a source with many hints', async () => {
  const seller = await aShop();
  const hint = (from: string) => notify(PLAIN, seller, '/orders/2000000001', 'orders_v2', from);
  await hint('10.0.0.1');
  expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(1);
  await pollNow(seller);
  await hint('10.0.0.1');
  expect((await atrasoOf(seller))?.['em']).toBeGreaterThan(0);
  expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(SPACING_S.plain);
});

test('an untrusted anuncio waits longer after a reading, and a trusted notification brings it forward', async () => {
  const seller = await aShop();
  const tell = (url: string) => notify(url, seller, '/items/MLB111111', 'items');
  await tell(SECRET);
  await sql('update notificacoes set pendente = false, lida_em = now() where seller_id = $1', [seller]);
  const inSeconds = async () =>
    (
      await sql(
        'select extract(epoch from proxima_em - now())::float8 as s from notificacoes where seller_id = $1',
        [seller],
      )
    )[0]?.['s'];
  await tell(PLAIN);
  expect(await inSeconds()).toBeGreaterThan(500);
  await tell(SECRET);
  expect(await inSeconds()).toBeLessThanOrEqual(1);
});

test('a full inbox drops untrusted notifications long before trusted ones, and polls the conta when it drops trusted ones', async () => {
  const seller = await aShop();
  const fill = (count: number, first: number) =>
    sql(
      `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
       select empresa_id, marketplace, seller_id, 'anuncios', 'MLB' || ($2::int + n), now() + interval '1 day'
       from pedidos_atraso, generate_series(1, $3::int) n where seller_id = $1`,
      [seller, first, count],
    );
  const has = async (recurso: string) =>
    (await sql('select from notificacoes where seller_id = $1 and recurso = $2', [seller, recurso]))
      .length === 1;
  await fill(1000, 0);
  await notify(PLAIN, seller, '/items/MLB777777', 'items');
  expect(await has('MLB777777')).toBe(false);
  await notify(SECRET, seller, '/items/MLB888888', 'items');
  expect(await has('MLB888888')).toBe(true);
  // Lowers the limit for trusted notifications, because writing two hundred thousand rows takes too long for
  // a test.
  await sql(
    `do $$ begin execute replace(pg_get_functiondef('receive_notificacoes(jsonb)'::regprocedure), '200000', '3000'); end $$`,
  );
  await fill(2500, 1_000_000);
  await sql("update pedidos_atraso set conferir_em = now() + interval '6 hours' where seller_id = $1", [
    seller,
  ]);
  await notify(SECRET, seller, '/orders/2000000007');
  expect(await has('2000000007')).toBe(false);
  expect((await atrasoOf(seller))?.['em']).toBeLessThanOrEqual(5);
});

test('the process does not start with a secret that is too short', async () => {
  await expect(mercadoLivreApp({ MERCADO_LIVRE_NOTIFICATION_SECRETS: 'curto' })).rejects.toThrow(
    'Wrong settings',
  );
});
