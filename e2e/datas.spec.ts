import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { dialog } from './register-page.ts';
import { expectSound } from './sound.ts';

// A native date input would write 11/10/2025 here.
test.use({ locale: 'en-US' });
test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const INVENTARIO = '/catalogo/inventario';
const input = (page: Page) => page.getByRole('textbox', { name: 'Saldo em' });
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Calendário de Saldo em' });
const column = (page: Page, shown: string) =>
  page.getByRole('columnheader', { name: `Quantidade em ${shown}` });

async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), { depositos: [saldo(loja.id, '118.5')] });
}

/** A day before today in São Paulo, as the screen writes it. */
const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .format(Date.now() - days * 86_400_000)
    .split('-')
    .reverse()
    .join('/');

test('a day is typed and written as in Brazil, whatever the language of the browser', async ({ page }) => {
  await someStock(page);
  await page.goto(INVENTARIO);
  await expect(input(page)).toHaveAttribute('placeholder', 'dd/mm/aaaa');
  await input(page).pressSequentially('10112025', { delay: 5 });
  await expect(input(page)).toHaveValue('10/11/2025');
  await expect(column(page, '10/11/2025')).toBeVisible();
  await expect(page).toHaveURL(/em=2025-11-10/);
  await page.reload();
  await expect(input(page)).toHaveValue('10/11/2025');
  await page.getByRole('button', { name: 'Limpar Saldo em' }).click();
  await expect(input(page)).toBeFocused();
  await expect(page).not.toHaveURL(/em=/);
  await expect(page.getByRole('columnheader', { name: 'Quantidade', exact: true })).toBeVisible();
});

test('a day that is incomplete, impossible or too late is refused with a sentence and changes no list', async ({
  page,
}) => {
  await someStock(page);
  await page.goto(`${INVENTARIO}?em=2025-11-10`);
  for (const [typed, sentence] of [
    ['10/1', 'Complete a data, como 31/12/2026.'],
    ['31/02/2025', 'Esta data não existe. Confira o dia e o mês.'],
    ['01/01/2099', `Escolha um dia até ${daysAgo(0)}.`],
  ] as const) {
    await input(page).fill(typed);
    await input(page).press('Tab');
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(input(page)).toHaveAccessibleDescription(sentence);
    await expect(input(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(column(page, '10/11/2025')).toBeVisible();
  }
  await expectSound(page, 'main');
  await input(page).fill('09/11/25');
  await input(page).press('Enter');
  await expect(input(page)).toHaveValue('09/11/2025');
  await expect(column(page, '09/11/2025')).toBeVisible();
});

test('the calendar is used by keyboard alone, and ends at today', async ({ page }) => {
  await someStock(page);
  await page.goto(INVENTARIO);
  await input(page).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(calendar(page)).toBeVisible();
  const today = calendar(page).locator('[aria-current="date"]');
  await expect(today).toBeFocused();
  await expectSound(page, '[role=dialog]');
  await page.keyboard.press('ArrowRight');
  await expect(today).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toHaveCount(0);
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue(daysAgo(8));
  await expect(column(page, daysAgo(8))).toBeVisible();
});

test('the calendar opens over a dialog at 390 px, and Escape closes only the calendar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await someStock(page);
  await page.goto('/catalogo/produtos');
  await page.getByRole('button', { name: 'Ações de Pastilha de freio' }).click();
  await page.getByRole('menuitem', { name: /estoque/i }).click();
  const open = dialog(page).getByRole('button', { name: 'Abrir o calendário de Saldo em' });
  await open.click();
  await expect(calendar(page)).toBeVisible();
  await calendar(page).getByRole('button', { name: 'Mês anterior' }).click();
  await expectSound(page, '[role=dialog]:has([role=grid])');
  await page.keyboard.press('Escape');
  await expect(calendar(page)).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Estoque por Depósito' })).toBeVisible();
  await open.click();
  await calendar(page)
    .getByRole('button', { name: /^Hoje, / })
    .click();
  await expect(input(page)).toHaveValue(daysAgo(0));
  await expect(dialog(page)).toContainText('118,5 unidades');
});

test('the form of a titular saves no day that is not on the screen', async ({ page }) => {
  await page.goto('/configuracao/dados');
  await page.getByRole('button', { name: 'Registrar pedido' }).click();
  const day = dialog(page).getByRole('textbox', { name: 'Recebido em' });
  await expect(day).toHaveValue(daysAgo(0));
  await dialog(page).getByLabel('Quem pede').fill('Maria');
  await dialog(page).getByLabel('Contato para a resposta').fill('maria@exemplo.com.br');
  await day.fill('10/1');
  await dialog(page).getByRole('button', { name: 'Registrar pedido' }).click();
  await expect(dialog(page)).toContainText('Informe a data em que o pedido chegou.');
  await day.fill(daysAgo(1));
  await dialog(page).getByRole('button', { name: 'Registrar pedido' }).click();
  await expect(page.getByText(`recebido em ${daysAgo(1)}`)).toBeVisible();
});
