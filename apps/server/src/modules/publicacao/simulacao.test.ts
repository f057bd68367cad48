import type { ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { fraseDe } from '@prumo/contract/atividades.ts';
import type { MudancaSimulada, SimulacaoDeEnvio } from '@prumo/contract/publicacao.ts';
import { expect, test } from 'vitest';
import { compareAll, storeAnuncio } from '#testing/anuncios.ts';
import { aConta } from '#testing/pendencias.ts';
import { aDeposito, aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, openPool, sql } = await testApp();
const db = openPool(2);

/** An empresa with produtos that have `tem` pieces, and an anuncio of each that shows `mostra`. */
async function aShop(anuncios: readonly { tem: number; mostra: number; full?: boolean }[]) {
  const ana = await anEmpresa();
  const { id: contaId, seller } = await aConta(sql, ana);
  const matriz = await aDeposito(ana);
  for (const [n, { tem, mostra, full }] of anuncios.entries()) {
    const produto = await aProduto(ana, {
      nome: `Peça ${n + 1}`,
      sku: `PEC-${n + 1}`,
      stock: { [matriz]: String(tem) },
    });
    await storeAnuncio(sql, ana, {
      ...{ anuncio_id: `MLB${n + 1}`, seller_id: seller, produto_id: produto.id, quantidade: mostra },
      is_full: full ?? false,
    });
  }
  await compareAll(db, ana);
  const path = `/api/contas/${contaId}/simulacao`;
  const read = async (query = ''): Promise<SimulacaoDeEnvio> => {
    const answer = await ana.get(`${path}?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  return { ana, contaId, seller, path, read };
}

const MIXED = [
  { tem: 9, mostra: 4 },
  { tem: 0, mostra: 2 },
  { tem: 5, mostra: 5 },
  { tem: 3, mostra: 60 },
  { tem: 2, mostra: 3 },
  { tem: 0, mostra: 7 },
  { tem: 1, mostra: 90, full: true },
];

const summaryOf = ({ anuncio_id, publicado, enviaria, tipo }: MudancaSimulada) =>
  `${anuncio_id} ${publicado}→${enviaria} ${tipo}`;

test('the simulation lists what would be sent, the riskiest first, and leaves out what shows the right number', async () => {
  const { read } = await aShop(MIXED);
  const { itens, tipos, grandes, proximo } = await read();
  expect(itens.map(summaryOf)).toEqual([
    'MLB6 7→0 zera',
    'MLB2 2→0 zera',
    'MLB4 60→3 diminui',
    'MLB5 3→2 diminui',
    'MLB1 4→9 aumenta',
  ]);
  expect(tipos).toEqual([
    { tipo: 'zera', total: 2, mais: false },
    { tipo: 'diminui', total: 2, mais: false },
    { tipo: 'aumenta', total: 1, mais: false },
  ]);
  expect([grandes, proximo]).toEqual([1, null]);
  expect(itens[2]).toMatchObject({
    produto: {
      ...{ nome: 'Peça 4', sku: 'PEC-4', saldo: '3.00', reservado: '0.00' },
      publicacao: { modo: 'compartilhado', retidas: 0 },
    },
    aqui: '3',
  });
});

test('a filter lists one kind, and the pages of both join without a gap', async () => {
  const { read } = await aShop(MIXED);
  expect((await read('tipo=diminui')).itens.map(summaryOf)).toEqual([
    'MLB4 60→3 diminui',
    'MLB5 3→2 diminui',
  ]);
  for (const filter of ['', 'tipo=zera&']) {
    const all = (await read(filter)).itens.map(summaryOf);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await read(`${filter}limite=1${more}`);
      paged.push(...page.itens.map(summaryOf));
      cursor = page.proximo;
    }
    expect(paged).toEqual(all);
  }
});

test('the file has every change, and downloading it is a line of the atividades', async () => {
  const { ana, path } = await aShop([
    { tem: 0, mostra: 2 },
    { tem: 9, mostra: 4 },
  ]);
  const file = await ana.get(`${path}/arquivo`);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Anúncio;Variação;Título;Produto;SKU;Publicado;Enviaria;Muda;Modo;Unidades retidas;Cota;Disponível;Saldo;Reservado',
    'MLB1;;Filtro de óleo;Peça 1;PEC-1;2;0;-2;Compartilhado;0;;0;"0,00";"0,00"',
    'MLB2;;Filtro de óleo;Peça 2;PEC-2;4;9;5;Compartilhado;0;;9;"9,00";"0,00"',
  ]);
  const { itens } = (await ana.get('/api/atividades')).json();
  expect(fraseDe(itens[0])).toBe('baixou a simulação de envio da conta AUTOPECASDOZE em CSV');
});

test('the file continues beyond one page', async () => {
  const { ana, path } = await aShop([{ tem: 0, mostra: 2 }]);
  await sql(
    `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, titulo, estado, categoria_externa_id, sku, sku_proprio,
       preco, quantidade, is_full, atualizado_em, produto_id)
     select empresa_id, marketplace, seller_id, 'MLB' || n, titulo, estado, categoria_externa_id, sku, sku_proprio, preco, 2, false,
       now(), produto_id
     from anuncios, generate_series(2, 205) n where empresa_id = $1`,
    [ana.empresaId],
  );
  await compareAll(db, ana);
  const lines = (await ana.get(`${path}/arquivo`)).body.trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line: string) => line.split(';')[0])).size).toBe(205);
});

test('a quantity of any size is compared, and stops no other', async () => {
  const { ana, read } = await aShop(MIXED);
  await sql("update anuncios set quantidade = 9999999999 where empresa_id = $1 and anuncio_id = 'MLB3'", [
    ana.empresaId,
  ]);
  await compareAll(db, ana);
  expect((await read()).itens.map(({ anuncio_id }) => anuncio_id)).toContain('MLB3');
});

test('twins cause one change, and an anuncio that its seller paused causes none', async () => {
  const { ana, seller, read } = await aShop([{ tem: 5, mostra: 5 }]);
  const [{ produto_id } = {}] = await sql('select produto_id from anuncios where empresa_id = $1', [
    ana.empresaId,
  ]);
  const store = (anuncio_id: string, values: Partial<Parameters<typeof storeAnuncio>[2]>) =>
    storeAnuncio(sql, ana, { anuncio_id, seller_id: seller, produto_id: String(produto_id), ...values });
  await store('MLB7', { quantidade: 2, produto_fisico: 'UP1' });
  await store('MLB8', { quantidade: 2, produto_fisico: 'UP1' });
  await store('MLB9', { estado: 'pausado', pausado_por: 'vendedor' });
  await compareAll(db, ana);
  expect((await read()).itens.map(summaryOf)).toEqual(['MLB7 2→5 aumenta']);
});

test('the resumo counts what would be sent to each conta', async () => {
  const { ana } = await aShop(MIXED);
  const { contas } = (await ana.get('/api/anuncios/resumo')).json() as ResumoDeAnuncios;
  expect(contas.map(({ mudancas }) => mudancas)).toEqual([{ total: 5, mais: false }]);
});

test('a conta of another empresa and a made-up cursor are refused', async () => {
  const { ana, path } = await aShop([]);
  const stranger = await anEmpresa();
  expect((await stranger.get(path)).statusCode).toBe(404);
  expect((await stranger.get(`${path}/arquivo`)).statusCode).toBe(404);
  const cursors = ['x', Buffer.from('{"tipo":"zera"}').toString('base64url')];
  for (const cursor of cursors)
    expect((await ana.get(`${path}?cursor=${cursor}`)).json().mensagem).toBe(
      'Esta página da lista não existe mais. Volte ao começo da lista.',
    );
});
