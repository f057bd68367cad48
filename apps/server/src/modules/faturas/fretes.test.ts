import { afterAll, beforeEach, expect, test } from 'vitest';
import { openShops } from '#testing/sales/shops.ts';
import { faturasHandlers, readFreights } from './faturas.job.ts';
import { selectSemFrete } from './faturas.queries.ts';
import { FRETES_POR_VEZ, readFretes } from './read-fretes.ts';

const { aShop, sql, parts, misbehave, behave, callsOf, close } = await openShops();
afterAll(close);
// The job reads every conta, so no test leaves it one.
beforeEach(async () => {
  await behave();
  await sql('update vendas_config set reserva_desde = null');
});
const never = () => false;
const COSTS = 'GET /shipments/:id/costs';
type Shop = Awaited<ReturnType<typeof aShop>>;

const run = async () =>
  faturasHandlers(parts)
    .find(({ kind }) => kind.name === readFreights.name)
    ?.run({});
const unread = async ({ seller }: Shop) =>
  (
    await sql('select id from vendas_envios where seller_id = $1 and frete_lido_em is null order by id', [
      String(seller),
    ])
  ).map(({ id }) => String(id));
const waiting = async () => (await selectSemFrete(parts.db, 100)).map(({ contaId }) => contaId);
/** Lets hours pass for the parcels and the conta. */
const pass = ({ seller }: Shop, hours: number) =>
  Promise.all([
    sql(
      'update vendas_envios set frete_proxima_em = frete_proxima_em - make_interval(hours => $2) where seller_id = $1',
      [String(seller), hours],
    ),
    sql(
      'update vendas_config set fretes_proxima_em = fretes_proxima_em - make_interval(hours => $2) where seller_id = $1',
      [String(seller), hours],
    ),
  ]);
const sell = async (shop: Shop, sales: number) => {
  const parcels: string[] = [];
  for (let n = 0; n < sales; n++) parcels.push(String((await shop.sell({ quantidade: 1 })).shipping.id));
  return parcels.sort();
};
/** Adds parcels that Mercado Livre does not know, and which therefore have no freight. */
const addParcels = ({ conta }: Shop, parcels: number) =>
  sql(
    `insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, foi_devolvido, foi_dividido)
     select $1, $2, $3, n::text, now(), 'entregue', true, false, false from generate_series(1, $4) n`,
    [conta.empresaId, conta.marketplace, conta.sellerId, parcels],
  );

test.each(['forma', '206'])(
  'a parcel with the answer %s does not keep the older ones from being read, and is asked again later',
  async (fault) => {
    const shop = await aShop();
    const parcels = await sell(shop, 3);
    await misbehave({ 'mercado-livre': fault, rota: `${COSTS} ${shop.seller}` });
    await readFretes(parts, shop.conta, never);
    expect(await unread(shop)).toEqual(parcels.slice(-1));
    const calls = await callsOf(COSTS, shop.seller);
    expect(await waiting()).toEqual([]);
    await readFretes(parts, shop.conta, never);
    expect(await callsOf(COSTS, shop.seller)).toBe(calls);
    await pass(shop, 1);
    expect(await waiting()).toEqual([shop.conta.contaId]);
    await readFretes(parts, shop.conta, never);
    expect(await unread(shop)).toEqual([]);
  },
);

test('each failure of a parcel doubles the time until it is asked again', async () => {
  const shop = await aShop();
  await sell(shop, 1);
  await misbehave({ 'mercado-livre': 'forma', rota: `${COSTS} ${shop.seller}`, vezes: 14 });
  const hours: number[] = [];
  for (let n = 0; n < 14; n++) {
    await readFretes(parts, shop.conta, never);
    const [row] = await sql(
      `select round(extract(epoch from frete_proxima_em - now()) / 3600)::int as hours from vendas_envios where seller_id = $1`,
      [String(shop.seller)],
    );
    hours.push(Number(row?.['hours']));
    await pass(shop, Number(row?.['hours']));
  }
  expect(hours).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096]);
});

test('a missing permission ends the turn of the conta for 20 hours and marks nothing as read', async () => {
  const shop = await aShop();
  const parcels = await sell(shop, 5);
  await misbehave({ 'mercado-livre': '403', rota: `${COSTS} ${shop.seller}`, vezes: 3 });
  await expect(readFretes(parts, shop.conta, never)).rejects.toThrow('forbidden');
  expect(await unread(shop)).toEqual(parcels);
  expect(await callsOf(COSTS, shop.seller)).toBe(3);
  await pass(shop, 19);
  expect(await waiting()).toEqual([]);
  await readFretes(parts, shop.conta, never);
  expect(await callsOf(COSTS, shop.seller)).toBe(3);
  await pass(shop, 1);
  expect(await waiting()).toEqual([shop.conta.contaId]);
  await run();
  expect(await unread(shop)).toEqual([]);
});

test('a conta with many parcels takes many turns, the newest parcels first, and lets the others have theirs', async () => {
  const large = await aShop();
  await addParcels(large, FRETES_POR_VEZ * 2);
  const [newest = ''] = await sell(large, 1);
  const small = await aShop();
  expect(await readFretes(parts, large.conta, never)).toBe(true);
  expect(await unread(large)).not.toContain(newest);
  expect(await callsOf(COSTS, large.seller)).toBe(FRETES_POR_VEZ);
  await sell(small, 1);
  expect(await waiting()).toEqual([small.conta.contaId, large.conta.contaId]);
  await run();
  expect(await unread(small)).toEqual([]);
  expect(await unread(large)).toEqual([]);
  expect(await callsOf(COSTS, large.seller)).toBe(FRETES_POR_VEZ * 2 + 1);
});

test('the readings of one conta do not overlap', async () => {
  const shop = await aShop();
  await sell(shop, 2);
  await Promise.all([readFretes(parts, shop.conta, never), readFretes(parts, shop.conta, never)]);
  expect(await callsOf(COSTS, shop.seller)).toBe(2);
});
