import { randomUUID } from 'node:crypto';
import { direitosOf } from '@prumo/contract/papeis.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { isProduct } from '#testing/isolation/routes.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { aDeposito, aProduto, formOf, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();
const { app, anEmpresa, aColleague, sql, openPool } = prumo;

/** Costs that no other value of the tests contains. */
const CUSTO = '7391.37';
const EARLIER = '8264.91';
const DIGITS = /7391[.,]?37|8264[.,]?91/;

/** A dono whose produto has a cost, and whose other produto with a cost is in the trash. */
async function aShop() {
  const ana = await anEmpresa();
  const deposito = await aDeposito(ana);
  const first = await aProduto(ana, { custo_unitario: EARLIER, stock: { [deposito]: '1' } });
  const changed = await ana.put(`/api/produtos/${first.id}`, {
    ...formOf(first),
    nome: 'Filtro de ar',
    custo_unitario: CUSTO,
  });
  expect(changed.statusCode, changed.body).toBe(200);
  const gone = await aProduto(ana, { custo_unitario: CUSTO });
  const { lote } = (await ana.delete(`/api/produtos/${gone.id}`)).json();
  return { ana, produto: changed.json() as Produto & { lote: string }, gone, deleted: lote as string };
}

const without = ({ custo_unitario: _, ...form }: ReturnType<typeof formOf>) => form;
const mayNotSee = ['estoque', 'vendas', 'consulta'] as const;

const giveCusto = ({ userId }: Client & { userId: string }, ve = true) =>
  sql('update membros set ve_custo = $2 where user_id = $1', [userId, ve]);

describe('a cost leaves the server only for people with its right', () => {
  test('every read of an empresa shows a cost to the dono, and none of them to another papel', async () => {
    const rich = await aRichEmpresa(prumo, `canario-${randomUUID()}`);
    const deposito = await aDeposito(rich);
    const { id, ...produto } = await aProduto(rich, { custo_unitario: CUSTO, stock: { [deposito]: '1' } });
    const gone = await aProduto(rich, { custo_unitario: CUSTO });
    await rich.delete(`/api/produtos/${gone.id}`);
    const [importacao] = await sql('select id from importacoes where empresa_id = $1', [rich.empresaId]);
    const query = new URLSearchParams({
      ...{ tabela: 'produtos', registro_id: id, produto_id: id, busca: produto.sku, limite: '100' },
    });
    const addresses = app.routeInventory
      .filter((route) => isProduct(route) && route.config.tenant && route.method === 'GET')
      .flatMap(({ url }) =>
        [id, gone.id, deposito, String(importacao?.['id'])].flatMap((each) => {
          const path = url.replaceAll(/:\w+/g, each);
          return [path, `${path}?${query}`, `${path}?tabela=produtos&registro_id=${each}`];
        }),
      );
    const showing = async (person: Client) => {
      const found = new Set<string>();
      for (const address of new Set(addresses)) {
        const { body } = await person.get(address);
        if (DIGITS.test(body) || /valor_estoque|custo_unitario/.test(body))
          found.add(address.replace(id, ':id').split('?')[0] ?? '');
      }
      return [...found].sort();
    };
    expect(await showing(rich)).toEqual([
      '/api/atividades',
      '/api/atividades/arquivo',
      '/api/historico',
      '/api/inicio',
      '/api/inicio/atividade',
      '/api/produtos',
      '/api/produtos/:id',
      '/api/produtos/lixeira',
      '/api/produtos/resumo',
      '/api/produtos/resumo/exato',
    ]);
    for (const papel of mayNotSee)
      expect(await showing(await aColleague(rich, 'Caio Mendes', papel)), papel).toEqual([]);
  });

  test('a person of another papel to whom the dono gives the right sees the cost at the next request', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'vendas');
    const read = async () => (await caio.get(`/api/produtos/${produto.id}`)).json();
    expect(await read()).not.toHaveProperty('custo_unitario');
    await giveCusto(caio);
    expect(await read()).toMatchObject({ custo_unitario: CUSTO });
    expect((await caio.get('/api/produtos')).body).toMatch(DIGITS);
    await giveCusto(caio, false);
    expect(await read()).not.toHaveProperty('custo_unitario');
    expect((await caio.get('/api/produtos')).body).not.toMatch(DIGITS);
  });

  test('the history leaves out a change of the cost alone, and the cost of any other change', async () => {
    const { ana, produto } = await aShop();
    await ana.put(`/api/produtos/${produto.id}`, { ...formOf(produto), custo_unitario: '1.00' });
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const of = async (person: Client) =>
      (await person.get(`/api/historico?tabela=produtos&registro_id=${produto.id}`)).json().itens;
    expect(await of(ana)).toHaveLength(3);
    const seen = await of(caio);
    expect(seen).toHaveLength(2);
    expect(seen[0].mudancas.map(({ campo }: { campo: string }) => campo)).toEqual(['nome']);
    expect(JSON.stringify(seen)).not.toMatch(/custo/);
  });

  test('the conflict of a stale save shows the current record without its cost', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const refused = await caio.put(`/api/produtos/${produto.id}`, { ...without(formOf(produto)), versao: 1 });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().atual).toMatchObject({ id: produto.id, nome: 'Filtro de ar' });
    expect(refused.body).not.toMatch(/custo_unitario|7391.37/);
  });

  test('a repeated save answers without the cost after the person has lost the right', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    await giveCusto(caio);
    const save = () =>
      caio.put(`/api/produtos/${produto.id}`, without(formOf(produto)), { 'idempotency-key': key });
    const key = randomUUID();
    expect((await save()).json()).toMatchObject({ custo_unitario: CUSTO });
    await giveCusto(caio, false);
    const again = await save();
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ id: produto.id, versao: 3 });
    expect(again.json()).not.toHaveProperty('custo_unitario');
  });

  test('no list is sorted or filtered by a field that needs a right', () => {
    for (const { querystring, url } of app.routeInventory)
      expect(JSON.stringify(querystring ?? null), url).not.toMatch(/custo_unitario|valor_estoque/);
  });
});

describe('a cost enters the server only from people with its right', () => {
  test('a person without the right saves a produto, and its cost stays', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const saved = await caio.put(`/api/produtos/${produto.id}`, {
      ...without(formOf(produto)),
      nome: 'Filtro de cabine',
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json()).not.toHaveProperty('custo_unitario');
    const read = (await ana.get(`/api/produtos/${produto.id}`)).json();
    expect(read).toMatchObject({ nome: 'Filtro de cabine', custo_unitario: CUSTO });
  });

  test('a produto that a person without the right creates costs 0', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const { versao: _, ...form } = without(formOf(produto));
    const created = await caio.post('/api/produtos', { ...form, sku: randomUUID(), depositos: [] });
    expect(created.statusCode, created.body).toBe(201);
    expect(created.json()).not.toHaveProperty('custo_unitario');
    const read = (await ana.get(`/api/produtos/${created.json().id}`)).json();
    expect(read).toMatchObject({ custo_unitario: '0.00' });
  });

  test('a sent cost is refused with a sentence, also one that changes nothing', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const { versao, ...form } = formOf(produto);
    const answers = [
      await caio.put(`/api/produtos/${produto.id}`, { ...form, versao }),
      await caio.post('/api/produtos', { ...form, sku: randomUUID(), depositos: [], custo_unitario: '0' }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(403);
      expect(answer.json()).toMatchObject({ codigo: 'forbidden', mensagem: /não permite alterar um dos/ });
    }
    expect((await ana.get(`/api/produtos/${produto.id}`)).json()).toMatchObject({ versao });
  });

  test('the database refuses a cost also when a route forgets the right', async () => {
    const { ana, produto } = await aShop();
    const { sessionHash, empresaId, userId } = await aColleague(ana, 'Caio Mendes', 'estoque');
    const db = openPool(2);
    const write = (text: string) =>
      db.write({ sessionHash, empresaId, userId }, (tx) => tx.query(text, [produto.id]));
    const update = 'update produtos set custo_unitario = 1 where empresa_id = $1 and id = $2';
    await expect(write(update)).rejects.toMatchObject({ code: 'PR403' });
    const insert = `insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id,
        preco_venda, custo_unitario)
      select empresa_id, user_id, nome, sku || 'x', categoria_id, marca_id, fornecedor_id, 1, 1
      from produtos where empresa_id = $1 and id = $2`;
    await expect(write(insert)).rejects.toMatchObject({ code: 'PR403' });
  });

  test('an undo that would change the cost is refused with a sentence', async () => {
    const { ana, produto } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const refused = await caio.post(`/api/historico/${produto.lote}/desfazer`);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ codigo: 'forbidden', mensagem: /Peça a um dono/ });
    expect((await ana.post(`/api/historico/${produto.lote}/desfazer`)).statusCode).toBe(200);
  });

  test('a person without the right restores a deleted produto, and its cost returns with it', async () => {
    const { ana, gone, deleted } = await aShop();
    const caio = await aColleague(ana, 'Caio Mendes', 'estoque');
    const undone = await caio.post(`/api/historico/${deleted}/desfazer`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await ana.get(`/api/produtos/${gone.id}`)).json()).toMatchObject({ custo_unitario: CUSTO });
    expect(await stockOf(ana, gone.id)).toEqual({});
  });
});

test('the right to see costs is given to a person, whatever the papel', () => {
  for (const papel of mayNotSee) {
    expect(direitosOf(papel, false)).not.toContain('ver_custo');
    expect(direitosOf(papel, true)).toContain('ver_custo');
  }
});
