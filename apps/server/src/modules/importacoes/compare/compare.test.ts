import { afterAll, expect, test } from 'vitest';
import { importacoesApp } from '#testing/importacoes.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { aProduto } from '#testing/stock.ts';

const prumo = await mercadoLivreApp();
const { sql } = prumo;
const shop = await importacoesApp(prumo);
afterAll(() => shop.close());

/** With this seed no two units share a SKU, so only the test makes units doubtful. */
const SEED = 4;

type Shop = Awaited<ReturnType<typeof shop.aShopWith>>;

/** Reads once to learn the anuncios, and cancels the importacao. */
async function lookAt(one: Shop) {
  const { id } = await shop.read(one);
  const anuncios = await shop.anunciosOf(one.ana, id);
  await one.ana.post(`/api/importacoes/${id}/cancelar`);
  return anuncios.filter(({ resultado }) => resultado === 'pendente');
}
const readAgain = async (one: Shop) => {
  const { id, contagem } = await shop.read(one);
  const anuncios = await shop.anunciosOf(one.ana, id);
  return {
    id,
    contagem,
    of: ({ anuncio_id, variacao_id }: { anuncio_id: string; variacao_id: string }) =>
      anuncios.find((each) => each.anuncio_id === anuncio_id && each.variacao_id === variacao_id),
  };
};
const first = <T>(rows: readonly T[], is: (row: T) => boolean): T => {
  const row = rows.find(is);
  if (!row) throw new Error('the sandbox has no anuncio of this kind');
  return row;
};
const marcaOf = async (one: Shop, nome: string) =>
  (await one.ana.post('/api/marcas', { nome, descricao: null, logo_url: null })).json().id;

test('a produto with the same SKU is linked with certainty, and only its empty fields would be filled', async () => {
  const one = await shop.aShopWith({ anuncios: 60, fotos: 2, semente: SEED });
  const anuncios = await lookAt(one);
  const alone = anuncios.filter(({ por }) => por === null);
  const own = first(alone, ({ sku_proprio, codigos }) => sku_proprio && codigos.length > 0);
  const produto = await aProduto(one.ana, { sku: own.sku, nome: 'O que já havia', preco_venda: '0.00' });
  const bare = first(alone, ({ sku_proprio }) => !sku_proprio);
  const other = await aProduto(one.ana, { sku: bare.sku });
  const again = await readAgain(one);
  expect(again.of(own)).toMatchObject({
    acao: 'ligar',
    por: 'sku',
    confianca: 'alta',
    produto: { id: produto.id, nome: 'O que já havia', sku: own.sku },
    preenche: ['cod_referencia', 'fotos', 'preco_venda'],
  });
  // The id of the anuncio stands in for a SKU, so the match may be a coincidence.
  expect(again.of(bare)).toMatchObject({
    acao: 'ligar',
    por: 'sku',
    confianca: 'media',
    produto: { id: other.id },
  });
  expect(again.contagem.conferir).toBe(1);
});

test('a GTIN of one produto is a certain match, and a GTIN of several has to be checked', async () => {
  const one = await shop.aShopWith({ anuncios: 60 });
  const anuncios = await lookAt(one);
  const [certain, doubtful] = anuncios.filter(
    ({ por, codigos }) => por === null && codigos.some((code) => /^\d{13}$/.test(code)),
  );
  const gtin = (codigos: readonly string[] = []) => first(codigos, (code) => /^\d{13}$/.test(code));
  const produto = await aProduto(one.ana, { cod_referencia: [gtin(certain?.codigos)] });
  await aProduto(one.ana, { nome: 'B', cod_referencia: [gtin(doubtful?.codigos)] });
  const a = await aProduto(one.ana, { nome: 'A', cod_referencia: [gtin(doubtful?.codigos)] });
  const again = await readAgain(one);
  expect(certain && again.of(certain)).toMatchObject({
    acao: 'ligar',
    por: 'gtin',
    confianca: 'alta',
    produto: { id: produto.id },
  });
  expect(doubtful && again.of(doubtful)).toMatchObject({
    por: 'gtin',
    confianca: 'baixa',
    produto: { id: a.id },
  });
});

test('a part number has to be checked, and is less sure with another marca', async () => {
  const one = await shop.aShopWith({ anuncios: 60, recursos: ['so_pecas'], semente: SEED });
  const anuncios = await lookAt(one);
  const [same, other, twice] = anuncios.filter(
    ({ por, marca, codigos }) =>
      por === null && marca !== null && codigos.some((code) => code.startsWith('N-')),
  );
  const part = (codigos: readonly string[] = []) => first(codigos, (code) => code.startsWith('N-'));
  const typed = part(same?.codigos).toLowerCase().replace('-', ' ');
  const produto = await aProduto(one.ana, {
    cod_referencia: [typed],
    marca_id: await marcaOf(one, String(same?.marca).toUpperCase()),
  });
  const foreign = await aProduto(one.ana, { cod_referencia: [part(other?.codigos)] });
  // Two produtos of other marcas give no match.
  for (const _ of [1, 2]) await aProduto(one.ana, { cod_referencia: [part(twice?.codigos)] });
  const again = await readAgain(one);
  expect(same && again.of(same)).toMatchObject({
    por: 'codigo',
    confianca: 'media',
    produto: { id: produto.id },
  });
  expect(other && again.of(other)).toMatchObject({
    por: 'codigo',
    confianca: 'baixa',
    produto: { id: foreign.id },
  });
  expect(twice && again.of(twice)).toMatchObject({ acao: 'criar', por: null, produto: null });
  expect(again.contagem.conferir).toBe(2);
});

test('twins are one produto and units of one SKU may be: the first creates it, and the others link to it', async () => {
  const one = await shop.aShopWith({ anuncios: 200, semente: 2 });
  const { id } = await shop.read(one);
  const rows = await sql(
    `select i.anuncio_id, i.variacao_id, i.mesmo_produto, i.acao, i.por, i.confianca, a.produto_fisico, a.sku
     from importacao_itens i join anuncios a using (empresa_id, anuncio_id, variacao_id)
     where i.importacao_id = $1 and i.resultado = 'pendente' order by 1, 2`,
    [id],
  );
  const byKey = new Map<unknown, (typeof rows)[number]>(
    rows.map((row) => [`${row['anuncio_id']} ${row['variacao_id']}`, row]),
  );
  const groups = Map.groupBy(
    rows.filter(({ mesmo_produto }) => mesmo_produto !== null),
    // The first of some twins may itself be in a group with others.
    ({ mesmo_produto }) => String(byKey.get(mesmo_produto)?.['mesmo_produto']),
  );
  expect(groups.size).toBeGreaterThan(5);
  for (const [leader, members] of groups) {
    expect(members.length).toBeGreaterThan(1);
    expect(`${members[0]?.['anuncio_id']} ${members[0]?.['variacao_id']}`).toBe(leader);
    expect(members.map(({ acao }) => acao)).toEqual(['criar', ...members.slice(1).map(() => 'ligar')]);
    // The sandbox gives the same SKU only to different products.
    for (const { por, confianca } of members.slice(1))
      expect(confianca).toBe(por === 'anuncio' ? 'alta' : 'media');
  }
  expect(rows.filter(({ por }) => por === 'sku').length).toBeGreaterThan(0);
  const physical = Map.groupBy(rows, ({ produto_fisico }) => String(produto_fisico));
  for (const [thing, members] of physical)
    if (thing !== 'null') expect(members.filter(({ acao }) => acao === 'criar').length).toBeLessThan(2);
});

test('twins go together to the produto that one of them matches', async () => {
  const one = await shop.aShopWith({ anuncios: 100 });
  const anuncios = await lookAt(one);
  const twin = first(anuncios, ({ por, sku_proprio }) => por === 'anuncio' && sku_proprio);
  const [{ mesmo_produto: leader } = {}] = await sql(
    'select mesmo_produto from importacao_itens where anuncio_id = $1 and variacao_id = $2 limit 1',
    [twin.anuncio_id, twin.variacao_id],
  );
  const produto = await aProduto(one.ana, { sku: twin.sku });
  const again = await readAgain(one);
  const [anuncio_id = '', variacao_id = ''] = String(leader).split(' ');
  for (const place of [twin, { anuncio_id, variacao_id }])
    expect(again.of(place)).toMatchObject({
      acao: 'ligar',
      confianca: 'alta',
      produto: { id: produto.id },
    });
});

test('an anuncio imported before is linked to its produto, whatever else it matches', async () => {
  const one = await shop.aShopWith({ anuncios: 60 });
  const anuncios = await lookAt(one);
  const known = first(anuncios, ({ por, sku_proprio }) => por === null && sku_proprio);
  const produto = await aProduto(one.ana);
  await aProduto(one.ana, { sku: known.sku });
  await sql('update anuncios set produto_id = $1 where anuncio_id = $2', [produto.id, known.anuncio_id]);
  const again = await readAgain(one);
  expect(again.of(known)).toMatchObject({
    acao: 'ligar',
    por: 'anuncio',
    confianca: 'alta',
    produto: { id: produto.id },
    preenche: [],
  });
});
