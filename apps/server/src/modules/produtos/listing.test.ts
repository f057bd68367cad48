import type { ProdutoEncontrado, ProdutoListado } from '@prumo/contract/produtos.ts';
import { describe, expect, test } from 'vitest';
import { anImportacao } from '#testing/an-importacao.ts';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

/** Changes a record without its triggers, which need the transaction of a request. */
const unrecorded = (change: string) =>
  sql(`begin; set local session_replication_role = replica; ${change}; commit`);

const listed = async (client: Client, query = ''): Promise<ProdutoListado[]> =>
  (await client.get(`/api/produtos${query}`)).json().itens;

describe('listing', () => {
  test('[PROD-40] a list is newest first, with the names of categoria, marca and fornecedor', async () => {
    const ana = await anEmpresa();
    const deposito = await aDeposito(ana);
    const produtos = [];
    for (const nome of ['Primeiro', 'Segundo', 'Terceiro'])
      produtos.push(await aProduto(ana, { nome, stock: { [deposito]: '1234567.89' } }));
    await aProduto(await anEmpresa(), { nome: 'De outra' });
    const expected = produtos.reverse().map(({ depositos, lote, ...produto }) => produto);
    expect(await listed(ana)).toEqual(expected);
  });

  test('[PROD-09] [PROD-10] each filter matches any part of the text in any case, and several filters all apply', async () => {
    const ana = await anEmpresa();
    const { id: marca_id } = (
      await ana.post('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null })
    ).json();
    const { id: categoria_id } = (
      await ana.post('/api/categorias', { nome: 'Freios', descricao: null, parent_id: null })
    ).json();
    const wanted = await aProduto(ana, {
      nome: 'Pastilha de freio',
      sku: 'PF-100%',
      marca_id,
      categoria_id,
      cod_referencia: ['BB-01', 'XK_2277'],
    });
    await aProduto(ana, { nome: 'Óleo', sku: 'OL-1', cod_referencia: ['ZZ-9'] });
    const found = async (query: string) => (await listed(ana, `?${query}`)).map(({ id }) => id);
    for (const query of [
      'nome=ILHA DE',
      'nome=f',
      'sku=f-10',
      'sku=0%25',
      'cod_referencia=k_22',
      'marca=OSC',
      'categoria=reio',
      `marca_id=${marca_id}`,
      `categoria_id=${categoria_id}`,
      `fornecedor_id=${wanted.fornecedor_id}`,
      'nome=pastilha&sku=pf&cod_referencia=bb-01&marca=bosch&categoria=freios',
    ])
      expect(await found(query), query).toEqual([wanted.id]);
    for (const query of [
      'nome=100',
      'sku=1%25',
      'cod_referencia=K%2577',
      'marca=ngk',
      'nome=pastilha&sku=ol',
    ])
      expect(await found(query), query).toEqual([]);
    expect(await found('nome=&sku=')).toHaveLength(2);
  });

  test('a list is filtered by stock, photo and anuncio, and the cards count the same produtos', async () => {
    const ana = await anEmpresa();
    const deposito = await aDeposito(ana);
    const made = [];
    for (const quantidade of ['0', '9.99', '10'])
      made.push(await aProduto(ana, { stock: { [deposito]: quantidade } }));
    const [none, low, some] = made.map(({ id }) => id);
    await unrecorded(`update produtos set fotos = '{https://exemplo.com.br/a.webp}' where id = '${low}'`);
    await sql(
      `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku,
         sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
       values ($1, 'mercado_livre', '1', 'MLB1', 'Filtro', 'active', 'MLB2', 'F', true, 1, 1, false, now(), $2)`,
      [ana.empresaId, some],
    );
    for (const [query, expected] of [
      ['estoque=sem', [none]],
      ['estoque=baixo', [low]],
      ['estoque=com', [low, some]],
      ['foto=com', [low]],
      ['foto=sem', [none, some]],
      ['anuncio=com', [some]],
      ['anuncio=sem', [none, low]],
      ['anuncio=sem&estoque=com&nome=filtro', [low]],
    ] as const) {
      const found = (await listed(ana, `?${query}`)).map(({ id }) => id);
      expect(found.sort(), query).toEqual([...expected].sort());
      const { filtrados } = (await ana.get(`/api/produtos/resumo?${query}`)).json();
      expect(filtrados, query).toBe(expected.length);
    }
    expect((await ana.get('/api/produtos?estoque=pouco')).statusCode).toBe(422);
  });

  test('a list is filtered by the importacao that created its produtos, and the cards count the same ones', async () => {
    const ana = await anEmpresa();
    const bruno = await anEmpresa();
    const made = [];
    for (const nome of ['Antes', 'Filtro de óleo', 'Filtro de ar', 'Depois'])
      made.push(await aProduto(ana, { nome }));
    const [before = '', oil = '', air = '', after = ''] = made.map(({ id }) => id);
    const importacao = await anImportacao(sql, ana, {
      criado: [oil, air],
      ligado: [before],
      igual: [after],
    });
    const found = async (client: Client, query: string) =>
      (await listed(client, `?${query}`)).map(({ id }) => id).sort();
    expect(await found(ana, `importacao=${importacao}`)).toEqual([oil, air].sort());
    expect(await found(ana, `importacao=${importacao}&nome=oleo`)).toEqual([oil]);
    expect(await found(ana, `importacao=${importacao}&busca=filtro&ordem=nome`)).toEqual([oil, air].sort());
    expect((await ana.get(`/api/produtos/resumo?importacao=${importacao}`)).json()).toMatchObject({
      exato: true,
      filtrados: 2,
    });
    expect((await ana.get(`/api/produtos/resumo/exato?importacao=${importacao}`)).json().filtrados).toBe(2);
    expect(await found(ana, `importacao=${after}`)).toEqual([]);
    await aProduto(bruno, {});
    expect(await found(bruno, `importacao=${importacao}`)).toEqual([]);
    expect((await ana.get('/api/produtos?importacao=ontem')).statusCode).toBe(422);
  });

  test('a produto of an importacao that is far down the list is found through its index', async () => {
    const ana = await anEmpresa();
    const { id } = await aProduto(ana, { nome: 'Zebra' });
    const importacao = await anImportacao(sql, ana, { criado: [id] });
    await unrecorded(
      `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, custo_unitario,
         preco_venda, estoque_inicial)
       select empresa_id, user_id, 'Abelha', 'A' || n, categoria_id, marca_id, fornecedor_id, '{}', 0, 1, 0
       from produtos, generate_series(1, 2100) n where id = '${id}'`,
    );
    const page = (await ana.get(`/api/produtos?importacao=${importacao}&ordem=nome`)).json();
    expect(page).toMatchObject({ itens: [{ id }], parcial: false });
  });

  test('a produto shows the sum of the minimums that people set', async () => {
    const ana = await anEmpresa();
    const [matriz, filial] = [await aDeposito(ana, 'Matriz'), await aDeposito(ana, 'Filial')];
    const { id } = await aProduto(ana, { stock: { [matriz]: '1', [filial]: '1' } });
    expect((await listed(ana))[0]?.minimo).toBeNull();
    await unrecorded(`update produto_deposito set minimo = 2.5 where produto_id = '${id}'`);
    expect((await listed(ana))[0]?.minimo).toBe('5.00');
    expect((await ana.get(`/api/produtos/${id}`)).json().minimo).toBe('5.00');
  });

  test('paging forward and back visits every produto once, in each order, filtered or not', async () => {
    const ana = await anEmpresa();
    const model = await aProduto(ana, { nome: 'Peça 0', sku: 'S-0' });
    const { categoria_id, marca_id, fornecedor_id } = model;
    for (let n = 1; n < 7; n++)
      await aProduto(ana, {
        nome: `Peça ${n % 3}`,
        sku: `S-${n}`,
        preco_venda: `${(n * 7) % 5}.50`,
        categoria_id,
        marca_id,
        fornecedor_id,
      });
    for (const ordem of [
      'created_at',
      '-created_at',
      'nome',
      '-nome',
      'sku',
      '-sku',
      'preco_venda',
      '-preco_venda',
    ])
      for (const filter of ['', '&nome=peca', '&busca=peca'])
        expect(await walk(ana, `ordem=${ordem}${filter}`), `${ordem}${filter}`).toHaveLength(7);
    const prices = (await listed(ana, '?ordem=-preco_venda')).map(({ preco_venda }) => Number(preco_venda));
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
  });

  test('a cursor of one filtered list is refused in another', async () => {
    const ana = await anEmpresa();
    for (const sku of ['A1', 'A2', 'A3']) await aProduto(ana, { sku });
    const { proximo } = (await ana.get('/api/produtos?limite=1&sku=a')).json();
    expect((await ana.get(`/api/produtos?limite=1&sku=a&cursor=${proximo}`)).statusCode).toBe(200);
    for (const other of ['', '&sku=a3', '&nome=a', '&busca=a'])
      expect((await ana.get(`/api/produtos?limite=1${other}&cursor=${proximo}`)).statusCode).toBe(422);
  });

  /** Pages forward by two and then back, and returns the distinct ids. */
  async function walk(client: Client, query: string): Promise<string[]> {
    const pageAt = async (cursor: string | null) =>
      (await client.get(`/api/produtos?limite=2&${query}${cursor ? `&cursor=${cursor}` : ''}`)).json();
    const idsOf = ({ itens }: { itens: ProdutoListado[] }) => itens.map(({ id }) => id);
    let page = await pageAt(null);
    const pages = [idsOf(page)];
    while (page.proximo) {
      page = await pageAt(page.proximo);
      pages.push(idsOf(page));
    }
    for (const expected of pages.slice(0, -1).reverse()) {
      page = await pageAt(page.anterior);
      expect(idsOf(page)).toEqual(expected);
    }
    expect(page.anterior).toBeNull();
    return [...new Set(pages.flat())];
  }
});

describe('the counter', () => {
  const atCounter = async (client: Client, busca: string): Promise<ProdutoEncontrado[]> =>
    (await client.get(`/api/produtos/balcao?busca=${encodeURIComponent(busca)}`)).json().itens;

  test('gives for each produto the data to sell it, and which of its codes was typed', async () => {
    const ana = await anEmpresa();
    const deposito = await aDeposito(ana);
    const produto = await aProduto(ana, {
      nome: 'Filtro de óleo',
      sku: 'FO-1',
      cod_referencia: ['W 712/75', '90915-YZZD2'],
      preco_venda: '39.9',
      stock: { [deposito]: '12' },
    });
    const { id, marca_nome } = produto;
    const found = {
      id,
      nome: 'Filtro de óleo',
      sku: 'FO-1',
      marca_nome,
      foto: null,
      estoque_inicial: '12.00',
      reservado: '0.00',
      disponivel: '12.00',
      preco_venda: '39.90',
    };
    for (const [busca, codigo] of [
      ['90915 yzzd2', '90915-YZZD2'],
      ['w71275', 'W 712/75'],
      ['fo1', 'FO-1'],
      ['oleo filt', null],
      ['90915', null],
    ] as const)
      expect([busca, await atCounter(ana, busca)]).toEqual([busca, [{ ...found, codigo }]]);
    for (const busca of ['', '  ', 'nada']) expect(await atCounter(ana, busca)).toEqual([]);
    expect(await atCounter(await anEmpresa(), '90915-YZZD2')).toEqual([]);
  });

  test('lists the produto with exactly that code first, and twenty produtos at most', async () => {
    const ana = await anEmpresa();
    const { id, categoria_id, marca_id, fornecedor_id } = await aProduto(ana, { cod_referencia: ['A-1'] });
    for (let n = 0; n < 21; n++)
      await aProduto(ana, { cod_referencia: [`A-1${n}`], categoria_id, marca_id, fornecedor_id });
    const itens = await atCounter(ana, 'a1');
    expect(itens).toHaveLength(20);
    expect(itens[0]).toMatchObject({ id, codigo: 'A-1' });
  });
});

test('[PROD-22] [PROD-23] the form’s selects offer the marcas, categorias and fornecedores of the empresa only', async () => {
  const ana = await anEmpresa();
  const { marca_id, marca_nome, categoria_id, categoria_nome, fornecedor_id, fornecedor_nome } =
    await aProduto(ana);
  await aProduto(await anEmpresa());
  for (const [path, id, nome] of [
    ['marcas', marca_id, marca_nome],
    ['categorias', categoria_id, categoria_nome],
    ['fornecedores', fornecedor_id, fornecedor_nome],
  ]) {
    const { itens } = (await ana.get(`/api/${path}?ordem=nome`)).json();
    expect(itens).toEqual([expect.objectContaining({ id, nome })]);
  }
});
