import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aDeposito, aProduto, card, openFilters, PRODUTOS, references, saldo } from './produtos-page.ts';
import { question, row } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const headers = (page: Page) => page.getByRole('columnheader');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selecionados' });
const box = (page: Page, nome: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${nome}`, exact: true });
const exibir = (page: Page) => page.getByRole('dialog', { name: 'Exibir' });

/** Creates `count` produtos, Peça 01 and so on, the highest number first in the list. */
async function somePecas(page: Page, count: number): Promise<void> {
  const of = await references(page);
  for (let n = 1; n <= count; n++) {
    const number = String(n).padStart(2, '0');
    await aProduto(page, of, { nome: `Peça ${number}`, sku: `PEC-${number}` });
  }
}

test('the cards Sem Estoque and Baixo Estoque filter the list, with a chip and in the address', async ({
  page,
}) => {
  const of = await references(page);
  const { id } = await aDeposito(page, 'Matriz');
  for (const [sku, quantidade] of [
    ['A', '0'],
    ['B', '4'],
    ['C', '40'],
  ] as const)
    await aProduto(page, of, { nome: `Peça ${sku}`, sku, depositos: [saldo(id, quantidade)] });
  await page.goto(PRODUTOS);
  await expect(row(page, 'Peça C')).toBeVisible();
  await card(page, 'Sem Estoque').getByRole('button').click();
  await expect(row(page, 'Peça C')).toHaveCount(0);
  await expect(row(page, 'Peça A')).toBeVisible();
  await expect(page).toHaveURL(/estoque=sem/);
  await expect(page.getByRole('region', { name: 'Filtros ativos' })).toContainText('Estoque: Sem estoque');
  await expectSound(page, 'main');
  await card(page, 'Baixo Estoque').getByRole('button').click();
  await expect(row(page, 'Peça A')).toHaveCount(0);
  await expect(row(page, 'Peça B')).toBeVisible();
  await card(page, 'Baixo Estoque').getByRole('button').click();
  await expect(row(page, 'Peça C')).toBeVisible();
  await expect(page).toHaveURL(PRODUTOS);
  await openFilters(page);
  await page.getByRole('search', { name: 'Filtros' }).getByLabel('Foto').selectOption('Com foto');
  await expect(page.getByText('Nenhum produto encontrado com estes filtros')).toBeVisible();
  await page.getByRole('search', { name: 'Filtros' }).getByLabel('Foto').selectOption('Todos');
  await page.getByRole('search', { name: 'Filtros' }).getByLabel('Anúncio').selectOption('Sem anúncio');
  await expect(row(page, 'Peça A')).toBeVisible();
  await page.getByRole('combobox', { name: 'Fornecedor' }).fill('distri');
  await page.getByRole('option', { name: 'Distribuidora Sul' }).click();
  await expect(page).toHaveURL(/fornecedor_id=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filtros 2 ativos' })).toBeFocused();
});

test('the person chooses the columns, their order and width, the density and the order of the rows', async ({
  page,
}) => {
  await somePecas(page, 2);
  await page.goto(PRODUTOS);
  await expect(row(page, 'Peça 02')).toBeVisible();
  const height = async () => (await row(page, 'Peça 01').boundingBox())?.height;
  expect(await height()).toBe(36);
  await page.getByRole('button', { name: 'Exibir' }).click();
  await exibir(page).getByRole('radio', { name: 'Confortável' }).check();
  await expect.poll(height).toBe(44);
  await exibir(page).getByRole('checkbox', { name: 'Categoria' }).uncheck();
  await exibir(page).getByRole('checkbox', { name: 'Fornecedor' }).check();
  await exibir(page).getByRole('button', { name: 'Mover Preço' }).focus();
  await page.keyboard.press('ArrowUp');
  await expectSound(page, '[role=dialog]');
  await exibir(page).getByLabel('Ordenar').selectOption('Nome');
  await expect(page).toHaveURL(/ordem=nome/);
  await expect(page.getByRole('row').nth(1)).toContainText('Peça 01');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Exibir' })).toBeFocused();
  const chosen = ['Foto', 'Código', 'Nome', 'Marca', 'Preço', 'Estoque', 'Fornecedor', 'Ações'];
  await expect(headers(page)).toHaveText(chosen);
  const marca = headers(page).filter({ hasText: 'Marca' });
  const before = (await marca.boundingBox())?.width ?? 0;
  await marca.hover();
  await page.getByRole('separator', { name: 'Largura de Marca' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await marca.boundingBox())?.width).toBeGreaterThan(before);
  await page.reload();
  await expect(headers(page)).toHaveText(chosen);
  await expectSound(page, 'main');
  await page.getByRole('button', { name: 'Exibir' }).click();
  await exibir(page).getByRole('button', { name: 'Voltar ao padrão' }).click();
  await expect(headers(page)).toHaveText([
    ...['Foto', 'Código', 'Nome', 'Marca', 'Categoria', 'Estoque', 'Preço', 'Ações'],
  ]);
});

test('a laptop shows twelve whole rows under two filters, and a cut name is shown whole', async ({
  page,
}) => {
  await somePecas(page, 13);
  const nome =
    'Par de discos de freio dianteiros ventilados 256 mm com revestimento anticorrosivo e cubo usinado';
  await aProduto(page, await references(page), { nome, sku: 'LONGO' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${PRODUTOS}?estoque=sem&foto=sem`);
  await expect(row(page, 'Peça 13')).toBeVisible();
  await expect(card(page, 'Total de Produtos')).toContainText('14 filtrados');
  const whole = await page.evaluate(() => {
    const pager = document.querySelector('nav[aria-label="Páginas"]')?.getBoundingClientRect();
    return [...document.querySelectorAll('tbody tr')].filter(
      (each) => pager && each.getBoundingClientRect().bottom <= pager.top,
    ).length;
  });
  expect(whole).toBeGreaterThanOrEqual(12);
  await page.getByRole('button', { name: nome, exact: true }).hover();
  await expect(page.getByText(nome)).toHaveCount(2);
  for (const width of [1920, 1280, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNotWider(page);
  }
});

test('rows are picked one by one, by page and by filter, and stay picked over pages and filters', async ({
  page,
}) => {
  await somePecas(page, 26);
  await page.goto(`${PRODUTOS}?limite=25`);
  await expect(page.getByText('1–25 de 26')).toBeVisible();
  await box(page, 'Peça 26').check();
  await expect(bar(page)).toContainText('1 selecionado');
  const all = page.getByRole('checkbox', { name: 'Selecionar esta página' });
  await expect(all).toHaveJSProperty('indeterminate', true);
  await expectSound(page, 'main');
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await box(page, 'Peça 01').check();
  await expect(bar(page)).toContainText('2 selecionados');
  await page.getByRole('button', { name: 'Página anterior' }).click();
  await expect(box(page, 'Peça 26')).toBeChecked();
  await all.check();
  await expect(bar(page)).toContainText('26 selecionados');
  await box(page, 'Peça 20').uncheck();
  await all.check();
  await bar(page).getByRole('button', { name: 'Selecionar os 26' }).click();
  await box(page, 'Peça 25').uncheck();
  await expect(bar(page)).toContainText('25 selecionados');
  await page.getByRole('searchbox', { name: 'Busca de balcão' }).fill('PEC-03');
  await expect(page.getByText('1–1 de 1')).toBeVisible();
  await expect(bar(page)).toContainText('em outro filtro');
  await expect(box(page, 'Peça 03')).toBeDisabled();
  await bar(page).getByRole('button', { name: 'Limpar seleção' }).click();
  await expect(bar(page)).toHaveCount(0);
  await box(page, 'Peça 03').check();
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(bar(page)).toContainText('1 selecionado');
  await expect(box(page, 'Peça 03')).toBeChecked();
  await page.getByLabel('Por página').selectOption('100');
  await expect(page).not.toHaveURL(/limite/);
  await expect(page.getByRole('row')).toHaveCount(27);
});

test('the keyboard moves over the rows, picks them, opens and deletes', async ({ page }) => {
  await somePecas(page, 4);
  await page.goto(PRODUTOS);
  await box(page, 'Peça 04').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Peça 03')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, 'Peça 03')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selecionados');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('2 selecionados');
  await expect(row(page, 'Peça 02')).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('4 selecionados');
  // The toolbar is one tab stop, to which Tab returns where the person left it.
  const clear = bar(page).getByRole('button', { name: 'Limpar seleção' });
  await clear.focus();
  await page.keyboard.press('ArrowRight');
  const priced = bar(page).getByRole('button', { name: 'Alterar preço' });
  await expect(priced).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bar(page).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(priced).toBeFocused();
  await page.keyboard.press('Home');
  await expect(clear).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page).getByRole('button', { name: 'Excluir' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await row(page, 'Peça 02').focus();
  await page.keyboard.press('Delete');
  await expect(question(page)).toContainText('Peça 02 sai da lista');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await row(page, 'Peça 02').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Busca de balcão' })).toBeFocused();
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the checkboxes appear with Selecionar or a long press', async ({ page }) => {
    await somePecas(page, 2);
    await page.goto(PRODUTOS);
    await expect(row(page, 'Peça 01')).toBeVisible();
    await expect(box(page, 'Peça 01')).toBeHidden();
    await page.getByRole('button', { name: 'Selecionar', exact: true }).tap();
    await box(page, 'Peça 01').tap();
    await expect(bar(page)).toContainText('1 selecionado');
    await expectSound(page, 'main');
    await bar(page).getByRole('button', { name: 'Limpar seleção' }).tap();
    await expect(box(page, 'Peça 01')).toBeHidden();
    const at = await page.getByRole('button', { name: 'Peça 02', exact: true }).boundingBox();
    if (!at) throw new Error('the row has no place');
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: at.x + 5, y: at.y + 5 }],
    });
    await expect(bar(page)).toContainText('1 selecionado');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(box(page, 'Peça 02')).toBeChecked();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
