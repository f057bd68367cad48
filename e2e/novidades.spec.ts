import type { BrowserContext, Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, type Operator, ORIGIN, signIn, test } from './fixtures.ts';
import { aDeposito, aMarca, aProduto, card, PRODUTOS, references, saldo, takeTwo } from './produtos-page.ts';
import { dialog, field, row } from './register-page.ts';

const INVENTARIO = '/catalogo/inventario';
const MARCAS = '/cadastros/marca';

/** Opens the page and waits until it hears of changes. */
async function openLive(page: Page, path: string): Promise<void> {
  const heard = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/novidades');
  await page.goto(path);
  expect((await heard).status()).toBe(200);
}

async function colleagueOf({ empresaId }: Operator, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, await anOperator({ name: 'Bruno Lima', empresaId }));
  return page;
}

async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  const produto = await aProduto(page, await references(page), {
    ...{ nome: 'Filtro de óleo', sku: 'FIL-1', depositos: [saldo(loja.id, '12')] },
  });
  return { loja, produto };
}

test('a movimento of a colleague appears on the open Produtos and on the open inventário, without any action', async ({
  page,
  operator,
  browser,
}) => {
  const { loja, produto } = await someStock(page);
  const colleague = await colleagueOf(operator, await browser.newContext({ baseURL: ORIGIN }));
  await openLive(page, PRODUTOS);
  await expect(row(page, 'Filtro de óleo')).toContainText('12');
  await openLive(colleague, INVENTARIO);
  await expect(row(colleague, 'Filtro de óleo')).toContainText('12');
  await takeTwo(colleague, produto, loja);
  await expect(row(page, 'Filtro de óleo')).toContainText('10');
  await expect(row(colleague, 'Filtro de óleo')).toContainText('10');
  await expect(card(page, 'Estoque Médio')).toContainText('10');
  await colleague.context().close();
});

test('the second tab of a browser shares the stream of the first, and takes it over when the first closes', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await openLive(page, MARCAS);
  const second = await page.context().newPage();
  const streams: string[] = [];
  second.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/novidades') streams.push(request.url());
  });
  await second.goto(MARCAS);
  await expect(second.getByRole('button', { name: 'Nova Marca' })).toBeVisible();
  await aMarca(page, 'Bosch');
  await expect(row(second, 'Bosch')).toBeVisible();
  expect(streams).toEqual([]);
  const takenOver = second.waitForRequest((request) => new URL(request.url()).pathname === '/api/novidades');
  await page.close();
  expect((await takenOver).headers()['last-event-id']).toBeTruthy();
  await aMarca(second, 'Cofap');
  await expect(row(second, 'Cofap')).toBeVisible();
});

test('a form that is being edited keeps what was typed while a colleague changes the record', async ({
  page,
  operator,
  browser,
  expectErrors,
}) => {
  expectErrors(/409|Erro ao salvar marca/);
  const marca = await aMarca(page, 'Bosch');
  const colleague = await colleagueOf(operator, await browser.newContext({ baseURL: ORIGIN }));
  await openLive(page, MARCAS);
  await page.getByRole('button', { name: 'Editar Bosch', exact: true }).click();
  await field(page, 'Descrição').fill('Peças elétricas');
  const changed = await colleague.request.put(`/api/marcas/${marca.id}`, {
    data: { nome: 'Bosch Brasil', descricao: null, logo_url: null, versao: 1 },
    headers: apiHeaders,
  });
  expect(changed.status()).toBe(200);
  // The list behind the dialog shows the change.
  await expect(page.locator('tbody').getByText('Bosch Brasil')).toBeAttached();
  await expect(field(page, 'Descrição')).toHaveValue('Peças elétricas');
  await expect(field(page, 'Marca *')).toHaveValue('Bosch');
  await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect(dialog(page)).toContainText('Bruno Lima');
  await colleague.context().close();
});

test('without the stream, the return to the tab and a new screen read the stock again', async ({
  page,
  operator,
  expectErrors,
}) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/novidades|ERR_FAILED|503/);
  await page.route('**/api/novidades*', (route) => route.abort());
  const { loja, produto } = await someStock(page);
  await page.goto(PRODUTOS);
  await expect(row(page, 'Filtro de óleo')).toContainText('12');
  await takeTwo(page, produto, loja);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(row(page, 'Filtro de óleo')).toContainText('10');
  await takeTwo(page, produto, loja);
  await page.goto(INVENTARIO);
  await expect(row(page, 'Filtro de óleo')).toContainText('8');
});

test('a person who is removed learns it on the open screen', async ({
  page,
  operator,
  browser,
  expectErrors,
}) => {
  expectErrors(/403/);
  await aMarca(page, 'Bosch');
  const context = await browser.newContext({ baseURL: ORIGIN });
  const colleague = await context.newPage();
  const bruno = await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId, papel: 'estoque' });
  await signIn(colleague, bruno);
  await openLive(colleague, `${MARCAS}?empresa=${operator.empresaId}`);
  await expect(row(colleague, 'Bosch')).toBeVisible();
  const removed = await page.request.delete(`/api/equipe/${bruno.userId}`, { headers: apiHeaders });
  expect(removed.status()).toBe(204);
  await expect(colleague.getByRole('dialog').or(colleague.getByRole('alertdialog'))).toBeVisible();
  await context.close();
});
