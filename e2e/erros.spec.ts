import type { Page, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const MARCAS_CODE = /\/assets\/marca-/;
const SECRET = 'Cliente Maria Aparecida 529.982.247-25';

/** Puts this code in the place of the screen of marcas, opens the screen, and collects the reports that it sends. */
async function openBroken(
  page: Page,
  code: string,
  path = '/cadastros/marca?busca=Maria',
): Promise<Response[]> {
  const reports: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/erros') reports.push(response);
  });
  await page.route(MARCAS_CODE, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto(path);
  return reports;
}

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('a screen that fails is reported once, without a word of what it showed', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Unexpected|Maria/);
  const reports = await openBroken(page, `throw new TypeError('${SECRET} is not a function')`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect.poll(() => reports.length).toBe(1);
  const [report] = reports;
  expect(report?.status()).toBe(204);
  const body = report?.request().postDataJSON();
  expect(body).toMatchObject({
    origem: 'tela',
    nome: 'TypeError',
    mensagem: '… is not a function',
    tela: '/cadastros/marca',
    release: expect.any(Number),
  });
  expect(body.pilha[0].arquivo).toMatch(/^marca-.*\.js$/);
  expect(JSON.stringify(body)).not.toMatch(/Maria|529/);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await page.getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  expect(reports).toHaveLength(1);
});

test('an uncaught error and a rejection are reported, and the page goes on', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Unexpected|Maria|ReferenceError/);
  const reports = await openBroken(
    page,
    `setTimeout(() => { throw new RangeError('${SECRET}') });
     Promise.reject(new SyntaxError('${SECRET}'));
     throw new Error('${SECRET}')`,
  );
  await expect.poll(() => reports.length).toBe(3);
  const sent = reports.map((report) => report.request().postDataJSON());
  expect(sent.map(({ origem, nome }) => `${origem} ${nome}`).sort()).toEqual([
    'erro RangeError',
    'rejeicao SyntaxError',
    'tela Error',
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Maria|529/);
});

test('a report that the server does not take changes nothing on the page', async ({ page, expectErrors }) => {
  expectErrors(/Unexpected|Maria|500|erros/);
  await page.route('**/api/erros', (route) => route.fulfill({ status: 500 }));
  const reports = await openBroken(page, `throw new Error('${SECRET}')`);
  await expect.poll(() => reports.length).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByRole('alert')).toHaveCount(1);
});
