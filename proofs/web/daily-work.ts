import type { Page } from '@playwright/test';
import type { State } from './states.ts';

const NARROW = 768;

async function produtos(page: Page): Promise<void> {
  await page.goto('/catalogo/produtos');
  await page.getByRole('row').nth(2).waitFor();
}

/** Chooses the first produto of the list. On a narrow screen the checkboxes appear with 'Selecionar'. */
async function chooseOne(page: Page, width: number): Promise<void> {
  await produtos(page);
  if (width < NARROW) await page.getByRole('button', { name: 'Selecionar', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Selecionar (?!esta)/ })
    .first()
    .check();
  await page.getByRole('toolbar', { name: 'Selecionados' }).waitFor();
}

const screen = (path: string): State => ({
  name: path,
  reach: async (page) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

/** The states of the table of produtos, of the bulk work and of the palette, and the screens of the empresa. */
export const DAILY_WORK_STATES: readonly State[] = [
  { name: 'produtos', reach: produtos },
  { name: 'produtos chosen', reach: chooseOne },
  {
    name: 'produtos, how they are shown',
    reach: async (page) => {
      await produtos(page);
      await page.getByRole('button', { name: 'Exibir' }).click();
      await page.getByRole('dialog', { name: 'Exibir' }).waitFor();
    },
  },
  {
    name: 'produtos, the filters',
    reach: async (page) => {
      await produtos(page);
      await page.getByRole('button', { name: /^Filtros/ }).click();
      await page.getByRole('search', { name: 'Filtros' }).waitFor();
    },
  },
  {
    name: 'produtos, a new price for the chosen',
    reach: async (page, width) => {
      await chooseOne(page, width);
      await page.getByRole('button', { name: 'Alterar preço' }).click();
      await page.getByRole('dialog').getByLabel('Porcentagem', { exact: true }).fill('10');
      await page.getByRole('region', { name: 'Prévia' }).getByRole('row').first().waitFor();
    },
  },
  {
    name: 'the palette with a command',
    reach: async (page) => {
      await produtos(page);
      await page.keyboard.press('Control+k');
      await page.getByLabel('Buscar produtos e telas').fill('nova marca Cofap');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'the list of keys',
    reach: async (page) => {
      await produtos(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  screen('/configuracao/equipe'),
  screen('/configuracao/atividade'),
  screen('/configuracao/dados'),
  screen('/ajuda'),
  screen('/ajuda/o-que-ha-de-novo'),
];
