import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, signIn, test, withoutStream } from './fixtures.ts';
import {
  aDeposito,
  aMarca,
  aProduto,
  produtoDialog,
  produtoField,
  references,
  saveProduto,
} from './produtos-page.ts';
import { button, question, row, toast } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const historico = (page: Page) => page.getByRole('dialog', { name: 'Histórico' });
const changes = (page: Page) => historico(page).getByRole('list').first().locator('> li');
const undo = (page: Page) => page.getByRole('button', { name: 'Desfazer' });

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Editar ${from}` }).click();
  await page.getByLabel('Marca *').fill(to);
  await button(page, 'Atualizar').click();
  await expect(row(page, to)).toBeVisible();
}

async function openHistory(page: Page, nome: string): Promise<void> {
  await page.getByRole('button', { name: `Editar ${nome}` }).click();
  await button(page, 'Histórico').click();
  await expect(changes(page).first()).toBeVisible();
}

test('Desfazer in the toast of an edit reverts it, after its dialog is closed', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await aMarca(page, 'Bosch');
  await page.goto('/cadastros/marca');
  await rename(page, 'Bosch', 'Boch');
  await expect(toast(page, 'Marca atualizada com sucesso')).toBeVisible();
  await undo(page).click();
  await expect(toast(page, 'Alteração desfeita')).toBeVisible();
  await expect(row(page, 'Bosch')).toBeVisible();
});

test('a history that cannot be loaded shows a toast, and the form keeps its text', async ({
  page,
  operator,
  expectErrors,
}) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/ERR_FAILED|Não foi possível abrir o histórico/);
  await aMarca(page, 'Bosch');
  await page.goto('/cadastros/marca');
  await page.getByRole('button', { name: 'Editar Bosch' }).click();
  await page.getByLabel('Marca *').fill('Boch');
  await page.route(/history-dialog.*\.js/, (route) => route.abort());
  await button(page, 'Histórico').click();
  await expect(toast(page, 'Não foi possível abrir o histórico.')).toBeVisible();
  await expect(page.getByLabel('Marca *')).toHaveValue('Boch');
});

test('after a reload the history shows who changed what, and reverts the newest change', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await aMarca(page, 'Bosch');
  await page.goto('/cadastros/marca');
  await rename(page, 'Bosch', 'Boch');
  await page.reload();
  await openHistory(page, 'Boch');
  await expect(changes(page)).toHaveCount(2);
  await expect(changes(page).first()).toContainText('Ana Souza alterou');
  await expect(changes(page).first()).toContainText(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/);
  await expect(changes(page).first()).toContainText('Nome: de Bosch para Boch');
  await expect(changes(page).nth(1)).toContainText('Ana Souza cadastrou');
  await expect(changes(page).nth(1)).toContainText('Nome: Bosch');
  await expectSound(page, '[role=dialog]:not([data-nested-dialog-open])');
  await historico(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'Bosch')).toBeVisible();
  await openHistory(page, 'Bosch');
  await expect(changes(page)).toHaveCount(3);
});

test("an undo after another person's change is explained and overwrites nothing", async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/409|Erro/);
  const marca = await aMarca(page, 'Bosch');
  const rui = await anOperator({ name: 'Rui Prado', empresaId: operator.empresaId });
  await withoutStream(page);
  await page.goto('/cadastros/marca');
  await rename(page, 'Bosch', 'Boch');
  await signIn(page, rui);
  const later = { nome: 'Bosch do Brasil', descricao: null, logo_url: null, versao: 2 };
  const response = await page.request.put(`/api/marcas/${marca.id}`, { data: later, headers: apiHeaders });
  expect(response.status()).toBe(200);
  await signIn(page, operator);
  await undo(page).click();
  await expect(toast(page, 'Erro')).toContainText('Rui Prado alterou este registro depois.');
  await page.reload();
  await expect(row(page, 'Bosch do Brasil')).toBeVisible();
});

test('the history of a produto lists its codes one by one, and an edit is undone at 390 px too', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  const of = await references(page);
  const produto = await aProduto(page, of, { cod_referencia: ['A-1', 'B-2'] });
  const update = {
    ...of,
    nome: 'Pastilha',
    sku: 'FRE-1',
    cod_referencia: ['B-2', 'C-3'],
    versao: produto.versao,
  };
  const response = await page.request.put(`/api/produtos/${produto.id}`, {
    data: { ...update, custo_unitario: '10.00', preco_venda: '30.00', fotos: [], depositos: [] },
    headers: apiHeaders,
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto(`/catalogo/produtos?abrir=${produto.id}`);
  await expect(produtoField(page, 'SKU')).toHaveValue('FRE-1');
  await produtoDialog(page).getByRole('button', { name: 'Histórico' }).click();
  const newest = changes(page).first();
  await expect(newest).toContainText('Códigos de Referência: adicionou C-3; removeu A-1');
  await expect(newest).toContainText(/Preço de Venda: de R\$\s25,90 para R\$\s30,00/);
  await expectNotWider(page);
  await historico(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, 'Alteração desfeita')).toBeVisible();
  await page.goto(`/catalogo/produtos?abrir=${produto.id}`);
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
  await expect(produtoDialog(page)).toContainText('A-1');
});

test('Desfazer after editing a produto restores its stock too', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  const of = await references(page);
  const loja = await aDeposito(page, 'Loja');
  const produto = await aProduto(page, of, {
    depositos: [{ deposito_id: loja.id, quantidade: '7', quantidade_lida: null }],
  });
  await page.goto(`/catalogo/produtos?abrir=${produto.id}`);
  await produtoField(page, 'Nome do Produto').fill('Outra pastilha');
  await produtoDialog(page).getByRole('tab', { name: 'Estoque por Depósito' }).click();
  await produtoDialog(page)
    .getByRole('button', { name: /^Remover/ })
    .click();
  await saveProduto(page).click();
  await expect(row(page, 'Outra pastilha')).toBeVisible();
  await undo(page).click();
  await expect(toast(page, 'Alteração desfeita')).toBeVisible();
  await expect(row(page, 'Pastilha de freio')).toContainText('7');
});

test('a marca in use links to its produtos', async ({ page, operator, expectErrors }) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(/409/);
  const of = await references(page);
  await aProduto(page, of);
  const outra = await aMarca(page, 'Outra');
  await aProduto(page, { ...of, marca_id: outra.id }, { nome: 'Vela', sku: 'VEL-1' });
  await page.goto('/cadastros/marca');
  await page.getByRole('button', { name: 'Excluir Outra' }).click();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Ver 1 produto' }).click();
  await expect(row(page, 'Vela')).toBeVisible();
  await expect(row(page, 'Pastilha de freio')).toHaveCount(0);
});
