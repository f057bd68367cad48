import type { CobrancaSemPedido, Fatura } from '@prumo/contract/faturas.ts';
import type { LinhaDaMargem, MargemDoPedido } from '@prumo/contract/margem.ts';
import type { Produto } from '@prumo/contract/produtos.ts';
import { afterAll, expect, test } from 'vitest';
import { openShops } from '#testing/sales/shops.ts';
import { formOf } from '#testing/stock.ts';
import { readFaturas } from './read-faturas.ts';
import { readFretes } from './read-fretes.ts';

const { aShop: openShop, aColleague, sandbox, sql, parts, misbehave, callsOf, close } = await openShops();
afterAll(close);
const MES = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 8).concat('01');
const never = () => false;

interface Truth {
  id: string;
  codigo: string;
  centavos: number;
  pedidos: { id: string }[];
}

async function aShop() {
  const shop = await openShop();
  const { ana, seller, produto, conta } = shop;
  const sums = async () =>
    (
      await sql(
        `select (select coalesce(sum(valor), 0) from fatura_linhas where empresa_id = $1 and competencia = $2)::text as bill,
           (select coalesce(sum(valor), 0) from fatura_linhas where empresa_id = $1 and competencia = $2 and casada)::text as matched,
           (select coalesce(sum(valor), 0) from pedido_custos where empresa_id = $1 and fonte = 'fatura')::text as attributed`,
        [ana.empresaId, MES],
      )
    )[0];
  return {
    ...{ ...shop, sums },
    async cost(custo_unitario: string) {
      const now = await shop.get<Produto>(`/api/produtos/${produto.id}`);
      const saved = await ana.put(`/api/produtos/${produto.id}`, { ...formOf(now), custo_unitario });
      expect(saved.statusCode, saved.body).toBe(200);
    },
    fretes: () => readFretes(parts, conta, never),
    /** Reads the bill as if a day had passed. */
    async fatura() {
      await sql(
        `update faturas set proxima_em = now(), lida_em = lida_em - interval '1 day' where empresa_id = $1`,
        [ana.empresaId],
      );
      await readFaturas(parts, conta, never);
    },
    margem: (id: string) => shop.get<MargemDoPedido>(`/api/pedidos/${id}/margem`),
    truth: async () =>
      (await (
        await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade/fatura/${MES}`)
      ).json()) as Truth[],
  };
}

const lineOf = ({ linhas }: MargemDoPedido, tipo: LinhaDaMargem['tipo']) =>
  linhas.find((each) => each.tipo === tipo);
const cents = (valor: string | undefined) => Math.round(Number(valor) * 100);

test('a sale shows its fee, its freight, its goods and its tax, estimated until they are known', async () => {
  const shop = await aShop();
  const { ana } = shop;
  await shop.cost('12.34');
  const order = await shop.sell({ precoCentavos: 10_000 });
  const { id } = await shop.one(order);
  expect(await shop.margem(id)).toMatchObject({
    venda: '300.00',
    falta: ['frete', 'aliquota'],
    estimada: true,
  });
  await ana.put('/api/aliquotas', { desde: '2020-01-01', percentual: '6' });
  await shop.fretes();
  const read = await shop.margem(id);
  expect(read).toMatchObject({ venda: '300.00', estornado: '0.00', falta: [] });
  expect(lineOf(read, 'imposto')).toMatchObject({ valor: '18.00', situacao: 'estimado' });
  expect(lineOf(read, 'mercadoria')).toMatchObject({ valor: '37.02', situacao: 'estimado' });
  expect(lineOf(read, 'frete')?.situacao).toBe('estimado');
  const removed = await ana.put('/api/aliquotas', { desde: '2020-01-01', percentual: null });
  expect(removed.json()).toEqual({ itens: [] });
  expect(lineOf(await shop.margem(id), 'imposto')).toBeUndefined();
  await ana.put('/api/aliquotas', { desde: '2020-01-01', percentual: '6' });
  const custos = read.linhas.reduce((sum, { valor }) => sum + cents(valor), 0);
  expect(cents(read.margem ?? '')).toBe(30_000 - custos);
  expect(await shop.get(`/api/pedidos/margens?ids=${id}`)).toEqual({
    itens: [{ id, percentual: read.percentual, estimada: true, falta: [] }],
  });
});

test('goods keep the cost at which they left, and give it back when they return', async () => {
  const shop = await aShop();
  const { ana } = shop;
  await shop.cost('10.01');
  const order = await shop.sell();
  await shop.post(`/envios/${order.shipping.id}/avancar`, { ate: 'entregue' });
  await shop.tell('shipments', `/shipments/${order.shipping.id}`);
  await shop.cost('99.00');
  const { id } = await shop.one(order);
  const goods = async () => lineOf(await shop.margem(id), 'mercadoria');
  expect(await goods()).toMatchObject({ valor: '30.03', situacao: 'realizado' });

  const claim = await shop.post<{ id: number }>(`/vendas/${order.id}/reclamacao`, { quantidade: 1 });
  await shop.post(`/reclamacoes/${claim.id}/devolucao`, { para: 'vendedor', quantidade: 1 });
  for (let n = 0; n < 3; n++) await shop.post(`/reclamacoes/${claim.id}/devolucao/avancar`);
  await shop.tell('post_purchase', `/post-purchase/v1/claims/${claim.id}`);
  const reserva = (await shop.read(id)).itens[0]?.reserva_id;
  const conferencia = { id: crypto.randomUUID(), vendavel: 1, avariado: 0, deposito_id: null };
  for (let n = 0; n < 2; n++)
    expect((await ana.post(`/api/reservas/${reserva}/conferencia`, conferencia)).statusCode).toBeLessThan(
      300,
    );
  expect(await goods()).toMatchObject({ valor: '20.02', origens: [{ quantidade: 3 }, { quantidade: -1 }] });
});

test('the bill replaces the estimates, and its charges of no pedido are kept', async () => {
  const shop = await aShop();
  const first = await shop.sell({ precoCentavos: 10_000 });
  const second = await shop.sell({ precoCentavos: 20_000 });
  for (const { shipping } of [first, second]) {
    await shop.post(`/envios/${shipping.id}/avancar`, { ate: 'saiu' });
    await shop.tell('shipments', `/shipments/${shipping.id}`);
  }
  await shop.fretes();
  await shop.fatura();
  const truth = await shop.truth();
  for (const order of [first, second]) {
    const read = await shop.margem((await shop.one(order)).id);
    expect(read.estimada).toBe(false);
    for (const [tipo, codigo] of [
      ['comissao', 'CV'],
      ['frete', 'CXD'],
    ] as const) {
      const line = lineOf(read, tipo);
      const charged = truth.filter(
        (each) => each.codigo === codigo && each.pedidos[0]?.id === String(order.id),
      );
      expect(line?.situacao).toBe('faturado');
      expect(cents(line?.valor)).toBe(charged.reduce((sum, { centavos }) => sum + centavos, 0));
      expect(line?.origens.map(({ situacao, vale }) => [situacao, vale])).toEqual([
        ['estimado', false],
        ['faturado', true],
      ]);
    }
  }
  const bill = truth.reduce((sum, { centavos }) => sum + centavos, 0);
  const sums = await shop.sums();
  expect(cents(sums?.bill)).toBe(bill);
  expect(sums?.attributed).toBe(sums?.matched);
  const unmatched = await sql(
    `select id from fatura_linhas where empresa_id = $1 and competencia = $2 and not casada order by id::bigint`,
    [shop.ana.empresaId, MES],
  );
  expect(unmatched.map(({ id }) => id)).toEqual(
    truth.filter(({ pedidos }) => pedidos.length === 0).map(({ id }) => id),
  );
  const url = `/api/contas/${shop.conta.contaId}/faturas`;
  const { itens } = await shop.get<{ itens: Fatura[] }>(url);
  expect(itens[0]).toMatchObject({ competencia: MES, sem_permissao: false, linhas: truth.length });
  expect(cents(itens[0]?.total)).toBe(bill);
  const listed = await shop.get<{ itens: CobrancaSemPedido[]; proximo: null }>(
    `${url}/sem-pedido?competencia=${MES}`,
  );
  expect(listed.proximo).toBeNull();
  expect(listed.itens.reduce((sum, { valor }) => sum + cents(valor), 0)).toBe(cents(itens[0]?.sem_pedido));
  expect(listed.itens.map(({ codigo }) => codigo)).toContain('PADS');
});

test('the freight of a cart is shared out over its pedidos, and a second reading adds nothing', async () => {
  const shop = await aShop();
  const { seller } = shop;
  const itens = [
    { quantidade: 1, precoCentavos: 5_001 },
    { quantidade: 2, precoCentavos: 9_999 },
  ];
  await shop.sell({ precoCentavos: 100 });
  const orders = await shop.post<{ id: number; shipping: { id: number } }[]>(
    `/vendedores/${seller}/carrinho`,
    { itens, logistica: 'drop_off' },
  );
  for (const { id } of orders) await shop.tell('orders_v2', `/orders/${id}`);
  await shop.fretes();
  const estimate = await freightOf(seller, 'estimado');
  await shop.post(`/envios/${orders[0]?.shipping.id}/avancar`, { ate: 'saiu' });
  await shop.tell('shipments', `/shipments/${orders[0]?.shipping.id}`);
  await shop.fatura();
  const before = await shop.sums();
  await shop.fatura();
  expect(await shop.sums()).toEqual(before);
  // The fee of each pedido names the parcel too, and costs the other pedido nothing.
  const fees = await sql(
    `select pedido_id, valor::text as valor from pedido_custos where seller_id = $1 and tipo = 'comissao' and fonte = 'fatura'
     and pedido_id = any ($2)`,
    [seller, orders.map(({ id }) => String(id))],
  );
  expect(fees.map(({ pedido_id }) => pedido_id).sort()).toEqual(orders.map(({ id }) => String(id)).sort());
  const billed = (await shop.truth()).find(({ codigo, pedidos }) => codigo === 'CXD' && pedidos.length === 2);
  expect(await freightOf(seller, 'faturado')).toBe(billed?.centavos);
  expect(estimate).toBeGreaterThan(0);
});

const freightOf = async (seller: number, situacao: string) =>
  cents(
    (
      await sql(
        `select coalesce(sum(valor), 0)::text as valor from pedido_custos
         where seller_id = $1 and tipo = 'frete' and situacao = $2`,
        [seller, situacao],
      )
    )[0]?.valor,
  );

test('a reading that fails goes on where it stopped, and an incomplete answer stores nothing', async () => {
  const shop = await aShop();
  await shop.sell();
  const route = 'GET /billing/integration/periods/key/:key/group/:group/details';
  await misbehave({ 'mercado-livre': '206', rota: `${route} ${shop.seller}` });
  await expect(shop.fatura()).rejects.toThrow('unavailable');
  await shop.fatura();
  const truth = await shop.truth();
  expect(cents((await shop.sums())?.bill)).toBe(truth.reduce((sum, { centavos }) => sum + centavos, 0));
  const calls = await callsOf(route, shop.seller);
  await readFaturas(parts, shop.conta, never);
  expect(await callsOf(route, shop.seller)).toBe(calls);
});

test('a pedido that becomes known later gets its lines of the bill', async () => {
  const shop = await aShop();
  const order = await shop.post<{ id: number }>(`/vendedores/${shop.seller}/venda`, {});
  await shop.fatura();
  expect((await shop.sums())?.attributed).toBe('0');
  await shop.tell('orders_v2', `/orders/${order.id}`);
  await shop.fatura();
  const fee = (await shop.truth()).find(({ codigo }) => codigo === 'CV');
  expect(cents((await shop.sums())?.attributed)).toBe(fee?.centavos);
});

test('a person who may not see costs gets no margin of any kind', async () => {
  const shop = await aShop();
  const { id } = await shop.one(await shop.sell());
  const bia = await aColleague(shop.ana, 'Bia', 'estoque');
  for (const url of [
    `/api/pedidos/${id}/margem`,
    `/api/pedidos/margens?ids=${id}`,
    '/api/aliquotas',
    `/api/contas/${shop.conta.contaId}/faturas`,
  ])
    expect((await bia.get(url)).statusCode, url).toBe(403);
  const answer = await bia.get(`/api/pedidos/${id}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toMatch(/margem|custo|comissao/);
  const other = await openShop();
  expect((await other.ana.get(`/api/pedidos/${id}/margem`)).statusCode).toBe(404);
});
