import type { LeituraDeAnuncios, ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { afterAll, expect, test } from 'vitest';
import { anunciosHandlers, keepLeituras, readAnuncios } from '#modules/anuncios/anuncios.job.ts';
import { compareAll, listOf, storeAnuncio } from '#testing/anuncios.ts';
import { importacoesApp } from '#testing/importacoes.ts';
import { MARKETPLACE, mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aProduto } from '#testing/stock.ts';

const prumo = await mercadoLivreApp();
const { sql, control, callsOf, misbehave, behave } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

const SEARCH = 'GET /users/:id/items/search';
const BULK = 'GET /items/bulk';
const handlers = anunciosHandlers(shop.parts);
const handle = (name: string, data: object) =>
  handlers.find(({ kind }) => kind.name === name)?.run(data as never);
const keep = () => handle(keepLeituras.name, {});

type Shop = Awaited<ReturnType<typeof shop.aShopWith>>;

const rowOf = async ({ seller }: Shop) =>
  (await sql('select * from anuncios_leituras where seller_id = $1', [seller]))[0];

/** Runs the job of the current lease, or of another one, as the worker does. */
async function run(one: Shop, vez?: number) {
  const row = await rowOf(one);
  const data = { empresa_id: one.ana.empresaId, marketplace: MARKETPLACE, seller_id: String(one.seller) };
  await handle(readAnuncios.name, { ...data, vez: vez ?? row?.['vez'] });
}

const readAgain = ({ ana, contaId }: Shop) => ana.post(`/api/contas/${contaId}/anuncios/leitura`);

async function leituraOf({ ana, contaId }: Shop): Promise<LeituraDeAnuncios | undefined> {
  const { contas } = (await ana.get('/api/anuncios/resumo')).json() as ResumoDeAnuncios;
  return contas.find(({ id }) => id === contaId)?.leitura;
}

/** The numbers of units and of anuncios that are stored. */
const storedOf = async ({ seller }: Shop) => {
  const [row] = await sql(
    'select count(distinct anuncio_id)::int as n from anuncios where seller_id = $1 and sumiu_em is null',
    [seller],
  );
  return row?.['n'];
};

/** Refuses the statements that match, which simulates the death of the worker at that line. */
async function dyingAt(when: string, work: () => Promise<unknown>) {
  await sql(
    `create function die() returns trigger language plpgsql as $$
     begin if ${when} then raise exception 'killed'; end if; return new; end $$`,
  );
  await sql('create trigger die before update on anuncios_leituras for each row execute function die()');
  await expect(work()).rejects.toThrow('killed');
  await sql('drop trigger die on anuncios_leituras');
  await sql('drop function die()');
}

test('a reading stores every anuncio with the least calls, and a second request changes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 130 });
  expect(await leituraOf(one)).toEqual({
    ...{ situacao: 'nunca', lida_em: null, encontrados: 0, lidos: 0, aviso: null },
  });
  const [first, second] = [await readAgain(one), await readAgain(one)];
  expect([first.statusCode, first.json().situacao]).toEqual([200, 'lendo']);
  expect(second.json()).toEqual(first.json());
  expect((await rowOf(one))?.['vez']).toBe(1);
  const before = { search: await callsOf(SEARCH, one.seller), bulk: await callsOf(BULK, one.seller) };
  await run(one);
  const leitura = await leituraOf(one);
  expect(leitura).toMatchObject({ situacao: 'lida', lida_em: expect.any(String), aviso: null });
  expect(leitura?.lidos).toBe(leitura?.encontrados);
  expect(await storedOf(one)).toBe(leitura?.encontrados);
  expect((await callsOf(BULK, one.seller)) - before.bulk).toBeLessThanOrEqual(
    Math.ceil((leitura?.encontrados ?? 0) / 20),
  );
  expect((await callsOf(SEARCH, one.seller)) - before.search).toBeLessThanOrEqual(3);
  expect(await sql('select from anuncios_leituras_itens where seller_id = $1', [one.seller])).toEqual([]);
  expect((await listOf(one.ana, 'limite=50')).length).toBeGreaterThan(0);
});

test('a reading ends with a comparison of every anuncio of the conta', async () => {
  const one = await shop.aShopWith({ anuncios: 30 });
  await readAgain(one);
  await run(one);
  const produto = await aProduto(one.ana);
  const { empresaId } = one.ana;
  await sql(
    `update anuncios set produto_id = $2 where empresa_id = $1 and anuncio_id = (
       select min(anuncio_id) from anuncios where empresa_id = $1 and estado = 'ativo' and not is_full)`,
    [empresaId, produto.id],
  );
  await compareAll(shop.parts.db, one.ana);
  const metas = async () =>
    (await sql('select meta from anuncios where produto_id = $1', [produto.id])).map(({ meta }) => meta);
  const known = await metas();
  expect(known).toContain(0);
  await sql('update anuncios set meta = null where empresa_id = $1', [empresaId]);
  await compareAll(shop.parts.db, one.ana);
  expect(await metas()).not.toContain(0);
  await readAgain(one);
  await run(one);
  await compareAll(shop.parts.db, one.ana);
  expect(await metas()).toEqual(known);
});

test('a reading that is killed at any step goes on where it was', async () => {
  const one = await shop.aShopWith({ anuncios: 250 });
  await readAgain(one);
  for (const when of [
    "new.passo = 'buscar' and new.varredura is not null and old.varredura is not null",
    'new.lidos > 80',
    "new.passo = 'conferir'",
    "new.passo = 'encerrar'",
    "new.situacao = 'lida'",
  ])
    await dyingAt(when, () => run(one));
  expect(await leituraOf(one)).toMatchObject({ situacao: 'lendo' });
  await run(one);
  const leitura = await leituraOf(one);
  expect(leitura).toMatchObject({ situacao: 'lida' });
  expect(leitura?.lidos).toBe(leitura?.encontrados);
  expect(await storedOf(one)).toBe(leitura?.encontrados);
});

test('an anuncio that the search no longer finds is gone, and one that comes back is there again', async () => {
  const one = await shop.aShopWith({ anuncios: 10 });
  const seller_id = String(one.seller);
  await storeAnuncio(sql, one.ana, { anuncio_id: 'MLB404', seller_id });
  await sql(
    "update anuncios set lido_em = now() - interval '1 day' where anuncio_id = 'MLB404' and seller_id = $1",
    [seller_id],
  );
  await readAgain(one);
  await run(one);
  const ids = (await listOf(one.ana, 'limite=50')).flatMap(({ unidades }) =>
    unidades.map((unit) => unit.anuncio_id),
  );
  expect(ids).not.toContain('MLB404');
  await sql('update anuncios set sumiu_em = now() where anuncio_id = $1', [ids[0]]);
  await readAgain(one);
  await run(one);
  const again = (await listOf(one.ana, 'limite=50')).flatMap(({ unidades }) =>
    unidades.map((unit) => unit.anuncio_id),
  );
  expect(again).toEqual(ids);
});

test('a variation that its anuncio no longer has is gone', async () => {
  const one = await shop.aShopWith({ anuncios: 10 });
  await readAgain(one);
  await run(one);
  const [known] = await sql(
    "select anuncio_id from anuncios where seller_id = $1 and variacao_id = '' limit 1",
    [one.seller],
  );
  const variation = {
    anuncio_id: String(known?.['anuncio_id']),
    seller_id: String(one.seller),
    variacao_id: '999',
  };
  await storeAnuncio(sql, one.ana, variation);
  await sql("update anuncios set atualizado_em = now() - interval '9 years' where variacao_id = '999'");
  await readAgain(one);
  await run(one);
  expect(await sql("select sumiu_em is null as there from anuncios where variacao_id = '999'")).toEqual([
    { there: false },
  ]);
});

test('an outage delays the reading with a sentence, and it resumes by itself', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  await readAgain(one);
  await misbehave({ 'mercado-livre': 'forma', rota: `${BULK} ${one.seller}` });
  await run(one);
  expect(await leituraOf(one)).toMatchObject({
    ...{ situacao: 'lendo', aviso: 'O Mercado Livre não está respondendo. A leitura continua sozinha.' },
  });
  await behave();
  await run(one);
  expect(await leituraOf(one)).toMatchObject({ situacao: 'lida', aviso: null });
});

test('without the seller’s authorization the reading stops with what to do, and starts again later', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  await readAgain(one);
  await control(`/vendedores/${one.seller}/senha`);
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [one.contaId]);
  await run(one);
  expect(await leituraOf(one)).toMatchObject({
    ...{ situacao: 'parada', aviso: 'Esta conta perdeu a autorização. Reconecte-a em Integrações.' },
  });
  expect((await readAgain(one)).json()).toMatchObject({ situacao: 'lendo', aviso: null });
});

test('a job that lost the lease writes nothing', async () => {
  const one = await shop.aShopWith({ anuncios: 20 });
  await readAgain(one);
  await run(one, 99);
  expect(await leituraOf(one)).toMatchObject({ situacao: 'lendo', encontrados: 0 });
  await Promise.all([run(one), run(one), run(one)]);
  const leitura = await leituraOf(one);
  expect(leitura?.lidos).toBe(leitura?.encontrados);
});

test('a conta is read once a day if it has anuncios, and a lost job is sent again', async () => {
  const one = await shop.aShopWith({ anuncios: 5 });
  const due = () =>
    sql("update anuncios_leituras set proxima_em = now() - interval '1 minute' where seller_id = $1", [
      one.seller,
    ]);
  await keep();
  const planned = await rowOf(one);
  expect(planned).toMatchObject({ situacao: 'esperando' });
  await due();
  await keep();
  // The conta has neither anuncios nor reservas yet.
  expect(await rowOf(one)).toMatchObject({ situacao: 'esperando' });
  await storeAnuncio(sql, one.ana, { anuncio_id: 'MLB1', seller_id: String(one.seller) });
  await due();
  await keep();
  expect(await rowOf(one)).toMatchObject({ situacao: 'lendo', vez: 1 });
  await keep();
  expect(await rowOf(one)).toMatchObject({ vez: 1 });
  await sql("update anuncios_leituras set passo_em = now() - interval '6 minutes' where seller_id = $1", [
    one.seller,
  ]);
  await keep();
  expect(await rowOf(one)).toMatchObject({ vez: 2 });
  await run(one);
  const [next] = await sql(
    "select situacao, proxima_em between now() + interval '22 hours' and now() + interval '26 hours' as soon from anuncios_leituras where seller_id = $1",
    [one.seller],
  );
  expect(next).toEqual({ situacao: 'lida', soon: true });
});
