import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';

const prumo = await mercadoLivreApp();
const { sql } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

type Shop = Awaited<ReturnType<typeof shop.aShopWith>>;
const SEED = 4;

async function aPreview(options: { anuncios?: number; doubtful?: number } = {}) {
  // With this seed no two units share a SKU, so only the test makes units doubtful.
  const one: Shop = await shop.aShopWith({ anuncios: options.anuncios ?? 40, semente: SEED });
  let preview = await shop.read(one);
  if (options.doubtful) {
    const bare = (await shop.anunciosOf(one.ana, preview.id, 'grupo=criar')).filter(
      ({ sku_proprio, por }) => !sku_proprio && por === null,
    );
    for (const { sku } of bare.slice(0, options.doubtful)) await aProduto(one.ana, { sku });
    await one.ana.post(`/api/importacoes/${preview.id}/cancelar`);
    preview = await shop.read(one);
    expect(preview.contagem.conferir).toBe(options.doubtful);
  }
  const url = `/api/importacoes/${preview.id}`;
  return {
    ...one,
    id: preview.id,
    url,
    preview,
    contagem: async () => (await one.ana.get(url)).json().contagem,
    decide: (body: object) => one.ana.put(`${url}/anuncios`, body),
    group: (grupo: string) => shop.anunciosOf(one.ana, preview.id, `grupo=${grupo}`),
  };
}
const keyOf = ({ anuncio_id, variacao_id }: { anuncio_id: string; variacao_id: string }) => ({
  anuncio_id,
  variacao_id,
});
async function choices({ ana }: Shop) {
  const { fornecedor_id } = await aProduto(ana);
  return { deposito_id: await aDeposito(ana), fornecedor_id, estoque_full: false };
}

test('the list is paged in both directions, filtered by group and searched by words', async () => {
  const one = await aPreview({ anuncios: 130 });
  const first = (await one.ana.get(`${one.url}/anuncios`)).json();
  expect(first).toMatchObject({ de: 1, anterior: null, proximo: expect.any(String), total: null });
  expect(first.itens).toHaveLength(50);
  const second = (await one.ana.get(`${one.url}/anuncios?cursor=${first.proximo}`)).json();
  expect(second.de).toBe(51);
  const back = (await one.ana.get(`${one.url}/anuncios?cursor=${second.anterior}`)).json();
  expect(back).toMatchObject({ de: 1, anterior: null, itens: first.itens });
  const all = await shop.anunciosOf(one.ana, one.id);
  expect(all).toHaveLength(one.preview.contagem.itens);
  for (const grupo of ['criar', 'ligar', 'ignorar', 'recusados'] as const)
    expect(await one.group(grupo)).toHaveLength(one.preview.contagem[grupo]);
  const [{ titulo = '', sku = '' } = {}] = all;
  const words = titulo.split(' ').slice(0, 2).reverse().join(' ').toUpperCase();
  const searched = await shop.anunciosOf(one.ana, one.id, `busca=${encodeURIComponent(words)}`);
  expect(searched.map((each) => each.titulo)).toContain(titulo);
  expect(searched.length).toBeLessThan(all.length);
  const bySku = await shop.anunciosOf(one.ana, one.id, `busca=${encodeURIComponent(sku)}`);
  expect(bySku.map((each) => each.sku)).toContain(sku);
  expect(await shop.anunciosOf(one.ana, one.id, 'busca=100%25_nada')).toEqual([]);
  expect((await one.ana.get(`${one.url}/anuncios?cursor=e30`)).statusCode).toBe(422);
});

test('a decision about one, several or all anuncios of a group can be made and reversed', async () => {
  const one = await aPreview();
  const [a, b, c] = await one.group('criar');
  if (!a || !b || !c) throw new Error('the preview has too few anuncios');
  const { criar } = one.preview.contagem;
  await one.decide({ anuncios: [keyOf(a), keyOf(b)], acao: 'ignorar' });
  expect(await one.contagem()).toMatchObject({ criar: criar - 2, ignorar: 2 });
  await one.decide({ grupo: 'criar', acao: 'ignorar' });
  expect(await one.contagem()).toMatchObject({ criar: 0, ignorar: criar });
  const back = await one.decide({ grupo: 'ignorar', acao: 'criar' });
  expect(back.json().contagem).toMatchObject({ criar, ignorar: 0 });
  const produto = await aProduto(one.ana, { preco_venda: '0.00' });
  await one.decide({ anuncios: [keyOf(c)], acao: 'ligar', produto_id: produto.id });
  const linked = (await one.group('ligar')).find(({ anuncio_id }) => anuncio_id === c.anuncio_id);
  expect(linked).toMatchObject({
    produto: { id: produto.id },
    confianca: null,
    por: null,
    preenche: expect.arrayContaining(['preco_venda']),
  });
});

test('a rejected proposal can be accepted again', async () => {
  const one = await aPreview({ doubtful: 1 });
  const [doubtful] = await one.group('conferir');
  if (!doubtful) throw new Error('the preview has no such anuncio');
  expect(doubtful.conferido).toBe(false);
  const anuncios = [keyOf(doubtful)];
  expect((await one.decide({ anuncios, acao: 'criar' })).json().contagem.conferir).toBe(0);
  expect((await one.decide({ anuncios, acao: 'ligar' })).json().contagem.conferir).toBe(0);
  const again = (await one.group('ligar')).find(({ anuncio_id }) => anuncio_id === doubtful.anuncio_id);
  expect(again).toMatchObject({ produto: doubtful.produto, por: 'sku', confianca: 'media', conferido: true });
});

test('a decision without an action or without anuncios is refused with a message', async () => {
  const one = await aPreview();
  const [a] = await one.group('criar');
  if (!a) throw new Error('the preview has no such anuncio');
  const anuncios = [keyOf(a)];
  const refusals = [
    [{ acao: 'criar' }, 422, 'Escolha os anúncios.'],
    [{ acao: 'criar', anuncios: [] }, 422, 'Escolha os anúncios.'],
    [{ acao: 'criar', anuncios, grupo: 'criar' }, 422, 'Escolha os anúncios.'],
    [{ acao: 'ligar', anuncios }, 422, 'Não há produto proposto para este anúncio. Escolha a qual ligar.'],
    [
      { acao: 'ligar', anuncios, produto_id: crypto.randomUUID() },
      422,
      'Este produto não existe mais. Escolha outro.',
    ],
    [
      { acao: 'ligar', grupo: 'criar', produto_id: crypto.randomUUID() },
      422,
      'Escolha um anúncio de cada vez.',
    ],
    [
      { acao: 'criar', anuncios: [{ anuncio_id: 'MLB1', variacao_id: '' }] },
      409,
      'Este anúncio não espera mais uma decisão. Atualize a página.',
    ],
  ] as const;
  for (const [body, status, mensagem] of refusals) {
    const answer = await one.decide(body);
    expect([answer.statusCode, answer.json().mensagem]).toEqual([status, mensagem]);
  }
});

test('the list of categorias has path and count, and a person maps each to a categoria', async () => {
  const one = await aPreview();
  const list = async () => (await one.ana.get(`${one.url}/categorias`)).json().itens;
  const [most, ...rest] = await list();
  expect(most).toMatchObject({ caminho: expect.stringContaining(' > '), categoria_id: null });
  expect(most.caminho.endsWith(most.nome)).toBe(true);
  for (const { anuncios } of rest) expect(anuncios).toBeLessThanOrEqual(most.anuncios);
  const categoria = (
    await one.ana.post('/api/categorias', { nome: 'Minha', descricao: null, parent_id: null })
  ).json();
  const body = { categoria_ml_id: most.categoria_ml_id, categoria_id: categoria.id };
  const mapped = await one.ana.put(`${one.url}/categorias`, body);
  expect(mapped.json()).toEqual({ ...most, categoria_id: categoria.id, categoria_nome: 'Minha' });
  expect((await one.ana.put(`${one.url}/categorias`, { ...body, categoria_ml_id: 'MLB0' })).statusCode).toBe(
    404,
  );
  const gone = { ...body, categoria_id: crypto.randomUUID() };
  expect((await one.ana.put(`${one.url}/categorias`, gone)).json().mensagem).toBe(
    'Esta categoria não existe mais. Escolha outra.',
  );
});

test('an import starts only after all decisions, with an existing deposito and fornecedor', async () => {
  const one = await aPreview({ doubtful: 2 });
  const chosen = await choices(one);
  const start = (body: object) => one.ana.post(`${one.url}/iniciar`, body);
  expect((await start(chosen)).json().mensagem).toBe(
    'Há anúncios para conferir. Diga o que fazer de cada um, ou de todos de uma vez, e importe.',
  );
  await one.decide({ grupo: 'conferir', acao: 'ligar' });
  const missing = { ...chosen, deposito_id: crypto.randomUUID() };
  expect((await start(missing)).json().mensagem).toBe('Este depósito não existe mais. Escolha outro.');
  const started = await start(chosen);
  expect(started.json()).toMatchObject({
    situacao: 'importando',
    deposito_nome: 'Matriz',
    fornecedor_id: chosen.fornecedor_id,
    iniciada_em: expect.any(String),
  });
  expect((await start(chosen)).statusCode).toBe(409);
  expect((await one.decide({ grupo: 'criar', acao: 'ignorar' })).statusCode).toBe(409);
});

test('an account has one import at a time, and a wrong transition is refused with a message', async () => {
  const one = await aPreview();
  const body = { conta_id: one.contaId, estados: ['ativos'] };
  const second = await one.ana.post('/api/importacoes', body);
  expect([second.statusCode, second.json().mensagem]).toEqual([
    409,
    'Já há uma importação desta conta em andamento. Termine-a ou cancele-a antes de começar outra.',
  ]);
  expect((await one.ana.post(`${one.url}/pausar`)).statusCode).toBe(409);
  expect((await one.ana.post(`${one.url}/retomar`)).statusCode).toBe(409);
  expect((await one.ana.post(`${one.url}/cancelar`)).json().situacao).toBe('cancelada');
  expect((await one.ana.post(`${one.url}/cancelar`)).statusCode).toBe(409);
  expect((await one.ana.post('/api/importacoes', body)).statusCode).toBe(201);
});

/** The stored counts of a finished importacao, which outlive its rows. */
const keptOf = async (id: string) =>
  (await sql('select contagem from importacoes where id = $1', [id]))[0]?.['contagem'];

test('a cancelled import gives every anuncio a reason and creates nothing', async () => {
  const one = await aPreview();
  await one.ana.post(`${one.url}/cancelar`);
  await shop.run(one.id);
  const { contagem } = (await one.ana.get(one.url)).json();
  expect(contagem).toMatchObject({ criar: 0, ligar: 0, conferir: 0, feitos: 0 });
  expect(contagem.ignorar + contagem.recusados).toBe(contagem.itens);
  expect(await keptOf(one.id)).toEqual({ ...contagem, anuncios: undefined, lidos: undefined });
  for (const { motivo } of await one.group('ignorar'))
    expect(motivo).toBe('A importação foi cancelada antes deste anúncio.');
  const [{ n } = {}] = await sql('select count(*)::int as n from produtos where empresa_id = $1', [
    one.ana.empresaId,
  ]);
  expect(n).toBe(0);
});

test('a running worker reads, imports and finishes by itself', async () => {
  await prumo.startWorker();
  const one = await shop.aShopWith({ anuncios: 30, fotos: 1, semente: SEED });
  const created = await one.ana.post('/api/importacoes', { conta_id: one.contaId, estados: ['ativos'] });
  const situacao = async () => (await one.ana.get(`/api/importacoes/${created.json().id}`)).json().situacao;
  await expect.poll(situacao).toBe('pronta');
  await one.ana.post(`/api/importacoes/${created.json().id}/iniciar`, await choices(one));
  await expect.poll(situacao).toBe('concluida');
  const { contagem } = (await one.ana.get(`/api/importacoes/${created.json().id}`)).json();
  expect(contagem.feitos + contagem.recusados).toBe(contagem.itens);
  expect(await keptOf(created.json().id)).toEqual({ ...contagem, anuncios: undefined, lidos: undefined });
  expect(contagem.fotos_feitas + contagem.fotos_recusadas).toBe(contagem.fotos);
});
