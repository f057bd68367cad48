import { expect, test } from 'vitest';
import { compareAll, countsOf, idsOf, listOf, storeAnuncio } from '#testing/anuncios.ts';
import { aConta } from '#testing/pendencias.ts';
import { sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, movimento } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, openPool, sql } = await testApp();
const db = openPool(2);

const ADDRESS = {
  descricao: null,
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};

/** An empresa with a conta, a deposito, and a produto with five pieces. */
async function aShop() {
  const ana = await anEmpresa();
  const { id: contaId, seller } = await aConta(sql, ana);
  const matriz = await aDeposito(ana);
  const produto = await aProduto(ana, { nome: 'Filtro de óleo', sku: 'FIL-100', stock: { [matriz]: '5' } });
  const store = (anuncio_id: string, values: Partial<Parameters<typeof storeAnuncio>[2]> = {}) =>
    storeAnuncio(sql, ana, { anuncio_id, seller_id: seller, ...values });
  return { ana, contaId, seller, matriz, produto, store };
}

test('a bloco shows its produto with what is here, what is published, and why they differ', async () => {
  const { ana, contaId, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id });
  await store('MLB2', { produto_id: produto.id, quantidade: 7 });
  await store('MLB3', { produto_id: produto.id, estado: 'pausado', pausado_por: 'vendedor' });
  await store('MLB4', { produto_id: produto.id, is_full: true, quantidade: 64 });
  await compareAll(db, ana);
  const [bloco, ...rest] = await listOf(ana);
  expect(rest).toEqual([]);
  expect(bloco?.produto).toEqual({
    ...{
      id: produto.id,
      nome: 'Filtro de óleo',
      sku: 'FIL-100',
      foto: null,
      saldo: '5.00',
      reservado: '0.00',
    },
    publicacao: { modo: 'compartilhado', retidas: 0 },
  });
  expect(bloco?.unidades).toMatchObject([
    { conta_id: contaId, anuncio_id: 'MLB1', aqui: '5', publicado: '5', situacao: 'em_dia', motivo: null },
    { anuncio_id: 'MLB2', aqui: '5', publicado: '7', situacao: 'diferenca', motivo: 'oferece_a_mais' },
    { anuncio_id: 'MLB3', aqui: '5', publicado: '0', situacao: 'diferenca', motivo: 'pausado_por_voce' },
    { anuncio_id: 'MLB4', full: true, publicado: '64', situacao: 'nao_comparado', motivo: null },
  ]);
  expect(bloco?.unidades.map(({ desde }) => desde !== null)).toEqual([false, true, true, false]);
});

test('each aba lists and counts what belongs to it, and what no longer exists counts nowhere', async () => {
  const { ana, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id });
  await store('MLB2', { quantidade: 9 });
  await store('MLB3', { estado: 'pausado', pausado_por: 'vendedor' });
  await store('MLB4', { is_full: true });
  await store('MLB5', { produto_id: produto.id, quantidade: 9, sumiu: true });
  await compareAll(db, ana);
  expect(idsOf(await listOf(ana))).toEqual([['MLB1'], ['MLB2'], ['MLB3'], ['MLB4']]);
  expect(idsOf(await listOf(ana, 'aba=diferenca'))).toEqual([]);
  expect(idsOf(await listOf(ana, 'aba=pausados'))).toEqual([['MLB3']]);
  expect(idsOf(await listOf(ana, 'aba=full'))).toEqual([['MLB4']]);
  expect(idsOf(await listOf(ana, 'aba=sem_produto'))).toEqual([['MLB2'], ['MLB3'], ['MLB4']]);
  expect(await countsOf(ana)).toEqual({ todos: 4, diferenca: 0, pausados: 1, full: 1, sem_produto: 3 });
});

test('a change of the stock, of the anuncio or of the rule of the sale moves an anuncio in and out of Com diferença', async () => {
  const { ana, contaId, seller, matriz, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id });
  await compareAll(db, ana);
  const differs = async () => {
    await compareAll(db, ana);
    return (await countsOf(ana)).diferenca === 1;
  };
  expect(await differs()).toBe(false);
  const entered = movimento({ produto_id: produto.id, deposito_id: matriz });
  expect((await ana.post('/api/movimentos', entered)).statusCode).toBe(201);
  expect(await differs()).toBe(true);
  await sql('update anuncios set quantidade = 6 where empresa_id = $1', [ana.empresaId]);
  expect(await differs()).toBe(false);
  await sell(db, ana, { produto_id: produto.id, seller_id: seller, anuncio_id: 'MLB1', reservado: 2 });
  expect(await differs()).toBe(true);
  await sql('update anuncios set quantidade = 4 where empresa_id = $1', [ana.empresaId]);
  expect(await differs()).toBe(false);
  const filial = await aDeposito(ana, 'Filial');
  const rule = `/api/contas/${contaId}/vendas/anuncios/MLB1`;
  expect((await ana.put(rule, { depositos: [filial] })).statusCode).toBe(200);
  expect(await differs()).toBe(true);
  expect((await ana.put(rule, { depositos: [] })).statusCode).toBe(200);
  expect(await differs()).toBe(false);
});

test('without a rule every active deposito of the produto counts, and with one only those of the rule', async () => {
  const { ana, contaId, matriz, store } = await aShop();
  const filial = await aDeposito(ana, 'Filial');
  const antigo = await aDeposito(ana, 'Antigo');
  const stock = { [matriz]: '2.5', [filial]: '1.75', [antigo]: '40' };
  const produto = await aProduto(ana, { stock });
  await store('MLB1', { produto_id: produto.id });
  const aqui = async () => (await listOf(ana))[0]?.unidades[0]?.aqui;
  expect(await aqui()).toBe('44');
  const closed = await ana.put(`/api/depositos/${antigo}`, {
    ...ADDRESS,
    nome: 'Antigo',
    ativo: false,
    versao: 1,
  });
  expect(closed.statusCode, closed.body).toBe(200);
  expect(await aqui()).toBe('4');
  await ana.put(`/api/contas/${contaId}/vendas/anuncios/MLB1`, { depositos: [filial] });
  expect(await aqui()).toBe('1');
});

test('a falta shows as it is', async () => {
  const { ana, seller, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id, quantidade: 0 });
  await sell(db, ana, { produto_id: produto.id, seller_id: seller, anuncio_id: 'MLB1', reservado: 7 });
  expect((await listOf(ana))[0]?.unidades).toMatchObject([
    { aqui: '-2', publicado: '0', situacao: 'em_dia' },
  ]);
});

test('twins share a group', async () => {
  const { ana, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id, produto_fisico: 'U1' });
  await store('MLB2', { produto_id: produto.id });
  await store('MLB3', { produto_id: produto.id, produto_fisico: 'U1' });
  expect((await listOf(ana))[0]?.unidades.map(({ grupo }) => grupo)).toEqual([0, 1, 0]);
});

test('pages join into the whole list, produtos first, and no bloco comes twice', async () => {
  const { ana, matriz, store } = await aShop();
  const produtos = [];
  for (let n = 0; n < 5; n++) produtos.push(await aProduto(ana, { stock: { [matriz]: '1' } }));
  for (const [n, { id }] of produtos.entries())
    for (const side of ['A', 'B']) await store(`MLB${n}${side}`, { produto_id: id });
  for (const n of [5, 6, 7]) await store(`MLB${n}`);
  const whole = idsOf(await listOf(ana, 'limite=50'));
  expect(whole).toEqual([
    ...[4, 3, 2, 1, 0].map((n) => [`MLB${n}A`, `MLB${n}B`]),
    ['MLB5'],
    ['MLB6'],
    ['MLB7'],
  ]);
  for (const limite of [1, 2, 3, 5]) expect(idsOf(await listOf(ana, `limite=${limite}`))).toEqual(whole);
  const bad = await ana.get('/api/anuncios?cursor=abc');
  expect([bad.statusCode, bad.json().mensagem]).toEqual([
    422,
    'Esta página da lista não existe mais. Volte ao começo da lista.',
  ]);
});

test('a search finds by the name and SKU of the produto, the id of the anuncio, and the title of what has no produto', async () => {
  const { ana, produto, store } = await aShop();
  await store('MLB11', { produto_id: produto.id });
  await store('MLB22', { titulo: 'Pastilha de freio cerâmica' });
  const found = async (busca: string, aba = 'todos') =>
    idsOf(await listOf(ana, `aba=${aba}&busca=${encodeURIComponent(busca)}`));
  expect(await found('oleo filtro')).toEqual([['MLB11']]);
  expect(await found('FIL-100')).toEqual([['MLB11']]);
  expect(await found('mlb11')).toEqual([['MLB11']]);
  expect(await found('freio ceramica')).toEqual([['MLB22']]);
  expect(await found('MLB22', 'full')).toEqual([]);
  expect(await found('nada')).toEqual([]);
});

test('only connected contas are shown, and one alone if asked for', async () => {
  const { ana, contaId, store } = await aShop();
  const other = await aConta(sql, ana);
  await store('MLB1');
  await store('MLB2', { seller_id: other.seller });
  expect(
    idsOf(await listOf(ana))
      .flat()
      .toSorted(),
  ).toEqual(['MLB1', 'MLB2']);
  expect(idsOf(await listOf(ana, `conta_id=${contaId}`))).toEqual([['MLB1']]);
  expect((await ana.delete(`/api/contas/${contaId}`)).statusCode).toBe(200);
  expect(idsOf(await listOf(ana))).toEqual([['MLB2']]);
  expect(await countsOf(ana)).toMatchObject({ todos: 1 });
});

test('less there than here is called unread sales while the marketplace has reported some', async () => {
  const { ana, contaId, seller, produto, store } = await aShop();
  await store('MLB1', { produto_id: produto.id, quantidade: 4 });
  const motivo = async () => (await listOf(ana))[0]?.unidades[0]?.motivo;
  expect(await motivo()).toBe('oferece_a_menos');
  await sql(
    `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     values ($1, 'mercado-livre', $2, 'pedidos', '1', now())`,
    [ana.empresaId, seller],
  );
  expect(await motivo()).toBe('oferece_a_menos');
  const reserva = { saida_em: 'despacho', depositos: [], versao: 0 };
  await ana.put(`/api/contas/${contaId}/vendas`, { ...reserva, reserva_desde: new Date().toISOString() });
  expect(await motivo()).toBe('vendas_nao_lidas');
});
