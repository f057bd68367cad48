import type { Page } from '@playwright/test';
import { expect, hold, test, withoutStream } from './fixtures.ts';
import { scan } from './keyboard.ts';
import { aProduto, produtoDialog, produtoField, references } from './produtos-page.ts';
import { toast } from './register-page.ts';
import { expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const input = (page: Page) => page.getByLabel('Buscar produtos e telas');
const palette = (page: Page) => page.getByRole('dialog', { name: 'Busca de balcão' });

async function someProdutos(page: Page) {
  const of = await references(page);
  const filtro = await aProduto(page, of, {
    nome: 'Filtro de óleo',
    sku: 'FIL-1',
    cod_referencia: ['90915-YZZD2'],
  });
  const outro = await aProduto(page, of, { nome: 'Filtro de ar 90915', sku: 'FIL-2' });
  return { filtro, outro };
}

/** Opens the palette on the dashboard, once the dashboard is rendered. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
}

test('a code in any notation finds its produto first, and Enter opens it', async ({ page }) => {
  await someProdutos(page);
  await open(page);
  await page.keyboard.type('90915 yzz.d2');
  const first = page.getByRole('option').first();
  await expect(first).toContainText('Filtro de óleo');
  await expect(first).toContainText('FIL-1 · 90915-YZZD2 · Bosch');
  await expect(first).toContainText('25,90');
  await expect(first).toContainText('sem estoque');
  await expectSound(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
});

test('arrow keys and the mouse choose a result', async ({ page }) => {
  await someProdutos(page);
  await open(page);
  // The letters before find the same two produtos, perhaps in another order.
  const answer = page.waitForResponse(/\/api\/produtos\/balcao\?busca=filtro$/);
  await page.keyboard.type('filtro');
  await answer;
  await expect(page.getByRole('option')).toHaveCount(2);
  const [, second] = await page.getByRole('option').allTextContents();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const nome = await produtoField(page, 'Nome do Produto').inputValue();
  expect(second).toContain(nome);
  await page.keyboard.press('Escape');
  await expect(produtoDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Buscar…' }).click();
  // The palette keeps the last search selected, so the next key replaces it.
  await expect(input(page)).toHaveValue('filtro');
  await page.keyboard.type('FIL-2');
  await page.getByRole('option', { name: 'Filtro de ar 90915' }).click();
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-2');
});

test('a scan faster than the answer opens its own produto and not one of an older answer', async ({
  page,
}) => {
  await someProdutos(page);
  await open(page);
  await page.keyboard.type('ar');
  await expect(page.getByRole('option').first()).toContainText('Filtro de ar');
  const release = await hold(page, /\/api\/produtos\/balcao\?busca=90915/);
  await input(page).selectText();
  await scan(page, input(page), '90915YZZD2');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  release();
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
});

test('Enter before the answer opens nothing when several produtos match', async ({ page }) => {
  await someProdutos(page);
  await open(page);
  const release = await hold(page, /\/api\/produtos\/balcao/);
  await scan(page, input(page), 'filtro');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(produtoDialog(page)).toBeVisible();
});

test('Enter opens the first produto while the records of the registers are still read', async ({ page }) => {
  await someProdutos(page);
  await open(page);
  const release = await hold(page, /\/api\/registros/);
  // At once, because Enter waits for the answer to the last letter.
  await input(page).fill('filtro');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-2');
  release();
});

test('the palette opens the next produto over an open one, and Escape returns to the first', async ({
  page,
}) => {
  const { filtro } = await someProdutos(page);
  await page.goto(`/catalogo/produtos?nome=filtro&abrir=${filtro.id}`);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await scan(page, input(page), 'fil2');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-2');
  await expect(page).toHaveURL(/nome=filtro/);
});

test('a search without results shows a message, and the next scan replaces the text', async ({ page }) => {
  await someProdutos(page);
  await open(page);
  await scan(page, input(page), 'ZZZ-000');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('Nenhum produto encontrado para “ZZZ-000”');
  await scan(page, input(page), 'fil-2');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-2');
});

test('the palette opens a screen by its name', async ({ page }) => {
  await open(page);
  await page.keyboard.type('inventario');
  await expect(page.getByRole('option')).toHaveText(['Inventário']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Inventário' })).toBeVisible();
});

test('keys typed before the palette has loaded are not lost', async ({ page }) => {
  await someProdutos(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const release = await hold(page, /command-palette.*\.js/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('fil-');
  release();
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('2');
  await expect(input(page)).toHaveValue('fil-2');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-2');
});

test('a failed search shows an error and can be retried', async ({ page, expectErrors }) => {
  expectErrors(/422|A leitura falhou/);
  // The stream would repeat the search by itself.
  await withoutStream(page);
  await someProdutos(page);
  await open(page);
  const problem = { codigo: 'invalid', mensagem: 'A busca não pode ser feita agora.', pedido: 'x' };
  await page.route(
    /\/api\/produtos\/balcao\?busca=FIL-1$/,
    (route) => route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
    { times: 1 },
  );
  await scan(page, input(page), 'FIL-1');
  await expect(palette(page).getByRole('alert')).toContainText('A busca não pode ser feita agora.');
  await palette(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('option').first()).toContainText('Filtro de óleo');
});

test('the palette does not open over a form with unsaved changes', async ({ page }) => {
  await page.goto('/cadastros/marca?abrir=novo');
  await expect(page.getByLabel('Marca *')).toBeFocused();
  await page.keyboard.type('Bosch');
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Marca *')).toHaveValue('Bosch');
  await expect(toast(page, 'Salve ou feche o formulário antes de buscar.')).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});

test('at 390 px an icon opens the palette', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await someProdutos(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Buscar…' }).click();
  await input(page).fill('oleo');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expectSound(page, '[role=dialog]');
  await page.getByRole('option', { name: 'Filtro de óleo' }).click();
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
});
