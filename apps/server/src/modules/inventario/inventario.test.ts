import type { ItemInventario } from '@prumo/contract/inventario.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

const page = async (ana: Client, query = '') => {
  const response = await ana.get(`/api/inventario${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as {
    itens: ItemInventario[];
    total: number | null;
    proximo: string | null;
    anterior: string | null;
  };
};
const resumo = async (ana: Client) => (await ana.get('/api/inventario/resumo')).json();

/**
 * Filtro has 0 in Matriz and 9.99 in Filial. Vela has 10 in Matriz. Pastilha has 30 in Filial and moved last.
 */
async function aStock() {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const filtro = await aProduto(ana, { nome: 'Filtro', stock: { [matriz]: '0', [filial]: '9.99' } });
  const vela = await aProduto(ana, { nome: 'Vela', stock: { [matriz]: '10' } });
  const pastilha = await aProduto(ana, { nome: 'Pastilha', sku: 'PST-1', stock: { [filial]: '30' } });
  return { ana, matriz, filial, filtro, vela, pastilha };
}

const names = ({ itens }: { itens: ItemInventario[] }) =>
  itens.map(({ produto_nome, deposito_nome }) => `${produto_nome} ${deposito_nome}`);

describe('the list', () => {
  test('has a row for each produto and deposito, last moved first', async () => {
    const { ana, filial, pastilha } = await aStock();
    const { itens, total } = await page(ana);
    expect(itens).toHaveLength(4);
    expect(total).toBe(4);
    expect(itens[0]).toEqual({
      id: expect.any(String),
      produto_id: pastilha.id,
      produto_nome: 'Pastilha',
      sku: 'PST-1',
      foto: null,
      deposito_id: filial,
      deposito_nome: 'Filial',
      deposito_ativo: true,
      quantidade: '30.00',
      reservado: '0.00',
      disponivel: '30.00',
      quantidade_em: null,
      minimo: null,
      situacao: 'normal',
      ultima_movimentacao: expect.any(String),
      versao: 1,
    });
  });

  test('is ordered by quantity or by last movement, in both directions, page by page', async () => {
    const { ana, matriz, vela } = await aStock();
    await ana.post('/api/movimentos', movimento({ produto_id: vela.id, deposito_id: matriz }));
    expect(names(await page(ana))[0]).toBe('Vela Matriz');
    const ascending = ['Filtro Matriz', 'Filtro Filial', 'Vela Matriz', 'Pastilha Filial'];
    expect(names(await page(ana, '?ordem=quantidade'))).toEqual(ascending);
    expect(names(await page(ana, '?ordem=-quantidade'))).toEqual(ascending.toReversed());
    const first = await page(ana, '?ordem=quantidade&limite=3');
    const second = await page(ana, `?ordem=quantidade&limite=3&cursor=${first.proximo}`);
    expect(names(second)).toEqual(['Pastilha Filial']);
    expect(names(await page(ana, `?ordem=quantidade&limite=3&cursor=${second.anterior}`))).toEqual(
      names(first),
    );
  });

  test('combines search, deposito and situacao', async () => {
    const { ana, matriz, filial } = await aStock();
    for (const [query, found] of [
      ['busca=filtro', ['Filtro Filial', 'Filtro Matriz']],
      ['busca=pst1', ['Pastilha Filial']],
      [`deposito_id=${matriz}`, ['Filtro Matriz', 'Vela Matriz']],
      ['situacao=zerado', ['Filtro Matriz']],
      ['situacao=baixo', ['Filtro Filial']],
      ['situacao=normal', ['Pastilha Filial', 'Vela Matriz']],
      [`busca=filtro&deposito_id=${filial}&situacao=baixo`, ['Filtro Filial']],
      [`busca=vela&situacao=zerado`, []],
    ] as const)
      expect(names(await page(ana, `?${query}`)).sort(), query).toEqual([...found].sort());
    expect((await ana.get('/api/inventario?situacao=outra')).statusCode).toBe(422);
  });

  test('also gives the quantities at the end of a day', async () => {
    const { ana, matriz, vela } = await aStock();
    await sql("update movimentos_estoque set created_at = '2026-02-01 12:00+00' where empresa_id = $1", [
      ana.empresaId,
    ]);
    await ana.post(
      '/api/movimentos',
      movimento({ produto_id: vela.id, deposito_id: matriz, quantidade: '5' }),
    );
    const at = async (em: string) =>
      (await page(ana, `?ordem=quantidade&em=${em}`)).itens.map((each) => each.quantidade_em);
    expect(await at('2026-01-31')).toEqual(['0.00', '0.00', '0.00', '0.00']);
    expect(await at('2026-02-01')).toEqual(['0.00', '9.99', '10.00', '30.00']);
    expect((await ana.get('/api/inventario?em=2026-13-01')).statusCode).toBe(422);
  });

  test('contains nothing of another empresa', async () => {
    await aStock();
    const other = await anEmpresa();
    expect(await page(other)).toMatchObject({ itens: [], total: 0 });
    expect(await resumo(other)).toEqual({ total: '0.00', baixo: 0, zerado: 0 });
  });
});

test('[INVE-05] the cards sum the stock and count rows that are low (above 0 and below the minimum) and out (exactly 0)', async () => {
  const { ana, matriz, filtro, vela } = await aStock();
  expect(await resumo(ana)).toEqual({ total: '49.99', baixo: 1, zerado: 1 });
  await ana.post(
    '/api/movimentos',
    movimento({ produto_id: vela.id, deposito_id: matriz, tipo: 'saida', quantidade: '0.01' }),
  );
  expect(await resumo(ana)).toEqual({ total: '49.98', baixo: 2, zerado: 1 });
  await ana.post(
    '/api/movimentos',
    movimento({ produto_id: filtro.id, deposito_id: matriz, quantidade: '0.01' }),
  );
  expect(await resumo(ana)).toEqual({ total: '49.99', baixo: 3, zerado: 0 });
  await ana.delete(`/api/produtos/${filtro.id}`);
  expect(await resumo(ana)).toEqual({ total: '39.99', baixo: 1, zerado: 0 });
});

describe('the minimum of a row', () => {
  test('replaces 10, changes the situacao of the row and can be undone', async () => {
    const { ana } = await aStock();
    const item = (await page(ana, '?busca=vela')).itens[0];
    const set = await ana.put(`/api/inventario/${item?.id}/minimo`, { minimo: '12.5', versao: 1 });
    expect(set.statusCode, set.body).toBe(200);
    expect(set.json()).toMatchObject({ id: item?.id, minimo: '12.50', situacao: 'baixo', versao: 2 });
    expect(await resumo(ana)).toMatchObject({ baixo: 2 });
    await ana.post(`/api/historico/${set.json().lote}/desfazer`);
    expect((await page(ana, '?busca=vela')).itens[0]).toMatchObject({
      minimo: null,
      situacao: 'normal',
      versao: 3,
    });
    expect(await resumo(ana)).toMatchObject({ baixo: 1 });
  });

  test('with a stale version is refused with the current row, and a sale does not change the version', async () => {
    const { ana, matriz, vela } = await aStock();
    const bruno = await aColleague(ana);
    const item = (await page(ana, '?busca=vela')).itens[0];
    const path = `/api/inventario/${item?.id}/minimo`;
    await ana.post('/api/movimentos', movimento({ produto_id: vela.id, deposito_id: matriz, tipo: 'saida' }));
    expect((await bruno.put(path, { minimo: '3', versao: 1 })).statusCode).toBe(200);
    const stale = await ana.put(path, { minimo: '4', versao: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ alterado_por: 'Bruno Lima', atual: { minimo: '3.00', versao: 2 } });
    expect((await ana.put(path, { minimo: '-1', versao: 2 })).statusCode).toBe(422);
    expect((await (await anEmpresa()).put(path, { minimo: '4', versao: 2 })).statusCode).toBe(404);
  });
});
