import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, hold, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aMarca, aProduto, PRODUTOS, references, saldo } from './produtos-page.ts';
import { dialog, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

/** Chooses all produtos of the page and opens a dialog about them. */
async function openFor(page: Page, act: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: 'Selecionados' });
  if (!(await bar.isVisible())) await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  await bar.getByRole('button', { name: act, exact: true }).click();
}

const price = (page: Page, nome: string) => row(page, nome).getByRole('cell', { name: /^R\$/ });

async function threeProdutos(page: Page) {
  const of = await references(page);
  await aProduto(page, of, { nome: 'Disco', sku: 'D-1', preco_venda: '100' });
  await aProduto(page, of, { nome: 'Disco ventilado', sku: 'D-2', preco_venda: '250.55' });
  await aProduto(page, of, { nome: 'Correia', sku: 'C-1', preco_venda: '10' });
}

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('prices of a filter change after a preview, and one press takes them back', async ({
  page,
  operator,
}) => {
  await threeProdutos(page);
  await page.goto(`${PRODUTOS}?nome=disco`);
  await openFor(page, 'Alterar preço');
  await expect(dialog(page)).toContainText('2 produtos.');
  await dialog(page).getByLabel('Porcentagem', { exact: true }).fill('10');
  await dialog(page).getByText('Final ,90', { exact: true }).click();
  const preview = dialog(page).getByRole('region', { name: 'Prévia' });
  await expect(preview).toContainText('R$ 100,00');
  await expect(preview).toContainText('R$ 109,90');
  await expect(preview).toContainText('R$ 275,90');
  await expectSound(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Alterar preço' }).click();
  await expect(toast(page, '2 produtos com preço alterado')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(price(page, 'Disco ventilado')).toHaveText('R$ 275,90');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, '2 produtos voltaram a ser como eram')).toBeVisible();
  await expect(price(page, 'Disco ventilado')).toHaveText('R$ 250,55');
  const [kept] = await sql("select preco_venda from produtos where empresa_id = $1 and sku = 'C-1'", [
    operator.empresaId,
  ]);
  expect(kept?.['preco_venda']).toBe('10.00');
});

test('refused produtos are listed with the reason, and the dialog undoes the others', async ({ page }) => {
  await threeProdutos(page);
  await page.goto(PRODUTOS);
  await openFor(page, 'Alterar preço');
  await dialog(page).getByText('Baixar R$', { exact: true }).click();
  await dialog(page).getByLabel('Valor', { exact: true }).fill('50');
  await expect(dialog(page)).toContainText('não muda: ficaria negativo');
  await dialog(page).getByRole('button', { name: 'Alterar preço' }).click();
  const refused = dialog(page).getByRole('region', { name: 'Produtos que não mudaram' });
  await expect(refused).toContainText('1 produto ficou como estava');
  await expect(refused).toContainText('Correia');
  await expect(refused).toContainText('O preço ficaria negativo.');
  await expectSound(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, '2 produtos voltaram a ser como eram')).toBeVisible();
  await expect(price(page, 'Disco ventilado')).toHaveText('R$ 250,55');
});

test('progress survives a reload, and so does a typed change', async ({ page }) => {
  await threeProdutos(page);
  await page.goto(PRODUTOS);
  await openFor(page, 'Alterar preço');
  await dialog(page).getByLabel('Porcentagem', { exact: true }).fill('5');
  await page.reload();
  await expect(dialog(page)).toContainText('3 produtos.');
  await expect(dialog(page).getByLabel('Porcentagem', { exact: true })).toHaveValue('5');
  // The answers about the lote wait, so that it is still under way at the reload.
  const release = await hold(page, /\/api\/lotes\/[0-9a-f-]{36}$/);
  await dialog(page).getByRole('button', { name: 'Alterar preço' }).click();
  await expect(page).toHaveURL(/dialogo=lote\./);
  await expect(dialog(page)).toContainText('a alteração continua');
  await page.reload();
  await release();
  await expect(dialog(page)).toContainText('3 produtos com preço alterado.');
  await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page).not.toHaveURL(/dialogo=/);
  await expect(price(page, 'Correia')).toHaveText('R$ 10,50');
});

test('marca and minimum change for all of a filter', async ({ page }) => {
  const of = await references(page);
  const loja = await aDeposito(page, 'Loja');
  await aMarca(page, 'Fremax');
  await aProduto(page, of, { nome: 'Disco', sku: 'D-1', depositos: [saldo(loja.id, '4')] });
  await aProduto(page, of, { nome: 'Correia', sku: 'C-1' });
  await page.goto(PRODUTOS);
  await openFor(page, 'Marca');
  await dialog(page).getByRole('button', { name: 'Alterar marca' }).click();
  await expect(dialog(page)).toContainText('Escolha a marca');
  await dialog(page).getByLabel('Nova marca').fill('Fremax');
  await page.getByRole('option', { name: 'Fremax', exact: true }).click();
  await expect(dialog(page).getByRole('region', { name: 'Prévia' })).toContainText('Fremax');
  await dialog(page).getByRole('button', { name: 'Alterar marca' }).click();
  await expect(toast(page, '2 produtos com marca alterada')).toBeVisible();
  await expect(row(page, 'Correia')).toContainText('Fremax');

  await openFor(page, 'Mínimo');
  await dialog(page).getByLabel('Depósito', { exact: true }).fill('Loja');
  await page.getByRole('option', { name: 'Loja', exact: true }).click();
  await dialog(page).getByLabel('Estoque mínimo', { exact: true }).fill('3');
  await dialog(page).getByRole('button', { name: 'Alterar mínimo' }).click();
  await expect(dialog(page)).toContainText('O produto não está neste depósito.');
  await expect(dialog(page)).toContainText('1 produto com mínimo alterado.');
});

test('chosen produtos are exported and deleted, and one of them comes back from the lixeira', async ({
  page,
}) => {
  await threeProdutos(page);
  await page.goto(`${PRODUTOS}?nome=disco`);
  await openFor(page, 'Exportar');
  await dialog(page).getByLabel('Custo unitário').uncheck();
  const downloading = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Baixar' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n')[0]).toContain('Código (SKU);Cód. Referência;Nome;Marca');
  expect(file).not.toContain('Custo');
  expect(file).toContain('D-2;');
  expect(file).not.toContain('C-1;');

  await openFor(page, 'Excluir');
  await expect(dialog(page)).toContainText('ficam na lixeira por 30 dias');
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, '2 produtos excluídos')).toBeVisible();
  await page.getByRole('button', { name: 'Lixeira' }).click();
  await dialog(page).getByRole('button', { name: 'Restaurar Disco (D-1)' }).click();
  await expect(toast(page, 'Produto restaurado com sucesso!')).toBeVisible();
  await page.goto(PRODUTOS);
  await expect(row(page, 'Correia')).toBeVisible();
  await expect(row(page, 'D-1')).toBeVisible();
  await expect(row(page, 'D-2')).toBeHidden();
});

test('several produtos come back from the lixeira together', async ({ page }) => {
  await threeProdutos(page);
  await page.goto(PRODUTOS);
  await openFor(page, 'Excluir');
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, '3 produtos excluídos')).toBeVisible();
  await page.getByRole('button', { name: 'Lixeira' }).click();
  const all = dialog(page).getByRole('checkbox', { name: 'Selecionar todos' });
  await all.check();
  await expect(dialog(page).getByRole('button', { name: 'Restaurar 3 produtos' })).toBeVisible();
  const belt = dialog(page).getByRole('checkbox', { name: 'Selecionar Correia (C-1)' });
  await belt.press('Space');
  await expect(all).toHaveJSProperty('indeterminate', true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page);
  await tabTo(page, dialog(page).getByRole('button', { name: 'Restaurar 2 produtos' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 produtos restaurados')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(PRODUTOS);
  await expect(row(page, 'D-1')).toBeVisible();
  await expect(row(page, 'D-2')).toBeVisible();
  await expect(row(page, 'C-1')).toBeHidden();
});

test('all produtos of a filter change, also those of other pages, except one let go', async ({ page }) => {
  const of = await references(page);
  for (let n = 10; n < 36; n++)
    await aProduto(page, of, { nome: `Peça ${n}`, sku: `P-${n}`, preco_venda: '1' });
  await page.goto(`${PRODUTOS}?limite=25`);
  await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selecionados' });
  await bar.getByRole('button', { name: 'Selecionar os 26' }).click();
  await page.getByRole('checkbox', { name: 'Selecionar Peça 35', exact: true }).uncheck();
  await bar.getByRole('button', { name: 'Alterar preço' }).click();
  await expect(dialog(page)).toContainText('25 produtos.');
  await dialog(page).getByText('Novo valor', { exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'Novo valor', exact: true }).fill('7,5');
  await dialog(page).getByRole('button', { name: 'Alterar preço' }).click();
  await expect(toast(page, '25 produtos com preço alterado')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(price(page, 'P-35')).toHaveText(/R\$\s1,00/);
  await expect(price(page, 'P-34')).toHaveText(/R\$\s7,50/);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the further actions are in a menu', async ({ page }) => {
    await threeProdutos(page);
    await page.goto(PRODUTOS);
    await page.getByRole('button', { name: 'Selecionar', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Selecionar Correia', exact: true }).check();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Categoria' }).click();
    await expect(dialog(page)).toContainText('1 produto.');
    await expectSound(page, '[role=dialog]');
  });
});
