import { randomUUID } from 'node:crypto';
import { fraseDe } from '@prumo/contract/atividades.ts';
import { expect, test } from 'vitest';
import { checkStock } from '#modules/movimentos/check.queries.ts';
import type { Client } from '#testing/harness.ts';
import { sell as promise } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, admin, openPool, sql } = await testApp();
const db = openPool(2);

/** A sale of two units at Loja that was cancelled: one unit came back, into Galpão, and the other is damaged. */
async function aCancelled(vendavel = '1') {
  const ana = await anEmpresa();
  const [loja, galpao] = [await aDeposito(ana, 'Loja'), await aDeposito(ana, 'Galpão')];
  const produto = await aProduto(ana, { nome: 'Vela', stock: { [loja]: '10' } });
  const { id, numero } = (
    await ana.post('/api/vendas-balcao', {
      ...{ id: randomUUID(), cliente_id: null, vendedor_id: null, deposito_id: loja, desconto: null },
      itens: [{ produto_id: produto.id, quantidade: '2', preco: '10' }],
      ...{ pagamento: 'pix', recebido: null, prometidas: [] },
    })
  ).json();
  const cancelled = await ana.post(`/api/vendas-balcao/${id}/cancelamento`, {
    ...{
      id: randomUUID(),
      deposito_id: galpao,
      itens: [{ produto_id: produto.id, vendavel }],
      motivo: 'Engano',
    },
  });
  expect(cancelled.statusCode, cancelled.body).toBe(201);
  const restore = (who: Client = ana, prometidas: object[] = [], key: string = randomUUID()) =>
    who.post(`/api/vendas-balcao/${id}/restauracao`, { id: key, prometidas }, { 'idempotency-key': key });
  const move = (tipo: 'entrada' | 'saida', quantidade: string) =>
    ana.post('/api/movimentos', movimento({ produto_id: produto.id, deposito_id: galpao, tipo, quantidade }));
  const read = async () => (await ana.get(`/api/vendas-balcao/${id}`)).json();
  return {
    ana,
    id,
    numero,
    loja,
    galpao,
    produto,
    restore,
    move,
    read,
    stock: () => stockOf(ana, produto.id),
  };
}

test('the cancellation of today is undone: what came back leaves again, and the sale counts', async () => {
  const { ana, id, loja, galpao, restore, read, stock } = await aCancelled();
  expect(await stock()).toEqual({ [loja]: '8.00', [galpao]: '1.00' });
  const restored = await restore();
  expect(restored.statusCode, restored.body).toBe(201);
  expect(await stock()).toEqual({ [loja]: '8.00', [galpao]: '0.00' });
  expect(await read()).toMatchObject({
    ...{
      cancelada_em: null,
      cancelada_por: null,
      motivo: null,
      itens: [{ quantidade: '2.00', voltou: null }],
    },
  });
  const { itens } = (await ana.get('/api/atividades?tipo=venda_balcao_restaurada')).json();
  expect(itens.map(fraseDe)).toEqual(['desfez o cancelamento da venda 1 do balcão, de R$ 20']);
  const client = await admin.connect();
  const wrong = (await checkStock(client)).filter((finding) => finding.wrong > 0);
  client.release();
  expect(wrong).toEqual([]);
  const again = await ana.post(`/api/vendas-balcao/${id}/cancelamento`, {
    ...{ id: randomUUID(), deposito_id: null, motivo: null },
    itens: [{ produto_id: (await read()).itens[0].produto_id, vendavel: '2' }],
  });
  expect(again.statusCode, again.body).toBe(201);
  expect((await stock())[loja]).toBe('10.00');
});

test('a cancellation of which everything was damaged is undone without a movimento', async () => {
  const { loja, galpao, restore, read, stock } = await aCancelled('0');
  expect((await restore()).statusCode).toBe(201);
  expect(await stock()).toEqual({ [loja]: '8.00' });
  expect([(await read()).cancelada_em, galpao]).toEqual([null, galpao]);
});

test('goods that are not there any more keep the sale cancelled, with what there is', async () => {
  const { restore, move, read, stock, galpao } = await aCancelled();
  await move('saida', '1');
  const refused = await restore();
  expect(refused.json()).toMatchObject({
    codigo: 'conflict',
    mensagem:
      'O depósito Galpão não tem mais unidades de Vela, e o cancelamento devolveu 1. Transfira as peças para lá e desfaça de novo, ou faça uma venda nova.',
  });
  expect((await read()).cancelada_em).not.toBeNull();
  await move('entrada', '1');
  expect((await restore()).statusCode).toBe(201);
  expect((await stock())[galpao]).toBe('0.00');
});

test('promised units ask first, as in a sale', async () => {
  const { ana, restore, produto, galpao, stock } = await aCancelled();
  // The first pedido takes everything that Loja has.
  await promise(db, ana, { produto_id: produto.id, reservado: 8 });
  await promise(db, ana, { produto_id: produto.id, pedido_id: '2', reservado: 1 });
  const asked = await restore();
  expect(asked.json(), asked.body).toMatchObject({
    codigo: 'conflict',
    atual: { prometidas: [{ produto_id: produto.id, quantidade: '1.00' }] },
  });
  expect((await restore(ana, [{ produto_id: produto.id, quantidade: '1' }])).statusCode).toBe(201);
  expect((await stock())[galpao]).toBe('0.00');
});

test('it happens once, and a sale that is not cancelled says so', async () => {
  const { ana, restore, galpao, move, stock } = await aCancelled();
  await move('entrada', '5');
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 3 }, () => restore(ana, [], key)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect((await stock())[galpao]).toBe('5.00');
  expect((await restore()).json().mensagem).toBe('A venda 1 não está cancelada. Recarregue a página.');
});

test('the cancellation of an earlier day stays, because its comissão may be paid', async () => {
  const { id, restore, read } = await aCancelled();
  await sql("update vendas_balcao set cancelada_em = cancelada_em - interval '1 day' where id = $1", [id]);
  const refused = await restore();
  expect(refused.json()).toMatchObject({
    codigo: 'conflict',
    mensagem: expect.stringContaining('só pode ser desfeito no mesmo dia'),
  });
  expect((await read()).cancelada_em).not.toBeNull();
});

test('a deleted produto or deposito is named, with what to do', async () => {
  const { ana, restore, produto, move } = await aCancelled();
  await move('saida', '1');
  expect((await ana.delete(`/api/produtos/${produto.id}`)).statusCode).toBe(200);
  expect((await restore()).json().mensagem).toContain('Vela foi excluído. Restaure-o na lixeira');
  const other = await aCancelled();
  await other.move('saida', '1');
  await other.ana.delete(`/api/depositos/${other.galpao}`);
  expect((await other.restore()).json().mensagem).toContain('não existe mais. Faça uma venda nova.');
});

test.each(['vendas', 'consulta'] as const)('the papel %s does not undo a cancellation', async (papel) => {
  const { ana, restore } = await aCancelled();
  expect((await restore(await aColleague(ana, 'Vera', papel))).statusCode).toBe(403);
});

test('another empresa reaches nothing', async () => {
  const { restore } = await aCancelled();
  expect((await restore(await anEmpresa())).statusCode).toBe(404);
});
