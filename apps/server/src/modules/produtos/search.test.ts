import { randomBytes, randomUUID } from 'node:crypto';
import type { ItemInventario } from '@prumo/contract/inventario.ts';
import type { ProdutoInput, ProdutoListado } from '@prumo/contract/produtos.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa } = await testApp();

type Shop = Awaited<ReturnType<typeof aShop>>;

/** An empresa with the registers that a produto needs. */
async function aShop() {
  const ana = await anEmpresa();
  const make = async (path: string, body: object): Promise<string> => {
    const response = await ana.post(path, body);
    expect(response.statusCode).toBe(201);
    return response.json().id;
  };
  const aMarca = (nome: string) => make('/api/marcas', { nome, descricao: null, logo_url: null });
  const aCategoria = (nome: string) => make('/api/categorias', { nome, descricao: null, parent_id: null });
  const deposito = {
    descricao: null,
    cep: null,
    estado: null,
    cidade: null,
    endereco: null,
    bairro: null,
    numero: null,
    complemento: null,
  };
  const ids = {
    marca_id: await aMarca('Cofap'),
    categoria_id: await aCategoria('Suspensão'),
    fornecedor_id: await make('/api/fornecedores', {
      nome: 'Distribuidora Sul',
      cpf_cnpj: '11222333000181',
      email: 'vendas@exemplo.com.br',
      telefone: null,
      cep: null,
      endereco: null,
      numero: null,
      complemento: null,
      bairro: null,
      cidade: null,
      estado: null,
    }),
  };
  const deposito_id = await make('/api/depositos', { nome: 'Loja', ativo: true, ...deposito });
  const aProduto = (input: Partial<ProdutoInput> & { quantidade?: string }) => {
    const { quantidade = '20', ...fields } = input;
    return make('/api/produtos', {
      nome: 'Amortecedor',
      sku: randomUUID(),
      cod_referencia: [],
      custo_unitario: '10',
      preco_venda: '20',
      fotos: [],
      depositos: [{ deposito_id, quantidade, quantidade_lida: null }],
      ...ids,
      ...fields,
    });
  };
  return { client: ana as Client, aMarca, aCategoria, aProduto, ids, deposito_id };
}

/** Returns the names of the produtos found, in the order of the list. */
async function found({ client }: Shop, query: Record<string, string>): Promise<string[]> {
  const response = await client.get(`/api/produtos?${new URLSearchParams({ ordem: 'nome', ...query })}`);
  expect(response.statusCode).toBe(200);
  return response.json().itens.map(({ nome }: ProdutoListado) => nome);
}

describe('the filters', () => {
  test('two letters match before any following character', async () => {
    const shop = await aShop();
    const names = ['10 x', '10\tx', '10µF', '10Ω', '10ж', '10•x', '10→x', '10™', '10≤2', '10🔧', '10'];
    for (const nome of names) await shop.aProduto({ nome });
    expect(new Set(await found(shop, { nome: '10' }))).toEqual(new Set(names));
    const { filtrados } = (await shop.client.get('/api/produtos/resumo?nome=10')).json();
    expect(filtrados).toBe(names.length);
    expect(await found(shop, { busca: 'x' })).toEqual(['10 x', '10\tx']);
  });

  test('[PROD-09] any part of a name, SKU, marca or categoria matches, ignoring case and accents', async () => {
    const shop = await aShop();
    const marca_id = await shop.aMarca('Magnéti Marelli');
    const categoria_id = await shop.aCategoria('Injeção Eletrônica');
    await shop.aProduto({ nome: 'Válvula Térmica', sku: 'VÁL-77', marca_id, categoria_id });
    await shop.aProduto({ nome: 'Coxim', sku: 'COX-1' });
    for (const query of [
      { nome: 'TERMICA' },
      { nome: 'alv' },
      { nome: 'la té' },
      { nome: 'v' },
      { nome: 'rm' },
      { sku: 'val-7' },
      { sku: '77' },
      { sku: '-7' },
      { marca: 'neti m' },
      { marca: 'g' },
      { categoria: 'CAO ELETRO' },
      { categoria: 'j' },
      { nome: 'ula', sku: '7', marca: 'marelli', categoria: 'injecao' },
    ])
      expect([query, await found(shop, query)]).toEqual([query, ['Válvula Térmica']]);
    for (const query of [{ nome: 'térmicas' }, { marca: 'bosch' }, { nome: 'coxim', sku: '77' }])
      expect([query, await found(shop, query)]).toEqual([query, []]);
  });

  test('[PROD-10] any part of a code matches, as typed or with other separators', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'Filtro', cod_referencia: ['90915-YZZD2', '0 986 AF1 041'] });
    await shop.aProduto({ nome: 'Outro 90915', sku: '90915', cod_referencia: ['000123', 'X-1'] });
    for (const cod_referencia of ['90915 yzzd2', '90915-Y', '915yzz', '0986.AF1', '6 af', 'zd'])
      expect([cod_referencia, await found(shop, { cod_referencia })]).toEqual([cod_referencia, ['Filtro']]);
    expect(await found(shop, { cod_referencia: '000123' })).toEqual(['Outro 90915']);
    // The text spans two codes, so no single code contains it.
    expect(await found(shop, { cod_referencia: 'd2 0' })).toEqual([]);
  });

  test('every part of a text matches, with any signs in it', async () => {
    const shop = await aShop();
    const text = 'a-1 b²/10Ω ж9x--z (5% q';
    await shop.aProduto({ nome: text, cod_referencia: [text] });
    await shop.aProduto({ nome: 'Com', cod_referencia: ['777'] });
    for (let from = 0; from < text.length; from++)
      for (let to = from + 1; to <= Math.min(from + 4, text.length); to++) {
        const part = text.slice(from, to);
        if (part.trim() === '') continue;
        for (const filter of ['nome', 'cod_referencia'])
          expect([filter, part, await found(shop, { [filter]: part })]).toEqual([filter, part, [text]]);
      }
  });

  test('a produto with the most and longest codes is found by each of them', async () => {
    const shop = await aShop();
    const codes = Array.from({ length: 200 }, () =>
      randomBytes(75).toString('base64').replaceAll('=', '').slice(0, 100),
    );
    await shop.aProduto({ nome: 'N'.repeat(200), sku: 'S'.repeat(100), cod_referencia: codes });
    for (const code of [codes[0] ?? '', codes[199] ?? '']) {
      expect(await found(shop, { cod_referencia: code.slice(40, 60) })).toHaveLength(1);
      expect(await found(shop, { busca: code })).toHaveLength(1);
    }
  });

  test('characters that are special in SQL patterns match literally', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'Aditivo 50% \\ pronto_uso', cod_referencia: ['5%_\\1'] });
    await shop.aProduto({ nome: 'Aditivo 500', cod_referencia: ['5001'] });
    for (const query of [
      { nome: '50%' },
      { nome: '%' },
      { nome: '_' },
      { nome: '\\' },
      { cod_referencia: '5%_' },
      { busca: '50% pronto_' },
      { busca: '\\' },
    ])
      expect([query, await found(shop, query)]).toEqual([query, ['Aditivo 50% \\ pronto_uso']]);
    expect(await found(shop, { nome: "'" })).toEqual([]);
  });

  test('filters by id also apply', async () => {
    const shop = await aShop();
    const marca_id = await shop.aMarca('Nakata');
    await shop.aProduto({ nome: 'Pivô', marca_id });
    await shop.aProduto({ nome: 'Bieleta' });
    expect(await found(shop, { marca_id })).toEqual(['Pivô']);
    expect(await found(shop, { marca_id, nome: 'bieleta' })).toEqual([]);
    expect(await found(shop, { fornecedor_id: shop.ids.fornecedor_id })).toEqual(['Bieleta', 'Pivô']);
  });
});

describe('the search of the counter', () => {
  test('every word must match the name, SKU, codes or marca, in any order', async () => {
    const shop = await aShop();
    const marca_id = await shop.aMarca('Mann-Filter');
    await shop.aProduto({
      nome: 'Filtro de Óleo Palio',
      sku: 'FIL-1',
      cod_referencia: ['W 712/75'],
      marca_id,
    });
    await shop.aProduto({ nome: 'Filtro de Ar Palio', sku: 'FIL-2' });
    for (const busca of [
      'palio oleo',
      'OLEO filtro mann',
      'mann palio',
      'fil-1',
      'w712',
      'filtro 712/75',
      'filtro 71275',
      'filtro 712.75',
      'ól fi',
      'oleo - palio',
      'filter',
    ])
      expect([busca, await found(shop, { busca })]).toEqual([busca, ['Filtro de Óleo Palio']]);
    expect(await found(shop, { busca: 'fi pa' })).toEqual(['Filtro de Ar Palio', 'Filtro de Óleo Palio']);
    // Two letters match the beginning of a word only.
    expect(await found(shop, { busca: 'il' })).toEqual([]);
    expect(await found(shop, { busca: 'oleo gol' })).toEqual([]);
    expect(await found(shop, { busca: 'filtro', nome: 'ar p' })).toEqual(['Filtro de Ar Palio']);
  });

  test('twelve different words narrow the search, and later or repeated words do not', async () => {
    const shop = await aShop();
    const twelve = 'um dois tres quatro cinco seis sete oito nove dez onze doze';
    await shop.aProduto({ nome: twelve });
    await shop.aProduto({ nome: 'um dois tres' });
    expect(await found(shop, { busca: `${twelve} inexistente` })).toEqual([twelve]);
    expect(await found(shop, { busca: `um um um um um um um um um um um um ${twelve}` })).toEqual([twelve]);
    expect(await found(shop, { busca: `inexistente ${twelve}` })).toEqual([]);
    expect(await found(shop, { busca: 'um dois tres' })).toHaveLength(2);
  });

  test('a part of a code matches with any separators, and leading zeros count', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'Filtro', cod_referencia: ['90915-YZZD2'] });
    await shop.aProduto({ nome: 'Vela', cod_referencia: ['0 242 235 666'] });
    expect(await found(shop, { busca: '9091 5-yzz' })).toEqual(['Filtro']);
    expect(await found(shop, { busca: '0242.235' })).toEqual(['Vela']);
    expect(await found(shop, { busca: '00242' })).toEqual([]);
  });

  test('produtos that share a code are listed once each, forward and back, beyond the limit of exact matches', async () => {
    const shop = await aShop();
    for (let n = 10; n < 26; n++) await shop.aProduto({ nome: `E${n}`, cod_referencia: ['QQ-77'] });
    for (let n = 10; n < 30; n++) await shop.aProduto({ nome: `A${n}`, cod_referencia: ['QQ-77-8'] });
    const pageAt = async (cursor: string | null) => {
      const query = { ordem: 'nome', busca: 'qq77', limite: '12', ...(cursor && { cursor }) };
      const page = (await shop.client.get(`/api/produtos?${new URLSearchParams(query)}`)).json();
      return { ...page, nomes: page.itens.map(({ nome }: ProdutoListado) => nome) };
    };
    const first = await pageAt(null);
    const second = await pageAt(first.proximo);
    const third = await pageAt(second.proximo);
    const all = [...first.nomes, ...second.nomes, ...third.nomes];
    expect(all).toHaveLength(36);
    expect(new Set(all).size).toBe(36);
    expect((await pageAt(third.anterior)).nomes).toEqual(second.nomes);
    expect((await pageAt(second.anterior)).nomes).toEqual(first.nomes);
  });

  test('a code of two characters on many produtos is listed as often as it is counted', async () => {
    const shop = await aShop();
    for (let n = 0; n < 13; n++) await shop.aProduto({ nome: `K ${n}`, cod_referencia: ['K1'] });
    expect(await found(shop, { busca: 'k-1' })).toHaveLength(13);
    const { filtrados } = (await shop.client.get('/api/produtos/resumo?busca=k-1')).json();
    expect(filtrados).toBe(13);
  });

  test('an accent alone matches nothing', async () => {
    const shop = await aShop();
    await shop.aProduto({});
    expect(await found(shop, { busca: '\u0301' })).toEqual([]);
  });

  test('an exact code match comes first, on the first page only', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'M exato', cod_referencia: ['AB-12'] });
    for (const nome of ['A parte', 'B parte', 'C parte', 'X parte', 'Z parte'])
      await shop.aProduto({ nome, cod_referencia: ['AB-12-7'] });
    await shop.aProduto({ nome: 'N exato', sku: 'ab12' });
    const order = ['M exato', 'N exato', 'A parte', 'B parte', 'C parte', 'X parte', 'Z parte'];
    for (const limite of ['1', '2', '3', '4', '50']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = {
          ordem: 'nome',
          busca: 'ab 12',
          limite,
          ...(cursor && { cursor }),
        };
        const page: { itens: ProdutoListado[]; proximo: string | null } = (
          await shop.client.get(`/api/produtos?${new URLSearchParams(query)}`)
        ).json();
        seen.push(...page.itens.map(({ nome }) => nome));
        cursor = page.proximo;
      } while (cursor);
      expect([limite, seen]).toEqual([limite, order]);
    }
    expect(await found(shop, { busca: 'AB.12', ordem: '-nome' })).toEqual([
      'N exato',
      'M exato',
      ...['Z', 'X', 'C', 'B', 'A'].map((letter) => `${letter} parte`),
    ]);
    expect(await found(shop, { busca: 'ab12', nome: 'n e' })).toEqual(['N exato']);
  });

  test('paging back leads to the same first page', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'Z exato', cod_referencia: ['K1'] });
    for (const nome of ['A', 'B', 'C', 'D', 'E'])
      await shop.aProduto({ nome: `${nome} K1`, sku: `${nome}-K1` });
    const page = async (cursor?: string) =>
      (
        await shop.client.get(
          `/api/produtos?${new URLSearchParams({ ordem: 'nome', busca: 'k1', limite: '3', ...(cursor && { cursor }) })}`,
        )
      ).json();
    const first = await page();
    const second = await page(first.proximo);
    expect(second.itens.map(({ nome }: ProdutoListado) => nome)).toEqual(['C K1', 'D K1', 'E K1']);
    const back = await page(second.anterior);
    expect(back).toEqual(first);
  });
});

describe('the inventory', () => {
  test('is filtered by produto, deposito and situacao', async () => {
    const shop = await aShop();
    await shop.aProduto({ nome: 'Filtro', cod_referencia: ['W-712'], quantidade: '0' });
    await shop.aProduto({ nome: 'Correia', quantidade: '3' });
    const produtos = async (query: Record<string, string>) => {
      const response = await shop.client.get(`/api/inventario?${new URLSearchParams(query)}`);
      expect(response.statusCode).toBe(200);
      return response.json().itens.map((item: ItemInventario) => item.produto_nome);
    };
    expect(await produtos({ busca: 'w712' })).toEqual(['Filtro']);
    expect(await produtos({ busca: 'cofap corr' })).toEqual(['Correia']);
    expect(await produtos({ busca: 'filtro', situacao: 'baixo' })).toEqual([]);
    expect(await produtos({ situacao: 'baixo' })).toEqual(['Correia']);
    expect(await produtos({ deposito_id: shop.deposito_id, ordem: 'quantidade' })).toEqual([
      'Filtro',
      'Correia',
    ]);
    expect(await produtos({ deposito_id: randomUUID() })).toEqual([]);
  });
});

test('the cards cover the produtos that match the filters', async () => {
  const shop = await aShop();
  const marca_id = await shop.aMarca('NGK');
  await shop.aProduto({ nome: 'Vela', marca_id, quantidade: '4', cod_referencia: ['BP-6'] });
  await shop.aProduto({ nome: 'Vela longa', quantidade: '0' });
  await shop.aProduto({ nome: 'Cabo', quantidade: '30' });
  const resumo = async (query: Record<string, string>) =>
    (await shop.client.get(`/api/produtos/resumo?${new URLSearchParams(query)}`)).json();
  expect(await resumo({ nome: 'vela' })).toMatchObject({
    total: 3,
    filtrados: 2,
    valor_estoque: '40.00',
    sem_estoque: 1,
    baixo_estoque: 1,
    categorias: 1,
    marcas: 2,
    estoque_medio: '2',
  });
  expect(await resumo({ busca: 'bp 6' })).toMatchObject({ filtrados: 1, marcas: 1 });
  expect(await resumo({ nome: 'inexistente' })).toMatchObject({
    filtrados: 0,
    valor_estoque: '0.00',
    marcas: 0,
  });
});
