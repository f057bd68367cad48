import type { Page } from '@playwright/test';
import { pressEvery, recognisesScans } from '../tools/scanner.ts';
import { expect, sentTo, test } from './fixtures.ts';
import { aDeposito, aProduto, produtoField, references, saldo } from './produtos-page.ts';
import { dialog, field, toast } from './register-page.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const CODE = '7891234567895';
/** The pauses between two keys, in milliseconds. */
const [SCANNER, FAST_PERSON] = [8, 60];
/** Opens a page that recognises scanners. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await recognisesScans(page);
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Busca de balcão' });

async function aFiltro(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  return aProduto(page, await references(page), {
    nome: 'Filtro de óleo',
    sku: 'FIL-1',
    cod_referencia: [CODE],
    depositos: [saldo(loja.id, '118.5')],
  });
}

test('a scan in a date field leaves the field as it was and opens the produto', async ({ page }) => {
  await aFiltro(page);
  await open(page, '/catalogo/inventario');
  const day = page.getByRole('textbox', { name: 'Saldo em' });
  await day.fill('10/11/2025');
  await expect(page.getByRole('columnheader', { name: 'Quantidade em 10/11/2025' })).toBeVisible();
  await day.focus();
  await pressEvery(page, CODE, SCANNER);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
  await page.goBack();
  await expect(day).toHaveValue('10/11/2025');
});

test('a scan on a page without a focused field opens the produto, and presses no button', async ({
  page,
}) => {
  await aFiltro(page);
  await open(page, '/cadastros/marca');
  await page.getByRole('button', { name: 'Nova Marca' }).focus();
  await pressEvery(page, CODE, SCANNER);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
  expect(new URL(page.url()).pathname).toBe('/catalogo/produtos');
});

test('a scan in a form is taken out again, submits nothing, and is not searched while work would be lost', async ({
  page,
}) => {
  await aFiltro(page);
  await open(page, '/cadastros/marca?abrir=novo');
  const sent = sentTo(page, '/api/marcas');
  const nome = field(page, 'Marca *');
  await nome.fill('Bosch');
  await nome.press('ArrowLeft');
  await pressEvery(page, CODE, SCANNER);
  await expect(toast(page, `Código ${CODE} lido. Salve ou feche o formulário para buscá-lo.`)).toBeVisible();
  await expect(nome).toHaveValue('Bosch');
  // The caret is where it was, too.
  await page.keyboard.type('x');
  await expect(nome).toHaveValue('Boscxh');
  await expect(palette(page)).toHaveCount(0);
  expect(sent.filter((request) => request.method() === 'POST')).toHaveLength(0);
});

test('a scan in the filter of the status changes no choice', async ({ page }) => {
  await aFiltro(page);
  await open(page, '/catalogo/inventario?situacao=normal');
  const status = page.getByLabel('Status');
  await status.focus();
  await pressEvery(page, 'B789123456789', SCANNER);
  await expect(palette(page)).toContainText('Nenhum produto encontrado para “B789123456789”');
  await page.keyboard.press('Escape');
  await expect(status).toHaveValue('normal');
});

test('a person who types fast keeps the text, and Enter saves', async ({ page }) => {
  await open(page, '/cadastros/marca?abrir=novo');
  await field(page, 'Marca *').focus();
  await pressEvery(page, '3M-2000-A', FAST_PERSON);
  await expect(toast(page, 'Marca cadastrada com sucesso')).toBeVisible();
  await expect(page.getByText('3M-2000-A').first()).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});

test('fields that want codes keep a scan', async ({ page }) => {
  await aFiltro(page);
  await open(page, '/catalogo/produtos?abrir=novo');
  const codigos = produtoField(page, 'Códigos de Referência');
  await codigos.focus();
  await pressEvery(page, '90915-YZZD2', SCANNER);
  await expect(dialog(page).getByRole('list', { name: 'Códigos adicionados' })).toContainText('90915-YZZD2');
  await open(page, '/catalogo/inventario');
  const search = page.getByPlaceholder('Buscar produtos no inventário...');
  await search.focus();
  await pressEvery(page, CODE, SCANNER);
  await expect(search).toHaveValue(CODE);
  await expect(page).toHaveURL(new RegExp(`busca=${CODE}`));
  await open(page, '/catalogo/produtos');
  await page.getByLabel('Busca de balcão').focus();
  await pressEvery(page, CODE, SCANNER);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
});

test('the next scan replaces the one before, also in the open search', async ({ page }) => {
  await aFiltro(page);
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressEvery(page, '0000000000000', SCANNER);
  await expect(palette(page)).toContainText('Nenhum produto encontrado para “0000000000000”');
  await pressEvery(page, CODE, SCANNER);
  await expect(produtoField(page, 'SKU')).toHaveValue('FIL-1');
});
