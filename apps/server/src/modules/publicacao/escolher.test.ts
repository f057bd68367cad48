import { fraseDe } from '@prumo/contract/atividades.ts';
import { SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import { expect, test } from 'vitest';
import { systemAccess } from '#platform/db/system-access.ts';
import { compareAll, listOf, storeAnuncio } from '#testing/anuncios.ts';
import { aConta, cutConta } from '#testing/pendencias.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, openPool, sql } = await testApp();
const db = openPool(2);

const COTAS = { modo: 'cotas', retidas: 1 } as const;

/** An empresa with eight pieces of a produto and two anuncios of it. */
async function aShop() {
  const ana = await anEmpresa();
  const { id: contaId, seller } = await aConta(sql, ana);
  const matriz = await aDeposito(ana);
  const produto = await aProduto(ana, { nome: 'Filtro', stock: { [matriz]: '8' } });
  const store = (anuncio_id: string, values: Partial<Parameters<typeof storeAnuncio>[2]> = {}) =>
    storeAnuncio(sql, ana, { anuncio_id, seller_id: seller, produto_id: produto.id, ...values });
  await store('MLB1');
  await store('MLB2');
  const choose = (publicacao: unknown, antes: unknown = SEM_ESCOLHA) =>
    ana.put(`/api/produtos/${produto.id}/publicacao`, { publicacao, antes });
  const setCota = (anuncio_id: string, cota: number | null, antes: number | null = null) =>
    ana.put(`/api/anuncios/${contaId}/${anuncio_id}/cota`, { variacao_id: '', cota, antes });
  const bloco = async () => {
    await compareAll(db, ana);
    return (await listOf(ana))[0];
  };
  const esperados = async () => (await bloco())?.unidades.map(({ esperado }) => esperado);
  return { ana, contaId, matriz, produto, store, choose, setCota, bloco, esperados };
}

const frases = async (ana: Awaited<ReturnType<typeof anEmpresa>>, n: number) =>
  (await ana.get('/api/atividades')).json().itens.slice(0, n).map(fraseDe);

test('the mode of a produto decides what its anuncios have to show, and is a line of the atividades', async () => {
  const { ana, choose, bloco, esperados } = await aShop();
  expect((await bloco())?.produto?.publicacao).toEqual(SEM_ESCOLHA);
  expect(await esperados()).toEqual(['8', '8']);
  expect((await choose(COTAS)).json()).toEqual(COTAS);
  expect(await esperados()).toEqual(['4', '3']);
  expect((await bloco())?.produto?.publicacao).toEqual(COTAS);
  const folga = { modo: 'com_seguranca', retidas: 3 };
  expect((await choose(folga, COTAS)).json()).toEqual(folga);
  expect((await bloco())?.unidades).toMatchObject([
    { esperado: '5', publicado: '5', situacao: 'em_dia' },
    { esperado: '5', publicado: '5', situacao: 'em_dia' },
  ]);
  expect((await choose(SEM_ESCOLHA, folga)).statusCode).toBe(200);
  expect(await frases(ana, 3)).toEqual([
    'mudou como os anúncios do produto Filtro mostram o estoque: Compartilhado',
    'mudou como os anúncios do produto Filtro mostram o estoque: Com segurança, folga de 3',
    'mudou como os anúncios do produto Filtro mostram o estoque: Cotas, colchão de 1',
  ]);
});

test('a choice based on an older one is refused and says what is stored, and a repetition changes nothing', async () => {
  const { choose } = await aShop();
  await choose(COTAS);
  const stale = await choose({ modo: 'com_seguranca', retidas: 3 });
  expect([stale.statusCode, stale.json().mensagem, stale.json().atual]).toEqual([
    409,
    'Outra pessoa mudou como os anúncios deste produto mostram o estoque. Confira e escolha de novo.',
    COTAS,
  ]);
  expect((await choose(COTAS)).statusCode).toBe(200);
});

test.each([
  [{ modo: 'cotas', retidas: 0 }, 'Guarde pelo menos uma unidade.'],
  [{ modo: 'compartilhado', retidas: 2 }, 'No modo Compartilhado os anúncios mostram tudo.'],
  [{ modo: 'cotas', retidas: 100_000 }, 'Um anúncio mostra no máximo 99.999 unidades.'],
])('the choice %j is refused with what to do', async (publicacao, message) => {
  const { choose } = await aShop();
  const refused = await choose(publicacao);
  expect([refused.statusCode, Object.values(refused.json().campos)]).toEqual([422, [message]]);
});

test('a cota is kept, counts in the mode cotas alone, and is a line of the atividades', async () => {
  const { ana, choose, setCota, bloco, esperados } = await aShop();
  expect((await setCota('MLB1', 2)).json()).toEqual({ cota: 2 });
  expect(await esperados()).toEqual(['8', '8']);
  await choose(COTAS);
  expect(await esperados()).toEqual(['2', '5']);
  expect((await bloco())?.unidades.map(({ cota }) => cota)).toEqual([2, null]);
  expect((await setCota('MLB1', null, 2)).json()).toEqual({ cota: null });
  expect(await esperados()).toEqual(['4', '3']);
  expect((await frases(ana, 3)).filter((frase: string) => frase.includes('cota do'))).toEqual([
    'mudou a cota do anúncio MLB1 da conta AUTOPECASDOZE: dividida pelo Prumo',
    'mudou a cota do anúncio MLB1 da conta AUTOPECASDOZE: 2',
  ]);
});

test('twins, which share one quantity, share a cota', async () => {
  const { store, choose, setCota, bloco, esperados } = await aShop();
  await store('MLB3', { produto_fisico: 'UP1' });
  await store('MLB4', { produto_fisico: 'UP1' });
  await choose(COTAS);
  await setCota('MLB4', 3);
  expect((await bloco())?.unidades.map(({ cota }) => cota)).toEqual([null, null, 3, 3]);
  expect(await esperados()).toEqual(['2', '2', '3', '3']);
});

test('a cota that nothing can be done with is refused with what to do', async () => {
  const { ana, contaId, store, setCota } = await aShop();
  await setCota('MLB1', 2);
  const stale = await setCota('MLB1', 3);
  expect([stale.statusCode, stale.json().mensagem, stale.json().atual]).toEqual([
    409,
    'Outra pessoa mudou a cota deste anúncio. Agora vale: 2. Confira e defina de novo.',
    { cota: 2 },
  ]);
  await store('MLB5', { produto_id: null });
  expect((await setCota('MLB5', 1)).json().mensagem).toBe(
    'Este anúncio não está ligado a um produto. Ligue-o a um produto e defina a cota de novo.',
  );
  await store('MLB6', { is_full: true });
  expect((await setCota('MLB6', 1)).json().mensagem).toBe(
    'O estoque deste anúncio está no Full, e o Prumo não o divide.',
  );
  await store('MLB7', { estado: 'encerrado' });
  expect((await setCota('MLB7', 1)).json().mensagem).toBe(
    'Este anúncio terminou no marketplace e não vende mais.',
  );
  expect((await setCota('MLB99', 1)).statusCode).toBe(404);
  const negative = await setCota('MLB2', -1);
  expect([negative.statusCode, negative.json().campos]).toEqual([422, { cota: 'Informe zero ou mais.' }]);
  const stranger = await anEmpresa();
  const path = `/api/anuncios/${contaId}/MLB1/cota`;
  expect((await stranger.put(path, { variacao_id: '', cota: 1, antes: 2 })).statusCode).toBe(404);
  expect((await ana.put(path, { variacao_id: '', cota: 1, antes: 2 })).statusCode).toBe(200);
});

test('an anuncio that leaves, pauses or vanishes gives its part to the others', async () => {
  const { ana, contaId, choose, esperados } = await aShop();
  await choose(COTAS);
  expect(await esperados()).toEqual(['4', '3']);
  await sql(
    "update anuncios set estado = 'pausado', pausado_por = 'vendedor' where anuncio_id = 'MLB1' and empresa_id = $1",
    [ana.empresaId],
  );
  expect(await esperados()).toEqual(['7', '7']);
  await sql(
    "update anuncios set estado = 'ativo', pausado_por = null where anuncio_id = 'MLB1' and empresa_id = $1",
    [ana.empresaId],
  );
  expect(await esperados()).toEqual(['4', '3']);
  const [{ produto } = { produto: null }] = await listOf(ana);
  const body = { variacao_id: '', produto_id: null, antes: produto?.id };
  expect((await ana.put(`/api/anuncios/${contaId}/MLB1/produto`, body)).statusCode).toBe(200);
  expect(await esperados()).toEqual(['7']);
});

test('a conta that is disconnected gives its part to the others', async () => {
  const { ana, store, choose, esperados } = await aShop();
  const other = await aConta(sql, ana);
  await store('MLB3', { seller_id: other.seller });
  await choose(COTAS);
  expect((await esperados())?.toSorted()).toEqual(['2', '2', '3']);
  await cutConta(sql, ana, other.id);
  expect(await esperados()).toEqual(['4', '3']);
});

test('a link that moves takes nothing of the old produto along', async () => {
  const { ana, contaId, matriz, produto, setCota } = await aShop();
  const vela = await aProduto(ana, { nome: 'Vela', stock: { [matriz]: '3' } });
  await setCota('MLB1', 2);
  await compareAll(db, ana);
  await sql("update anuncios set diferenca_desde = now() - interval '5 days' where empresa_id = $1", [
    ana.empresaId,
  ]);
  const row = async () =>
    (
      await sql(
        "select cota, meta, diferenca, diferenca_desde < now() - interval '1 day' as antiga from anuncios where empresa_id = $1 and anuncio_id = 'MLB1'",
        [ana.empresaId],
      )
    )[0];
  expect(await row()).toEqual({ cota: 2, meta: 8, diferenca: 'oferece_a_menos', antiga: true });
  const body = { variacao_id: '', produto_id: vela.id, antes: produto.id };
  expect((await ana.put(`/api/anuncios/${contaId}/MLB1/produto`, body)).statusCode).toBe(200);
  expect(await row()).toEqual({ cota: null, meta: null, diferenca: null, antiga: null });
  await compareAll(db, ana);
  expect(await row()).toEqual({ cota: null, meta: 3, diferenca: 'oferece_a_mais', antiga: false });
});

test('since when an anuncio differs stays while only its number changes', async () => {
  const { ana, matriz, produto } = await aShop();
  await compareAll(db, ana);
  await sql("update anuncios set diferenca_desde = now() - interval '5 days' where empresa_id = $1", [
    ana.empresaId,
  ]);
  await ana.post('/api/movimentos', movimento({ produto_id: produto.id, deposito_id: matriz }));
  await compareAll(db, ana);
  expect(
    await sql(
      "select meta, diferenca_desde < now() - interval '1 day' as antiga from anuncios where empresa_id = $1 limit 1",
      [ana.empresaId],
    ),
  ).toEqual([{ meta: 9, antiga: true }]);
});

test('a link that is cut takes its cota with it', async () => {
  const { ana, contaId, produto, setCota, bloco } = await aShop();
  await setCota('MLB1', 2);
  const link = (produto_id: string | null, antes: string | null) =>
    ana.put(`/api/anuncios/${contaId}/MLB1/produto`, { variacao_id: '', produto_id, antes });
  await link(null, produto.id);
  await link(produto.id, null);
  expect((await bloco())?.unidades.map(({ cota }) => cota)).toEqual([null, null]);
});

test('a change of the stock changes what the anuncios have to show', async () => {
  const { ana, matriz, produto, choose, esperados } = await aShop();
  await choose(COTAS);
  await ana.post('/api/movimentos', movimento({ produto_id: produto.id, deposito_id: matriz }));
  expect(await esperados()).toEqual(['4', '4']);
});

test('a comparison passes over a produto of which another transaction holds an anuncio, and makes up for it', async () => {
  const { ana, choose, esperados } = await aShop();
  await choose(COTAS);
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = db.write(systemAccess(ana.empresaId), async (tx) => {
    await tx.query("select from anuncios where empresa_id = $1 and anuncio_id = 'MLB2' for update");
    hold();
    await released;
  });
  await held;
  expect(await esperados()).toEqual([null, null]);
  release();
  await holding;
  expect(await esperados()).toEqual(['4', '3']);
});

test('only those who may integrate choose, and everybody sees the choice', async () => {
  const { ana, contaId, produto, choose } = await aShop();
  await choose(COTAS);
  for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
    const bruno = await aColleague(ana, 'Bruno Lima', papel);
    const body = { publicacao: SEM_ESCOLHA, antes: COTAS };
    expect((await bruno.put(`/api/produtos/${produto.id}/publicacao`, body)).statusCode).toBe(403);
    const cota = { variacao_id: '', cota: 1, antes: null };
    expect((await bruno.put(`/api/anuncios/${contaId}/MLB1/cota`, cota)).statusCode).toBe(403);
    expect((await listOf(bruno))[0]?.produto?.publicacao).toEqual(COTAS);
  }
});
