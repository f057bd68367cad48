import type { Movimento, MovimentoInput } from '@prumo/contract/movimentos.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { checkStock } from '#modules/movimentos/check.queries.ts';
import { type Sold, sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, formOf, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, admin, sql, openPool } = await testApp();
const db = openPool(6);

/** Every test leaves a stock that agrees with its ledger and its reservas. */
afterEach(async () => {
  const client = await admin.connect();
  const findings = await checkStock(client);
  client.release();
  for (const { name, wrong, examples } of findings) expect([name, wrong, examples]).toEqual([name, 0, []]);
});

/** An empresa with one produto that has 5 units in Matriz and none in Filial. */
async function aShop(stock = '5') {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const produto = await aProduto(ana, { stock: { [matriz]: stock } });
  const move = (input: Partial<MovimentoInput>) =>
    ana.post('/api/movimentos', movimento({ produto_id: produto.id, deposito_id: matriz, ...input }));
  const promised = async () => {
    const rows = await sql('select deposito_id, reservado from produto_deposito where produto_id = $1', [
      produto.id,
    ]);
    const [sum] = await sql('select reservado from produtos where id = $1', [produto.id]);
    return {
      ...Object.fromEntries(rows.map(({ deposito_id, reservado }) => [deposito_id, Number(reservado)])),
      total: Number(sum?.['reservado'] ?? 0),
    };
  };
  const lines = async (): Promise<Movimento[]> =>
    (await ana.get(`/api/movimentos?produto_id=${produto.id}`)).json().itens;
  return {
    ...{ ana, matriz, filial, produto, move, promised },
    sell: (...sold: Omit<Sold, 'produto_id'>[]) =>
      sell(db, ana, ...sold.map((each) => ({ produto_id: produto.id, ...each }))),
    stock: () => stockOf(ana, produto.id),
    /** The lines that sales wrote, oldest first. */
    ofSales: async () =>
      (await lines())
        .filter(({ origem }) => origem === 'venda')
        .map(({ tipo, delta, saldo, motivo, quem }) => [tipo, delta, saldo, motivo, quem])
        .toReversed(),
    reservas: () =>
      sql(
        `select pedido_id, deposito_id, reservado, saiu, saida_pendente, a_conferir, nao_enviar from reservas
         where empresa_id = $1 order by pedido_id`,
        [ana.empresaId],
      ),
    history: () =>
      sql(
        `select tabela, operacao from historico where empresa_id = $1 and tabela in ('produtos', 'produto_deposito') order by id`,
        [ana.empresaId],
      ),
  };
}

describe('a sale', () => {
  test('is promised, leaves with the dispatch, and a repetition of each message writes nothing', async () => {
    const shop = await aShop();
    const before = await shop.history();
    await shop.sell({ reservado: 2 });
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '5.00' },
      { [shop.matriz]: 2, total: 2 },
    ]);
    const versions = () =>
      sql('select xmin::text, reservado from reservas where empresa_id = $1', [shop.ana.empresaId]);
    const [once] = await versions();
    await shop.sell({ reservado: 2 });
    expect((await versions())[0]).toEqual(once);

    for (let n = 0; n < 3; n++) await shop.sell({ saiu: 2 });
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '3.00' },
      { [shop.matriz]: 0, total: 0 },
    ]);
    expect(await shop.ofSales()).toEqual([['saida', '-2.00', '3.00', 'Pedido 2000001', null]]);
    expect(await shop.history()).toEqual(before);
  });

  test('that is called off gives its promise back and moves nothing', async () => {
    const shop = await aShop();
    await shop.sell({ reservado: 2 });
    await shop.sell({});
    expect([await shop.stock(), await shop.promised(), await shop.ofSales()]).toEqual([
      { [shop.matriz]: '5.00' },
      { [shop.matriz]: 0, total: 0 },
      [],
    ]);
  });

  test('that was never promised and is called off leaves no row', async () => {
    const shop = await aShop();
    await shop.sell({});
    expect(await shop.reservas()).toEqual([]);
  });

  test('whose label is called off takes its saida back, and may leave again', async () => {
    const shop = await aShop();
    await shop.sell({ reservado: 2 });
    await shop.sell({ saiu: 2 });
    await shop.sell({ reservado: 2 });
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '5.00' },
      { [shop.matriz]: 2, total: 2 },
    ]);
    await shop.sell({ saiu: 2 });
    expect(await shop.ofSales()).toEqual([
      ['saida', '-2.00', '3.00', 'Pedido 2000001', null],
      ['entrada', '2.00', '5.00', 'Pedido 2000001', null],
      ['saida', '-2.00', '3.00', 'Pedido 2000001', null],
    ]);
  });

  test('of more than there is shows the falta in the first deposito, which an entrada cures', async () => {
    const shop = await aShop('1');
    await shop.sell({ reservado: 3 });
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '1.00' },
      { [shop.matriz]: 3, total: 3 },
    ]);
    await shop.move({ quantidade: '2' });
    await shop.sell({ saiu: 3 });
    expect(await shop.stock()).toEqual({ [shop.matriz]: '0.00' });
  });

  test('that left without stock stays promised, and leaves with the next entrada', async () => {
    const shop = await aShop('1');
    await shop.sell({ reservado: 2 });
    await shop.sell({ saiu: 2 });
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '1.00' },
      { [shop.matriz]: 2, total: 2 },
    ]);
    expect(await shop.reservas()).toMatchObject([{ reservado: 2, saiu: 0, saida_pendente: 2 }]);
    await shop.move({ tipo: 'saida', quantidade: '1' });
    const entered = await shop.move({ quantidade: '5' });
    expect(entered.json().movimentos).toHaveLength(1);
    expect(await shop.stock()).toEqual({ [shop.matriz]: '3.00' });
    expect(await shop.reservas()).toMatchObject([{ reservado: 0, saiu: 2, saida_pendente: 0 }]);
    const undone = await shop.ana.post(`/api/historico/${entered.json().lote}/desfazer`);
    expect([undone.statusCode, undone.json().mensagem]).toEqual([
      409,
      'Não foi possível desfazer: sairiam 5 unidades do depósito Matriz, que tem só 3 unidades.',
    ]);
  });

  test('leaves a second time of waiting when another sale comes back', async () => {
    const shop = await aShop('2');
    await shop.sell({ pedido_id: 'A', saiu: 2 });
    await shop.sell({ pedido_id: 'B', saiu: 2 });
    expect(await shop.reservas()).toMatchObject([{ saiu: 2 }, { saida_pendente: 2 }]);
    await shop.sell({ pedido_id: 'A' });
    expect(await shop.reservas()).toMatchObject([{ saiu: 0 }, { saiu: 2, saida_pendente: 0 }]);
    expect(await shop.stock()).toEqual({ [shop.matriz]: '0.00' });
  });

  test('that is split changes in one transaction, so the promise never falls in between', async () => {
    const shop = await aShop();
    await shop.sell({ pedido_id: 'A', reservado: 3 });
    await shop.sell(
      { pedido_id: 'A', reservado: 0 },
      { pedido_id: 'A1', reservado: 2 },
      { pedido_id: 'A2', reservado: 1 },
    );
    expect(await shop.promised()).toEqual({ [shop.matriz]: 3, total: 3 });
  });

  test('with a risk of fraud stays promised and is marked', async () => {
    const shop = await aShop();
    await shop.sell({ reservado: 1 });
    await shop.sell({ reservado: 1, nao_enviar: true });
    expect(await shop.reservas()).toMatchObject([{ reservado: 1, nao_enviar: true }]);
  });

  test('of a produto in no deposito is promised in the oldest one, which shows the falta', async () => {
    const ana = await anEmpresa();
    const matriz = await aDeposito(ana);
    const produto = await aProduto(ana);
    await sell(db, ana, { produto_id: produto.id, reservado: 1 });
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '0.00' });
  });

  test('in an empresa without depositos is promised, and placed as soon as there is one', async () => {
    const ana = await anEmpresa();
    const produto = await aProduto(ana);
    await sell(db, ana, { produto_id: produto.id, reservado: 1 });
    await sell(db, ana, { produto_id: produto.id, saiu: 1 });
    const rows = () =>
      sql('select deposito_id, reservado, saida_pendente from reservas where produto_id = $1', [produto.id]);
    expect(await rows()).toEqual([{ deposito_id: null, reservado: 1, saida_pendente: 1 }]);
    const matriz = await aDeposito(ana);
    await sell(db, ana, { produto_id: produto.id, saiu: 1 });
    expect(await rows()).toEqual([{ deposito_id: matriz, reservado: 1, saida_pendente: 1 }]);
  });

  test('follows an anuncio to another produto until something has left', async () => {
    const shop = await aShop();
    const other = await aProduto(shop.ana, { stock: { [shop.filial]: '4' } });
    await shop.sell({ reservado: 2 });
    await sell(db, shop.ana, { produto_id: other.id, reservado: 2 });
    expect(await shop.promised()).toEqual({ [shop.matriz]: 0, total: 0 });
    await sell(db, shop.ana, { produto_id: other.id, saiu: 2 });
    await shop.sell({ reservado: 2 });
    expect([await stockOf(shop.ana, other.id), await shop.stock()]).toEqual([
      { [shop.filial]: '4.00' },
      { [shop.matriz]: '5.00' },
    ]);
    expect(await sql('select produto_id from reservas where empresa_id = $1', [shop.ana.empresaId])).toEqual([
      { produto_id: other.id },
    ]);
  });
});

describe('what sales need is not removed', () => {
  test('neither the produto nor its deposito, until the goods have left; then an undo brings both back', async () => {
    const shop = await aShop();
    await shop.sell({ reservado: 2 });
    const { ana, produto, matriz } = shop;
    const refusals = [
      [
        `/api/produtos/${produto.id}`,
        'Este produto tem 2 unidades em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.',
      ],
      [
        `/api/depositos/${matriz}`,
        'Este depósito tem produtos em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.',
      ],
    ] as const;
    for (const [path, sentence] of refusals) {
      const refused = await ana.delete(path);
      expect([refused.statusCode, refused.json().mensagem]).toEqual([409, sentence]);
    }
    const form = formOf((await ana.get(`/api/produtos/${produto.id}`)).json());
    const removed = await ana.put(`/api/produtos/${produto.id}`, {
      ...form,
      depositos: form.depositos.map((each) => ({ ...each, quantidade: null })),
    });
    expect([removed.statusCode, removed.json().mensagem]).toEqual([
      409,
      'O depósito Matriz tem 2 unidades deste produto em reserva para pedidos. Retire o produto dele depois que os pedidos saírem ou forem cancelados.',
    ]);

    await shop.sell({ saiu: 2 });
    const gone = await ana.delete(`/api/produtos/${produto.id}`);
    expect(gone.statusCode, gone.body).toBe(200);
    // A message about the sale of a deleted produto keeps what came back, and moves nothing.
    await shop.sell({ saiu: 2, a_conferir: 1 });
    await shop.sell({});
    expect(await shop.reservas()).toMatchObject([{ reservado: 0, saiu: 2, a_conferir: 0 }]);
    expect((await ana.post(`/api/historico/${gone.json().lote}/desfazer`)).statusCode).toBe(200);
    expect(await shop.stock()).toEqual({ [matriz]: '3.00' });
    await shop.sell({});
    expect(await shop.stock()).toEqual({ [matriz]: '5.00' });
  });

  test('a produto that is promised in no deposito', async () => {
    const ana = await anEmpresa();
    const produto = await aProduto(ana);
    await sell(db, ana, { produto_id: produto.id, reservado: 1 });
    const refused = await ana.delete(`/api/produtos/${produto.id}`);
    expect([refused.statusCode, refused.json().mensagem]).toEqual([
      409,
      'Este produto tem 1 unidade em reserva para pedidos. Exclua-o depois que os pedidos saírem ou forem cancelados.',
    ]);
  });

  test('the row of a deposito that an undo would take away', async () => {
    const shop = await aShop('0');
    const entered = await shop.move({ deposito_id: shop.filial, quantidade: '2' });
    await shop.sell({ reservado: 2 });
    expect(await shop.promised()).toEqual({ [shop.matriz]: 0, [shop.filial]: 2, total: 2 });
    expect((await shop.ana.post(`/api/historico/${entered.json().lote}/desfazer`)).statusCode).toBe(200);
    expect([await shop.stock(), await shop.promised()]).toEqual([
      { [shop.matriz]: '0.00', [shop.filial]: '0.00' },
      { [shop.matriz]: 0, [shop.filial]: 2, total: 2 },
    ]);
  });

  test('a line of a sale is not undone by hand', async () => {
    const shop = await aShop();
    await shop.sell({ saiu: 1 });
    const [line] = await sql(
      "select lote from movimentos_estoque where empresa_id = $1 and origem = 'venda'",
      [shop.ana.empresaId],
    );
    const undone = await shop.ana.post(`/api/historico/${line?.['lote']}/desfazer`);
    expect([undone.statusCode, undone.json().mensagem]).toEqual([
      409,
      'Esta movimentação veio de uma venda e não é desfeita aqui. Se a peça está com você, registre uma entrada; se não está, uma saída.',
    ]);
  });
});

describe('at the same time', () => {
  test('eight workers with the same message write it once', async () => {
    const shop = await aShop();
    await Promise.all(Array.from({ length: 8 }, () => shop.sell({ reservado: 2 })));
    expect(await shop.promised()).toEqual({ [shop.matriz]: 2, total: 2 });
    await Promise.all(Array.from({ length: 8 }, () => shop.sell({ saiu: 2 })));
    expect(await shop.ofSales()).toHaveLength(1);
    expect(await shop.stock()).toEqual({ [shop.matriz]: '3.00' });
  });

  test('sales, entries and exits of one produto lose no unit and never wait in a circle', async () => {
    const shop = await aShop('4');
    const other = await aProduto(shop.ana, { stock: { [shop.matriz]: '4' } });
    const pedidos = ['A', 'B', 'C', 'D', 'E', 'F'];
    const steps: (() => Promise<unknown>)[] = pedidos.flatMap((pedido_id, n) => [
      () => shop.sell({ pedido_id, reservado: 1 }),
      // Two produtos in one transaction, in either order.
      () =>
        sell(
          db,
          shop.ana,
          ...[
            { produto_id: shop.produto.id, pedido_id, saiu: 1 },
            { produto_id: other.id, pedido_id, anuncio_id: 'MLB2', saiu: 1 },
          ][n % 2 ? 'slice' : 'toReversed'](),
        ),
      () => shop.move({ quantidade: '1' }),
      () => shop.move({ tipo: 'saida', quantidade: '1' }),
    ]);
    await Promise.all(steps.map((step) => step()));
    // What each sale shows last does not depend on the order of the others.
    for (const pedido_id of pedidos)
      await sell(
        db,
        shop.ana,
        { produto_id: shop.produto.id, pedido_id, saiu: 1 },
        { produto_id: other.id, pedido_id, anuncio_id: 'MLB2', saiu: 1 },
      );
    const rows = await sql('select saiu + saida_pendente as n from reservas where empresa_id = $1', [
      shop.ana.empresaId,
    ]);
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, () => 1));
  });
});

test('open screens are told that the stock of the produto changed', async () => {
  const shop = await aShop();
  await sql('delete from novidades where empresa_id = $1', [shop.ana.empresaId]);
  await shop.sell({ reservado: 1 });
  expect(await sql('select tabela, ids from novidades where empresa_id = $1', [shop.ana.empresaId])).toEqual([
    { tabela: 'movimentos_estoque', ids: [shop.produto.id] },
  ]);
});
