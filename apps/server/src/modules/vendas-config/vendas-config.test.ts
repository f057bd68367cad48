import { fraseDe } from '@prumo/contract/atividades.ts';
import type { VendasConfigInput } from '@prumo/contract/vendas-config.ts';
import { expect, test } from 'vitest';
import { vendasHandlers } from '#modules/vendas/vendas.job.ts';
import { aConta } from '#testing/pendencias.ts';
import { sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, openPool, sql } = await testApp();
const db = openPool(2);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const START = daysAgo(3);
const startInWords = new Date(START).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });

/** An empresa with a connected conta, and two depositos. */
async function aShop() {
  const ana = await anEmpresa();
  const { id, seller } = await aConta(sql, ana);
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const path = `/api/contas/${id}/vendas`;
  const input = (values: Partial<VendasConfigInput>): VendasConfigInput => ({
    ...{ reserva_desde: null, saida_em: 'despacho', depositos: [], versao: 0 },
    ...values,
  });
  return {
    ana,
    seller,
    matriz,
    filial,
    path,
    set: (values: Partial<VendasConfigInput>) => ana.put(path, input(values)),
  };
}

test('a conta reserves nothing until a person sets since when', async () => {
  const { ana, path, set, matriz } = await aShop();
  expect((await ana.get(path)).json()).toEqual({
    ...{ reserva_desde: null, saida_em: 'despacho', depositos: [], versao: 0, atualizado_em: null },
  });
  const changed = await set({
    reserva_desde: START,
    saida_em: 'etiqueta',
    depositos: [matriz],
  });
  expect([changed.statusCode, changed.json()]).toMatchObject([
    200,
    { saida_em: 'etiqueta', depositos: [matriz], versao: 1 },
  ]);
  expect(Date.parse(changed.json().reserva_desde)).toBe(Date.parse(START));
  expect((await ana.get(path)).json()).toEqual(changed.json());
  expect((await set({ versao: 1 })).json()).toMatchObject({ reserva_desde: null, depositos: [], versao: 2 });
  const { itens } = (await ana.get('/api/atividades?tipo=vendas_alteradas')).json();
  expect(itens.map(fraseDe)).toEqual([
    'mudou como as vendas da conta AUTOPECASDOZE chegam ao estoque: sem reserva, saída com o despacho',
    `mudou como as vendas da conta AUTOPECASDOZE chegam ao estoque: reserva das vendas desde ${startInWords}, saída com a etiqueta impressa`,
  ]);
});

test('a change based on an older version is refused and shows the current one', async () => {
  const { set, matriz } = await aShop();
  await set({ depositos: [matriz] });
  for (const versao of [0, 2]) {
    const stale = await set({ versao });
    expect([stale.statusCode, stale.json().atual]).toMatchObject([409, { depositos: [matriz], versao: 1 }]);
  }
});

test('only depositos of the empresa count, and only those who may integrate change anything', async () => {
  const { ana, path, set } = await aShop();
  const other = await aDeposito(await anEmpresa());
  const refused = await set({ depositos: [other] });
  expect([refused.statusCode, refused.json().campos]).toEqual([
    422,
    { depositos: 'Um dos depósitos não existe mais. Escolha outro.' },
  ]);
  const body = { reserva_desde: null, saida_em: 'despacho', depositos: [], versao: 0 };
  for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
    const bruno = await aColleague(ana, 'Bruno Lima', papel);
    expect((await bruno.put(path, body)).statusCode).toBe(403);
    expect((await bruno.put(`${path}/anuncios/MLB1`, { depositos: [] })).statusCode).toBe(403);
    expect((await bruno.get(path)).statusCode).toBe(200);
  }
  const stranger = await anEmpresa();
  expect([(await stranger.get(path)).statusCode, (await stranger.put(path, body)).statusCode]).toEqual([
    404, 404,
  ]);
});

test('a sale is drawn from the depositos of its anuncio, then of its conta', async () => {
  const { ana, seller, matriz, filial, path, set } = await aShop();
  const produto = await aProduto(ana, { stock: { [matriz]: '5', [filial]: '5' } });
  await set({ depositos: [matriz] });
  expect((await ana.get(`${path}/anuncios/MLB1`)).json()).toEqual({ anuncio_id: 'MLB1', depositos: [] });
  const chosen = { anuncio_id: 'MLB1', depositos: [filial] };
  expect((await ana.put(`${path}/anuncios/MLB1`, { depositos: [filial] })).json()).toEqual(chosen);
  expect((await ana.get(`${path}/anuncios/MLB1`)).json()).toEqual(chosen);
  const sold = { produto_id: produto.id, seller_id: seller, saiu: 1 };
  await sell(db, ana, { ...sold, anuncio_id: 'MLB1' }, { ...sold, anuncio_id: 'MLB2' });
  expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '4.00', [filial]: '4.00' });
  expect((await ana.put(`${path}/anuncios/MLB1`, { depositos: [] })).statusCode).toBe(200);
  await sell(db, ana, { ...sold, anuncio_id: 'MLB1', pedido_id: '2' });
  expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '3.00', [filial]: '4.00' });
});

/** Stores pedidos of the seller, of which the worker has read no sale. */
async function storePedidos(
  { ana, seller }: Awaited<ReturnType<typeof aShop>>,
  pedidos: readonly {
    id: string;
    criado_em: string;
    anuncio_id?: string;
    situacao?: string;
    quantidade?: number;
  }[],
) {
  for (const { id, criado_em, anuncio_id = 'MLB1', situacao = 'pago', quantidade = 1 } of pedidos)
    await sql(
      `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, estornado,
         tarifas, quantidade, anuncio_id)
       values ($1, 'mercado-livre', $2, $3, $4, $4, $5, 10, 0, 1, $6, $7)`,
      [ana.empresaId, seller, id, criado_em, situacao, quantidade, anuncio_id],
    );
}

const storeAnuncio = (
  { ana, seller }: Awaited<ReturnType<typeof aShop>>,
  {
    anuncio_id,
    is_full = false,
    produto_id = null,
  }: { anuncio_id: string; is_full?: boolean; produto_id?: string | null },
) =>
  sql(
    `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku,
       sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
     values ($1, 'mercado-livre', $2, $3, 'Peça', 'ativo', 'MLB1', $3, false, 1, 1, $4, now(), $5)`,
    [ana.empresaId, seller, anuncio_id, is_full, produto_id],
  );

test('the preview counts what would enter: paid, since the day, stored by the shop, with and without a produto', async () => {
  const shop = await aShop();
  const produto = await aProduto(shop.ana);
  await storeAnuncio(shop, { anuncio_id: 'MLB1', produto_id: produto.id });
  await storeAnuncio(shop, { anuncio_id: 'MLB2' });
  await storeAnuncio(shop, { anuncio_id: 'MLB3', is_full: true });
  await storePedidos(shop, [
    { id: '1', criado_em: daysAgo(2), quantidade: 3 },
    { id: '2', criado_em: daysAgo(1), anuncio_id: 'MLB2' },
    { id: '3', criado_em: daysAgo(1), anuncio_id: 'MLB3' },
    { id: '4', criado_em: daysAgo(1), situacao: 'cancelado' },
    { id: '5', criado_em: daysAgo(9) },
  ]);
  const previa = await shop.ana.get(`${shop.path}/previa?desde=${encodeURIComponent(START)}`);
  expect([previa.statusCode, previa.json()]).toEqual([
    200,
    { pedidos: 2, unidades: 4, sem_produto: 1, mais: false },
  ]);
  const stranger = await anEmpresa();
  expect((await stranger.get(`${shop.path}/previa?desde=${encodeURIComponent(START)}`)).statusCode).toBe(404);
});

test('the preview of very many pedidos says that there are more', async () => {
  const shop = await aShop();
  await sql(
    `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, estornado,
       tarifas, quantidade, anuncio_id)
     select $1, 'mercado-livre', $2, n::text, now(), now(), 'pago', 10, 0, 1, 2, 'MLB1' from generate_series(1, 501) n`,
    [shop.ana.empresaId, shop.seller],
  );
  expect((await shop.ana.get(`${shop.path}/previa`)).json()).toEqual({
    ...{ pedidos: 500, unidades: 1000, sem_produto: 500, mais: true },
  });
});

test('switching on asks the worker for the sales since the start, and a day before the last month is refused', async () => {
  const shop = await aShop();
  await storePedidos(shop, [
    { id: '1', criado_em: daysAgo(2) },
    { id: '2', criado_em: daysAgo(1), situacao: 'cancelado' },
    { id: '3', criado_em: daysAgo(9) },
  ]);
  const due = async () =>
    (
      await sql('select recurso from notificacoes where empresa_id = $1 and pendente order by recurso', [
        shop.ana.empresaId,
      ])
    ).map(({ recurso }) => recurso);
  await shop.set({});
  expect(await due()).toEqual([]);
  await shop.set({ reserva_desde: START, versao: 1 });
  expect(await due()).toEqual(['1']);
  const old = await shop.set({ reserva_desde: daysAgo(40), versao: 2 });
  expect([old.statusCode, old.json().campos]).toEqual([
    422,
    { reserva_desde: 'Escolha um dia dos últimos 30 dias.' },
  ]);
  await shop.set({ reserva_desde: daysAgo(20), versao: 2 });
  expect(await due()).toEqual(['1', '3']);
});

/** Runs what the worker does when a conta is switched off. */
async function release({ ana, seller }: Pick<Awaited<ReturnType<typeof aShop>>, 'ana' | 'seller'>) {
  const [handler] = vendasHandlers({ db });
  await handler?.run({ empresa_id: ana.empresaId, marketplace: 'mercado-livre', seller_id: seller } as never);
}

const reservasOf = (empresaId: string) =>
  sql('select pedido_id, reservado, saiu from reservas where empresa_id = $1 order by pedido_id', [
    empresaId,
  ]);

test('switching off gives up the promises, and what has left stays gone', async () => {
  const { ana, seller, matriz, set } = await aShop();
  const produto = await aProduto(ana, { stock: { [matriz]: '5' } });
  await set({ reserva_desde: START });
  const sold = { produto_id: produto.id, seller_id: seller };
  await sell(db, ana, { ...sold, pedido_id: '1', reservado: 2 }, { ...sold, pedido_id: '2', saiu: 1 });
  await sell(db, ana, { ...sold, pedido_id: '3', seller_id: 'another', reservado: 1 });
  // While the conta is on, the job of an earlier switch changes nothing.
  await release({ ana, seller });
  expect(await reservasOf(ana.empresaId)).toMatchObject([{ reservado: 2 }, { saiu: 1 }, { reservado: 1 }]);
  const off = await set({ versao: 1 });
  expect([off.statusCode, off.json().reserva_desde]).toEqual([200, null]);
  await release({ ana, seller });
  expect(await reservasOf(ana.empresaId)).toEqual([
    { pedido_id: '1', reservado: 0, saiu: 0 },
    { pedido_id: '2', reservado: 0, saiu: 1 },
    { pedido_id: '3', reservado: 1, saiu: 0 },
  ]);
  expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '4.00' });
});

test('switching off releases any number of promises', async () => {
  const { ana, seller, matriz, set } = await aShop();
  const produto = await aProduto(ana, { stock: { [matriz]: '500' } });
  await set({ reserva_desde: START });
  const sales = Array.from({ length: 205 }, (_, n) => ({
    ...{ produto_id: produto.id, seller_id: seller, pedido_id: String(n), reservado: 1 },
  }));
  await sell(db, ana, ...sales);
  await set({ versao: 1 });
  await release({ ana, seller });
  expect(await sql('select from reservas where empresa_id = $1 and reservado > 0', [ana.empresaId])).toEqual(
    [],
  );
});

test('a conta that is disconnected reserves nothing any more', async () => {
  const { ana, path, set } = await aShop();
  await set({ reserva_desde: START });
  expect((await ana.delete(path.replace('/vendas', ''))).statusCode).toBe(200);
  expect(await sql('select reserva_desde from vendas_config where empresa_id = $1', [ana.empresaId])).toEqual(
    [{ reserva_desde: null }],
  );
  expect(
    await sql("select from pgboss.job where name = 'vendas.liberar' and data ->> 'empresa_id' = $1", [
      ana.empresaId,
    ]),
  ).toHaveLength(1);
});

test('a deposito that was deleted refuses neither another change nor the switch', async () => {
  const { ana, filial, set } = await aShop();
  await set({ reserva_desde: START, depositos: [filial] });
  expect((await ana.delete(`/api/depositos/${filial}`)).statusCode).toBe(200);
  expect(
    (await set({ reserva_desde: START, saida_em: 'etiqueta', depositos: [filial], versao: 1 })).statusCode,
  ).toBe(200);
  expect((await set({ depositos: [filial], versao: 2 })).statusCode).toBe(200);
});
