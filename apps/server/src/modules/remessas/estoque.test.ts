import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { aProduto } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';
import { aShop, inEmpresa } from '#testing/two-empresas.ts';

const { anEmpresa, aColleague, stranger, sql } = await testApp();

const ask = async (person: Client, codigo: string) =>
  (await person.get(`/api/minhas-empresas/estoque?codigo=${encodeURIComponent(codigo)}`)).json();
const found = async (person: Client, codigo: string) =>
  (await ask(person, codigo)).itens.map(
    ({ empresa, produtos }: { empresa: { nome: string }; produtos: { sku: string; estoque: string }[] }) =>
      `${empresa.nome}: ${produtos.map(({ sku, estoque }) => `${sku} ${estoque}`).join()}`,
  );

async function threeShops() {
  const ana = await anEmpresa();
  const boreal = await aShop(ana, { nome: 'Boreal', sku: '90915-YZZD2', quantidade: '4' });
  const aurora = await aShop(ana, { nome: 'Aurora', sku: '90915 YZZD2', quantidade: '10' });
  const celeste = await aShop(ana, { nome: 'Celeste', sku: 'OUTRO-1', quantidade: '3' });
  return { ana, aurora, boreal, celeste };
}

test('the stock of a code is read in every empresa of the person, in any notation, by the name of the empresa', async () => {
  const { ana, boreal, aurora } = await threeShops();
  const { itens, nao_lidas } = await ask(ana, '90915yzz.d2');
  expect(nao_lidas).toEqual([]);
  expect(itens).toEqual([
    {
      empresa: { id: aurora.id, nome: 'Aurora' },
      produtos: [expect.objectContaining({ sku: '90915 YZZD2' })],
    },
    {
      empresa: { id: boreal.id, nome: 'Boreal' },
      produtos: [
        {
          id: boreal.produto,
          nome: 'Filtro de óleo',
          sku: '90915-YZZD2',
          estoque: '4.00',
          depositos: [{ deposito_id: boreal.deposito, nome: 'Depósito da Boreal', quantidade: '4.00' }],
        },
      ],
    },
  ]);
});

test('a code matches as a whole, also a codigo de referencia, and a part of a code does not', async () => {
  const { ana, celeste } = await threeShops();
  await aProduto(celeste.tab, { sku: 'C-2', cod_referencia: ['90915-YZZD2'] });
  expect(await found(ana, '90915-YZZD2')).toEqual([
    'Aurora: 90915 YZZD2 10.00',
    'Boreal: 90915-YZZD2 4.00',
    'Celeste: C-2 0.00',
  ]);
  expect(await found(ana, '90915')).toEqual([]);
  expect(await found(ana, '---')).toEqual([]);
});

test('the empresa of the tab decides nothing, and every papel may read', async () => {
  const { aurora, boreal } = await threeShops();
  const caio = await aColleague({ empresaId: boreal.id }, 'Caio', 'consulta');
  await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'vendas')", [
    aurora.id,
    caio.userId,
  ]);
  const everywhere = ['Aurora: 90915 YZZD2 10.00', 'Boreal: 90915-YZZD2 4.00'];
  for (const { id } of [aurora, boreal])
    expect(await found(inEmpresa(caio, id), '90915YZZD2')).toEqual(everywhere);
});

test('an empresa that the person left or never joined shows nothing', async () => {
  const { ana, aurora, boreal } = await threeShops();
  const caio = await aColleague({ empresaId: boreal.id }, 'Caio', 'estoque');
  expect(await found(caio, '90915YZZD2')).toEqual(['Boreal: 90915-YZZD2 4.00']);
  expect(await found(inEmpresa(caio, aurora.id), '90915YZZD2')).toEqual(['Boreal: 90915-YZZD2 4.00']);
  await boreal.tab.delete(`/api/equipe/${caio.userId}`);
  expect(await found(caio, '90915YZZD2')).toEqual([]);
  expect(await found(ana, '90915YZZD2')).toHaveLength(2);
  expect((await stranger().get('/api/minhas-empresas/estoque?codigo=A')).statusCode).toBe(401);
});

test('a code is required', async () => {
  const { ana } = await threeShops();
  expect((await ana.get('/api/minhas-empresas/estoque')).statusCode).toBe(422);
  expect((await ana.get('/api/minhas-empresas/estoque?codigo=%20')).statusCode).toBe(422);
});

test('no answer shows a cost', async () => {
  const { ana } = await threeShops();
  expect(JSON.stringify(await ask(ana, '90915YZZD2'))).not.toMatch(/custo/);
});
