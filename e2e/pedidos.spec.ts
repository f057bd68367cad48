import { pressEvery, recognisesScans } from '../tools/scanner.ts';
import { anOperator, expect, signInAs, sql, test } from './fixtures.ts';
import { aba, detalhe, PEDIDOS, someSales } from './pedidos-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const NARROW = { width: 390, height: 844 };

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('without a conta the screen says what to do, and leads to Integrações', async ({ page }) => {
  await page.goto(PEDIDOS);
  await expect(page.getByText('Conecte uma conta do marketplace para ver os pedidos aqui.')).toBeVisible();
  for (const name of [
    'A preparar',
    'Aguardando nota',
    'Imprimir etiqueta',
    'Despachados',
    'Problemas',
    'Devoluções',
  ])
    await expect(aba(page, name)).toContainText('0');
  await expectSound(page, 'main');
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
  await page.getByRole('link', { name: 'Ir para Integrações' }).click();
  await expect(page).toHaveURL('/configuracao/integracoes');
});

test('a sale is in its aba, opens by keyboard, is marked as picked, and the mark is undone', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator);
  await page.goto(PEDIDOS);
  const name = page.getByRole('button', { name: /^Filtro de óleo/ });
  await expect(name).toBeVisible();
  await expect(page.getByRole('row').filter({ has: name })).toContainText('Reservado');
  await expectSound(page, 'main');
  await name.focus();
  await page.keyboard.press('Enter');
  await expect(detalhe(page)).toContainText('Saldo5');
  await expect(detalhe(page)).toContainText('Disponível4');
  await expect(page).toHaveURL(/pedido=/);
  await expectSound(page, 'main');
  await page.keyboard.press('Escape');
  await expect(detalhe(page)).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await detalhe(page).getByRole('button', { name: 'Marcar separado' }).click();
  await expect(detalhe(page).getByRole('button', { name: 'Desfazer separação' })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await expect(detalhe(page).getByRole('button', { name: 'Marcar separado' })).toBeVisible();
  await page.setViewportSize(NARROW);
  await expect(page.getByRole('dialog', { name: /^Pedido / })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Fechar o pedido' }).click();
  await expect(name).toBeVisible();
  await expectSound(page, 'main');
});

test('the picking list counts reads, refuses a wrong piece, undoes a read and survives a reload', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator);
  await page.goto(`${PEDIDOS}/separacao`);
  const field = page.getByLabel('Leia o código da peça');
  await expect(field).toBeFocused();
  await field.fill('ROL-9');
  await field.press('Enter');
  await expect(page.getByText('Peça errada: ROL-9 não está nesta lista. Não contou.')).toBeVisible();
  await expect(page.getByText('0 de 1 unidade')).toBeVisible();
  await field.fill('FIL-100');
  await field.press('Enter');
  await expect(page.getByText('1 de 1 unidade')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 de 1 unidade')).toBeVisible();
  await expectSound(page, 'main');
  await field.press('Control+z');
  await expect(page.getByText('0 de 1 unidade')).toBeVisible();
  await page.setViewportSize(NARROW);
  await expectSound(page, 'main');
  await field.fill('FIL-100');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Concluir separação' }).click();
  await expect(page.getByText('Pedido separado', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/aba=imprimir/);
});

test('a draft keeps what a person examined of a return over a reload', async ({ page, operator }) => {
  test.setTimeout(120_000);
  await someSales(page, operator);
  // The goods left and came back, as the job that reads sales would write it.
  await sql('update reservas set a_conferir = 1 where empresa_id = $1', [operator.empresaId]);
  const [fila] = await sql('select id from pedidos_fila where empresa_id = $1', [operator.empresaId]);
  await page.goto(`${PEDIDOS}?aba=devolucoes&pedido=${fila?.['id']}`);
  await detalhe(page).getByRole('button', { name: 'Conferir 1 peça' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conferir devolução' });
  await dialog.getByLabel('Avariada').fill('1');
  await page.reload();
  await expect(dialog.getByLabel('Avariada')).toHaveValue('1');
  await expectSound(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(page.getByText('Devolução conferida')).toBeVisible();
});

test('a scanned piece opens its most urgent parcel, packs it when read again, and then opens the next one', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator, { vendas: [{}, {}] });
  await page.goto(PEDIDOS);
  await recognisesScans(page);
  const rows = page.getByRole('button', { name: /^Filtro de óleo/ });
  await expect(rows).toHaveCount(2);
  const [first, second] = await rows.evaluateAll((all) => all.map(({ dataset }) => dataset['pedido']));
  const [SKU, BARCODE, FAST] = ['FIL-100', '7891234567895', 8];
  await pressEvery(page, SKU, FAST);
  await expect(page).toHaveURL(new RegExp(`pedido=${first}`));
  // The box carries another code of the same piece.
  await pressEvery(page, BARCODE, FAST);
  await expect(page.getByText('Pedido separado', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await pressEvery(page, BARCODE, FAST);
  await expect(page).toHaveURL(new RegExp(`pedido=${second}`));
  await expect(detalhe(page).getByRole('button', { name: 'Marcar separado' })).toBeVisible();
  // Two reads that come faster than the server answers are two reads.
  await page.keyboard.press('Escape');
  await pressEvery(page, SKU, FAST);
  await pressEvery(page, SKU, FAST);
  await expect(rows).toHaveCount(0);
  // A piece whose parcels are all packed opens one of them, which says so.
  await pressEvery(page, SKU, FAST);
  await expect(page.getByText('Este pedido já está separado. Leia a peça de outro.')).toBeVisible();
});

test('the detail shows what is left of a sale, each line opens to its source, and the tax has a rate', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator);
  await page.goto(PEDIDOS);
  await page.getByRole('button', { name: /^Filtro de óleo/ }).click();
  const sobra = detalhe(page).getByRole('region', { name: 'Quanto sobra' });
  // Without a rate the margin leaves the tax out, in the detail and in the list.
  await expect(sobra).toContainText(/Margem sem (frete e )?imposto/);
  const linha = page.getByRole('row').filter({ hasText: 'Filtro de óleo' });
  await expect(linha).toContainText(/Margem sem (frete e )?imposto até −?[\d,]+%/);
  await sobra.getByRole('link', { name: 'Sem imposto: informe a alíquota em Empresa e equipe.' }).click();
  await page.getByRole('button', { name: 'Definir alíquota' }).click();
  const dialog = page.getByRole('dialog', { name: 'Definir alíquota' });
  await dialog.getByLabel('Alíquota efetiva').fill('6');
  await expectSound(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Definir alíquota' }).click();
  const imposto = page.getByRole('region', { name: 'Imposto sobre vendas' });
  await expect(imposto).toContainText('6%');
  await expect(imposto).toContainText('Vale hoje');
  await page.goBack();
  await expect(sobra).toContainText('Imposto, 6%');
  await expect(sobra.getByText(/^\d+ un\. pelo custo de hoje do produto$/)).toBeHidden();
  await sobra.getByText('Custo das peças').click();
  await expect(sobra.getByText(/^\d+ un\. pelo custo de hoje do produto$/)).toBeVisible();
  // A job reads the freight, perhaps during this test.
  await expect(linha).toContainText(/Margem (sem frete até )?−?[\d,]+%/);
  await expectSound(page, 'main');
  await page.setViewportSize(NARROW);
  await expectSound(page);
});

test('a person who may not see costs sees a sale without any of them', async ({ page, operator }) => {
  test.setTimeout(120_000);
  await someSales(page, operator);
  await signInAs(
    page,
    await anOperator({ name: 'Bia Reis', empresaId: operator.empresaId, papel: 'estoque' }),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(PEDIDOS);
  await page.getByRole('button', { name: /^Filtro de óleo/ }).click();
  await expect(detalhe(page)).toContainText('Andamento');
  await expect(page.getByText('Quanto sobra')).toHaveCount(0);
  expect(asked.filter((path) => /^\/api\/.*marge/.test(path))).toEqual([]);
});
