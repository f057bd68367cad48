import { fraseDe } from '@prumo/contract/atividades.ts';
import { expect, test } from 'vitest';
import { listOf, storeAnuncio } from '#testing/anuncios.ts';
import { aConta } from '#testing/pendencias.ts';
import { sell } from '#testing/sales/reservas.ts';
import { aDeposito, aProduto, stockOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, openPool, sql } = await testApp();
const db = openPool(2);

/** An empresa with an anuncio and two produtos. */
async function aShop() {
  const ana = await anEmpresa();
  const { id, seller } = await aConta(sql, ana);
  const matriz = await aDeposito(ana);
  const [filtro, vela] = [
    await aProduto(ana, { nome: 'Filtro', stock: { [matriz]: '5' } }),
    await aProduto(ana, { nome: 'Vela' }),
  ];
  await storeAnuncio(sql, ana, { anuncio_id: 'MLB1', seller_id: seller });
  const path = `/api/anuncios/${id}/MLB1/produto`;
  const link = (produto_id: string | null, antes: string | null) =>
    ana.put(path, { variacao_id: '', produto_id, antes });
  return { ana, seller, matriz, filtro: filtro.id, vela: vela.id, path, link };
}

test('a person links, changes and cuts a link, and each is a line of the atividades', async () => {
  const { ana, filtro, vela, link } = await aShop();
  expect((await link(filtro, null)).json()).toEqual({ produto_id: filtro });
  expect((await listOf(ana))[0]?.produto?.id).toBe(filtro);
  expect((await link(vela, filtro)).json()).toEqual({ produto_id: vela });
  expect((await link(null, vela)).json()).toEqual({ produto_id: null });
  expect((await listOf(ana))[0]?.produto).toBeNull();
  const { itens } = (await ana.get('/api/atividades')).json();
  expect(itens.map(fraseDe).slice(0, 3)).toEqual([
    'desligou o anúncio MLB1 da conta AUTOPECASDOZE do produto Vela',
    'ligou o anúncio MLB1 da conta AUTOPECASDOZE ao produto Vela',
    'ligou o anúncio MLB1 da conta AUTOPECASDOZE ao produto Filtro',
  ]);
});

test('a change based on an older link is refused and says who is linked, and a repetition changes nothing', async () => {
  const { filtro, vela, link } = await aShop();
  await link(filtro, null);
  const stale = await link(vela, null);
  expect([stale.statusCode, stale.json().mensagem, stale.json().atual]).toEqual([
    ...[409, 'Outra pessoa ligou este anúncio a outro produto. Confira e escolha de novo.'],
    { produto_id: filtro },
  ]);
  expect((await link(filtro, null)).statusCode).toBe(200);
  await link(null, filtro);
  expect((await link(vela, filtro)).json().mensagem).toBe(
    'Outra pessoa desligou este anúncio do produto. Confira e escolha de novo.',
  );
});

test('a produto of another empresa and an unknown anuncio are refused', async () => {
  const { ana, path, link } = await aShop();
  const stranger = await anEmpresa();
  const other = await aProduto(stranger);
  const refused = await link(other.id, null);
  expect([refused.statusCode, refused.json().campos]).toEqual([
    422,
    { produto_id: 'Este produto não existe mais. Escolha outro.' },
  ]);
  const body = { variacao_id: '', produto_id: null, antes: null };
  expect((await stranger.put(path, body)).statusCode).toBe(404);
  expect((await ana.put(path.replace('MLB1', 'MLB9'), body)).statusCode).toBe(404);
  expect((await ana.put(path, { ...body, variacao_id: '7' })).statusCode).toBe(404);
});

test('only those who may integrate change a link or read a conta again, and everybody may look', async () => {
  const { ana, filtro, path } = await aShop();
  const [, , , contaId] = path.split('/');
  for (const papel of ['estoque', 'vendas', 'consulta'] as const) {
    const bruno = await aColleague(ana, 'Bruno Lima', papel);
    const body = { variacao_id: '', produto_id: filtro, antes: null };
    expect((await bruno.put(path, body)).statusCode).toBe(403);
    expect((await bruno.post(`/api/contas/${contaId}/anuncios/leitura`)).statusCode).toBe(403);
    expect((await bruno.get('/api/anuncios')).statusCode).toBe(200);
    expect((await bruno.get('/api/anuncios/resumo')).statusCode).toBe(200);
  }
});

test('what sales have reserved stays with the produto that was linked', async () => {
  const { ana, seller, matriz, filtro, vela, link } = await aShop();
  await link(filtro, null);
  await sell(db, ana, { produto_id: filtro, seller_id: seller, anuncio_id: 'MLB1', reservado: 2 });
  await link(vela, filtro);
  expect(
    await sql('select produto_id, reservado from reservas where empresa_id = $1', [ana.empresaId]),
  ).toEqual([{ produto_id: filtro, reservado: 2 }]);
  expect(await stockOf(ana, filtro)).toEqual({ [matriz]: '5.00' });
});

test('the import writes nothing of the old produto into the new one', async () => {
  const { ana, filtro, vela, link } = await aShop();
  await link(filtro, null);
  await sql(`update anuncios set importado = '{"nome":"Filtro"}' where empresa_id = $1`, [ana.empresaId]);
  await link(vela, filtro);
  expect(await sql('select importado from anuncios where empresa_id = $1', [ana.empresaId])).toEqual([
    { importado: null },
  ]);
});
