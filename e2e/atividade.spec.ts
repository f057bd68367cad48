import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { anOperator, expect, hold, signInAs, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aMarca, aProduto, references, saldo } from './produtos-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const PATH = '/configuracao/atividade';
const NARROW = { width: 390, height: 844 };
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu Principal' });
const lines = (page: Page) => page.getByRole('main').getByRole('list').getByRole('listitem');
const line = (page: Page, text: string) => lines(page).filter({ hasText: text });

test('a dono reads who did what, opens the details by keyboard, and the worker seals the lines', async ({
  page,
  operator,
}) => {
  await aMarca(page, 'Bosch');
  await page.goto('/');
  await menu(page).getByRole('link', { name: 'Atividade' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(line(page, 'Ana Souza cadastrou a marca Bosch')).toBeVisible();
  await expect(line(page, 'Ana Souza entrou no Prumo com a senha')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Detalhes: cadastrou a marca Bosch' }));
  await page.keyboard.press('Enter');
  await expect(line(page, 'a marca Bosch')).toContainText('Nome: Bosch');
  await expectSound(page);

  // The worker of this installation seals within seconds.
  await expect
    .poll(
      async () => (await sql('select from atividades where empresa_id = $1', [operator.empresaId])).length,
    )
    .toBeGreaterThan(1);
  await page.reload();
  await expect(line(page, 'a marca Bosch')).toBeVisible();
  await expect(line(page, 'a marca Bosch')).not.toContainText('Ainda não selada');

  await page.getByRole('link', { name: 'a marca Bosch' }).click();
  await expect(page.getByRole('dialog', { name: 'Editar Marca' })).toBeVisible();
  await page.goBack();
  await page.setViewportSize(NARROW);
  await expect(line(page, 'a marca Bosch')).toBeVisible();
  await expectNotWider(page);
  await expectSound(page);
});

test('filters are in the address, and one record can be followed', async ({ page, operator }) => {
  const caio = await anOperator({ name: 'Caio Mendes', empresaId: operator.empresaId });
  await aMarca(page, 'Bosch');
  await aMarca(page, 'Valeo');
  await page.goto(PATH);
  await page.getByLabel('O que aconteceu').selectOption('Cadastro');
  await expect(page).toHaveURL(`${PATH}?tipo=registro_criado`);
  await expect(lines(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Detalhes: cadastrou a marca Bosch' }).click();
  await page.getByRole('button', { name: 'Ver só este registro' }).click();
  await expect(lines(page)).toHaveCount(1);
  await page.reload();
  await expect(lines(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page).toHaveURL(PATH);
  await page.getByLabel('Pessoa').selectOption(caio.userId);
  await expect(lines(page)).toHaveText([/Caio Mendes entrou na equipe como Administrador/]);
  await page.getByRole('textbox', { name: 'Até' }).fill('01/01/2020');
  await expect(page.getByText('Nada aconteceu com estes filtros.')).toBeVisible();
  await expectSound(page);
});

test('the line of a saldo leads to the lines of its produto', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  const deposito = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), { nome: 'Vela', depositos: [saldo(deposito.id, '5')] });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Detalhes: cadastrou o estoque do produto Vela' }).click();
  await line(page, 'o estoque do produto Vela').getByRole('button', { name: 'Ver só este produto' }).click();
  await expect(lines(page)).toHaveText([/cadastrou o produto Vela/]);
});

test('the file has the filtered lines of the empresa of the tab', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await aMarca(page, '=Bosch');
  await page.goto(`${PATH}?tipo=registro_criado`);
  await expect(lines(page)).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const file = await (await downloading).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('Cadastro;cadastrou a marca =Bosch');
  expect(text.split('\r\n')).toHaveLength(3);
});

test('while the lines load, when they fail, and when there are none, the screen says so', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/500|status of 500|atividade/i);
  expect(operator.userId).toBeTruthy();
  const release = await hold(page, '**/api/atividades*');
  await page.goto(PATH);
  await expect(page.getByRole('status', { name: 'Carregando a atividade' })).toBeVisible();
  release();
  await expect(lines(page).first()).toBeVisible();
  await page.route('**/api/atividades*', (route) =>
    route.fulfill({ status: 500, json: { codigo: 'unexpected', mensagem: 'Algo deu errado.', pedido: 'x' } }),
  );
  await page.reload();
  await expect(page.getByText('Algo deu errado.').first()).toBeVisible();
  await page.unroute('**/api/atividades*');
  await page.getByRole('button', { name: /Tentar/ }).click();
  await expect(lines(page).first()).toBeVisible();
});

test('a person of another papel finds no entry, and the address says who can grant the right', async ({
  page,
  operator,
}) => {
  const caio = await anOperator({ name: 'Caio Mendes', empresaId: operator.empresaId, papel: 'vendas' });
  await signInAs(page, caio);
  await page.goto('/cadastros/marca');
  await expect(menu(page).getByRole('link', { name: 'Empresa e equipe' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Atividade' })).toHaveCount(0);
  await page.goto(PATH);
  await expect(page.getByText('Seu papel (Vendas) não permite isto.')).toBeVisible();
  await expectSound(page);
});
