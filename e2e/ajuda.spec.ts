import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { expectSound } from './sound.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const helpButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Ajuda/ });

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('a page is found by a word of its text and read, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page, 'Bem-vindo')).toBeVisible();
  await tabTo(page, helpButton(page));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Ajuda')).toBeVisible();
  await expectSound(page);
  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar na ajuda' }));
  await page.keyboard.type('térmica');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/páginas? encontrada/);
  await expect(page).toHaveURL(/busca=/);
  await tabTo(page, page.getByRole('link', { name: /^Etiquetas/ }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Etiquetas')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Etiquetas')).toBeVisible();
  await expectSound(page);
  await page.getByRole('main').getByRole('link', { name: 'Produtos' }).click();
  await expect(heading(page, 'Produtos')).toBeVisible();
});

test('a search without an answer says what to do, and an unknown page leads back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ajuda?busca=zzzz');
  await expect(page.getByText('Nenhuma página fala disso.')).toBeVisible();
  await expectSound(page);
  await page.goto('/ajuda/nao-existe');
  await expect(heading(page, 'Página não encontrada')).toBeVisible();
  await page.getByRole('link', { name: 'Toda a ajuda' }).click();
  await expect(heading(page, 'Ajuda')).toBeVisible();
  await expectSound(page);
});

test('new changes mark Ajuda until the person opens them', async ({ page }) => {
  await page.goto('/');
  await expect(helpButton(page)).toHaveAccessibleName('Ajuda, há novidades');
  await helpButton(page).click();
  await page.getByRole('link', { name: /O que há de novo/ }).click();
  await expect(heading(page, 'O que há de novo')).toBeVisible();
  const days = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(days.first()).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
  await expect(helpButton(page)).toHaveAccessibleName('Ajuda');
  await expectSound(page);
  await page.reload();
  await expect(heading(page, 'O que há de novo')).toBeVisible();
  await expect(helpButton(page)).toHaveAccessibleName('Ajuda');
});
