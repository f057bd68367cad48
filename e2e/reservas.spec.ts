import type { Page } from '@playwright/test';
import { expect, sql, test } from './fixtures.ts';
import { aDeposito, aProduto, PRODUTOS, produtoDialog, references, saldo, tab } from './produtos-page.ts';
import { row } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

/**
 * Two produtos with stock. Sales promise 3 of the 2 filtros in Loja, as the job that reads sales would write it, and
 * nothing of the velas.
 */
async function somePromises(page: Page, empresaId: string) {
  const loja = await aDeposito(page, 'Loja');
  const galpao = await aDeposito(page, 'Galpão');
  const of = await references(page);
  const filtro = await aProduto(page, of, {
    ...{ nome: 'Filtro de óleo', sku: 'FIL-1', cod_referencia: ['90915-YZZD2'] },
    depositos: [saldo(loja.id, '2'), saldo(galpao.id, '40.5')],
  });
  await aProduto(page, of, { nome: 'Vela', sku: 'VEL-1', depositos: [saldo(loja.id, '12')] });
  await sql(
    `with place as (
       update produto_deposito set reservado = 3 where empresa_id = $1 and produto_id = $2 and deposito_id = $3),
     produto as (update produtos set reservado = 3 where empresa_id = $1 and id = $2)
     insert into reservas (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, produto_id, deposito_id, reservado,
       criado_em)
     values ($1, 'mercado-livre', '1001', '2000001', 'MLB1', $2, $3, 3, now())`,
    [empresaId, filtro.id, loja.id],
  );
  return { filtro };
}

const IN_LOJA = 'Saldo 2 · Reservado 3 · Disponível \u22121';
const WHOLE = 'Saldo 42,5 · Reservado 3 · Disponível 39,5';

test('the list shows the saldo, and its hint the three numbers of each deposito', async ({
  page,
  operator,
}) => {
  await somePromises(page, operator.empresaId);
  await page.goto(PRODUTOS);
  const cell = row(page, 'Filtro de óleo').getByText('42,5', { exact: true });
  await expect(cell).toBeVisible();
  await expect(row(page, 'Filtro de óleo')).toContainText(WHOLE);
  await expect(row(page, 'Vela')).not.toContainText('Reservado');
  await cell.hover();
  await expect(page.getByText(`Loja: ${IN_LOJA}`)).toBeVisible();
  await expect(page.getByText('Galpão: Saldo 40,5 · Reservado 0 · Disponível 40,5')).toBeVisible();
  await expectSound(page, 'main');
});

test('the produto, its stock, the inventory and the counter search show them in the same words', async ({
  page,
  operator,
}) => {
  const { filtro } = await somePromises(page, operator.empresaId);
  await page.goto(`${PRODUTOS}?abrir=${filtro.id}`);
  await tab(page, 'Estoque por Depósito').click();
  await expect(produtoDialog(page).getByText(IN_LOJA)).toBeVisible();
  await expect(produtoDialog(page).getByText('Reservado 0')).toHaveCount(0);
  await expectSound(page, '[role=dialog]');

  await page.goto('/catalogo/inventario');
  await expect(page.getByText(IN_LOJA)).toBeVisible();
  await expect(page.getByText(/Reservado/)).toHaveCount(1);
  await expectSound(page, 'main');

  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar produtos e telas').fill('90915 yzzd2');
  await expect(page.getByRole('option').first()).toContainText(WHOLE);
  await expectSound(page, '[role=dialog]');
});

test('a phone shows them without scrolling sideways', async ({ page, operator }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await somePromises(page, operator.empresaId);
  await page.goto('/catalogo/inventario');
  await expect(page.getByText(IN_LOJA)).toBeVisible();
  await expectNotWider(page);
  await page.goto(PRODUTOS);
  await expect(row(page, 'Filtro de óleo').getByText('42,5 un.')).toBeVisible();
  await expectNotWider(page);
});
