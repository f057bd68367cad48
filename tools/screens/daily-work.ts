import type { Page } from '@playwright/test';
import type { Screen } from './contas.ts';

const PRODUTOS = '/catalogo/produtos';
const NARROW = 768;

/** Waits for the rows, because the buttons above them act on what the list shows. */
const listed = (page: Page) => page.getByRole('row').nth(2).waitFor();

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? NARROW) < NARROW;

/** Picks the first produto of the list. On a narrow screen the checkboxes appear with 'Selecionar'. */
async function pickOne(page: Page): Promise<void> {
  await listed(page);
  if (isNarrow(page)) await page.getByRole('button', { name: 'Selecionar', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Selecionar (?!esta)/ })
    .first()
    .check();
  await page.getByRole('toolbar', { name: 'Selecionados' }).waitFor();
}

/** The keys load after the screen, so the first press may come too early. A second press closes the list again. */
async function openKeys(page: Page): Promise<void> {
  const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  for (let tries = 0; tries < 5; tries++) {
    await page.keyboard.press('?');
    await keys.waitFor({ timeout: 5000 }).catch(() => {});
    if (await keys.isVisible()) return;
  }
  throw new Error("'?' opened no list of keys");
}

const titled = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();

/** The table of produtos at work, the bulk work, the palette as a command line, and the help. */
export const DAILY_WORK: readonly Screen[] = [
  ['produtos-selecao', true, PRODUTOS, pickOne],
  [
    'produtos-exibir',
    true,
    PRODUTOS,
    async (page) => {
      await listed(page);
      // A narrow screen has no columns to choose.
      if (isNarrow(page)) return;
      await page.getByRole('button', { name: 'Exibir' }).click();
      await page.getByRole('dialog', { name: 'Exibir' }).waitFor();
    },
  ],
  [
    'produtos-filtros',
    true,
    PRODUTOS,
    async (page) => {
      await listed(page);
      await page.getByRole('button', { name: /^Filtros/ }).click();
      await page.getByRole('search', { name: 'Filtros' }).waitFor();
    },
  ],
  [
    'produtos-preco',
    true,
    PRODUTOS,
    async (page) => {
      await pickOne(page);
      await page.getByRole('button', { name: 'Alterar preço' }).click();
      await page.getByRole('dialog').getByLabel('Porcentagem', { exact: true }).fill('10');
      await page.getByRole('region', { name: 'Prévia' }).getByRole('listitem').first().waitFor();
    },
  ],
  [
    'comandos',
    true,
    PRODUTOS,
    async (page) => {
      await listed(page);
      await page.keyboard.press('Control+k');
      await page.getByLabel('Buscar produtos e telas').fill('entrada 10 PSL55');
      await page
        .getByRole('option', { name: /Entrada/ })
        .first()
        .waitFor();
    },
  ],
  [
    'teclas',
    true,
    PRODUTOS,
    async (page) => {
      await listed(page);
      await openKeys(page);
    },
  ],
  ['ajuda', true, '/ajuda', titled],
  ['ajuda-novidades', true, '/ajuda/o-que-ha-de-novo', titled],
];
