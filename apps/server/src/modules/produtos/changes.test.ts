import type { Produto, ProdutoInput } from '@prumo/contract/produtos.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, formOf, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

const save = (client: Client, produto: Produto, input: Partial<ProdutoInput> = {}) =>
  client.put(`/api/produtos/${produto.id}`, { ...formOf(produto), ...input });

const read = async (client: Client, { id }: { id: string }): Promise<Produto> =>
  (await client.get(`/api/produtos/${id}`)).json();

const ledgerOf = (id: string) =>
  sql(
    'select deposito_id, tipo, delta::text, saldo::text, origem from movimentos_estoque where produto_id = $1 order by id',
    [id],
  );

describe('changing', () => {
  test('[PROD-43] [PROD-44] after a save exactly the links of the form exist, and each changed quantity is one movimento', async () => {
    const ana = await anEmpresa();
    const [a, b, c, d] = [
      await aDeposito(ana, 'A'),
      await aDeposito(ana, 'B'),
      await aDeposito(ana, 'C'),
      await aDeposito(ana, 'D'),
    ];
    const produto = await aProduto(ana, { stock: { [a]: '10', [b]: '20', [c]: '30' } });
    const before = await ledgerOf(produto.id);
    const saved = await save(ana, produto, {
      nome: 'Outro nome',
      depositos: [
        { deposito_id: a, quantidade: '10', quantidade_lida: '10' },
        { deposito_id: b, quantidade: '19.99', quantidade_lida: '20' },
        { deposito_id: c, quantidade: null, quantidade_lida: '30' },
        { deposito_id: d, quantidade: '0.01', quantidade_lida: null },
      ],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json()).toMatchObject({ nome: 'Outro nome', versao: 2, estoque_inicial: '30.00' });
    expect(await stockOf(ana, produto.id)).toEqual({ [a]: '10.00', [b]: '19.99', [d]: '0.01' });
    const added = (await ledgerOf(produto.id)).slice(before.length);
    expect(added).toHaveLength(3);
    expect(added).toEqual(
      expect.arrayContaining([
        { deposito_id: b, tipo: 'ajuste', delta: '-0.01', saldo: '19.99', origem: 'produto' },
        { deposito_id: c, tipo: 'ajuste', delta: '-30.00', saldo: '0.00', origem: 'produto' },
        { deposito_id: d, tipo: 'ajuste', delta: '0.01', saldo: '0.01', origem: 'produto' },
      ]),
    );
  });

  test('a sale during an edit is kept, and an edit of the same quantity is refused with the current stock', async () => {
    const ana = await anEmpresa();
    const deposito_id = await aDeposito(ana);
    const produto = await aProduto(ana, { stock: { [deposito_id]: '10' } });
    await ana.post(
      '/api/movimentos',
      movimento({ tipo: 'saida', produto_id: produto.id, deposito_id, quantidade: '3' }),
    );
    const renamed = await save(ana, produto, { nome: 'Só o nome' });
    expect(renamed.json()).toMatchObject({ nome: 'Só o nome', estoque_inicial: '7.00' });

    const depositos = [{ deposito_id, quantidade: '12', quantidade_lida: '10' }];
    const refused = await ana.put(`/api/produtos/${produto.id}`, {
      ...formOf(produto),
      nome: 'Perdido',
      depositos,
      versao: 2,
    });
    expect(refused.statusCode).toBe(409);
    const current = await read(ana, produto);
    expect(refused.json()).toMatchObject({
      mensagem: 'O estoque mudou enquanto você editava. Confira as quantidades e salve de novo.',
      atual: current,
    });
    expect(current).toMatchObject({ nome: 'Só o nome', versao: 2, estoque_inicial: '7.00' });
  });

  test('the second of two people who edit a produto gets the whole current produto', async () => {
    const ana = await anEmpresa('Ana Souza');
    const bruno = await aColleague(ana, 'Bruno Lima');
    const deposito = await aDeposito(ana);
    const produto = await aProduto(ana, { stock: { [deposito]: '1' } });
    await save(bruno, produto, { preco_venda: '30', cod_referencia: ['NOVO'] });
    const refused = await save(ana, produto, { preco_venda: '40' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ alterado_por: 'Bruno Lima', atual: await read(ana, produto) });
    expect(refused.json().atual.depositos).toHaveLength(1);
  });

  test('one of several concurrent saves with the same version is written, and the others get a conflict', async () => {
    const ana = await anEmpresa();
    const deposito_id = await aDeposito(ana);
    const produto = await aProduto(ana, { stock: { [deposito_id]: '5' } });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        save(ana, produto, { depositos: [{ deposito_id, quantidade: `${n}`, quantidade_lida: '5' }] }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await ledgerOf(produto.id)).toHaveLength(2);
    expect((await read(ana, produto)).estoque_inicial).toBe(winner.estoque_inicial);
  });

  test('one of several concurrent saves that differ only in the name is written', async () => {
    const ana = await anEmpresa();
    const produto = await aProduto(ana);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => save(ana, produto, { nome: `Nome ${n}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await read(ana, produto)).toMatchObject({ nome: winner.nome, versao: 2 });
  });
});

describe('deleting', () => {
  test('[PROD-18] a deleted produto leaves the list, the trash shows its stock, and the undo restores everything', async () => {
    const ana = await anEmpresa('Ana Souza');
    const [matriz, filial] = [await aDeposito(ana, 'Matriz'), await aDeposito(ana, 'Filial')];
    const kept = await aProduto(ana);
    const { lote: _, ...produto } = await aProduto(ana, { stock: { [matriz]: '7.25', [filial]: '2' } });
    const { lote } = (await ana.delete(`/api/produtos/${produto.id}`)).json();
    expect((await ana.get('/api/produtos')).json().itens.map(({ id }: Produto) => id)).toEqual([kept.id]);
    expect(await sql('select from produto_deposito where produto_id = $1', [produto.id])).toEqual([]);
    const { depositos, categoria_nome, marca_nome, fornecedor_nome, minimo, ...listed } = produto;
    // A deleted produto promises nothing.
    const { reservado, disponivel, ...registro } = listed;
    expect((await ana.get('/api/produtos/lixeira')).json().itens).toEqual([
      { lote, excluido_em: expect.any(String), excluido_por: 'Ana Souza', registro },
    ]);
    expect(registro.estoque_inicial).toBe('9.25');

    expect((await ana.post(`/api/historico/${lote}/desfazer`)).statusCode).toBe(200);
    expect(await read(ana, produto)).toEqual({ ...produto, versao: 2 });
    expect((await ana.get('/api/produtos/lixeira')).json().itens).toEqual([]);
  });

  test('the SKU of a deleted produto is free, and the undo is refused once another produto has it', async () => {
    const ana = await anEmpresa();
    const { id } = await aProduto(ana, { sku: 'UM' });
    const { lote } = (await ana.delete(`/api/produtos/${id}`)).json();
    await aProduto(ana, { sku: 'UM' });
    const refused = await ana.post(`/api/historico/${lote}/desfazer`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toMatch(/^Já existe um produto com este SKU/);
  });
});
