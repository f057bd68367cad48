import type { Page } from '@playwright/test';
import { pressEvery, recognisesScans } from '../tools/scanner.ts';
import { anOperator, expect, signInAs, test } from './fixtures.ts';
import { aDeposito, aMarca, aProduto, references, saldo, saldos } from './produtos-page.ts';
import { dialog, field, row, toast } from './register-page.ts';
import { rowsOf } from './register-walks.ts';
import { expectSound } from './sound.ts';

const input = (page: Page) => page.getByLabel('Buscar produtos e telas');
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const moving = (page: Page) => page.getByRole('dialog', { name: 'Movimentar estoque' });
const keyList = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' });

/** Opens the palette and types. */
async function command(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await input(page).fill(text);
}

async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  const of = await references(page);
  await aProduto(page, of, { nome: 'Filtro de óleo', sku: 'PSL55', depositos: [saldo(loja.id, '12')] });
  await aProduto(page, of, { nome: 'Filtro de ar', sku: 'PSA10' });
}

/** The keys load after the screen. */
const showKeys = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('?');
    await expect(keyList(page)).toBeVisible({ timeout: 1000 });
  }).toPass();

test('a record of any register is found by a part of its name, and Enter opens it', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await references(page);
  await aDeposito(page, 'Bosque', { cidade: 'Curitiba', estado: 'PR' });
  await page.goto('/');
  await command(page, 'bos');
  await expect(page.getByRole('option')).toHaveText(['Bosch', 'BosqueCuritiba']);
  await expectSound(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Editar Marca' })).toBeVisible();
  await expect(field(page, 'Marca *')).toHaveValue('Bosch');
  await page.keyboard.press('Escape');
  await command(page, 'distribuidora');
  await option(page, 'Distribuidora Sul').click();
  await expect(page.getByRole('dialog', { name: 'Editar Fornecedor' })).toBeVisible();
});

test.describe('a movement', () => {
  test('is typed with its quantity and code, and recorded only by its form', async ({ page, operator }) => {
    await someStock(page);
    await page.goto('/');
    await command(page, 'entrada 1,5 PSL55');
    await expect(option(page, /Entrada de 1,5/)).toContainText('Filtro de óleo · PSL55');
    await page.keyboard.press('Enter');
    await expect(moving(page).getByLabel('Quantidade', { exact: true })).toHaveValue('1,5');
    await expect(moving(page).getByRole('radio', { name: 'Entrada' })).toBeChecked();
    await expect(moving(page).getByLabel('Depósito')).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await saldos(operator.empresaId)).toEqual([{ nome: 'Loja', quantidade: '12.00' }]);
    await expectSound(page, '[role=dialog]');
    await page.keyboard.type('loj');
    await option(page, 'Loja').click();
    await moving(page).getByRole('button', { name: 'Registrar' }).click();
    await expect(toast(page, 'Entrada registrada')).toBeVisible();
    expect(await saldos(operator.empresaId)).toEqual([{ nome: 'Loja', quantidade: '13.50' }]);
  });

  test('offers a choice when several produtos match, and says why a quantity cannot be read', async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    await someStock(page);
    await page.goto('/');
    await command(page, 'saída 2 filtro');
    await expect(option(page, /^Saída de 2/)).toHaveCount(2);
    await input(page).fill('saída 1,234 PSL55');
    await expect(dialog(page).getByRole('status').first()).toContainText('Use até duas casas decimais');
    await expect(page.getByRole('option')).toHaveCount(0);
    await input(page).fill('transferir 3 PSL55');
    await option(page, /^Transferência de 3/).click();
    await expect(moving(page).getByRole('radio', { name: 'Transferência' })).toBeChecked();
    await expect(moving(page).getByLabel('Quantidade', { exact: true })).toHaveValue('3');
  });

  test('typed faster than the answer opens its form', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await someStock(page);
    await page.goto('/');
    await command(page, 'saida 2 PSL55');
    await page.keyboard.press('Enter');
    await expect(moving(page)).toContainText('Filtro de óleo');
  });
});

test('a new record starts with the typed name, and is stored only by its form', async ({
  page,
  operator,
}) => {
  await page.goto('/catalogo/inventario');
  await command(page, 'nova marca Peças & Cia. 2_1');
  await expect(page.getByRole('option')).toHaveText(['Nova marca: Peças & Cia. 2_1']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nova Marca' })).toBeVisible();
  await expect(field(page, 'Marca *')).toHaveValue('Peças & Cia. 2_1');
  expect(await rowsOf('marcas', operator)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(row(page, 'Peças & Cia. 2_1')).toBeVisible();
  expect(await rowsOf('marcas', operator)).toHaveLength(1);
  await command(page, 'novo prod');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Novo Produto' })).toBeVisible();
});

test('the colours change and the session ends by a word', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto('/');
  await command(page, 'tema escuro');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await command(page, 'sair');
  await expect(page.getByRole('option')).toHaveText(['Sair da conta']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('a papel is offered only the commands that it may do', async ({ page, operator }) => {
  await someStock(page);
  await signInAs(page, await anOperator({ name: 'Rui', empresaId: operator.empresaId, papel: 'vendas' }));
  await page.goto('/');
  await command(page, 'novo');
  await expect(page.getByRole('option')).toHaveText(['Novo cliente', 'Novo vendedor']);
  await input(page).fill('entrada 10 PSL55');
  await expect(dialog(page).getByText('Nenhum produto encontrado')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('the palette starts with the records that the person opened last', async ({ page, operator }) => {
  const marca = await aMarca(page, 'Cofap');
  await page.goto(`/cadastros/marca?abrir=${marca.id}`);
  await expect(field(page, 'Marca *')).toHaveValue('Cofap');
  await page.goto('/');
  await command(page, '');
  await expect(page.getByRole('group', { name: 'Recentes' }).getByRole('option')).toHaveText(['Cofap']);
  const kept = () =>
    page.evaluate(() => Object.entries({ ...localStorage }).filter(([key]) => /^recentes/.test(key)));
  expect(await kept()).toEqual([
    [
      `recentes ${operator.userId} ${operator.empresaId}`,
      JSON.stringify([{ cadastro: 'marcas', id: marca.id }]),
    ],
  ]);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Marca *')).toHaveValue('Cofap');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await kept()).toEqual([]);
});

test.describe('keys', () => {
  test('G and a letter open a screen, and ? lists all keys', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await showKeys(page);
    await expect(keyList(page).getByText('Produtos')).toBeVisible();
    await expectSound(page, '[role=dialog]');
    // Over a dialog the keys rest.
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.keyboard.press('Escape');
    await expect(keyList(page)).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { level: 1, name: 'Inventário' })).toBeVisible();
  });

  test('stay letters in a field', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await showKeys(page);
    await page.keyboard.press('Escape');
    await expect(keyList(page)).toHaveCount(0);
    const search = page.getByLabel('Buscar marcas');
    await search.focus();
    await page.keyboard.type('gp?');
    await expect(page).toHaveURL(/busca=gp/);
    await expect(search).toHaveValue('gp?');
    await expect(keyList(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/cadastros/marca');
  });

  test('a scanned code with their letters opens its produto and no screen', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await aProduto(page, await references(page), { sku: '12345GM' });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await showKeys(page);
    await page.keyboard.press('Escape');
    await expect(keyList(page)).toHaveCount(0);
    await recognisesScans(page);
    await pressEvery(page, '12345gm', 8);
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/catalogo/produtos');
  });

  test('at 390 px the list of keys is reached by a command, and fits', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Buscar…' }).click();
    await input(page).fill('?');
    await option(page, 'Atalhos do teclado').click();
    await expect(keyList(page)).toBeVisible();
    await expectSound(page, '[role=dialog]');
  });
});
