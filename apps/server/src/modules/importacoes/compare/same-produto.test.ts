import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';

const prumo = await mercadoLivreApp();
const { sql } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

interface Change {
  sku?: string | null;
  gtins?: string[];
  codigos?: string[];
  marca?: string | null;
  /** The index of the unit to which the marketplace relates this one. */
  twinOf?: number;
}

/** A preview of exactly these anuncios, each with five in stock and with the given attributes. */
async function aPreviewOf(changes: readonly Change[]) {
  const one = await shop.aShopWith({ anuncios: 60, semente: 4 });
  const { fornecedor_id } = await aProduto(one.ana);
  const choices = { deposito_id: await aDeposito(one.ana), fornecedor_id, estoque_full: false };
  const { id } = await shop.read(one);
  const kept = await sql(
    `select a.anuncio_id from importacao_itens i join anuncios a using (empresa_id, anuncio_id, variacao_id)
     where i.importacao_id = $1 and i.resultado = 'pendente' and a.variacao_id = '' order by 1 limit $2`,
    [id, changes.length],
  );
  const ids = kept.map(({ anuncio_id }) => String(anuncio_id));
  await sql('delete from importacao_itens where importacao_id = $1 and not anuncio_id = any($2::text[])', [
    id,
    ids,
  ]);
  for (const [n, { sku = null, gtins = [], codigos = [], marca = 'Cobreq', twinOf }] of changes.entries())
    await sql(
      `update anuncios set sku = coalesce($2, anuncio_id), sku_proprio = $2 is not null, gtins = $3, codigos = $4,
         marca = $5, gemeos = $6, produto_fisico = null, quantidade = 5, is_full = false, categoria_externa_id = (
           select min(id) from categorias_externas where empresa_id = anuncios.empresa_id)
       where anuncio_id = $1 and empresa_id = $7`,
      [
        ...[ids[n], sku, gtins, codigos, marca, twinOf === undefined ? [] : [`${ids[twinOf]} `]],
        one.ana.empresaId,
      ],
    );
  const url = `/api/importacoes/${id}`;
  const rows = () =>
    sql(
      `select i.*, p.nome as produto, p.sku as produto_sku, p.estoque_inicial as estoque
       from importacao_itens i left join produtos p on p.id = i.produto_id
       where i.importacao_id = $1 order by i.anuncio_id`,
      [id],
    );
  return {
    ...one,
    rows,
    async compare() {
      await sql("update importacoes set situacao = 'lendo', passo = 'comparar' where id = $1", [id]);
      await shop.run(id);
      return rows();
    },
    async decide(acao: string, places: readonly number[] | string, produto_id?: string) {
      const chosen =
        typeof places === 'string'
          ? { grupo: places }
          : { anuncios: places.map((n) => ({ anuncio_id: ids[n], variacao_id: '' })) };
      const answer = await one.ana.put(`${url}/anuncios`, {
        ...chosen,
        acao,
        ...(produto_id && { produto_id }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return rows();
    },
    async import() {
      const started = await one.ana.post(`${url}/iniciar`, choices);
      expect(started.statusCode, started.body).toBe(200);
      await shop.run(id);
      return rows();
    },
    /** The sum of all stock. */
    stock: async () =>
      Number(
        (
          await sql('select coalesce(sum(estoque_inicial), 0) as n from produtos where empresa_id = $1', [
            one.ana.empresaId,
          ])
        )[0]?.['n'],
      ),
  };
}

const TWINS = [{}, { twinOf: 0 }];
const producedBy = (rows: readonly Record<string, unknown>[]) => rows.map(({ produto }) => produto);

test('twins go together to the produto that a person chose for either of them', async () => {
  for (const chosen of [0, 1]) {
    const one = await aPreviewOf(TWINS);
    const produto = await aProduto(one.ana, { nome: 'O que já tenho' });
    await one.compare();
    const decided = await one.decide('ligar', [chosen], produto.id);
    expect(producedBy(decided)).toEqual(['O que já tenho', 'O que já tenho']);
    const done = await one.import();
    expect(done.map(({ resultado }) => resultado)).toEqual(['ligado', 'ligado']);
    expect(producedBy(done)).toEqual(['O que já tenho', 'O que já tenho']);
    expect(await one.stock()).toBe(0);
  }
});

test('a person is asked once about twins that may be an existing produto, and the twins go together', async () => {
  const answers = [
    { acao: 'ligar', results: ['ligado', 'ligado'], stock: 0 },
    { acao: 'criar', results: ['criado', 'ligado'], stock: 5 },
  ];
  for (const { acao, results, stock } of answers)
    for (const like of [0, 1])
      for (const isGroup of [true, false]) {
        const part = { codigos: ['N-4711'] };
        const one = await aPreviewOf(TWINS.map((twin, n) => (n === like ? { ...twin, ...part } : twin)));
        const marca_id = (
          await one.ana.post('/api/marcas', { nome: 'Cobreq', descricao: null, logo_url: null })
        ).json().id;
        const produto = await aProduto(one.ana, { cod_referencia: ['N 4711'], marca_id });
        const [first, other] = await one.compare();
        expect(first).toMatchObject({
          acao: 'ligar',
          confianca: 'media',
          por: 'codigo',
          produto_id: produto.id,
        });
        expect(other).toMatchObject({ acao: 'ligar', confianca: 'alta', por: 'anuncio', produto_id: null });
        await one.decide(acao, isGroup ? 'conferir' : [0]);
        const done = await one.import();
        expect(done.map(({ resultado }) => resultado)).toEqual(results);
        expect(new Set(done.map(({ produto_id }) => produto_id)).size).toBe(1);
        expect(done[0]?.['produto_id'] === produto.id).toBe(acao === 'ligar');
        expect(await one.stock()).toBe(stock);
      }
});

test('a twin leaves its group when a person says so, and can return', async () => {
  const one = await aPreviewOf([...TWINS, { twinOf: 0 }]);
  await one.compare();
  const apart = await one.decide('criar', [1]);
  expect(apart.map(({ acao }) => acao)).toEqual(['criar', 'criar', 'ligar']);
  expect((await one.decide('ligar', [1])).map(({ acao }) => acao)).toEqual(['criar', 'ligar', 'ligar']);
  await one.decide('criar', [1]);
  const done = await one.import();
  expect(done.map(({ resultado }) => resultado)).toEqual(['criado', 'criado', 'ligado']);
  expect(done[2]?.['produto_id']).toBe(done[0]?.['produto_id']);
});

test('twins follow the first of them when it is changed from a link to a new produto', async () => {
  const one = await aPreviewOf(TWINS);
  const produto = await aProduto(one.ana);
  await one.compare();
  await one.decide('ligar', [1], produto.id);
  const back = await one.decide('criar', [0]);
  expect(back.map(({ acao, produto_id }) => [acao, produto_id])).toEqual([
    ['criar', null],
    ['ligar', null],
  ]);
  const done = await one.import();
  expect(done.map(({ resultado }) => resultado)).toEqual(['criado', 'ligado']);
  expect(await one.stock()).toBe(5);
});

test('twins that were left out and included again are still one produto', async () => {
  const one = await aPreviewOf(TWINS);
  const produto = await aProduto(one.ana, { nome: 'O que já tenho' });
  await one.compare();
  await one.decide('ligar', [0], produto.id);
  await one.decide('ignorar', [0]);
  await one.decide('ligar', 'ignorar');
  await one.decide('criar', 'ignorar');
  const done = await one.import();
  expect(new Set(producedBy(done)).size).toBe(1);
});

const PLACEHOLDER = [
  { sku: 'SEM SKU', gtins: ['7891234567895'] },
  { sku: 'SEM SKU', gtins: ['7899999999999'] },
  { sku: 'SEM SKU', gtins: ['7899999999999'], twinOf: 1 },
];

test('a person is asked about a SKU that differing units share, and each can become its own produto', async () => {
  for (const chosen of ['conferir', [1]]) {
    const one = await aPreviewOf(PLACEHOLDER);
    const [first, other, twin] = await one.compare();
    expect(first).toMatchObject({ acao: 'criar' });
    expect(other).toMatchObject({ acao: 'ligar', por: 'sku', confianca: 'media', produto_id: null });
    expect(twin).toMatchObject({ acao: 'ligar', por: 'anuncio', confianca: 'alta', produto_id: null });
    await one.decide('criar', chosen);
    await one.decide('ligar', [1]);
    await one.decide('criar', [1]);
    const done = await one.import();
    expect(done.map(({ resultado, produto_sku, estoque }) => [resultado, produto_sku, estoque])).toEqual([
      ['criado', 'SEM SKU', '5.00'],
      ['criado', other?.['anuncio_id'], '5.00'],
      ['ligado', other?.['anuncio_id'], '5.00'],
    ]);
  }
});

test('units that a person joins by SKU or GTIN become one produto with its stock once', async () => {
  const gtins = ['7891234567895'];
  for (const [changes, por] of [
    [PLACEHOLDER, 'sku'],
    [[{ gtins }, { gtins, sku: 'A-1' }, { twinOf: 1 }], 'gtin'],
  ] as const) {
    const one = await aPreviewOf(changes);
    const [first, other] = await one.compare();
    expect(first).toMatchObject({ acao: 'criar' });
    expect(other).toMatchObject({ acao: 'ligar', por, confianca: 'media', produto_id: null });
    await one.decide('ligar', 'conferir');
    const done = await one.import();
    expect(done.map(({ resultado }) => resultado)).toEqual(['criado', 'ligado', 'ligado']);
    expect(new Set(done.map(({ produto_id }) => produto_id)).size).toBe(1);
    expect(await one.stock()).toBe(5);
  }
});

test('a produto with a SKU that differing units share has to be checked', async () => {
  const one = await aPreviewOf(PLACEHOLDER.slice(0, 2));
  const produto = await aProduto(one.ana, { sku: 'SEM SKU' });
  for (const row of await one.compare())
    expect(row).toMatchObject({ acao: 'ligar', por: 'sku', confianca: 'media', produto_id: produto.id });
  const decided = await one.decide('criar', [1]);
  expect(decided[1]).toMatchObject({ acao: 'criar' });
  await one.decide('ligar', [0]);
  const done = await one.import();
  expect(done.map(({ resultado }) => resultado)).toEqual(['ligado', 'criado']);
  expect(done[1]?.['produto_sku']).toBe(done[1]?.['anuncio_id']);
});
