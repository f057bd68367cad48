import type { Produto, ProdutosResumo } from '@prumo/contract/produtos.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, formOf, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

const resumo = async (client: Client, query = ''): Promise<ProdutosResumo> => {
  const response = await client.get(`/api/produtos/resumo${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

/** Produtos of one marca, categoria and fornecedor, one for each quantity. */
async function withStocks(client: Client, quantities: string[], custo_unitario = '10') {
  const deposito = await aDeposito(client);
  const { id, categoria_id, marca_id, fornecedor_id } = await aProduto(client);
  await client.delete(`/api/produtos/${id}`);
  const shared = { categoria_id, marca_id, fornecedor_id, custo_unitario };
  const produtos = [];
  for (const quantity of quantities)
    produtos.push(await aProduto(client, { ...shared, stock: { [deposito]: quantity } }));
  return { deposito, produtos };
}

describe('the cards', () => {
  test('of an empty catalogue are all zero', async () => {
    expect(await resumo(await anEmpresa())).toEqual({
      exato: true,
      total: 0,
      filtrados: null,
      valor_estoque: '0.00',
      sem_estoque: 0,
      baixo_estoque: 0,
      categorias: 0,
      marcas: 0,
      estoque_medio: '0',
    });
  });

  test('[PROD-04] [PROD-05] out of stock is exactly 0, low is above 0 and below 10', async () => {
    const ana = await anEmpresa();
    await withStocks(ana, ['0', '0.01', '9.99', '10', '10.01']);
    await aProduto(ana);
    const expected = { total: 6, sem_estoque: 2, baixo_estoque: 2 };
    expect(await resumo(ana)).toMatchObject(expected);
    expect(await resumo(ana, '?nome=filtro')).toMatchObject({ ...expected, filtrados: 6 });
  });

  test('[PROD-03] the value is the exact sum of cost times stock', async () => {
    const ana = await anEmpresa();
    await withStocks(
      ana,
      Array.from({ length: 10 }, () => '0.1'),
      '0.1',
    );
    await withStocks(ana, ['9999999999.99'], '9999999999.99');
    // The sum is 10 × 0.01 + 9999999999.99², rounded once.
    expect((await resumo(ana)).valor_estoque).toBe('99999999999800000000.10');
    expect((await resumo(ana, '?nome=filtro')).valor_estoque).toBe('99999999999800000000.10');
  });

  test('[PROD-06] categorias and marcas in use are counted once each', async () => {
    const ana = await anEmpresa();
    const { marca_id, categoria_id } = await aProduto(ana, { nome: 'Um' });
    await aProduto(ana, { nome: 'Dois', marca_id });
    await aProduto(ana, { nome: 'Três', marca_id, categoria_id });
    await aProduto(ana, { nome: 'Quatro' });
    await ana.post('/api/marcas', { nome: 'Sem produto', descricao: null, logo_url: null });
    await ana.post('/api/categorias', { nome: 'Sem produto', descricao: null, parent_id: null });
    expect(await resumo(ana)).toMatchObject({ categorias: 3, marcas: 2 });
    expect(await resumo(ana, `?marca_id=${marca_id}`)).toMatchObject({ categorias: 2, marcas: 1 });
  });

  test('[PROD-07] the average is over all produtos and rounded', async () => {
    const ana = await anEmpresa();
    const { deposito, produtos } = await withStocks(ana, ['1', '0', '0.49']);
    expect((await resumo(ana)).estoque_medio).toBe('0');
    const produto_id = produtos[0]?.id ?? '';
    await ana.post('/api/movimentos', movimento({ produto_id, deposito_id: deposito, quantidade: '0.01' }));
    expect((await resumo(ana)).estoque_medio).toBe('1');
  });

  test('[PROD-02] a filter gives the number of matching produtos beside the total', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Óleo 5W30', 'Óleo 10W40', 'Vela']) await aProduto(ana, { nome });
    await aProduto(await anEmpresa(), { nome: 'Óleo alheio' });
    expect(await resumo(ana)).toMatchObject({ total: 3, filtrados: null });
    expect(await resumo(ana, '?nome=&sku=')).toMatchObject({ total: 3, filtrados: null });
    expect(await resumo(ana, '?nome=oleo')).toMatchObject({ total: 3, filtrados: 2 });
    expect(await resumo(ana, '?busca=oleo 5w')).toMatchObject({ total: 3, filtrados: 1 });
    expect(await resumo(ana, '?categoria=nada')).toMatchObject({
      total: 3,
      filtrados: 0,
      valor_estoque: '0.00',
      estoque_medio: '0',
    });
  });
});

/** Computes the same figures row by row. */
async function recount(empresaId: string) {
  const [row] = await sql(
    `select true as exato, count(*)::int as total, null as filtrados, count(*) filter (where e = 0)::int as sem_estoque,
       count(*) filter (where e > 0 and e < 10)::int as baixo_estoque, coalesce(round(avg(e)), 0)::text as estoque_medio,
       round(coalesce(sum(custo_unitario * e), 0), 2)::text as valor_estoque,
       count(distinct categoria_id)::int as categorias, count(distinct marca_id)::int as marcas
     from produtos p cross join lateral (select coalesce(sum(quantidade), 0) as e from produto_deposito d
       where d.empresa_id = p.empresa_id and d.produto_id = p.id) d where p.empresa_id = $1`,
    [empresaId],
  );
  return row;
}

const quantity = fc.constantFrom('0', '0.01', '5', '9.99', '10', '10.01', '1234.56');
const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'edit', 'move', 'remove', 'undo', 'undo'),
  which: fc.nat(1000),
  quantity,
  custo_unitario: fc.constantFrom('0', '0.01', '19.9', '100'),
});

test('after any sequence of changes and undos the cards equal a full recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), async (steps) => {
      const ana = await anEmpresa();
      const depositos = [await aDeposito(ana, 'A'), await aDeposito(ana, 'B')];
      const lotes: string[] = [];
      const done = (response: { json(): { lote?: string } }) => {
        const { lote } = response.json();
        if (lote) lotes.push(lote);
      };
      for (const { kind, which, ...values } of steps) {
        const deposito_id = depositos[which % 2] ?? '';
        const { itens } = (await ana.get('/api/produtos')).json();
        const id = itens[which % Math.max(1, itens.length)]?.id;
        if (kind === 'undo' && lotes.length > 0)
          done(await ana.post(`/api/historico/${lotes[which % lotes.length]}/desfazer`));
        else if (kind === 'create' || !id) {
          const { custo_unitario } = values;
          const { lote } = await aProduto(ana, { custo_unitario, stock: { [deposito_id]: values.quantity } });
          lotes.push(lote);
        } else if (kind === 'remove') done(await ana.delete(`/api/produtos/${id}`));
        else if (kind === 'move')
          done(
            await ana.post(
              '/api/movimentos',
              movimento({ produto_id: id, deposito_id, quantidade: values.quantity }),
            ),
          );
        else done(await edit(ana, id, { deposito_id, ...values }));
        const shown = await resumo(ana);
        expect(shown).toEqual(await recount(ana.empresaId));
        expect({ ...(await resumo(ana, '?nome=filtro')), filtrados: null }).toEqual(shown);
      }
    }),
    { numRuns: 4 },
  );
});

/** Saves the produto with another cost and with this quantity in only this deposito. */
async function edit(
  client: Client,
  id: string,
  to: { deposito_id: string; quantity: string; custo_unitario: string },
) {
  const produto: Produto = (await client.get(`/api/produtos/${id}`)).json();
  const form = formOf(produto);
  const known = produto.depositos.find(({ deposito_id }) => deposito_id === to.deposito_id);
  const others = form.depositos.filter(({ deposito_id }) => deposito_id !== to.deposito_id);
  const saved = await client.put(`/api/produtos/${id}`, {
    ...form,
    custo_unitario: to.custo_unitario,
    depositos: [
      ...others.map((saldo) => ({ ...saldo, quantidade: null })),
      {
        deposito_id: to.deposito_id,
        quantidade: to.quantity,
        quantidade_lida: known?.quantidade ?? null,
      },
    ],
  });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved;
}
