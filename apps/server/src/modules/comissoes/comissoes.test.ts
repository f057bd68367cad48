import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { SUMMED } from './comissoes.queries.ts';

const { anEmpresa, aColleague, admin, sql } = await testApp();

const DAY_MS = 86_400_000;
const dayOf = (instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date(instant));
const today = dayOf(Date.now());
const periodOf = (de: string, ate = de) => `de=${de}&ate=${ate}`;

async function aVendedor(ana: Client, nome: string, comissao: string | null): Promise<string> {
  const address = { cep: null, numero: null, endereco: null, bairro: null, cidade: null, estado: null };
  const response = await ana.post('/api/vendedores', {
    ...{ ...address, nome, cpf: '529.982.247-25', email: 'v@exemplo.com.br', comissao },
  });
  return response.json().id;
}

async function aShop() {
  const ana = await anEmpresa();
  const deposito_id = await aDeposito(ana);
  const produto = await aProduto(ana, { stock: { [deposito_id]: '1000' } });
  const sell = async (vendedor_id: string | null, preco: string): Promise<string> => {
    const response = await ana.post('/api/vendas-balcao', {
      ...{ id: randomUUID(), cliente_id: null, vendedor_id, deposito_id, desconto: null, pagamento: 'pix' },
      ...{ itens: [{ produto_id: produto.id, quantidade: '1', preco }], recebido: null, prometidas: [] },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  };
  const cancel = (id: string) =>
    ana.post(`/api/vendas-balcao/${id}/cancelamento`, {
      ...{
        id: randomUUID(),
        deposito_id: null,
        itens: [{ produto_id: produto.id, vendavel: '1' }],
        motivo: null,
      },
    });
  const read = async (periodo: string) => (await ana.get(`/api/comissoes?${periodo}`)).json();
  return { ana, sell, cancel, read };
}

test('sum each vendedor by the percentage of the moment of each sale', async () => {
  const { ana, sell, read } = await aShop();
  const [rui, bia, sem] = [
    await aVendedor(ana, 'Rui', '5'),
    await aVendedor(ana, 'Bia', '2.5'),
    await aVendedor(ana, 'Sem', null),
  ];
  await sell(rui, '100.00');
  await sell(rui, '0.30');
  await sell(bia, '10.20');
  await sell(sem, '50.00');
  await sell(null, '70.00');
  expect(await read(periodOf(today))).toEqual({
    parcial: false,
    itens: [
      {
        vendedor_id: bia,
        vendedor_nome: 'Bia',
        vendas: 1,
        vendido: '10.20',
        comissao: '0.26',
        canceladas: 0,
        estornado: '0.00',
        a_pagar: '0.26',
      },
      {
        vendedor_id: rui,
        vendedor_nome: 'Rui',
        vendas: 2,
        vendido: '100.30',
        comissao: '5.02',
        canceladas: 0,
        estornado: '0.00',
        a_pagar: '5.02',
      },
      {
        vendedor_id: sem,
        vendedor_nome: 'Sem',
        vendas: 1,
        vendido: '50.00',
        comissao: '0.00',
        canceladas: 0,
        estornado: '0.00',
        a_pagar: '0.00',
      },
    ],
  });
});

test('are taken back in the period of the cancellation, which may be a later one', async () => {
  const { ana, sell, cancel, read } = await aShop();
  const rui = await aVendedor(ana, 'Rui', '10');
  const old = await sell(rui, '100.00');
  const before = dayOf(Date.now() - 40 * DAY_MS);
  await sql("update vendas_balcao set created_at = created_at - interval '40 days' where id = $1", [old]);
  await sell(rui, '30.00');
  expect((await cancel(old)).statusCode).toBe(201);
  expect((await read(periodOf(before))).itens).toMatchObject([
    { vendas: 1, comissao: '10.00', estornado: '0.00', a_pagar: '10.00' },
  ]);
  expect((await read(periodOf(today))).itens).toMatchObject([
    { vendas: 1, comissao: '3.00', canceladas: 1, estornado: '10.00', a_pagar: '-7.00' },
  ]);
  const { itens } = (
    await ana.get(`/api/comissoes/lancamentos?vendedor_id=${rui}&${periodOf(today)}`)
  ).json();
  expect(
    itens.map(({ tipo, total, percentual, valor }: Record<string, string>) => [
      tipo,
      total,
      percentual,
      valor,
    ]),
  ).toEqual([
    ['cancelamento', '100.00', '10.00', '-10.00'],
    ['venda', '30.00', '10.00', '3.00'],
  ]);
});

test('are a CSV that a spreadsheet sums and does not execute', async () => {
  const { ana, sell } = await aShop();
  await sell(await aVendedor(ana, '=HYPERLINK("x")', '10'), '1234.50');
  const file = await ana.get(`/api/comissoes/arquivo?${periodOf(today)}`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body.split('\r\n')).toEqual([
    '\ufeffVendedor;Vendas;Vendido;Comissão;Canceladas;Estornado;A pagar',
    `"'=HYPERLINK(""x"")";1;"1234,50";"123,45";0;"0,00";"123,45"`,
    '',
  ]);
});

test('stay as they were when the vendedor earns another percentage later, and are taken back by the old one', async () => {
  const { ana, sell, cancel, read } = await aShop();
  const rui = await aVendedor(ana, 'Rui', '5');
  const [kept, cancelled] = [await sell(rui, '100.00'), await sell(rui, '100.10')];
  const { cpf, versao } = (await ana.get(`/api/vendedores/${rui}`)).json();
  const address = { cep: null, numero: null, endereco: null, bairro: null, cidade: null, estado: null };
  const changed = await ana.put(`/api/vendedores/${rui}`, {
    ...{ ...address, nome: 'Rui', cpf, email: 'v@exemplo.com.br', comissao: '50', versao },
  });
  expect([changed.statusCode, kept]).toEqual([200, kept]);
  await cancel(cancelled);
  expect((await read(periodOf(today))).itens).toMatchObject([
    { vendas: 2, comissao: '10.01', canceladas: 1, estornado: '5.01', a_pagar: '5.00' },
  ]);
});

test('of more sales than one answer sums are marked on the screen, and are no file', async () => {
  const { ana, sell, read } = await aShop();
  const id = await sell(await aVendedor(ana, 'Rui', '10'), '1.00');
  const client = await admin.connect();
  // The triggers of each row would take minutes.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into vendas_balcao (empresa_id, id, numero, vendedor_id, deposito_id, bruto, desconto, total, pagamento, comissao,
       comissao_valor, lote, user_id, created_at)
     select empresa_id, gen_random_uuid(), n, vendedor_id, deposito_id, 1, 0, 1, 'pix', 10, 0.1, lote, user_id, created_at
     from vendas_balcao, generate_series(2, $2::int) n where id = $1`,
    [id, SUMMED + 1],
  );
  await client.query('reset session_replication_role');
  client.release();
  expect((await read(periodOf(today))).parcial).toBe(true);
  const file = await ana.get(`/api/comissoes/arquivo?${periodOf(today)}`);
  expect(file.json()).toMatchObject({
    mensagem: 'O período tem vendas demais para uma soma. Escolha um período menor e baixe de novo.',
  });
});

test('of the screen, of the file and of the single sales agree to the cent', async () => {
  const { ana, sell, cancel, read } = await aShop();
  const rui = await aVendedor(ana, 'Rui', '3.33');
  for (const preco of ['0.01', '0.15', '10.05', '33.33', '999.99']) await sell(rui, preco);
  await cancel(await sell(rui, '77.77'));
  const [soma] = (await read(periodOf(today))).itens;
  const { itens } = (
    await ana.get(`/api/comissoes/lancamentos?vendedor_id=${rui}&${periodOf(today)}`)
  ).json();
  const cents = itens.reduce(
    (sum: bigint, { valor }: { valor: string }) => sum + BigInt(valor.replace('.', '')),
    0n,
  );
  expect(String(cents)).toBe(soma.a_pagar.replace('.', ''));
  const file = await ana.get(`/api/comissoes/arquivo?${periodOf(today)}`);
  expect(file.body).toContain(`;"${soma.a_pagar.replace('.', ',')}"`);
});

test.each([
  ['ends before it begins', periodOf('2026-11-02', '2026-11-01')],
  ['is longer than 92 days', periodOf('2026-01-01', '2026-04-03')],
  ['is no date', periodOf('ontem')],
])('of a period that %s are refused', async (_, periodo) => {
  const { ana } = await aShop();
  expect((await ana.get(`/api/comissoes?${periodo}`)).statusCode).toBe(422);
});

test('are read by every membro, and hold nothing of another empresa', async () => {
  const { ana, sell } = await aShop();
  const rui = await aVendedor(ana, 'Rui', '10');
  await sell(rui, '10.00');
  const consulta = await aColleague(ana, 'Caio', 'consulta');
  expect((await consulta.get(`/api/comissoes?${periodOf(today)}`)).json().itens).toHaveLength(1);
  const other = await anEmpresa();
  expect((await other.get(`/api/comissoes?${periodOf(today)}`)).json().itens).toEqual([]);
  expect(
    (await other.get(`/api/comissoes/lancamentos?vendedor_id=${rui}&${periodOf(today)}`)).json().itens,
  ).toEqual([]);
});
