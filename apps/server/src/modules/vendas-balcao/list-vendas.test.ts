import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { LOOKED_AT } from './list-vendas.queries.ts';

const { anEmpresa, admin, sql } = await testApp();

const address = {
  ...{ cep: null, numero: null, endereco: null, bairro: null, cidade: null, estado: null },
  email: 'rui@exemplo.com.br',
};

/** An empresa that sells one unit after the other. */
async function aShop() {
  const ana = await anEmpresa();
  const deposito_id = await aDeposito(ana);
  const produto = await aProduto(ana, { stock: { [deposito_id]: '100' } });
  const sell = async (values: object = {}): Promise<string> => {
    const sold = await ana.post('/api/vendas-balcao', {
      ...{
        id: randomUUID(),
        cliente_id: null,
        vendedor_id: null,
        deposito_id,
        desconto: null,
        pagamento: 'pix',
      },
      ...{
        itens: [{ produto_id: produto.id, quantidade: '1', preco: '10' }],
        recebido: null,
        prometidas: [],
      },
      ...values,
    });
    expect(sold.statusCode, sold.body).toBe(201);
    return sold.json().id;
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
  return { ana, sell, cancel };
}

async function numbers(ana: Client, query = ''): Promise<number[]> {
  const answer = await ana.get(`/api/vendas-balcao?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().itens.map(({ numero }: { numero: number }) => numero);
}

/** Copies the only sale of an empresa, without the triggers, which would take minutes. */
async function copy(id: string, until: number) {
  const client = await admin.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into vendas_balcao (empresa_id, id, numero, deposito_id, bruto, desconto, total, pagamento, comissao_valor, lote,
       user_id, created_at)
     select empresa_id, gen_random_uuid(), n, deposito_id, 1, 0, 1, 'pix', 0, lote, user_id, created_at
     from vendas_balcao, generate_series(2, $2::int) n where id = $1`,
    [id, until],
  );
  await client.query('reset session_replication_role');
  client.release();
}

test('the list comes page by page, the last sale first', async () => {
  const { ana, sell } = await aShop();
  await copy(await sell(), 60);
  const first = (await ana.get('/api/vendas-balcao')).json();
  expect([first.itens.length, first.itens[0].numero, first.proximo]).toEqual([50, 60, 11]);
  const second = (await ana.get(`/api/vendas-balcao?cursor=${first.proximo}`)).json();
  expect([second.itens.length, second.itens.at(-1).numero, second.proximo]).toEqual([10, 1, null]);
});

test('the list is narrowed by day, vendedor, situação, number and cliente, and by several of them', async () => {
  const { ana, sell, cancel } = await aShop();
  const rui = (
    await ana.post('/api/vendedores', { ...address, nome: 'Rui', cpf: '529.982.247-25', comissao: '5' })
  ).json();
  const bia = (
    await ana.post('/api/clientes', {
      ...{ ...address, nome: 'Bia Conceição Reis', nome_fantasia: null, cpf_cnpj: '529.982.247-25' },
      ...{ inscricao_estadual: null, complemento: null, senha: 'segredo', confirmar_senha: 'segredo' },
    })
  ).json();
  const ids = [
    await sell(),
    await sell({ vendedor_id: rui.id }),
    await sell({ vendedor_id: rui.id, cliente_id: bia.id }),
    await sell({ cliente_id: bia.id }),
  ];
  // The last instant of a day in São Paulo, and the first of the next one.
  for (const [n, em] of ['2026-03-01T02:59:59Z', '2026-03-01T03:00:00Z', '2026-03-05T12:00:00Z'].entries())
    await sql('update vendas_balcao set created_at = $2 where id = $1', [ids[n], em]);
  await cancel(ids[1] ?? '');
  expect(await numbers(ana)).toEqual([4, 3, 2, 1]);
  expect(await numbers(ana, 'de=2026-03-01&ate=2026-03-05')).toEqual([3, 2]);
  expect(await numbers(ana, 'ate=2026-02-28')).toEqual([1]);
  expect(await numbers(ana, 'de=2026-03-02')).toEqual([4, 3]);
  expect(await numbers(ana, 'de=2026-03-06&ate=2026-03-07')).toEqual([]);
  expect(await numbers(ana, 'de=2100-01-01')).toEqual([]);
  expect(await numbers(ana, `vendedor_id=${rui.id}`)).toEqual([3, 2]);
  expect(await numbers(ana, 'situacao=cancelada')).toEqual([2]);
  expect(await numbers(ana, `situacao=concluida&vendedor_id=${rui.id}`)).toEqual([3]);
  expect(await numbers(ana, 'busca=3')).toEqual([3]);
  expect(await numbers(ana, 'busca=999999999')).toEqual([]);
  expect(await numbers(ana, 'busca=conceicao%20reis')).toEqual([4, 3]);
  expect(await numbers(ana, `busca=reis&vendedor_id=${rui.id}&situacao=concluida`)).toEqual([3]);
  expect(await numbers(ana, 'busca=ninguem')).toEqual([]);
  expect((await ana.get('/api/vendas-balcao?situacao=aberta')).statusCode).toBe(422);
});

test('a filter that few sales pass looks at a bounded number of them, and continues on the next page', async () => {
  const { ana, sell, cancel } = await aShop();
  const id = await sell();
  await cancel(id);
  await copy(id, LOOKED_AT + 1);
  const first = (await ana.get('/api/vendas-balcao?situacao=cancelada')).json();
  expect([first.itens, first.proximo]).toEqual([[], 2]);
  expect(await numbers(ana, `situacao=cancelada&cursor=${first.proximo}`)).toEqual([1]);
});
