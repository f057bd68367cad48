import type { Alteracao } from '@prumo/contract/historico.ts';
import type { Movimento } from '@prumo/contract/movimentos.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

const undo = (ana: Client, lote: string) => ana.post(`/api/historico/${lote}/desfazer`);
const undone = async (ana: Client, lote: string): Promise<string> => {
  const response = await undo(ana, lote);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().lote;
};
const refusal = async (ana: Client, lote: string): Promise<string> => {
  const response = await undo(ana, lote);
  expect(response.statusCode, response.body).toBe(409);
  return response.json().mensagem;
};
const linesOf = async (ana: Client, id: string): Promise<Movimento[]> =>
  (await ana.get(`/api/movimentos?produto_id=${id}`)).json().itens;
const read = async (ana: Client, id: string) => (await ana.get(`/api/produtos/${id}`)).json();

async function aFoto(ana: Client): Promise<string> {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return (await ana.upload('/api/arquivos/fotos', image)).json().url;
}

/** A shop with a produto that has 10 units in Matriz and 2 in Filial. */
async function aShop() {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const produto = await aProduto(ana, { stock: { [matriz]: '10', [filial]: '2' } });
  const send = async (input: Partial<Parameters<typeof movimento>[0]>): Promise<string> => {
    const body = movimento({ produto_id: produto.id, deposito_id: matriz, ...input });
    const response = await ana.post('/api/movimentos', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().lote;
  };
  return { ana, matriz, filial, produto, send };
}

describe('undoing with stock', () => {
  test('an undo restores a deleted produto with its photos and its stock, and the ledger records all of it', async () => {
    const ana = await anEmpresa();
    const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial', true)];
    const fotos = [await aFoto(ana), await aFoto(ana)];
    const { lote: _, ...before } = await aProduto(ana, { fotos, stock: { [matriz]: '10', [filial]: '2.5' } });
    const [item] = (await ana.get(`/api/inventario?deposito_id=${filial}`)).json().itens;
    await ana.put(`/api/inventario/${item.id}/minimo`, { minimo: '4', versao: 1 });
    const removed = await ana.delete(`/api/produtos/${before.id}`);
    expect(removed.statusCode, removed.body).toBe(200);
    expect((await ana.get(`/api/produtos/${before.id}`)).statusCode).toBe(404);
    await undone(ana, removed.json().lote);
    expect(await read(ana, before.id)).toEqual({ ...before, minimo: '4.00', versao: 2 });
    expect((await ana.get(`/api/inventario?deposito_id=${filial}`)).json().itens[0]).toMatchObject({
      id: item.id,
      quantidade: '2.50',
      minimo: '4.00',
    });
    const told = (await linesOf(ana, before.id)).map(
      ({ delta, saldo, origem }) => `${origem} ${delta} ${saldo}`,
    );
    expect(told.slice(0, 2).sort()).toEqual(['desfazer 10.00 10.00', 'desfazer 2.50 2.50']);
    expect(told.slice(2, 4).sort()).toEqual(['exclusao -10.00 0.00', 'exclusao -2.50 0.00']);
    expect(told).toHaveLength(6);
    const shown = await sql('select lixeira_desde from arquivos where empresa_id = $1', [ana.empresaId]);
    expect(shown.map(({ lixeira_desde }) => lixeira_desde)).toEqual([null, null]);
    expect(await refusal(ana, removed.json().lote)).toMatch(/já foi restaurado por Ana Souza/);
  });

  test('a restored produto without stock keeps the time of its last movement', async () => {
    const { ana, matriz, produto, send } = await aShop();
    await send({ tipo: 'saida', quantidade: '10' });
    const itemOf = async () => (await ana.get(`/api/inventario?deposito_id=${matriz}`)).json().itens[0];
    const before = await itemOf();
    await undone(ana, (await ana.delete(`/api/produtos/${produto.id}`)).json().lote);
    expect(await itemOf()).toEqual({ ...before, versao: 2 });
  });

  test('undoing an edit restores the changed quantities and the removed deposito, and removes the added one', async () => {
    const { ana, matriz, filial, produto } = await aShop();
    const loja = await aDeposito(ana, 'Loja');
    const {
      id,
      user_id,
      estoque_inicial,
      reservado,
      disponivel,
      created_at,
      categoria_nome,
      marca_nome,
      fornecedor_nome,
      minimo,
      lote,
      ...input
    } = produto;
    const saved = await ana.put(`/api/produtos/${id}`, {
      ...input,
      nome: 'Outro nome',
      depositos: [
        { deposito_id: matriz, quantidade: '7', quantidade_lida: '10' },
        { deposito_id: filial, quantidade: null, quantidade_lida: '2' },
        { deposito_id: loja, quantidade: '1', quantidade_lida: null },
      ],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await stockOf(ana, id)).toEqual({ [matriz]: '7.00', [loja]: '1.00' });
    await undone(ana, saved.json().lote);
    expect(await stockOf(ana, id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
    expect(await read(ana, id)).toMatchObject({ nome: produto.nome, estoque_inicial: '12.00', versao: 3 });
  });

  test('the creation of a produto can be undone unless its stock has moved since', async () => {
    const { ana, produto, send } = await aShop();
    const entered = await send({ quantidade: '5' });
    expect(await refusal(ana, produto.lote)).toBe(
      'O estoque deste produto mudou depois. Zere-o antes de continuar.',
    );
    expect(await read(ana, produto.id)).toMatchObject({ estoque_inicial: '17.00' });
    await undone(ana, entered);
    await undone(ana, produto.lote);
    expect((await ana.get(`/api/produtos/${produto.id}`)).statusCode).toBe(404);
    expect((await linesOf(ana, produto.id)).map(({ origem }) => origem)).toEqual([
      'desfazer',
      'desfazer',
      'desfazer',
      'manual',
      'produto',
      'produto',
    ]);
  });

  test('a movimento is reversed once by an opposite one, and undoing the reversal restores it', async () => {
    const { ana, matriz, filial, produto, send } = await aShop();
    const lote = await send({ tipo: 'transferencia', destino_id: filial, quantidade: '4' });
    const answer = await undone(ana, lote);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
    expect((await linesOf(ana, produto.id)).slice(0, 2)).toMatchObject([
      { tipo: 'transferencia', delta: '4.00', saldo: '10.00', origem: 'desfazer', lote: answer },
      { tipo: 'transferencia', delta: '-4.00', saldo: '2.00', origem: 'desfazer', lote: answer },
    ]);
    expect(await refusal(ana, lote)).toBe('Este movimento de estoque já foi desfeito por Ana Souza.');
    await undone(ana, answer);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '6.00', [filial]: '6.00' });
  });

  test('concurrent undos of a movimento reverse it once', async () => {
    const { ana, matriz, filial, produto, send } = await aShop();
    const lote = await send({ tipo: 'saida', quantidade: '4' });
    const answers = await Promise.all([undo(ana, lote), undo(ana, lote), undo(ana, lote)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
  });

  test('concurrent undos of a deletion restore the produto once', async () => {
    const { ana, matriz, filial, produto } = await aShop();
    const { lote } = (await ana.delete(`/api/produtos/${produto.id}`)).json();
    const answers = await Promise.all([undo(ana, lote), undo(ana, lote), undo(ana, lote)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
  });

  test('an entry whose units were sold meanwhile cannot be undone', async () => {
    const { ana, matriz, filial, produto, send } = await aShop();
    const lote = await send({ quantidade: '5' });
    await send({ tipo: 'saida', quantidade: '12' });
    expect(await refusal(ana, lote)).toBe(
      'Não foi possível desfazer: sairiam 5 unidades do depósito Matriz, que tem só 3 unidades.',
    );
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '3.00', [filial]: '2.00' });
  });

  test('an undone entry removes the produto from its deposito, unless more units came', async () => {
    const { ana, matriz, filial, produto, send } = await aShop();
    const loja = await aDeposito(ana, 'Loja');
    const first = await send({ deposito_id: loja });
    await undone(ana, first);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
    const second = await send({ deposito_id: loja });
    await send({ deposito_id: loja, quantidade: '3' });
    await undone(ana, second);
    expect(await stockOf(ana, produto.id)).toMatchObject({ [loja]: '3.00' });
  });

  test('an undo restores a deleted deposito with its stock, but not while a produto in it is deleted', async () => {
    const { ana, matriz, filial, produto } = await aShop();
    const other = await aProduto(ana, { stock: { [filial]: '7' } });
    const { lote } = (await ana.delete(`/api/depositos/${filial}`)).json();
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00' });
    const removed = (await ana.delete(`/api/produtos/${other.id}`)).json();
    expect(await refusal(ana, lote)).toBe('Este produto não existe mais.');
    expect((await ana.get(`/api/depositos/${filial}`)).statusCode).toBe(404);
    await undone(ana, removed.lote);
    await undone(ana, lote);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '10.00', [filial]: '2.00' });
    expect(await stockOf(ana, other.id)).toEqual({ [filial]: '7.00' });
    expect(await read(ana, produto.id)).toMatchObject({ estoque_inicial: '12.00' });
  });

  test('a movimento of a deleted produto or deposito cannot be undone', async () => {
    const { ana, filial, produto, send } = await aShop();
    const lote = await send({ tipo: 'transferencia', destino_id: filial });
    await ana.delete(`/api/depositos/${filial}`);
    expect(await refusal(ana, lote)).toBe('Não foi possível desfazer: o depósito foi excluído depois.');
    await ana.delete(`/api/produtos/${produto.id}`);
    expect(await refusal(ana, lote)).toBe('Não foi possível desfazer: o produto foi excluído depois.');
  });

  test('a movimento cannot be undone after 30 days, and never by another empresa', async () => {
    const { ana, send } = await aShop();
    const lote = await send({});
    expect((await undo(await anEmpresa(), lote)).statusCode).toBe(404);
    await sql("update movimentos_estoque set created_at = now() - interval '31 days' where lote = $1", [
      lote,
    ]);
    expect(await refusal(ana, lote)).toBe('Só é possível desfazer alterações dos últimos 30 dias.');
  });
});

describe('the changes of a record', () => {
  const changes = async (ana: Client, tabela: string, id: string, cursor = '') =>
    (await ana.get(`/api/historico?tabela=${tabela}&registro_id=${id}${cursor}`)).json() as {
      itens: Alteracao[];
      proximo: string | null;
    };

  test('are listed newest first, with author, time and both values of each field', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const body = { nome: 'Bosch', descricao: null, logo_url: null };
    const marca = (await ana.post('/api/marcas', body)).json();
    await bruno.put(`/api/marcas/${marca.id}`, {
      ...body,
      nome: 'Bosch Brasil',
      descricao: 'Peças',
      versao: 1,
    });
    await ana.delete(`/api/marcas/${marca.id}`);
    const { itens, proximo } = await changes(ana, 'marcas', marca.id);
    expect(proximo).toBeNull();
    expect(itens).toEqual([
      {
        id: expect.any(String),
        lote: expect.any(String),
        operacao: 'excluiu',
        quem: 'Ana Souza',
        created_at: expect.any(String),
        mudancas: expect.arrayContaining([
          { campo: 'nome', antes: 'Bosch Brasil', depois: null },
          { campo: 'descricao', antes: 'Peças', depois: null },
        ]),
      },
      expect.objectContaining({
        operacao: 'alterou',
        quem: 'Bruno Lima',
        mudancas: expect.arrayContaining([
          { campo: 'nome', antes: 'Bosch', depois: 'Bosch Brasil' },
          { campo: 'descricao', antes: null, depois: 'Peças' },
        ]),
      }),
      expect.objectContaining({
        operacao: 'criou',
        mudancas: [{ campo: 'nome', antes: null, depois: 'Bosch' }],
      }),
    ]);
    expect(itens[0]?.mudancas).toHaveLength(2);
  });

  test('of a produto do not include its stock, which has a ledger', async () => {
    const { ana, produto, send } = await aShop();
    await send({});
    const { itens } = await changes(ana, 'produtos', produto.id);
    expect(itens).toHaveLength(1);
    expect(itens[0]?.mudancas.map(({ campo }) => campo).sort()).toEqual(
      ['nome', 'sku', 'categoria_id', 'marca_id', 'fornecedor_id', 'custo_unitario', 'preco_venda'].sort(),
    );
  });

  test('come in pages of 50, only for the own empresa and known registers', async () => {
    const ana = await anEmpresa();
    const body = { nome: 'Bosch', descricao: null, logo_url: null };
    const { id } = (await ana.post('/api/marcas', body)).json();
    for (let versao = 1; versao <= 55; versao++)
      await ana.put(`/api/marcas/${id}`, { ...body, nome: `Bosch ${versao}`, versao });
    const first = await changes(ana, 'marcas', id);
    const second = await changes(ana, 'marcas', id, `&cursor=${first.proximo}`);
    expect([first.itens.length, second.itens.length, second.proximo]).toEqual([50, 6, null]);
    expect(second.itens.at(-1)?.operacao).toBe('criou');
    expect((await changes(await anEmpresa(), 'marcas', id)).itens).toEqual([]);
    expect((await ana.get(`/api/historico?tabela=users&registro_id=${id}`)).statusCode).toBe(422);
  });
});
