import type { Page } from '@playwright/test';
import { apiHeaders, expect, test } from './fixtures.ts';
import { aProduto, filter, openFilters, PRODUTOS, references } from './produtos-page.ts';
import { row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Abas' });
const tab = (page: Page, name: RegExp) => tabs(page).getByRole('link', { name });

async function twoProdutos(page: Page): Promise<void> {
  const of = await references(page);
  await aProduto(page, of, { nome: 'Disco', sku: 'DIS-1' });
  await aProduto(page, of);
}

test('filters become a tab, which is changed, saved, renamed, shared and deleted', async ({ page }) => {
  await twoProdutos(page);
  await page.goto(PRODUTOS);
  await expect(tab(page, /^Todos 2$/)).toHaveAttribute('aria-current', 'page');
  await openFilters(page);
  await filter(page, 'Nome do Produto').fill('disco');
  await expect(row(page, 'Pastilha')).toHaveCount(0);
  await page.getByRole('button', { name: 'Salvar como aba' }).last().click();
  await page.getByLabel('Nome da aba').fill('Discos');
  await expectSound(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^Discos$/)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/nome=disco.*aba=|aba=.*nome=disco/);
  await expectSound(page, 'main');

  // A change shows a dot. Voltar forgets it, Salvar keeps it.
  await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
  await expect(tab(page, /^Discos alterada$/)).toBeVisible();
  await tabs(page).getByRole('button', { name: 'Voltar' }).click();
  await expect(page).not.toHaveURL(/ordem=/);
  await expect(tab(page, /^Discos$/)).toBeVisible();
  await page.getByRole('button', { name: 'Exibir' }).click();
  await page.getByRole('dialog', { name: 'Exibir' }).getByRole('checkbox', { name: 'Marca' }).uncheck();
  await page.keyboard.press('Escape');
  await tabs(page).getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(toast(page, 'Aba salva')).toBeVisible();
  await page.reload();
  await expect(tab(page, /^Discos$/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Marca' })).toHaveCount(0);
  await tab(page, /^Todos/).click();
  await expect(page).toHaveURL(PRODUTOS);
  await expect(page.getByRole('columnheader', { name: 'Marca' })).toBeVisible();
  await expect(row(page, 'Pastilha')).toBeVisible();

  await tab(page, /^Discos$/).click();
  await expect(row(page, 'Pastilha')).toHaveCount(0);
  const act = async (name: string) => {
    await tabs(page)
      .getByRole('button', { name: /^Ações da aba/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Renomear');
  await page.getByLabel('Nome da aba').fill('Discos de freio');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^Discos de freio$/)).toBeVisible();
  await act('Compartilhar com a equipe');
  await expect(tab(page, /^Discos de freio compartilhada$/)).toBeVisible();
  await act('Excluir');
  await expect(tab(page, /Discos/)).toHaveCount(0);
  await expect(row(page, 'Pastilha')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(tab(page, /Discos de freio/)).toBeVisible();
});

test('a name that is taken is refused with a sentence, and what was typed stays', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/409|Erro/);
  await twoProdutos(page);
  const visao = {
    ...{ lista: 'produtos', nome: 'Discos', compartilhada: false, endereco: { nome: 'disco' } },
    exibicao: { densidade: 'compacta', segunda_linha: true, colunas: [] },
  };
  expect((await page.request.post('/api/visoes', { data: visao, headers: apiHeaders })).status()).toBe(201);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PRODUTOS);
  await tab(page, /^Discos$/).click();
  await expect(row(page, 'Pastilha')).toHaveCount(0);
  await tabs(page).getByRole('button', { name: 'Salvar como aba' }).click();
  await page.getByLabel('Nome da aba').fill('Discos');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Você já tem uma aba com este nome. Use outro.')).toBeVisible();
  await expect(page.getByLabel('Nome da aba')).toHaveValue('Discos');
  await page.keyboard.press('Escape');
  await expectSound(page, 'main');
});
