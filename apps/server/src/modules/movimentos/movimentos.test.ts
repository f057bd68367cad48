import { randomUUID } from 'node:crypto';
import type { Movimento, MovimentoInput } from '@prumo/contract/movimentos.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto, movimento, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

/** An empresa with one produto that has 10 units in Matriz and none in Filial. */
async function aShop() {
  const ana = await anEmpresa();
  const [matriz, filial] = [await aDeposito(ana), await aDeposito(ana, 'Filial')];
  const produto = await aProduto(ana, { stock: { [matriz]: '10' } });
  const send = (input: Partial<MovimentoInput>, who: Client = ana) =>
    who.post('/api/movimentos', movimento({ produto_id: produto.id, deposito_id: matriz, ...input }));
  const lines = async (query = ''): Promise<Movimento[]> =>
    (await ana.get(`/api/movimentos?produto_id=${produto.id}${query}`)).json().itens;
  return { ana, matriz, filial, produto, send, lines, stock: (em?: string) => stockOf(ana, produto.id, em) };
}

const estoqueOf = async (id: string) =>
  (await sql('select estoque_inicial from produtos where id = $1', [id]))[0]?.estoque_inicial;

describe('each tipo', () => {
  test('moves the stock, writes lines with the saldo after them and keeps the produto’s sum', async () => {
    const { ana, matriz, filial, produto, send, lines, stock } = await aShop();
    const entered = await send({ quantidade: '2.5', motivo: 'Compra 123' });
    expect(entered.statusCode, entered.body).toBe(201);
    expect(entered.json()).toEqual({
      lote: expect.any(String),
      movimentos: [
        {
          id: expect.any(String),
          lote: entered.json().lote,
          tipo: 'entrada',
          deposito_id: matriz,
          deposito_nome: 'Matriz',
          delta: '2.50',
          saldo: '12.50',
          motivo: 'Compra 123',
          origem: 'manual',
          quem: 'Ana Souza',
          created_at: expect.any(String),
        },
      ],
    });
    expect((await send({ tipo: 'saida', quantidade: '0.5' })).statusCode).toBe(201);
    expect((await send({ tipo: 'transferencia', destino_id: filial, quantidade: '4' })).statusCode).toBe(201);
    expect((await send({ tipo: 'ajuste', quantidade: '7', saldo_lido: '8' })).statusCode).toBe(201);
    expect(await stock()).toEqual({ [matriz]: '7.00', [filial]: '4.00' });
    expect(await estoqueOf(produto.id)).toBe('11.00');
    expect((await lines()).map(({ tipo, delta, saldo, origem }) => [tipo, delta, saldo, origem])).toEqual([
      ['ajuste', '-1.00', '7.00', 'manual'],
      ['transferencia', '4.00', '4.00', 'manual'],
      ['transferencia', '-4.00', '8.00', 'manual'],
      ['saida', '-0.50', '12.00', 'manual'],
      ['entrada', '2.50', '12.50', 'manual'],
      ['ajuste', '10.00', '10.00', 'produto'],
    ]);
    expect(await lines(`&deposito_id=${filial}`)).toHaveLength(1);
    const { total } = (await ana.get(`/api/produtos/${produto.id}/estoque`)).json();
    expect(total).toBe('11.00');
  });

  test('is refused with a message and writes nothing', async () => {
    const { ana, filial, send, lines, stock, produto } = await aShop();
    const fechado = await aDeposito(ana, 'Fechado', false);
    const before = await stock();
    const refusals: [Partial<MovimentoInput>, string, string][] = [
      [
        { tipo: 'saida', quantidade: '10.01' },
        'quantidade',
        'Há só 10 unidades no depósito Matriz. Informe uma quantidade menor.',
      ],
      [
        { tipo: 'saida', deposito_id: filial },
        'quantidade',
        'Não há unidades no depósito Filial. Escolha outro depósito.',
      ],
      [
        { deposito_id: fechado },
        'deposito_id',
        'O depósito Fechado está inativo e não recebe produtos. Ative-o ou escolha outro.',
      ],
      [{ deposito_id: randomUUID() }, 'deposito_id', 'Este depósito não existe mais. Escolha outro.'],
      [{ quantidade: '0' }, 'quantidade', 'Informe uma quantidade maior que 0.'],
      [{ tipo: 'transferencia' }, 'destino_id', 'Escolha o depósito de destino'],
    ];
    for (const [input, field, sentence] of refusals) {
      const response = await send(input);
      expect(response.statusCode).toBe(422);
      expect(response.json().campos).toEqual({ [field]: sentence });
    }
    const stale = await send({ tipo: 'ajuste', quantidade: '3', saldo_lido: '9' });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      mensagem: 'O depósito Matriz tinha 9 unidades e agora tem 10 unidades. Confira e tente de novo.',
      atual: { saldo: '10.00' },
    });
    expect((await send({ produto_id: randomUUID() })).statusCode).toBe(404);
    expect(await stock()).toEqual(before);
    expect(await lines()).toHaveLength(1);
    expect(await estoqueOf(produto.id)).toBe('10.00');
  });

  test('cannot use a produto or deposito of another empresa', async () => {
    const { produto, matriz } = await aShop();
    const other = await aShop();
    expect((await other.send({ produto_id: produto.id })).statusCode).toBe(404);
    expect((await other.send({ deposito_id: matriz })).statusCode).toBe(422);
    expect(await other.lines()).toHaveLength(1);
  });
});

describe('a movimento sent twice', () => {
  test('is executed once and gets the same answer at any later time', async () => {
    const { ana, send, stock, matriz, filial } = await aShop();
    const bodies: Partial<MovimentoInput>[] = [
      { id: randomUUID(), tipo: 'saida', quantidade: '10' },
      { id: randomUUID(), quantidade: '3', motivo: 'Compra' },
      { id: randomUUID(), tipo: 'ajuste', quantidade: '5', saldo_lido: '3' },
      { id: randomUUID(), tipo: 'transferencia', destino_id: filial, quantidade: '5' },
    ];
    const first = [];
    for (const body of bodies) first.push(await send(body));
    expect(first.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    for (const [n, body] of bodies.entries()) {
      const again = await send(body);
      expect([again.statusCode, again.json()]).toEqual([201, first[n]?.json()]);
    }
    expect(await stock()).toEqual({ [matriz]: '0.00', [filial]: '5.00' });
    await ana.delete(`/api/depositos/${filial}`);
    expect((await send(bodies[0] ?? {})).statusCode).toBe(201);
  });

  test('stays refused after a refusal, even if the stock has changed since', async () => {
    const { send, stock, matriz } = await aShop();
    const late = { id: randomUUID(), tipo: 'saida', quantidade: '11' } as const;
    const refused = await send(late);
    expect(refused.statusCode).toBe(422);
    await send({ quantidade: '5' });
    const again = await send(late);
    expect(again.statusCode).toBe(422);
    expect(again.json().campos).toEqual(refused.json().campos);
    expect((await send({ ...late, id: randomUUID() })).statusCode).toBe(201);
    expect(await stock()).toEqual({ [matriz]: '4.00' });
  });

  test('is refused when the same id comes with another content', async () => {
    const { ana, send, stock, matriz, filial } = await aShop();
    const id = randomUUID();
    await send({ id, tipo: 'saida', quantidade: '1' });
    const other = await aProduto(ana, { stock: { [matriz]: '10' } });
    for (const change of [
      { quantidade: '2' },
      { tipo: 'entrada' },
      { tipo: 'transferencia', destino_id: filial },
      { motivo: 'Outro' },
      { deposito_id: filial },
      { produto_id: other.id },
    ] as const) {
      const response = await send({ id, tipo: 'saida', quantidade: '1', ...change });
      expect(response.statusCode, response.body).toBe(422);
      expect(response.json().mensagem).toMatch(/já foi usado para outro movimento/);
    }
    expect(await stock()).toEqual({ [matriz]: '9.00' });
  });

  test('is executed once by many concurrent requests', async () => {
    const { send, stock, matriz } = await aShop();
    const body = { id: randomUUID(), tipo: 'saida', quantidade: '1' } as const;
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)));
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect(await stock()).toEqual({ [matriz]: '9.00' });
  });
});

test('ten of thirty concurrent saidas from a stock of ten succeed', async () => {
  const { ana, send, stock, matriz, lines } = await aShop();
  const bruno = await aColleague(ana);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => send({ tipo: 'saida', quantidade: '1' }, n % 2 ? ana : bruno)),
  );
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([count(201), count(422)]).toEqual([10, 20]);
  expect(await stock()).toEqual({ [matriz]: '0.00' });
  expect(await lines()).toHaveLength(11);
});

test('concurrent transfers in both directions do not deadlock and lose nothing', async () => {
  const { send, stock, matriz, filial } = await aShop();
  await send({ deposito_id: filial, quantidade: '10' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? send({ tipo: 'transferencia', deposito_id: matriz, destino_id: filial })
        : send({ tipo: 'transferencia', deposito_id: filial, destino_id: matriz }),
    ),
  );
  expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true);
  expect(await stock()).toEqual({ [matriz]: '10.00', [filial]: '10.00' });
});

describe('reading', () => {
  test('the stock of a day comes from the ledger at the day’s end in São Paulo, with deleted depositos', async () => {
    const { ana, matriz, filial, produto, send, stock } = await aShop();
    await send({ tipo: 'transferencia', destino_id: filial, quantidade: '4' });
    await sql(
      `update movimentos_estoque set created_at = case origem
         when 'produto' then '2026-03-10 02:59:59.999999+00'::timestamptz else '2026-03-10 03:00:00+00' end
       where produto_id = $1`,
      [produto.id],
    );
    expect(await stock('2026-03-08')).toEqual({});
    expect(await stock('2026-03-09')).toEqual({ [matriz]: '10.00' });
    expect(await stock('2026-03-10')).toEqual({ [matriz]: '6.00', [filial]: '4.00' });
    expect((await ana.delete(`/api/depositos/${filial}`)).statusCode).toBe(200);
    expect(await stock()).toEqual({ [matriz]: '6.00' });
    const { itens, total } = (await ana.get(`/api/produtos/${produto.id}/estoque?em=2026-03-10`)).json();
    expect(total).toBe('10.00');
    expect(itens).toContainEqual(
      expect.objectContaining({ deposito_id: filial, nome: 'Filial', ativo: false, quantidade: '4.00' }),
    );
    expect((await ana.get(`/api/produtos/${produto.id}/estoque?em=ontem`)).statusCode).toBe(422);
    expect((await ana.get(`/api/produtos/${randomUUID()}/estoque`)).statusCode).toBe(404);
  });

  test('the ledger is read page by page, newest first', async () => {
    const { ana, produto, send } = await aShop();
    for (let n = 0; n < 60; n++) await send({ motivo: `n${n}` });
    const page = async (cursor = '') =>
      (await ana.get(`/api/movimentos?produto_id=${produto.id}${cursor && `&cursor=${cursor}`}`)).json();
    const first = await page();
    const second = await page(first.proximo);
    expect([first.itens.length, second.itens.length, second.proximo]).toEqual([50, 11, null]);
    const motivos = [...first.itens, ...second.itens].map(({ motivo }: Movimento) => motivo);
    expect(motivos).toEqual([...Array.from({ length: 60 }, (_, n) => `n${59 - n}`), null]);
  });
});

describe('the product form', () => {
  test('writes its own changes, additions and removals, and keeps a sale made meanwhile', async () => {
    const { ana, matriz, filial, produto, send, stock, lines } = await aShop();
    await send({ tipo: 'saida', quantidade: '1' });
    const { depositos: _, ...shown } = produto;
    const save = (depositos: object[], versao: number) =>
      ana.put(`/api/produtos/${produto.id}`, { ...inputOf(shown), depositos, versao });
    const untouched = { deposito_id: matriz, quantidade: '10', quantidade_lida: '10' };
    const added = { deposito_id: filial, quantidade: '2', quantidade_lida: null };
    const saved = await save([untouched, added], 1);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await stock()).toEqual({ [matriz]: '9.00', [filial]: '2.00' });
    const read = { deposito_id: filial, quantidade: '2', quantidade_lida: '2' };
    const stale = await save([{ ...untouched, quantidade: '5' }, read], 2);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      mensagem: 'O estoque mudou enquanto você editava. Confira as quantidades e salve de novo.',
      atual: { id: produto.id, depositos: [{ quantidade: '2.00' }, { quantidade: '9.00' }] },
    });
    expect(await stock()).toEqual({ [matriz]: '9.00', [filial]: '2.00' });
    const counted = { ...untouched, quantidade: '5', quantidade_lida: '9' };
    const out = { ...read, quantidade: null };
    expect((await save([counted, out], 2)).statusCode).toBe(200);
    expect(await stock()).toEqual({ [matriz]: '5.00' });
    expect(
      (await lines()).slice(0, 2).map(({ tipo, delta, saldo, origem }) => [tipo, delta, saldo, origem]),
    ).toEqual([
      ['ajuste', '-2.00', '0.00', 'produto'],
      ['ajuste', '-4.00', '5.00', 'produto'],
    ]);
    expect(await estoqueOf(produto.id)).toBe('5.00');
  });

  test('is refused when stock came in that it had not read, and then shows that stock', async () => {
    const { ana, matriz, filial, produto, send, stock } = await aShop();
    await send({ deposito_id: filial, quantidade: '100' });
    const { depositos: _, ...shown } = produto;
    const save = (depositos: object[]) =>
      ana.put(`/api/produtos/${produto.id}`, { ...inputOf(shown), depositos, versao: 1 });
    const mine = { deposito_id: matriz, quantidade: '10', quantidade_lida: '10' };
    const refused = await save([mine]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().atual.depositos).toMatchObject([{ quantidade: '100.00' }, { quantidade: '10.00' }]);
    expect(
      (await save([mine, { deposito_id: filial, quantidade: null, quantidade_lida: '99' }])).statusCode,
    ).toBe(409);
    expect(await stock()).toEqual({ [matriz]: '10.00', [filial]: '100.00' });
  });

  test('shows that a deposito it had read is deleted, whether it kept or removed it', async () => {
    const { ana, matriz, filial, produto, send } = await aShop();
    await send({ deposito_id: filial, quantidade: '2' });
    await ana.delete(`/api/depositos/${filial}`);
    const { depositos: _, ...shown } = produto;
    for (const quantidade of ['2', null]) {
      const depositos = [
        { deposito_id: matriz, quantidade: '10', quantidade_lida: '10' },
        { deposito_id: filial, quantidade, quantidade_lida: '2' },
      ];
      const refused = await ana.put(`/api/produtos/${produto.id}`, {
        ...inputOf(shown),
        depositos,
        versao: 1,
      });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().atual.depositos).toMatchObject([{ deposito_id: matriz }]);
    }
  });
});

const INPUT = [
  'nome',
  'categoria_id',
  'marca_id',
  'fornecedor_id',
  'sku',
  'cod_referencia',
  'custo_unitario',
  'preco_venda',
  'fotos',
];
const inputOf = (produto: object) =>
  Object.fromEntries(Object.entries(produto).filter(([name]) => INPUT.includes(name)));

test('the application may only read and append ledger lines', async () => {
  const rights = await sql(
    "select privilege_type from information_schema.role_table_grants where table_name = 'movimentos_estoque' and grantee = 'app'",
  );
  expect(rights.map(({ privilege_type }) => privilege_type).sort()).toEqual(['INSERT', 'SELECT']);
});

describe('deleting a deposito', () => {
  test('moves its stock out with one line for each produto', async () => {
    const { ana, matriz, filial, produto, send, lines } = await aShop();
    await send({ tipo: 'transferencia', destino_id: filial, quantidade: '4' });
    expect((await ana.delete(`/api/depositos/${filial}`)).statusCode).toBe(200);
    expect(await stockOf(ana, produto.id)).toEqual({ [matriz]: '6.00' });
    expect(await estoqueOf(produto.id)).toBe('6.00');
    expect((await lines())[0]).toMatchObject({
      tipo: 'ajuste',
      delta: '-4.00',
      saldo: '0.00',
      origem: 'exclusao',
      deposito_nome: null,
    });
  });

  test('is refused when more than a thousand produtos are in it', async () => {
    const { ana, matriz, produto } = await aShop();
    await sql(
      `with made as (
         insert into produtos (empresa_id, user_id, nome, sku, categoria_id, marca_id, fornecedor_id, custo_unitario, preco_venda)
         select empresa_id, user_id, nome, sku || n, categoria_id, marca_id, fornecedor_id, 1, 1
         from produtos, generate_series(1, 1000) n, set_config('app.lote', $2, true) a, set_config('app.user_id', $2, true) b
         where id = $1 returning empresa_id, id, user_id)
       insert into produto_deposito (empresa_id, user_id, produto_id, deposito_id) select empresa_id, user_id, id, $3 from made`,
      [produto.id, randomUUID(), matriz],
    );
    const refused = await ana.delete(`/api/depositos/${matriz}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      mensagem:
        'Este depósito tem 1.001 produtos. Transfira-os antes de excluir: até 1.000 saem junto com o depósito.',
      usos: [{ registros: 'produtos', total: 1001 }],
    });
  });
});
