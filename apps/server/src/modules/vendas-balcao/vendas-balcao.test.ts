import { randomUUID } from 'node:crypto';
import { fraseDe } from '@prumo/contract/atividades.ts';
import type { VendaBalcao, VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { sell as reserve } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, formOf, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, openPool } = await testApp();
const db = openPool(4);

const address = {
  ...{ cep: null, numero: null, endereco: null, bairro: null, cidade: null, estado: null },
  email: 'rui@exemplo.com.br',
};

/** An empresa that has 10 units of a produto in Loja and 5 in Galpão, and a vendedor with a comissão of 5 %. */
async function aShop() {
  const ana = await anEmpresa();
  const [loja, galpao] = [await aDeposito(ana, 'Loja'), await aDeposito(ana, 'Galpão')];
  const produto = await aProduto(ana, { nome: 'Vela', stock: { [loja]: '10', [galpao]: '5' } });
  const rui = (
    await ana.post('/api/vendedores', { ...address, nome: 'Rui', cpf: '529.982.247-25', comissao: '5' })
  ).json();
  const bia = (
    await ana.post('/api/clientes', {
      ...{ ...address, nome: 'Bia Reis', nome_fantasia: null, cpf_cnpj: '529.982.247-25' },
      ...{ inscricao_estadual: null, complemento: null, senha: 'segredo', confirmar_senha: 'segredo' },
    })
  ).json();
  const saleOf = (values: Partial<VendaBalcaoInput> = {}): VendaBalcaoInput => ({
    ...{ id: randomUUID(), cliente_id: null, vendedor_id: null, deposito_id: loja, desconto: null },
    itens: [{ produto_id: produto.id, quantidade: '2', preco: '25.00' }],
    ...{ pagamento: 'pix' as const, recebido: null, prometidas: [] },
    ...values,
  });
  const sell = (values: Partial<VendaBalcaoInput> = {}, who: Client = ana) =>
    who.post('/api/vendas-balcao', saleOf(values));
  const read = async (id: string): Promise<VendaBalcao> => (await ana.get(`/api/vendas-balcao/${id}`)).json();
  const cancel = (id: string, vendavel: string, values: object = {}, who: Client = ana) =>
    who.post(`/api/vendas-balcao/${id}/cancelamento`, {
      ...{ id: randomUUID(), deposito_id: null, itens: [{ produto_id: produto.id, vendavel }], motivo: null },
      ...values,
    });
  return {
    ana,
    loja,
    galpao,
    produto,
    rui,
    bia,
    saleOf,
    sell,
    read,
    cancel,
    stock: () => stockOf(ana, produto.id),
  };
}

describe('a sale', () => {
  test('takes its goods from the saldo and says what the receipt needs', async () => {
    const { ana, loja, galpao, produto, rui, bia, sell, read, stock } = await aShop();
    const sold = await sell({
      ...{ cliente_id: bia.id, vendedor_id: rui.id, desconto: { tipo: 'percentual', valor: '10' } },
      ...{ pagamento: 'dinheiro', recebido: '50' },
    });
    expect(sold.statusCode, sold.body).toBe(201);
    expect(sold.json()).toMatchObject({ numero: 1 });
    expect(await stock()).toEqual({ [loja]: '8.00', [galpao]: '5.00' });
    expect(await read(sold.json().id)).toMatchObject({
      ...{
        numero: 1,
        quem: 'Ana Souza',
        cliente_nome: 'Bia Reis',
        vendedor_nome: 'Rui',
        deposito_nome: 'Loja',
      },
      ...{ bruto: '50.00', desconto: '5.00', total: '45.00', pagamento: 'dinheiro', recebido: '50.00' },
      ...{ comissao: '5.00', comissao_valor: '2.25', cancelada_em: null, unidades: '2.00' },
      itens: [
        {
          nome: 'Vela',
          sku: produto.sku,
          quantidade: '2.00',
          preco: '25.00',
          bruto: '50.00',
          desconto: '5.00',
        },
      ],
    });
    const [line] = (await ana.get(`/api/movimentos?produto_id=${produto.id}&deposito_id=${loja}`)).json()
      .itens;
    expect(line).toMatchObject({
      tipo: 'saida',
      delta: '-2.00',
      saldo: '8.00',
      origem: 'balcao',
      motivo: 'Venda 1 no balcão',
    });
    expect((await sell()).json().numero).toBe(2);
  });

  test('keeps the comissão and the name of the produto as they were', async () => {
    const { ana, produto, rui, sell, read } = await aShop();
    const { id } = (await sell({ vendedor_id: rui.id })).json();
    await ana.put(`/api/vendedores/${rui.id}`, {
      ...address,
      nome: 'Rui',
      cpf: '529.982.247-25',
      comissao: '9',
      versao: 1,
    });
    const { json } = await ana.get(`/api/produtos/${produto.id}`);
    await ana.put(`/api/produtos/${produto.id}`, { ...formOf(json()), nome: 'Outra' });
    expect(await read(id)).toMatchObject({
      comissao: '5.00',
      comissao_valor: '2.50',
      itens: [{ nome: 'Vela' }],
    });
  });

  test('happens once, however often its request arrives', async () => {
    const { saleOf, ana, loja, stock } = await aShop();
    const body = saleOf();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ana.post('/api/vendas-balcao', body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect((await stock())[loja]).toBe('8.00');
  });

  test('that was changed after its answer was lost is not sold again, and the person learns of the first', async () => {
    const { ana, saleOf, produto, loja, stock } = await aShop();
    const body = saleOf();
    const { id, numero } = (await ana.post('/api/vendas-balcao', body)).json();
    const items = [{ produto_id: produto.id, quantidade: '3', preco: '25.00' }];
    for (const change of [{ pagamento: 'boleto' as const }, { itens: items }])
      expect((await ana.post('/api/vendas-balcao', { ...body, ...change })).json()).toMatchObject({
        codigo: 'conflict',
        mensagem: expect.stringContaining(`A venda ${numero} já tinha sido concluída antes desta mudança`),
        atual: { concluida: { id, numero, itens: [{ produto_id: produto.id, quantidade: '2.00' }] } },
      });
    expect((await stock())[loja]).toBe('8.00');
  });

  test('that was sent with promised units and again without them is the same sale', async () => {
    const { ana, saleOf, produto, loja, stock } = await aShop();
    await reserve(db, ana, { produto_id: produto.id, reservado: 9 });
    const body = saleOf();
    const sold = await ana.post('/api/vendas-balcao', {
      ...{ ...body, prometidas: [{ produto_id: produto.id, quantidade: '1' }] },
    });
    expect(sold.statusCode, sold.body).toBe(201);
    expect((await ana.post('/api/vendas-balcao', body)).json()).toEqual(sold.json());
    expect((await stock())[loja]).toBe('8.00');
  });

  test('of one id with two contents at the same moment is one sale or one refusal', async () => {
    const { ana, saleOf, produto, loja } = await aShop();
    const rare = await aProduto(ana, { stock: { [loja]: '1' } });
    for (let n = 0; n < 4; n++) {
      const sale = saleOf({ itens: [{ produto_id: produto.id, quantidade: '1', preco: '1' }] });
      const beyond = { ...sale, itens: [{ produto_id: rare.id, quantidade: '2', preco: '1' }] };
      const [one, other] = await Promise.all([
        ana.post('/api/vendas-balcao', sale),
        ana.post('/api/vendas-balcao', beyond),
      ]);
      // Either the sale came first, and the other request learns of it, or the refusal did, and nothing is sold.
      expect([one.statusCode, other.statusCode]).toEqual(one.statusCode === 201 ? [201, 409] : [422, 422]);
    }
  });

  test('of a produto whose price changed after it was read asks first, and then takes the price that the person chose', async () => {
    const { ana, sell, read, produto, loja, stock } = await aShop();
    const { preco_venda, ...stored } = formOf((await ana.get(`/api/produtos/${produto.id}`)).json());
    const item = { produto_id: produto.id, quantidade: '1', preco: preco_venda, preco_lido: preco_venda };
    await ana.put(`/api/produtos/${produto.id}`, { ...stored, preco_venda: '1030.50' });
    const asked = await sell({ itens: [item] });
    expect(asked.json(), asked.body).toMatchObject({
      codigo: 'conflict',
      mensagem: expect.stringContaining('O preço mudou depois da leitura: Vela, de R$'),
      atual: { precos: [{ produto_id: produto.id, nome: 'Vela', lido: preco_venda, novo: '1030.50' }] },
    });
    expect((await stock())[loja]).toBe('10.00');
    for (const preco of [preco_venda, '1030.50']) {
      const { id } = (await sell({ itens: [{ ...item, preco, preco_lido: '1030.50' }] })).json();
      expect((await read(id)).itens).toMatchObject([{ preco }]);
    }
  });

  test('beyond the saldo is refused with what there is and where there is more', async () => {
    const { sell, produto, loja, galpao, stock } = await aShop();
    const refused = await sell({ itens: [{ produto_id: produto.id, quantidade: '11', preco: '1' }] });
    expect(refused.statusCode).toBe(422);
    const mensagem =
      'O depósito Loja tem só 10 unidades de Vela e a venda pede 11. Há em Galpão (5): venda de lá ou transfira antes.';
    expect(refused.json()).toMatchObject({ mensagem, campos: { [`itens.${produto.id}`]: mensagem } });
    expect(await stock()).toEqual({ [loja]: '10.00', [galpao]: '5.00' });
  });

  test('that was refused stays refused, so a late duplicate of its request sells nothing', async () => {
    const { ana, saleOf, produto, loja, stock } = await aShop();
    const body = saleOf({ itens: [{ produto_id: produto.id, quantidade: '11', preco: '1' }] });
    expect((await ana.post('/api/vendas-balcao', body)).statusCode).toBe(422);
    await ana.post(
      '/api/movimentos',
      movimento({ produto_id: produto.id, deposito_id: loja, quantidade: '5' }),
    );
    expect((await ana.post('/api/vendas-balcao', body)).statusCode).toBe(422);
    expect((await stock())[loja]).toBe('15.00');
  });

  test('of several produtos takes all of them or none', async () => {
    const { ana, sell, produto, loja, stock } = await aShop();
    const rare = await aProduto(ana, { nome: 'Rara', stock: { [loja]: '1' } });
    const itens = [
      { produto_id: produto.id, quantidade: '1', preco: '1' },
      { produto_id: rare.id, quantidade: '2', preco: '1' },
    ];
    expect((await sell({ itens })).statusCode).toBe(422);
    expect((await stock())[loja]).toBe('10.00');
    expect((await ana.get('/api/vendas-balcao')).json().itens).toEqual([]);
  });

  test.each([
    ['no item', { itens: [] }],
    ['a discount above the sum', { desconto: { tipo: 'valor', valor: '50.01' } }],
    ['a discount above 100 %', { desconto: { tipo: 'percentual', valor: '101' } }],
    ['cash below the total', { pagamento: 'dinheiro', recebido: '49.99' }],
    ['cash of another kind of payment', { pagamento: 'pix', recebido: '60' }],
  ])('with %s is refused', async (_, values) => {
    const { sell, loja, stock } = await aShop();
    expect((await sell(values as Partial<VendaBalcaoInput>)).statusCode).toBe(422);
    expect((await stock())[loja]).toBe('10.00');
  });

  test('with an amount that is no number, or with a produto twice, is refused', async () => {
    const { sell, produto } = await aShop();
    const item = { produto_id: produto.id, quantidade: '1', preco: 'dez' };
    expect((await sell({ itens: [item] })).statusCode).toBe(422);
    expect(
      (
        await sell({
          itens: [
            { ...item, preco: '1' },
            { ...item, preco: '2' },
          ],
        })
      ).statusCode,
    ).toBe(422);
  });

  test('of the last unit happens once, when many people sell it at the same moment', async () => {
    const { ana, loja, saleOf } = await aShop();
    const last = await aProduto(ana, { stock: { [loja]: '1' } });
    const itens = [{ produto_id: last.id, quantidade: '1', preco: '1' }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ana.post('/api/vendas-balcao', saleOf({ itens }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(await stockOf(ana, last.id)).toEqual({ [loja]: '0.00' });
  });

  test('by many people at once gets numbers without a gap or a repetition', async () => {
    const { ana, sell } = await aShop();
    const itens = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const deposito_id = await aDeposito(ana, randomUUID());
        const produto = await aProduto(ana, { stock: { [deposito_id]: '1' } });
        return { deposito_id, itens: [{ produto_id: produto.id, quantidade: '1', preco: '1' }] };
      }),
    );
    const answers = await Promise.all(itens.map((values) => sell(values)));
    expect(answers.map((answer) => answer.json().numero).sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('units that pedidos are promised', () => {
  test('are sold only after the person decided it, for as many as the person saw', async () => {
    const { ana, produto, loja, sell, stock } = await aShop();
    await reserve(db, ana, { produto_id: produto.id, reservado: 9 });
    const asked = await sell();
    expect(asked.statusCode).toBe(409);
    expect(asked.json()).toMatchObject({
      mensagem:
        'Pedidos de marketplace já esperam por peças desta venda: 1 unidade de Vela. Confirme se quer vender assim mesmo.',
      atual: {
        prometidas: [
          { produto_id: produto.id, nome: 'Vela', quantidade: '1.00', saldo: '10.00', reservado: '9.00' },
        ],
      },
    });
    expect((await stock())[loja]).toBe('10.00');
    const prometidas = [{ produto_id: produto.id, quantidade: '1' }];
    // Another pedido arrives between the question and the answer.
    await reserve(db, ana, { produto_id: produto.id, pedido_id: '2', reservado: 1 });
    expect((await sell({ prometidas })).json()).toMatchObject({
      codigo: 'conflict',
      atual: { prometidas: [{ quantidade: '2.00' }] },
    });
    expect((await sell({ prometidas: [{ produto_id: produto.id, quantidade: '2' }] })).statusCode).toBe(201);
    expect((await stock())[loja]).toBe('8.00');
    expect((await ana.get(`/api/reservas?produto_id=${produto.id}`)).json().itens).toHaveLength(2);
  });
});

describe('a cancellation', () => {
  test('brings back what can be sold, keeps the sale visible and takes the comissão back', async () => {
    const { ana, loja, rui, sell, read, cancel, stock } = await aShop();
    const { id } = (await sell({ vendedor_id: rui.id })).json();
    const cancelled = await cancel(id, '1', { motivo: 'Cliente desistiu' });
    expect(cancelled.statusCode, cancelled.body).toBe(201);
    expect((await stock())[loja]).toBe('9.00');
    expect(await read(id)).toMatchObject({
      ...{ cancelada_em: expect.any(String), cancelada_por: 'Ana Souza', motivo: 'Cliente desistiu' },
      itens: [{ quantidade: '2.00', voltou: '1.00' }],
    });
    const { itens } = (await ana.get('/api/atividades?tipo=venda_balcao_cancelada')).json();
    expect(itens.map(fraseDe)).toEqual(['cancelou a venda 1 do balcão, de R$ 50']);
    expect((await ana.get('/api/vendas-balcao')).json().itens).toMatchObject([
      { cancelada_em: expect.any(String) },
    ]);
    const again = await cancel(id, '1');
    expect(again.json()).toMatchObject({ codigo: 'conflict' });
    expect((await stock())[loja]).toBe('9.00');
  });

  test('happens once for the same request', async () => {
    const { loja, sell, cancel, stock } = await aShop();
    const { id } = (await sell()).json();
    const chave = randomUUID();
    const answers = await Promise.all(Array.from({ length: 3 }, () => cancel(id, '2', { id: chave })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect((await stock())[loja]).toBe('10.00');
  });

  test('enters another deposito that the person names, and nothing when all is damaged', async () => {
    const { galpao, loja, sell, cancel, stock } = await aShop();
    const [one, other] = [(await sell()).json().id, (await sell()).json().id];
    expect((await cancel(one, '2', { deposito_id: galpao })).statusCode).toBe(201);
    expect((await cancel(other, '0')).statusCode).toBe(201);
    expect(await stock()).toEqual({ [loja]: '6.00', [galpao]: '7.00' });
  });

  test('of more units than were sold, or of other produtos, is refused', async () => {
    const { ana, loja, sell, cancel, stock, produto } = await aShop();
    const { id } = (await sell()).json();
    expect((await cancel(id, '3')).json()).toMatchObject({
      campos: { [`itens.${produto.id}`]: expect.any(String) },
    });
    const strange = await aProduto(ana);
    expect((await cancel(id, '0', { itens: [{ produto_id: strange.id, vendavel: '1' }] })).statusCode).toBe(
      422,
    );
    expect((await stock())[loja]).toBe('8.00');
  });

  test('is the only way back: an undo of the sale or of its cancellation is refused', async () => {
    const { ana, loja, sell, cancel, stock } = await aShop();
    const { id, lote } = (await sell()).json();
    const undone = await ana.post(`/api/historico/${lote}/desfazer`);
    expect(undone.json()).toMatchObject({
      codigo: 'conflict',
      mensagem:
        'Esta movimentação veio de uma venda no balcão e não é desfeita aqui. Cancele a venda em Vendas › Balcão.',
    });
    const back = (await cancel(id, '2')).json().lote;
    expect((await ana.post(`/api/historico/${back}/desfazer`)).json()).toMatchObject({ codigo: 'conflict' });
    expect((await stock())[loja]).toBe('10.00');
  });

  test('serves a pedido whose goods left before the saldo covered them', async () => {
    const { ana, loja, produto, sell, cancel, stock } = await aShop();
    const itens = [{ produto_id: produto.id, quantidade: '10', preco: '1' }];
    const { id } = (await sell({ itens })).json();
    await reserve(db, ana, { produto_id: produto.id, saiu: 6 });
    expect((await cancel(id, '10')).statusCode).toBe(201);
    expect((await stock())[loja]).toBe('4.00');
  });
});

describe('the rights', () => {
  test('let vendas sell and move stock in no other way', async () => {
    const { ana, loja, produto, sell, cancel, stock } = await aShop();
    const vendas = await aColleague(ana, 'Vera', 'vendas');
    const sold = await sell({}, vendas);
    expect(sold.statusCode, sold.body).toBe(201);
    const place = { produto_id: produto.id, deposito_id: loja };
    for (const tipo of ['entrada', 'saida'] as const)
      expect((await vendas.post('/api/movimentos', movimento({ ...place, tipo }))).statusCode).toBe(403);
    expect((await cancel(sold.json().id, '2', {}, vendas)).statusCode).toBe(403);
    expect((await stock())[loja]).toBe('8.00');
  });

  test('of the database refuse vendas every line that is not the saida of an item', async () => {
    const { ana, loja, galpao, produto, sell } = await aShop();
    const vendas = await aColleague(ana, 'Vera', 'vendas');
    const { id, lote } = (await sell({}, vendas)).json();
    const line = { chave: id, deposito: loja, tipo: 'saida', delta: '-2', origem: 'balcao', lote };
    const attempts = [
      { ...line, origem: 'manual', chave: randomUUID() },
      { ...line, origem: 'venda', chave: randomUUID() },
      { ...line, chave: randomUUID() },
      { ...line, deposito: galpao },
      { ...line, delta: '-3' },
      { ...line, tipo: 'entrada', delta: '2' },
      { ...line, tipo: 'ajuste' },
      { ...line, lote: randomUUID() },
    ];
    for (const { chave, deposito, tipo, delta, origem, lote: of } of attempts) {
      const { sessionHash, empresaId, userId } = vendas;
      const written = db.write({ sessionHash, empresaId, userId }, (tx) =>
        tx.query(
          `insert into movimentos_estoque (empresa_id, chave, produto_id, deposito_id, tipo, delta, saldo, origem, lote, user_id, created_at)
           values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, now())`,
          [chave, produto.id, deposito, tipo, delta, origem, of, userId],
        ),
      );
      await expect(written, JSON.stringify({ tipo, origem, delta })).rejects.toMatchObject({ code: 'PR403' });
    }
  });

  test.each(['estoque', 'consulta'] as const)('let %s read the sales and not sell', async (papel) => {
    const { ana, sell, loja, stock } = await aShop();
    const other = await aColleague(ana, 'Caio', papel);
    expect((await sell({}, other)).statusCode).toBe(403);
    await sell();
    expect((await other.get('/api/vendas-balcao')).json().itens).toHaveLength(1);
    expect((await stock())[loja]).toBe('8.00');
  });

  test('let estoque cancel, as it examines every other return', async () => {
    const { ana, sell, cancel } = await aShop();
    const estoque = await aColleague(ana, 'Caio', 'estoque');
    expect((await cancel((await sell()).json().id, '2', {}, estoque)).statusCode).toBe(201);
  });

  test('of another empresa reach nothing', async () => {
    const { sell, loja, produto, cancel } = await aShop();
    const { id } = (await sell()).json();
    const other = await anEmpresa();
    expect((await other.get(`/api/vendas-balcao/${id}`)).statusCode).toBe(404);
    expect((await other.get('/api/vendas-balcao')).json().itens).toEqual([]);
    expect((await cancel(id, '2', {}, other)).statusCode).toBe(404);
    const itens = [{ produto_id: produto.id, quantidade: '1', preco: '1' }];
    expect((await sell({ deposito_id: loja, itens }, other)).statusCode).toBe(422);
  });
});

test('a cliente or a vendedor with sales is not deleted', async () => {
  const { ana, rui, bia, sell } = await aShop();
  await sell({ cliente_id: bia.id, vendedor_id: rui.id });
  expect((await ana.delete(`/api/clientes/${bia.id}`)).json()).toMatchObject({
    codigo: 'conflict',
    mensagem: 'Este cliente tem vendas no balcão e não pode ser excluído, porque os recibos o nomeiam.',
  });
  expect((await ana.delete(`/api/vendedores/${rui.id}`)).statusCode).toBe(409);
  expect((await ana.get(`/api/vendas-balcao?cliente_id=${bia.id}`)).json().itens).toHaveLength(1);
});
