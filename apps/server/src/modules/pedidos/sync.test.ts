import { afterAll, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { addUp, pedidosApp } from '#testing/pedidos.ts';

const prumo = await mercadoLivreApp();
const { misbehave, behave, callsOf, control, sql } = prumo;
const shop = await pedidosApp(prumo);
// The sandbox's clock is stopped, so that no figure changes between two readings.
await prumo.control('/relogio', { agora: new Date().toISOString(), parado: true });
afterAll(() => shop.close());

const DAY = 86_400_000;
const SEARCH = 'GET /orders/search';
const year = () => [new Date(Date.now() - 364 * DAY), new Date(Date.now() + DAY)] as const;

type Shop = Awaited<ReturnType<typeof shop.aSellerWith>>;
async function expectTruth({ seller, ask }: Shop) {
  const [from, to] = year();
  const truth = addUp(await shop.truth(seller, from, to));
  expect(truth.orders_count).toBeGreaterThan(0);
  expect((await ask(from, to)).json().revenue).toEqual(truth);
}
const stored = async (seller: number) =>
  (await sql('select count(*)::int as n from pedidos where seller_id = $1', [seller]))[0]?.['n'];

test('the first request starts the synchronisation, shows its progress, and it ends', async () => {
  const one = await shop.aSellerWith({ vendas: 2500 });
  const first = (await one.lastDays(30)).json();
  expect(first).toMatchObject({
    revenue: null,
    sincronia: { em_andamento: true, completo_desde: null, sincronizado_ate: null },
  });
  await shop.settle(one.seller);
  const { sincronia } = (await one.lastDays(30)).json();
  expect(sincronia.em_andamento).toBe(false);
  expect(sincronia.completo_desde).toBe(sincronia.historico_desde);
  expect(Date.parse(sincronia.sincronizado_ate)).toBeGreaterThan(Date.now() - 60_000);
  await expectTruth(one);
});

test('no data about buyers and no test order is stored', async () => {
  const one = await shop.aSellerWith({ vendas: 1500 });
  await one.lastDays(30);
  await shop.settle(one.seller);
  const columns = await sql(
    // A pedido of a titular is a request under the LGPD, and no sale.
    "select string_agg(column_name, ',') as names from information_schema.columns where table_name like 'pedidos%' and table_name <> 'pedidos_de_titulares'",
  );
  expect(columns[0]?.['names']).not.toMatch(/compr|buyer|payer|nome|email|telefone|endere/);
  const [from, to] = year();
  const tests = (await shop.truth(one.seller, from, to)).filter(({ tags }) => tags.includes('test_order'));
  expect(tests.length).toBeGreaterThan(0);
  const rows = await sql('select from pedidos where seller_id = $1 and id = any($2::text[])', [
    one.seller,
    tests.map(({ id }) => id),
  ]);
  expect(rows).toEqual([]);
});

test('after any failure or kill the synchronisation resumes, and no pedido is duplicated', async () => {
  const one = await shop.aSellerWith({ vendas: 1500 });
  await one.lastDays(30);
  const faults = [
    '500',
    'fora-depois',
    'truncado',
    'corta',
    '429',
    'html',
    '206',
    'duplicado',
    'forma',
    '401',
  ];
  for (const fault of faults) {
    await misbehave({ 'mercado-livre': fault, rota: `${SEARCH} ${one.seller}` });
    await shop.run(one.seller);
  }
  await behave();
  await sql('update pedidos_sincronia set em_andamento = true where seller_id = $1', [one.seller]);
  await shop.settle(one.seller);
  await expectTruth(one);
  // Starts again from the beginning, over the rows that exist.
  const before = await stored(one.seller);
  await sql(
    `update pedidos_sincronia set completo_desde = null, janela_segundos = 86400, em_andamento = true
     where seller_id = $1`,
    [one.seller],
  );
  await shop.settle(one.seller);
  expect(await stored(one.seller)).toBe(before);
  await expectTruth(one);
});

test('a message reports missing answers about sales, and disappears when they come', async () => {
  const one = await shop.aSellerWith({ vendas: 60 });
  await misbehave({ 'mercado-livre': 'forma', rota: `${SEARCH} ${one.seller}` });
  expect((await one.lastDays(30)).json().avisos).toEqual([]);
  await shop.run(one.seller);
  expect((await one.lastDays(30)).json().avisos).toEqual([
    expect.stringContaining('não está respondendo sobre as vendas'),
  ]);
  await shop.settle(one.seller);
  expect((await one.lastDays(30)).json().avisos).toEqual([]);
  await expectTruth(one);
});

test('refunds that the searches leave out are read one by one, and a message reports them while they are missing', async () => {
  const one = await shop.aSellerWith({ vendas: 200 });
  const partly = (rota: string) => misbehave({ 'mercado-livre': '206', rota, vezes: 1_000_000 });
  await partly(`${SEARCH} ${one.seller}`);
  await partly(`GET /orders/:id ${one.seller}`);
  await one.lastDays(30);
  await shop.settle(one.seller);
  const [from, to] = year();
  const truth = addUp(await shop.truth(one.seller, from, to));
  const without = (await one.ask(from, to)).json();
  expect(without.revenue).toEqual({ ...truth, refunds: '0.00' });
  expect(without.avisos).toEqual([expect.stringContaining(`em ${truth.orders_count} pedidos deste período`)]);
  expect(truth.refunds).not.toBe('0.00');
  await behave();
  await partly(`${SEARCH} ${one.seller}`);
  await sql("update pedidos_sincronia set passo_em = now() - interval '2 minutes' where seller_id = $1", [
    one.seller,
  ]);
  await one.lastDays(30);
  await shop.settle(one.seller);
  await behave();
  await expectTruth(one);
  expect((await one.ask(from, to)).json().avisos).toEqual([]);
});

test('a step writes its rows and its progress together, or neither', async () => {
  const one = await shop.aSellerWith({ vendas: 600 });
  await one.lastDays(30);
  // A trigger refuses the last statement, which simulates the death of the worker between the rows and the
  // commit.
  await sql(
    `create function refuse_day() returns trigger language plpgsql as $$
     begin if new.seller_id = '${one.seller}' then raise exception 'killed'; end if; return new; end $$;
     create trigger refuse_day before insert on pedidos_anuncio for each row execute function refuse_day()`,
  );
  await expect(shop.run(one.seller)).rejects.toThrow('killed');
  await sql('drop trigger refuse_day on pedidos_anuncio');
  const [left] = await sql(
    `select (select coalesce(bool_and(p.criado_em >= s.completo_desde - interval '1 hour'), true)
         from pedidos p where p.seller_id = $1) as together,
       (select count(*) from pedidos where seller_id = $1 and situacao = 'pago')
         = (select coalesce(sum(pedidos), 0) from pedidos_dia where seller_id = $1) as added_up
     from pedidos_sincronia s where s.seller_id = $1`,
    [one.seller],
  );
  expect(left).toEqual({ together: true, added_up: true });
  await shop.settle(one.seller);
  await expectTruth(one);
});

test('a job that lost the turn stops and changes nothing', async () => {
  const one = await shop.aSellerWith({ vendas: 200 });
  await one.lastDays(30);
  const { vez } = (await shop.turnOf(one.seller)) ?? {};
  await sql("update pedidos_sincronia set passo_em = now() - interval '16 minutes' where seller_id = $1", [
    one.seller,
  ]);
  await one.lastDays(30);
  expect((await shop.turnOf(one.seller))?.['vez']).toBe(Number(vez) + 1);
  await shop.run(one.seller, Number(vez));
  expect(await stored(one.seller)).toBe(0);
  await Promise.all([shop.run(one.seller), shop.run(one.seller), shop.run(one.seller)]);
  await sql('update pedidos_sincronia set em_andamento = true where seller_id = $1', [one.seller]);
  await shop.settle(one.seller);
  await expectTruth(one);
});

test('a request a moment later starts nothing, and one a minute later searches only for changes', async () => {
  const one = await shop.aSellerWith({ vendas: 300 });
  await one.lastDays(30);
  await shop.settle(one.seller);
  const calls = await callsOf(SEARCH, one.seller);
  const { vez } = (await shop.turnOf(one.seller)) ?? {};
  await one.lastDays(90);
  expect((await shop.turnOf(one.seller))?.['vez']).toBe(vez);
  await sql("update pedidos_sincronia set passo_em = now() - interval '61 seconds' where seller_id = $1", [
    one.seller,
  ]);
  await one.lastDays(90);
  await shop.settle(one.seller);
  expect((await callsOf(SEARCH, one.seller)) - calls).toBeLessThanOrEqual(4);
});

test('a reconnected conta finds its pedidos, and one without access stops until then', async () => {
  const one = await shop.aSellerWith({ vendas: 300 });
  await one.lastDays(30);
  await shop.settle(one.seller);
  await control(`/vendedores/${one.seller}/senha`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [one.contaId]);
  await sql("update pedidos_sincronia set passo_em = now() - interval '2 minutes' where seller_id = $1", [
    one.seller,
  ]);
  await one.lastDays(30);
  await shop.settle(one.seller);
  const lost = (await one.lastDays(30)).json();
  expect(lost).toMatchObject({
    revenue: { orders_count: expect.any(Number) },
    sincronia: { em_andamento: false },
  });
  expect((await one.ana.get(`/api/contas/${one.contaId}`)).json().situacao).toBe('reconectar');
  await one.ana.delete(`/api/contas/${one.contaId}`);
  const accountId = (await prumo.connect(one.ana, one.seller)).json().id;
  expect(accountId).not.toBe(one.contaId);
  const [from, to] = year();
  const body = { accountId, dateFrom: from.toISOString(), dateTo: to.toISOString() };
  const back = (await one.ana.post('/api/analises', body)).json();
  expect(back.revenue).toEqual(addUp(await shop.truth(one.seller, from, to)));
  expect(back.sincronia.em_andamento).toBe(true);
});

test('a running worker synchronises a connected conta by itself', async () => {
  await prumo.startWorker();
  const one = await shop.aSellerWith({ vendas: 300 });
  await one.lastDays(30);
  await expect.poll(async () => (await one.lastDays(30)).json().sincronia.em_andamento).toBe(false);
  await expectTruth(one);
});
