import type { Browser, Page } from '@playwright/test';
import { DEMO } from '../seed/demo.ts';

/**
 * One screenshot: its name, whether a person is signed in, its path, and a function that waits until the
 * screen is complete.
 */
export type Screen = [name: string, signedIn: boolean, path: string, ready: (page: Page) => Promise<unknown>];

/**
 * Sellers of the simulated Mercado Livre. The import of the first one waits for a person's decisions. The
 * import of the second one has finished.
 */
const SELLERS = { waiting: '1001000050', done: '1002000007' };
const WORKED = { timeout: 300_000 };

/** The screens of a conta. They exist only after `connectContas`. */
export const contaScreens = ({ waiting, done }: { waiting: string; done: string }): readonly Screen[] => [
  [
    'integracoes',
    true,
    '/configuracao/integracoes',
    (page) => page.getByText(`ID ${SELLERS.waiting}`).waitFor(),
  ],
  [
    'conta',
    true,
    waiting,
    async (page) => {
      await page.getByRole('button', { name: 'Carregar Análises' }).click();
      await page.getByText(/^Pedidos até /).waitFor();
    },
  ],
  [
    'importacao',
    true,
    `${waiting}?aba=importacao`,
    (page) =>
      page
        .getByRole('button', { name: /^Ações de/ })
        .first()
        .waitFor(),
  ],
  [
    'importacao-resultado',
    true,
    `${done}?aba=importacao`,
    (page) =>
      page
        .getByText(/^Produto criado$/)
        .first()
        .waitFor(),
  ],
];

/** These screens are drawn last, because they make the empresa require two-step verification. */
export const ENROLMENT: readonly Screen[] = [
  [
    'integracoes-duas-etapas',
    true,
    '/configuracao/integracoes',
    async (page) => {
      const headers = { origin: new URL(page.url()).origin };
      await page.request.put('/api/politica', { data: { exige_duas_etapas: true }, headers });
      await page.getByRole('button', { name: 'Conectar Nova Conta' }).click();
      await page.getByRole('img', { name: /^Código QR/ }).waitFor();
    },
  ],
];

/** Connects two contas as the demo operator. Returns the paths of their screens. */
export async function connectContas(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, locale: 'pt-BR' });
  await context.request.post('/api/sessoes', { data: DEMO, headers: { origin: url } });
  const page = await context.newPage();
  const waiting = await connect(page, SELLERS.waiting);
  await page.getByRole('button', { name: 'Carregar Análises' }).click();
  await page.getByText(/^Pedidos até /).waitFor(WORKED);
  await read(page);
  const done = await connect(page, SELLERS.done);
  await read(page);
  await importAll(page);
  await context.close();
  return { waiting, done };
}

/**
 * Connects a seller through the page of the simulated Mercado Livre, and returns the path of the conta's
 * screen.
 */
export async function connect(page: Page, seller: string): Promise<string> {
  await page.goto('/configuracao/integracoes');
  await page.getByRole('button', { name: 'Conectar Nova Conta' }).click();
  await page.getByLabel('Ou o ID de outro vendedor').fill(seller);
  await page.getByRole('button', { name: 'Autorizar' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: `ID ${seller}` })
    .getByRole('button', { name: 'Configurar' })
    .click();
  await page.getByRole('tab').first().waitFor();
  return new URL(page.url()).pathname;
}

async function read(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
  await page.getByRole('button', { name: 'Buscar anúncios' }).click();
  await page.getByText('Prévia da importação').waitFor(WORKED);
}

async function importAll(page: Page): Promise<void> {
  const linkAll = page.getByRole('button', { name: 'Ligar todos' });
  if (await linkAll.isVisible()) await linkAll.click();
  await linkAll.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  for (const label of ['Depósito', 'Fornecedor']) {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option').first().click();
  }
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByText('Importação concluída').waitFor(WORKED);
}
