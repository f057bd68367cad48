import type { Page } from '@playwright/test';
import { expect, sql, test } from './fixtures.ts';
import { aSeller, card, connect, type Seller } from './integracoes-page.ts';
import { sell } from './pedidos-page.ts';
import { aDeposito, aProduto, PRODUTOS, references, saldo } from './produtos-page.ts';
import { row } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

/** The worker reads the sales of all tests at the rate that the marketplace allows. */
const READ = { timeout: 60_000 };
const NARROW = { width: 390, height: 844 };

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const vendas = (page: Page) => page.getByRole('region', { name: 'Vendas no estoque' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Vendas no estoque' });
const open = (page: Page) => vendas(page).getByRole('button', { name: 'Reservar as vendas' });

async function openTab(page: Page, seller: Seller): Promise<void> {
  await connect(page, seller);
  await card(page, seller.nickname).getByRole('button', { name: 'Configurar' }).click();
  await expect(vendas(page)).toContainText('As vendas desta conta não mexem no estoque.');
}

test('a person switches the reservation on, and a sale at the marketplace lowers what is available', async ({
  page,
  operator,
}) => {
  const seller = await aSeller(page);
  const loja = await aDeposito(page, 'Loja');
  await aDeposito(page, 'Galpão');
  const produto = await aProduto(page, await references(page), {
    ...{ nome: 'Filtro de óleo', sku: 'FIL-1' },
    depositos: [saldo(loja.id, '5')],
  });
  // The sale is older than the connection, so that the first synchronisation brings it.
  await sell(page, seller, {}, { empresaId: operator.empresaId, produtoId: produto.id });
  await openTab(page, seller);
  await expect
    .poll(() => sql('select from pedidos where empresa_id = $1', [operator.empresaId]), READ)
    .toHaveLength(1);
  await expectSound(page);
  await open(page).click();
  await expect(dialog(page)).toContainText(
    'Há 1 pedido pago desde esse dia, com 1 unidade. O que ainda não foi despachado entra como reserva',
  );
  for (const nome of ['Galpão', 'Loja']) {
    await dialog(page).getByRole('combobox', { name: 'Depósitos, na ordem em que atendem' }).fill(nome);
    await page.getByRole('option', { name: nome, exact: true }).click();
  }
  await dialog(page).getByRole('button', { name: 'Subir Loja' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveText(['1. Loja', '2. Galpão']);
  await expectSound(page);
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
  await expectSound(page);
  await dialog(page).getByRole('button', { name: 'Reservar as vendas' }).click();
  await expect(vendas(page)).toContainText(/As vendas feitas desde \d\d\/\d\d\/\d{4} reservam o estoque\./);
  await expect(vendas(page)).toContainText('Depósitos, na ordem: Loja, Galpão.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(() => sql('select reservado from reservas where empresa_id = $1', [operator.empresaId]), READ)
    .toEqual([{ reservado: 1 }]);
  await page.goto(PRODUTOS);
  await expect(row(page, 'Filtro de óleo')).toContainText('Saldo 5 · Reservado 1 · Disponível 4');

  await page.goBack();
  await vendas(page).getByRole('button', { name: 'Mudar a reserva' }).click();
  await dialog(page)
    .getByRole('radio', { name: /^Não mexem no estoque/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Não reservar' }).click();
  await expect(vendas(page)).toContainText('As vendas desta conta não mexem no estoque.');
  await page.goto(PRODUTOS);
  await expect(row(page, 'Filtro de óleo')).not.toContainText('Reservado');
});

test('a draft keeps how sales reach the stock over a reload', async ({ page }) => {
  await openTab(page, await aSeller(page));
  await open(page).focus();
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('radio', { name: /^Quando o pacote é despachado/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page).getByRole('radio', { name: /^Quando a etiqueta é impressa/ })).toBeChecked();
  await page.reload();
  await expect(dialog(page).getByRole('radio', { name: /^Quando a etiqueta é impressa/ })).toBeChecked();
});
