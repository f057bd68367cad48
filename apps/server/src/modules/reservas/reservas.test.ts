import { randomUUID } from 'node:crypto';
import { fraseDe } from '@prumo/contract/atividades.ts';
import type { Conferencia, Reserva } from '@prumo/contract/reservas.ts';
import { describe, expect, test } from 'vitest';
import { type Sold, sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, openPool, sql } = await testApp();
const db = openPool(4);

/** An empresa with one produto that has 2 units in Matriz and 5 in Filial. Sales come from Matriz. */
async function aShop() {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const produto = await aProduto(ana, { stock: { [matriz]: '2', [filial]: '5' } });
  await sql(
    `insert into vendas_config (empresa_id, marketplace, seller_id, depositos, user_id)
     values ($1, 'mercado-livre', '1001', $2, $3)`,
    [ana.empresaId, [matriz], ana.userId],
  );
  const list = async (who = ana): Promise<Reserva[]> =>
    (await who.get(`/api/reservas?produto_id=${produto.id}`)).json().itens;
  return {
    ...{ ana, matriz, filial, produto, list },
    sell: (...sold: Omit<Sold, 'produto_id'>[]) =>
      sell(db, ana, ...sold.map((each) => ({ produto_id: produto.id, ...each }))),
    stock: () => stockOf(ana, produto.id),
    one: async () => {
      const [row] = await sql('select id from reservas where empresa_id = $1', [ana.empresaId]);
      return String(row?.['id']);
    },
  };
}

describe('the reservas of a produto', () => {
  test('say what lacks by deadline, and the stock shows saldo, reservado and disponível everywhere', async () => {
    const shop = await aShop();
    await shop.sell(
      { pedido_id: 'tarde', reservado: 1, prazo: '2026-11-21T12:00:00Z' },
      { pedido_id: 'cedo', reservado: 2, prazo: '2026-11-20T12:00:00Z', nao_enviar: true },
    );
    expect(
      (await shop.list()).map(({ pedido_id, falta, deposito_nome, nao_enviar }) => ({
        pedido_id,
        falta,
        deposito_nome,
        nao_enviar,
      })),
    ).toEqual([
      { pedido_id: 'cedo', falta: 0, deposito_nome: 'Matriz', nao_enviar: true },
      { pedido_id: 'tarde', falta: 1, deposito_nome: 'Matriz', nao_enviar: false },
    ]);
    const { ana, produto, matriz, filial } = shop;
    const whole = { reservado: '3.00', disponivel: '4.00' };
    const read = (await ana.get(`/api/produtos/${produto.id}`)).json();
    expect(read).toMatchObject({ estoque_inicial: '7.00', ...whole });
    const places = [
      { deposito_id: filial, quantidade: '5.00', reservado: '0.00', disponivel: '5.00' },
      { deposito_id: matriz, quantidade: '2.00', reservado: '3.00', disponivel: '-1.00' },
    ];
    expect(read.depositos).toMatchObject(places);
    expect((await ana.get(`/api/produtos/${produto.id}/estoque`)).json()).toMatchObject({
      itens: places,
      total: '7.00',
      ...whole,
    });
    expect((await ana.get('/api/produtos')).json().itens).toMatchObject([whole]);
    expect((await ana.get(`/api/produtos/balcao?busca=${produto.sku}`)).json().itens).toMatchObject([whole]);
    const inventory = (await ana.get('/api/inventario?ordem=quantidade')).json().itens;
    expect(inventory).toMatchObject([
      { deposito_id: matriz, reservado: '3.00', disponivel: '-1.00', situacao: 'baixo' },
      { deposito_id: filial, reservado: '0.00', disponivel: '5.00', situacao: 'baixo' },
    ]);
    // The cards of the specification go on counting the saldo.
    expect((await ana.get('/api/produtos/resumo')).json()).toMatchObject({
      sem_estoque: 0,
      baixo_estoque: 1,
    });
  });

  test('are read by every membro of the empresa, and not by people of other empresas', async () => {
    const shop = await aShop();
    await shop.sell({ reservado: 1 });
    const bruno = await aColleague(shop.ana, 'Bruno Lima', 'consulta');
    expect(await shop.list(bruno)).toHaveLength(1);
    expect(await shop.list(await anEmpresa())).toEqual([]);
  });
});

describe('a reserva that a person moves', () => {
  const moveTo = (deposito_id: string, deposito_lido: string | null) => ({ deposito_id, deposito_lido });

  test('is promised by the other deposito, and a message of the sale leaves it there', async () => {
    const { ana, matriz, filial, ...shop } = await aShop();
    await shop.sell({ reservado: 3 });
    const moved = await ana.put(`/api/reservas/${await shop.one()}/deposito`, moveTo(filial, matriz));
    expect([moved.statusCode, moved.json()]).toMatchObject([200, { deposito_id: filial, falta: 0 }]);
    const { itens } = (await ana.get('/api/atividades?tipo=reserva_movida')).json();
    expect(itens.map(fraseDe)).toEqual(['moveu a reserva do pedido 2000001 para o depósito Filial']);
    await shop.sell({ reservado: 3 });
    await shop.sell({ saiu: 3 });
    expect(await shop.stock()).toEqual({ [filial]: '2.00', [matriz]: '2.00' });
  });

  test('lets goods that left before there was stock leave from there', async () => {
    const { ana, matriz, filial, ...shop } = await aShop();
    await shop.sell({ saiu: 3 });
    expect((await shop.list())[0]).toMatchObject({ saida_pendente: 3, falta: 1 });
    const moved = await ana.put(`/api/reservas/${await shop.one()}/deposito`, moveTo(filial, matriz));
    expect(moved.json()).toMatchObject({ reservado: 0, saiu: 3, saida_pendente: 0 });
    expect(await shop.stock()).toEqual({ [filial]: '2.00', [matriz]: '2.00' });
  });

  test('is refused with a sentence', async () => {
    const { ana, matriz, filial, ...shop } = await aShop();
    const fechado = await aDeposito(ana, 'Fechado', false);
    await shop.sell({ reservado: 1 });
    const path = `/api/reservas/${await shop.one()}/deposito`;
    const refusals: [object, number, string][] = [
      [moveTo(filial, filial), 409, 'A reserva está agora no depósito Matriz. Confira e tente de novo.'],
      [moveTo(randomUUID(), matriz), 422, 'Este depósito não existe mais. Escolha outro.'],
      [
        moveTo(fechado, matriz),
        422,
        'O depósito Fechado está inativo e não recebe produtos. Ative-o ou escolha outro.',
      ],
    ];
    for (const [body, status, sentence] of refusals) {
      const answer = await ana.put(path, body);
      expect([answer.statusCode, answer.json().mensagem]).toEqual([status, sentence]);
    }
    const vendas = await aColleague(ana, 'Bruno Lima', 'vendas');
    expect((await vendas.put(path, moveTo(filial, matriz))).statusCode).toBe(403);
    expect((await (await anEmpresa()).put(path, moveTo(filial, matriz))).statusCode).toBe(404);
    await shop.sell({ saiu: 1 });
    const late = await ana.put(path, moveTo(filial, matriz));
    expect([late.statusCode, late.json().mensagem]).toEqual([
      409,
      'Este pedido não espera mais por estoque. Recarregue a página.',
    ]);
  });
});

describe('returned goods', () => {
  const verdict = (values: Partial<Conferencia>): Conferencia => ({
    ...{ id: randomUUID(), vendavel: 0, avariado: 0, deposito_id: null },
    ...values,
  });

  async function returned(units = 2) {
    const shop = await aShop();
    await shop.sell({ saiu: 2 });
    await shop.sell({ saiu: 2, a_conferir: units });
    const id = await shop.one();
    const check = (values: Partial<Conferencia>, who = shop.ana) =>
      who.post(`/api/reservas/${id}/conferencia`, verdict(values));
    const waiting = async (): Promise<Reserva[]> =>
      (await shop.ana.get('/api/reservas/a-conferir')).json().itens;
    return { ...shop, id, check, waiting };
  }

  test('wait for a person; what can be sold enters the stock and what is damaged does not', async () => {
    const shop = await returned();
    expect(await shop.waiting()).toMatchObject([{ id: shop.id, a_conferir: 2, falta: 0 }]);
    expect(await shop.stock()).toMatchObject({ [shop.matriz]: '0.00' });
    const checked = await shop.check({ vendavel: 1, avariado: 1 });
    expect(checked.statusCode, checked.body).toBe(201);
    expect(checked.json()).toMatchObject({
      reserva: { a_conferir: 0, vendavel: 1, avariado: 1 },
      movimentos: [
        {
          tipo: 'entrada',
          delta: '1.00',
          origem: 'venda',
          motivo: 'Devolução do pedido 2000001',
          quem: 'Ana Souza',
        },
      ],
    });
    expect([await shop.stock(), await shop.waiting()]).toMatchObject([{ [shop.matriz]: '1.00' }, []]);
    const { itens } = (await shop.ana.get('/api/atividades?tipo=devolucao_conferida')).json();
    expect(itens.map(fraseDe)).toEqual([
      'conferiu a devolução do pedido 2000001: 1 para vender, 1 com avaria',
    ]);
    // A message that comes again does not ask again.
    await shop.sell({ saiu: 2, a_conferir: 2 });
    expect(await shop.waiting()).toEqual([]);
  });

  test('enter once, however often the answer is lost, and damaged ones are counted once', async () => {
    const shop = await returned();
    for (const body of [verdict({ vendavel: 1 }), verdict({ avariado: 1 })]) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => shop.ana.post(`/api/reservas/${shop.id}/conferencia`, body)),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    }
    expect(await shop.stock()).toMatchObject({ [shop.matriz]: '1.00' });
    expect(await sql('select vendavel, avariado from reservas where id = $1', [shop.id])).toEqual([
      { vendavel: 1, avariado: 1 },
    ]);
  });

  test('enter another deposito if the person says so, and serve the sales that wait for stock', async () => {
    const shop = await returned();
    await shop.ana.post(
      '/api/movimentos',
      movimento({ produto_id: shop.produto.id, deposito_id: shop.filial, tipo: 'saida', quantidade: '5' }),
    );
    await shop.sell({ pedido_id: 'B', saiu: 1 });
    expect((await shop.list())[0]).toMatchObject({ pedido_id: 'B', saida_pendente: 1 });
    await shop.check({ vendavel: 1, deposito_id: shop.filial });
    expect(await shop.stock()).toEqual({ [shop.matriz]: '0.00', [shop.filial]: '1.00' });
    await shop.check({ vendavel: 1 });
    expect(await shop.stock()).toEqual({ [shop.matriz]: '0.00', [shop.filial]: '1.00' });
    expect(await shop.list()).toEqual([]);
  });

  test('are refused with a sentence', async () => {
    const shop = await returned(1);
    const { ana, check } = shop;
    const id = randomUUID();
    const refusals: [Partial<Conferencia>, number, string][] = [
      [
        { vendavel: 1, avariado: 1 },
        409,
        'Só 1 peça deste pedido espera conferência. Informe uma quantidade menor.',
      ],
      [{ vendavel: 1, deposito_id: randomUUID() }, 422, 'Este depósito não existe mais. Escolha outro.'],
    ];
    for (const [values, status, sentence] of refusals) {
      const answer = await check(values);
      expect([answer.statusCode, answer.json().mensagem]).toEqual([status, sentence]);
    }
    expect((await check({})).json().campos).toEqual({ vendavel: 'Informe quantas peças você conferiu.' });
    expect((await check({ vendavel: 1 }, await aColleague(ana, 'Bruno Lima', 'vendas'))).statusCode).toBe(
      403,
    );
    expect((await check({ vendavel: 1 }, await anEmpresa())).statusCode).toBe(404);
    expect((await check({ id, avariado: 1 })).statusCode).toBe(201);
    const other = await check({ id, vendavel: 1 });
    expect([other.statusCode, other.json().mensagem]).toEqual([
      422,
      'Esta conferência já foi usada. Recarregue a página e tente de novo.',
    ]);
    const late = await check({ vendavel: 1 });
    expect([late.statusCode, late.json().mensagem]).toEqual([
      409,
      'Nenhuma peça deste pedido espera conferência. Recarregue a página.',
    ]);
  });

  test('from a deleted deposito enter the one that the person names', async () => {
    const shop = await returned(1);
    expect((await shop.ana.delete(`/api/depositos/${shop.matriz}`)).statusCode).toBe(200);
    await shop.sell({ saiu: 2, a_conferir: 2 });
    expect(await shop.waiting()).toMatchObject([
      { deposito_id: shop.matriz, deposito_nome: null, a_conferir: 2 },
    ]);
    const refused = await shop.check({ vendavel: 1 });
    expect([refused.statusCode, refused.json().campos]).toEqual([
      422,
      { deposito_id: 'O depósito de onde a peça saiu não existe mais. Escolha outro.' },
    ]);
    expect((await shop.check({ vendavel: 1, deposito_id: shop.filial })).statusCode).toBe(201);
    expect(await shop.stock()).toEqual({ [shop.filial]: '6.00' });
  });

  test('of a deleted produto wait until it is back', async () => {
    const { ana, produto, check, stock, matriz } = await returned();
    const gone = await ana.delete(`/api/produtos/${produto.id}`);
    const refused = await check({ vendavel: 1 });
    expect([refused.statusCode, refused.json().mensagem]).toEqual([
      409,
      'O produto deste pedido foi excluído. Restaure-o na lixeira e confira de novo, ou marque a peça como avariada.',
    ]);
    expect((await check({ avariado: 1 })).statusCode).toBe(201);
    await ana.post(`/api/historico/${gone.json().lote}/desfazer`);
    expect((await check({ vendavel: 1 })).statusCode).toBe(201);
    expect(await stock()).toMatchObject({ [matriz]: '1.00' });
  });
});
