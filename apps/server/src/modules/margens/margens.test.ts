import type { MargemDoPedido } from '@prumo/contract/margem.ts';
import {
  GRUPOS_DA_MARGEM,
  type GrupoDaMargem,
  type LinhaDaMargemDoPeriodo,
  MAX_PEDIDOS_DA_MARGEM,
  ORDENS_DA_MARGEM,
  type Somas,
} from '@prumo/contract/margens.ts';
import { expect, test } from 'vitest';
import { shareOut } from '#modules/custos/share-out.ts';
import type { Client } from '#testing/harness.ts';
import { aStoredSeller } from '#testing/sales/stored-sales.ts';
import { aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { sql, anEmpresa, aColleague } = await testApp();
const MARCH = 'de=2026-03-01&ate=2026-03-31';

async function aShop() {
  const ana = await anEmpresa();
  const shop = await aStoredSeller(sql, ana);
  return { ana, ...shop, ...readsOf(ana) };
}

function readsOf(who: Client) {
  const get = async <T>(url: string): Promise<T> => {
    const answer = await who.get(url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  return {
    get,
    somas: async (query = MARCH) => (await get<{ somas: Somas | null }>(`/api/margem?${query}`)).somas,
    linhas: async (grupo: GrupoDaMargem, query = '') =>
      (await get<{ itens: LinhaDaMargemDoPeriodo[] }>(`/api/margem/linhas?${MARCH}&grupo=${grupo}${query}`))
        .itens,
  };
}

const FIELDS = [
  'venda',
  'estornado',
  'comissao',
  'frete',
  'outra',
  'imposto',
  'mercadoria',
  'margem',
] as const;
const cents = (valor: string) => Math.round(Number(valor) * 100);
const total = (rows: readonly Somas[], field: (typeof FIELDS)[number]) =>
  rows.reduce((sum, row) => sum + cents(row[field]), 0);
const rate = (ana: Client, percentual: string, desde = '2020-01-01') =>
  ana.put('/api/aliquotas', { desde, percentual });

test('a sale shows what it costs, and its tax by the rate of its day', async () => {
  const { ana, sell, get, somas, linhas } = await aShop();
  await rate(ana, '6');
  const { id } = await aProduto(ana, { custo_unitario: '12.34', nome: 'Filtro' });
  const { numero, pacote } = await sell({
    total: '300.00',
    estornado: '10.00',
    envio: { id: 'E1', frete: '20.00' },
    itens: [{ anuncio: 'A1', quantidade: 3, produto: id }],
    linhas: [
      { tipo: 'comissao', situacao: 'estimado', valor: '30.00' },
      { tipo: 'comissao', situacao: 'faturado', valor: '33.00' },
      { tipo: 'frete', situacao: 'estimado', valor: '20.00', passo: 1 },
      { tipo: 'frete', situacao: 'estimado', valor: '25.00', passo: 2 },
      { tipo: 'outra', situacao: 'faturado', valor: '-4.00' },
    ],
  });
  const sums = {
    ...{ pedidos: 1, unidades: 3, venda: '300.00', estornado: '10.00', comissao: '33.00', frete: '25.00' },
    ...{ outra: '0.00', imposto: '17.40', mercadoria: '37.02', margem: '177.58', percentual: '61.2' },
    ...{ estimada: true, sem_custo: 0, sem_frete: 0, sem_imposto: 0 },
  };
  expect(await somas()).toEqual(sums);
  expect(await linhas('pedido')).toEqual([
    {
      ...sums,
      ...{ chave: `mercado-livre:${numero.slice(0, 10)}:${numero}`, nome: 'Filtro', numero },
      ...{ sku: expect.any(String), conta: expect.stringContaining('LOJA') },
      pedido: { criado_em: expect.any(String), is_cancelado: false, itens: 1, pacote_id: pacote },
    },
  ]);
  for (const filter of [`produto=${id}`, `anuncio=mercado-livre:${numero.slice(0, 10)}:A1`])
    expect(await get(`/api/margem?${MARCH}&${filter}`)).toMatchObject({
      nome: filter.startsWith('produto') ? 'Filtro' : 'Título de A1',
      somas: sums,
    });
  expect(await get(`/api/margem?${MARCH}&produto=nenhum`)).toMatchObject({
    nome: null,
    somas: { pedidos: 0 },
  });
  expect(await linhas('produto')).toMatchObject([{ ...sums, chave: id, nome: 'Filtro', pedido: null }]);
  expect(await linhas('anuncio')).toMatchObject([{ ...sums, nome: 'Título de A1', numero: 'A1' }]);
});

test('what belongs to a whole pedido is shared out over its items by price, exactly to the cent', async () => {
  const { ana, sell, linhas } = await aShop();
  const itens = [
    { anuncio: 'A1', quantidade: 2, preco: '10.01' },
    { anuncio: 'A2', quantidade: 1, preco: '33.33' },
    { anuncio: 'A3', quantidade: 3, preco: '0.07' },
  ];
  const charges = ['0.01', '-1.02'].map((valor) => ({ tipo: 'outra', situacao: 'faturado', valor }) as const);
  await sell({ total: '77.77', itens, linhas: charges });
  const parts = async (field: 'venda' | 'outra') =>
    Object.fromEntries((await linhas('anuncio')).map((row) => [row.numero, BigInt(cents(row[field]))]));
  const byOrder = (values: readonly bigint[]) =>
    Object.fromEntries(values.map((value, at) => [`A${at + 1}`, value]));
  expect(await parts('venda')).toEqual(byOrder(shareOut(7777n, [2002n, 3333n, 21n])));
  expect(await parts('outra')).toEqual(byOrder(shareOut(-101n, [2002n, 3333n, 21n])));
  await sql("update anuncios set preco = 0 where anuncio_id = 'A2' and empresa_id = $1", [ana.empresaId]);
  expect(await parts('venda')).toEqual(byOrder(shareOut(7777n, [2n, 1n, 3n])));
});

/** A generator of equal histories in every run. */
function choices(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  return {
    below,
    money: () => (below(20_000) / 100).toFixed(2),
    often: (percent: number) => below(100) < percent,
  };
}

test('pedidos, produtos and anuncios each add up to the sums, and a parcel to the margin of its screen', async () => {
  const { ana, sell, get, somas, linhas } = await aShop();
  await rate(ana, '6.35', '2026-03-05');
  const { below, money, often } = choices(7);
  const produtos: string[] = [];
  for (const custo_unitario of ['3.33', '0', '41.07'])
    produtos.push((await aProduto(ana, { custo_unitario })).id);
  const parcels = new Map<string, string[]>();
  for (let n = 0; n < 80; n++) {
    const itens = Array.from({ length: 1 + (often(40) ? below(4) : 0) }, (_, at) => {
      const produto = often(80) ? (produtos[below(3)] ?? null) : null;
      const quantidade = 1 + below(3);
      return {
        ...{
          anuncio: `A${below(5)}${at}`,
          produto,
          quantidade,
          preco: often(90) ? money() : '0',
          is_kit: often(5),
        },
        ...(produto !== null &&
          often(50) && { reserva: { produto, reservado: below(2), saiu: below(3), vendavel: below(2) } }),
      };
    });
    const linhas = Array.from({ length: below(7) }, (_, at) => {
      const tipo = (['comissao', 'frete', 'outra', 'mercadoria'] as const)[below(4)] ?? 'outra';
      const credit = often(25) ? '-' : '';
      if (tipo === 'mercadoria')
        return {
          ...{
            tipo,
            situacao: 'realizado' as const,
            valor: `${credit}${money()}`,
            quantidade: credit ? -1 : 1,
          },
          anuncio: often(80) ? (itens[0]?.anuncio ?? '') : 'another',
        };
      const situacao = often(50) ? ('estimado' as const) : ('faturado' as const);
      return { tipo, situacao, valor: `${situacao === 'faturado' ? credit : ''}${money()}`, passo: at + 1 };
    });
    const off = often(15);
    const { pacote, numero } = await sell({
      ...{ em: `2026-03-${String(1 + below(28)).padStart(2, '0')}T15:00:00Z`, itens, linhas },
      ...{ total: often(95) ? money() : null, estornado: often(20) ? '1.11' : '0.00' },
      ...{ situacao: off && often(50) ? 'cancelado' : 'pago', is_desfeito: off },
      envio: often(90)
        ? { id: `E${below(60)}`, frete: often(60) ? money() : null, foi_dividido: false }
        : null,
    });
    parcels.set(pacote, [...(parcels.get(pacote) ?? []), numero]);
  }
  await sql(
    `update vendas_envios set foi_dividido = true where id in ('E1', 'E2', 'E3') and empresa_id = $1`,
    [ana.empresaId],
  );
  const sums = await somas();
  const groups = await Promise.all(GRUPOS_DA_MARGEM.map((grupo) => linhas(grupo, '&limite=100')));
  for (const field of FIELDS)
    expect(
      groups.map((rows) => total(rows, field)),
      field,
    ).toEqual(groups.map(() => cents(sums?.[field] ?? '')));
  const [pedidos = []] = groups;
  expect(pedidos).toHaveLength(sums?.pedidos ?? 0);
  for (const row of groups.flat())
    expect(cents(row.margem)).toBe(
      2 * cents(row.venda) - FIELDS.slice(0, 7).reduce((sum, field) => sum + cents(row[field]), 0),
    );
  for (const [pacote, numeros] of parcels) {
    const own = pedidos.filter(({ numero }) => numeros.includes(numero ?? ''));
    const whole = await get<MargemDoPedido>(`/api/pedidos/${pacote}/margem`);
    const line = (tipo: string) => cents(whole.linhas.find((each) => each.tipo === tipo)?.valor ?? '0');
    const shown = {
      ...{ venda: total(own, 'venda'), estornado: total(own, 'estornado'), comissao: total(own, 'comissao') },
      ...{ frete: total(own, 'frete'), outra: total(own, 'outra'), imposto: total(own, 'imposto') },
      mercadoria: total(own, 'mercadoria'),
      estimada: own.some(({ estimada }) => estimada),
      falta: [
        ...(own.some(({ sem_custo }) => sem_custo > 0) ? ['custo'] : []),
        ...(own.some(({ sem_frete }) => sem_frete > 0) ? ['frete'] : []),
        ...(own.some(({ sem_imposto }) => sem_imposto > 0) ? ['aliquota'] : []),
      ],
    };
    expect(shown, pacote).toEqual({
      ...{ venda: cents(whole.venda), estornado: cents(whole.estornado), comissao: line('comissao') },
      ...{
        frete: line('frete'),
        outra: line('outra'),
        imposto: line('imposto'),
        mercadoria: line('mercadoria'),
      },
      ...{ estimada: whole.estimada, falta: whole.falta },
    });
    if (own.length === 1 && whole.margem !== null)
      expect(own[0]).toMatchObject({ margem: whole.margem, percentual: whole.percentual });
  }
  for (const grupo of ['produto', 'anuncio'] as const)
    for (const { chave, ...row } of await linhas(grupo, '&limite=100')) {
      const own = await linhas('pedido', `&limite=100&${grupo}=${encodeURIComponent(chave)}`);
      for (const field of FIELDS) expect(total(own, field), `${grupo} ${chave}`).toBe(cents(row[field]));
      expect(own).toHaveLength(row.pedidos);
      const { nome: _n, sku: _s, numero: _o, conta: _c, pedido: _p, ...rest } = row;
      expect(await somas(`${MARCH}&${grupo}=${encodeURIComponent(chave)}`)).toEqual(rest);
    }
});

test('a period is made of days in São Paulo', async () => {
  const { sell, somas } = await aShop();
  await sell({ em: '2026-03-01T02:59:59Z', total: '1.00' });
  await sell({ em: '2026-03-01T03:00:00Z', total: '2.00' });
  await sell({ em: '2026-04-01T02:59:59Z', total: '4.00' });
  await sell({ em: '2026-04-01T03:00:00Z', total: '8.00' });
  expect(await somas()).toMatchObject({ pedidos: 2, venda: '6.00' });
  expect(await somas('de=2026-02-28&ate=2026-02-28')).toMatchObject({ venda: '1.00' });
  expect(await somas('de=2026-04-01&ate=2026-04-01')).toMatchObject({ venda: '8.00' });
});

test('a pedido with an unknown cost is counted, and a person enters the cost later', async () => {
  const { ana, sell, somas, linhas } = await aShop();
  const produto = await aProduto(ana, { custo_unitario: '0' });
  await sell({ envio: { id: 'E1', frete: null }, itens: [{ anuncio: 'A1', produto: produto.id }] });
  await sell({ itens: [{ anuncio: 'A2' }] });
  expect(await somas()).toMatchObject({ sem_custo: 2, sem_frete: 1, sem_imposto: 2, margem: '200.00' });
  expect(await linhas('produto')).toMatchObject([
    { chave: produto.id, sem_custo: 1 },
    { chave: 'nenhum', nome: null, sem_custo: 1 },
  ]);
  const saved = await ana.put(`/api/produtos/${produto.id}`, { ...formOf(produto), custo_unitario: '7.50' });
  expect(saved.statusCode, saved.body).toBe(200);
  await rate(ana, '10');
  await sql("update vendas_envios set frete = 0 where id = 'E1' and empresa_id = $1", [ana.empresaId]);
  expect(await somas()).toMatchObject({ sem_custo: 1, sem_frete: 0, sem_imposto: 0, margem: '172.50' });
});

test('a pedido that was called off is no sale, and keeps the costs that are not taken back', async () => {
  const { sell, somas, linhas } = await aShop();
  await sell({ situacao: 'cancelado', linhas: [{ tipo: 'comissao', situacao: 'estimado', valor: '0.00' }] });
  await sell({ is_desfeito: true, linhas: [{ tipo: 'frete', situacao: 'faturado', valor: '9.00' }] });
  await sell({ situacao: 'confirmado', foi_pago: true, foi_dividido: true });
  expect(await somas()).toMatchObject({
    ...{ pedidos: 1, unidades: 0, venda: '0.00', frete: '9.00', margem: '-9.00', percentual: null },
    ...{ sem_custo: 0, sem_imposto: 0 },
  });
  expect(await linhas('pedido')).toMatchObject([{ pedido: { is_cancelado: true }, percentual: null }]);
});

test('a pedido that is not paid for yet is no sale', async () => {
  const { sell, somas } = await aShop();
  await sell({ situacao: 'pagando', foi_pago: false });
  expect(await somas()).toMatchObject({ pedidos: 0, venda: '0.00', margem: '0.00', percentual: null });
});

test('a filter by conta shows the sales of that conta', async () => {
  const { ana, sell, contaId, somas, get } = await aShop();
  await sell({ total: '1.00' });
  const other = await aStoredSeller(sql, ana);
  await other.sell({ total: '2.00' });
  expect(await somas()).toMatchObject({ venda: '3.00' });
  expect(await somas(`${MARCH}&conta_id=${contaId}`)).toMatchObject({ venda: '1.00' });
  expect(await somas(`${MARCH}&conta_id=${other.contaId}`)).toMatchObject({ venda: '2.00' });
  expect(await get(`/api/margem?${MARCH}`)).toMatchObject({
    desde: expect.stringContaining('2026-01-01'),
    contas: [{ id: contaId }, { id: other.contaId }],
  });
});

test('a period with more pedidos than an answer adds up gets no figure', async () => {
  const { ana, sell, seller, somas, linhas } = await aShop();
  await sell({ em: '2026-04-01T15:00:00Z' });
  const many = (count: number, first: number) =>
    sql(
      `insert into vendas (empresa_id, marketplace, seller_id, pedido_id, criado_em, atualizado_em, situacao, foi_fechado,
         foi_pago, is_desfeito, risco_de_fraude, foi_dividido, reclamacao_ids, itens)
       select $1, 'mercado-livre', $2, (n + $4::int)::text, '2026-03-10T15:00:00Z', now(), 'pago', true, true, false, false,
         false, '{}', '[]' from generate_series(1, $3::int) n`,
      [ana.empresaId, seller, count, first],
    );
  await many(MAX_PEDIDOS_DA_MARGEM, 0);
  expect(await somas()).toMatchObject({ pedidos: MAX_PEDIDOS_DA_MARGEM });
  await many(1, MAX_PEDIDOS_DA_MARGEM);
  expect(await somas()).toBeNull();
  for (const grupo of GRUPOS_DA_MARGEM) expect(await linhas(grupo)).toEqual([]);
  expect(await somas('de=2026-04-01&ate=2026-04-01')).toMatchObject({ pedidos: 1 });
});

test.each(ORDENS_DA_MARGEM)('the pages of the order %s hold every row once, in its order', async (ordem) => {
  const { ana, sell, get } = await aShop();
  await rate(ana, '0');
  for (let n = 0; n < 7; n++)
    await sell({
      total: `${(n * 37) % 5}0.00`,
      linhas: [{ tipo: 'comissao', situacao: 'faturado', valor: `${(n * 11) % 7}.00` }],
    });
  const rows: LinhaDaMargemDoPeriodo[] = [];
  let cursor = '';
  do {
    const page = await get<{ itens: LinhaDaMargemDoPeriodo[]; proximo: string | null }>(
      `/api/margem/linhas?${MARCH}&grupo=pedido&ordem=${ordem}&limite=2&cursor=${cursor}`.replace(
        /&cursor=$/,
        '',
      ),
    );
    rows.push(...page.itens);
    cursor = page.proximo ?? '';
  } while (cursor);
  expect(new Set(rows.map(({ chave }) => chave)).size).toBe(7);
  const isDown = ordem.startsWith('-');
  // A row without a percentage follows all others.
  const none = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const figureOf: Record<string, (row: LinhaDaMargemDoPeriodo) => number> = {
    margem: ({ margem }) => Number(margem),
    receita: ({ venda, estornado }) => Number(venda) - Number(estornado),
    percentual: ({ percentual }) => (percentual === null ? none : Number(percentual)),
  };
  const values = rows.map((row) => figureOf[ordem.replace('-', '')]?.(row) ?? Number.NaN);
  expect(values).toEqual(values.toSorted((one, other) => (isDown ? other - one : one - other)));
});

test('a cursor that is none is refused', async () => {
  const { ana } = await aShop();
  const path = `/api/margem/linhas?${MARCH}&grupo=pedido&cursor`;
  for (const text of ['x', Buffer.from('["1; drop","a"]').toString('base64url')])
    expect((await ana.get(`${path}=${text}`)).json()).toMatchObject({ codigo: 'invalid' });
});

test.each([
  ['ends before it begins', 'de=2026-03-02&ate=2026-03-01'],
  ['has more days than a leap year', 'de=2026-01-01&ate=2027-01-02'],
  ['is no day', 'de=2026-02-30&ate=2026-03-01'],
])('a period that %s is refused', async (_, query) => {
  const { ana } = await aShop();
  for (const path of ['/api/margem?', '/api/margem/linhas?grupo=pedido&'])
    expect((await ana.get(path + query)).statusCode).toBe(422);
});

test('only a person who may see costs gets an answer, and another empresa gets nothing of this one', async () => {
  const { ana, sell } = await aShop();
  await sell();
  const paths = [
    `/api/margem?${MARCH}`,
    ...GRUPOS_DA_MARGEM.map((grupo) => `/api/margem/linhas?${MARCH}&grupo=${grupo}`),
  ];
  for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
    const colleague = await aColleague(ana, papel, papel);
    for (const path of paths) {
      const answer = await colleague.get(path);
      expect(answer.statusCode, path).toBe(403);
      expect(answer.body).not.toContain('100.00');
    }
  }
  const rui = readsOf(await anEmpresa());
  expect(await rui.somas()).toMatchObject({ pedidos: 0, venda: '0.00' });
  for (const grupo of GRUPOS_DA_MARGEM) expect(await rui.linhas(grupo)).toEqual([]);
});
