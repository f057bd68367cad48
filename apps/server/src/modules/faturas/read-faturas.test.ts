import { afterAll, expect, test } from 'vitest';
import { openShops } from '#testing/sales/shops.ts';
import { faturasHandlers, readBills } from './faturas.job.ts';
import { readFaturas } from './read-faturas.ts';

const { aShop, sql, parts, misbehave, callsOf, close } = await openShops();
afterAll(close);
const never = () => false;
const BILL = 'GET /billing/integration/periods/key/:key/group/:group/details';
type Shop = Awaited<ReturnType<typeof aShop>>;

const read = ({ conta }: Shop) => readFaturas(parts, conta, never);
/** The first day of the month that began so many months ago in Brasília. */
const month = (ago: number) => {
  const now = new Date(Date.now() - 3 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
};
const begin = ({ seller }: Shop, ago: number) =>
  sql('update vendas_config set reserva_desde = $2 where seller_id = $1', [
    String(seller),
    `${month(ago)}T12:00:00-03:00`,
  ]);
const passes = ({ seller }: Shop, time: string) =>
  sql(
    `update faturas set proxima_em = proxima_em - $2::interval, lida_em = lida_em - $2::interval where seller_id = $1`,
    [String(seller), time],
  );
const rest = (shop: Shop) => passes(shop, '1 day');
const anHourPasses = (shop: Shop) => passes(shop, '51 minutes');
const bills = async ({ seller }: Shop) =>
  sql(
    `select competencia::text as competencia, lida_em, sem_permissao from faturas where seller_id = $1 order by faturas.competencia`,
    [String(seller)],
  );
/** The months that were read to their end since `after`. */
const readSince = async (shop: Shop, after: Date) =>
  (await bills(shop)).flatMap(({ competencia, lida_em }) =>
    lida_em && (lida_em as Date) > after ? [competencia] : [],
  );
const now = async () => (await sql('select clock_timestamp() as now'))[0]?.['now'] as Date;

test('the bills begin two months before the first sale that reserves', async () => {
  const shop = await aShop();
  await begin(shop, 1);
  await read(shop);
  expect((await bills(shop)).map(({ competencia }) => competencia)).toEqual([3, 2, 1, 0].map(month));
});

test.each(['forma', '206', '503'])(
  'a month with the answer %s does not keep the later ones from being read, and is tried again within the hour',
  async (fault) => {
    const shop = await aShop();
    await begin(shop, 1);
    const order = await shop.sell();
    await misbehave({ 'mercado-livre': fault, rota: `${BILL} ${shop.seller}` });
    const start = await now();
    await expect(read(shop)).rejects.toThrow();
    expect(await readSince(shop, start)).toEqual([2, 1, 0].map(month));
    const matched = await sql(
      'select id from fatura_linhas where seller_id = $1 and casada and $2 = any (pedido_ids)',
      [String(shop.seller), String(order.id)],
    );
    expect(matched).not.toEqual([]);
    await anHourPasses(shop);
    await read(shop);
    // The other months are not read again.
    expect(await readSince(shop, start)).toEqual([month(3)]);
  },
);

test('a month that always fails is read alone after growing pauses, and with the others once a day', async () => {
  const shop = await aShop();
  await begin(shop, 0);
  const calls: number[] = [];
  const hours: number[] = [];
  for (let hour = 0; hour < 40; hour++) {
    const [early] = await sql('select from faturas where seller_id = $1 and proxima_em > now()', [
      String(shop.seller),
    ]);
    if (!early) {
      const before = await callsOf(BILL, shop.seller);
      await misbehave({ 'mercado-livre': 'forma', rota: `${BILL} ${shop.seller}` });
      await expect(read(shop)).rejects.toThrow();
      calls.push((await callsOf(BILL, shop.seller)) - before);
      hours.push(hour);
    }
    await passes(shop, '1 hour');
  }
  // Three months have a bill and a credit note each, and the first call of each reading fails.
  expect(calls).toEqual([5, 1, 1, 1, 1, 5]);
  expect(hours).toEqual([0, 1, 3, 7, 14, 28]);
});

test('a month is read until it was read once after its last credits, however long the conta was out of reach', async () => {
  const shop = await aShop();
  await begin(shop, 6);
  await read(shop);
  await rest(shop);
  // One month was last read while it was open, and the others after their last credits.
  await sql(
    `update faturas set lida_em = (competencia + case when competencia = $2 then interval '5 days' else interval '3 months 2 days' end)
       at time zone 'America/Sao_Paulo' where seller_id = $1 and competencia < $3`,
    [String(shop.seller), month(5), month(2)],
  );
  const start = await now();
  await read(shop);
  expect(await readSince(shop, start)).toEqual([5, 2, 1, 0].map(month));
  await rest(shop);
  const later = await now();
  await read(shop);
  expect(await readSince(shop, later)).toEqual([2, 1, 0].map(month));
});

test('a later start of the reservation does not drop a month that is not finished', async () => {
  const shop = await aShop();
  await begin(shop, 4);
  await read(shop);
  await sql(
    `update faturas set lida_em = (competencia + interval '5 days') at time zone 'America/Sao_Paulo' where seller_id = $1`,
    [String(shop.seller)],
  );
  await begin(shop, 0);
  await rest(shop);
  const start = await now();
  await read(shop);
  expect(await readSince(shop, start)).toEqual([6, 5, 4, 3, 2, 1, 0].map(month));
});

test('a refused permission is forgotten for every month that is read again', async () => {
  const shop = await aShop();
  await begin(shop, 0);
  await misbehave({ 'mercado-livre': '403', rota: `${BILL} ${shop.seller}` });
  await read(shop);
  expect(await bills(shop)).toMatchObject([{ competencia: month(0), sem_permissao: true, lida_em: null }]);
  // The month is over before the permission is back.
  await sql(`update faturas set competencia = $2 where seller_id = $1`, [String(shop.seller), month(1)]);
  await read(shop);
  expect((await bills(shop)).map(({ sem_permissao }) => sem_permissao)).toEqual([false, false, false]);
});

test('a reading that is over before its lines are matched goes on within the hour', async () => {
  const shop = await aShop();
  await shop.sell();
  await begin(shop, 0);
  // Each of the three months is asked for once.
  const steps = [false, false, false];
  await readFaturas(parts, shop.conta, () => steps.shift() ?? true);
  expect((await bills(shop)).every(({ lida_em }) => lida_em === null)).toBe(true);
  await anHourPasses(shop);
  await read(shop);
  expect((await bills(shop)).every(({ lida_em }) => lida_em !== null)).toBe(true);
});

test('a bill that is read before its sales is matched within the hour, without another call', async () => {
  const shop = await aShop();
  await begin(shop, 0);
  const order = await shop.post<{ id: number }>(`/vendedores/${shop.seller}/venda`, {});
  await sql(
    `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     values ($1, 'mercado-livre', $2, 'releituras', $3, now() + interval '1 day')`,
    [shop.conta.empresaId, String(shop.seller), String(order.id)],
  );
  await read(shop);
  const matched = () =>
    sql('select id from fatura_linhas where seller_id = $1 and casada', [String(shop.seller)]);
  expect(await matched()).toEqual([]);
  await shop.tell('orders_v2', `/orders/${order.id}`);
  const calls = await callsOf(BILL, shop.seller);
  await anHourPasses(shop);
  await read(shop);
  expect(await matched()).not.toEqual([]);
  expect(await callsOf(BILL, shop.seller)).toBe(calls);
  // Now that no sale waits, the next reading is in a day.
  await sql('delete from notificacoes where seller_id = $1', [String(shop.seller)]);
  await anHourPasses(shop);
  await read(shop);
  await anHourPasses(shop);
  expect(
    await sql('select from faturas where seller_id = $1 and proxima_em <= now()', [String(shop.seller)]),
  ).toEqual([]);
});

test('a reading ends with the first refusal of calls', async () => {
  await sql('update vendas_config set reserva_desde = null');
  const shops = [await aShop(), await aShop()];
  const run = () =>
    faturasHandlers(parts)
      .find(({ kind }) => kind.name === readBills.name)
      ?.run({} as never);
  const before = await callsOf(BILL);
  await misbehave({ 'mercado-livre': '429', rota: BILL });
  await run();
  expect((await callsOf(BILL)) - before).toBe(1);
  for (const shop of shops) await rest(shop);
  await run();
  for (const shop of shops) expect((await bills(shop)).at(-1)?.['lida_em']).not.toBeNull();
});
