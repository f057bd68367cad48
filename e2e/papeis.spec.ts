import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, type Operator, signInAs, sql, test } from './fixtures.ts';
import { aDeposito, aProduto, card, NEW, PRODUTOS, references, saldo } from './produtos-page.ts';
import { button, dialog, row } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const COST = /7\.?391|custo|margem/i;
const NO_RIGHT = 'Seu papel (Vendas) não permite isto. Peça a um dono ou administrador da empresa.';

/** Creates a produto with a cost as the dono, and then signs in a colleague with this papel. */
async function asColleague(page: Page, { empresaId }: Operator, papel: string, veCusto = false) {
  const deposito = await aDeposito(page, 'Loja');
  const produto = await aProduto(page, await references(page), {
    custo_unitario: '7391.37',
    depositos: [saldo(deposito.id, '3')],
  });
  const colleague = await anOperator({ name: 'Caio Mendes', empresaId });
  await sql('update membros set papel = $2, ve_custo = $3 where user_id = $1', [
    ...[colleague.userId, papel, veCusto],
  ]);
  await signInAs(page, colleague);
  return { produto, deposito };
}

const ver = (page: Page) => page.getByRole('dialog', { name: 'Ver Produto' });

test('a person of vendas sees produtos, their history and the inventory without any cost', async ({
  page,
  operator,
}) => {
  await asColleague(page, operator, 'vendas');
  await page.goto(PRODUTOS);
  await expect(row(page, 'Pastilha de freio')).toBeVisible();
  await expect(card(page, 'Total de Produtos').locator('dd').first()).toHaveText('1');
  await expect(card(page, 'Valor Total do Estoque')).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(COST);
  await expectSound(page);

  await page.getByRole('button', { name: 'Ver Pastilha de freio' }).click();
  await expect(ver(page).getByLabel('Preço de Venda')).toHaveValue('25,90');
  await expect(ver(page).getByLabel('Preço de Venda')).toBeDisabled();
  await expect(ver(page)).not.toContainText(COST);
  await expect(ver(page).getByRole('button', { name: 'Atualizar' })).toHaveCount(0);
  await expectSound(page, '[role=dialog]');

  await ver(page).getByRole('tab', { name: 'Fotos' }).click();
  await expect(ver(page).getByText('Este produto não tem fotos.')).toBeVisible();
  await button(page, 'Histórico').click();
  const history = page.getByRole('dialog', { name: 'Histórico' });
  await expect(history.getByText('Preço de Venda')).toBeVisible();
  await expect(history).not.toContainText(COST);
  await expect(history.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);

  await page.goto('/catalogo/inventario');
  await expect(row(page, 'Pastilha de freio')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mínimo de/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ações de Pastilha de freio em Loja' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Movimentações', 'Abrir produto']);
  await expect(page.locator('body')).not.toContainText(COST);
});

test('a person of vendas finds no button that the server would refuse', async ({ page, operator }) => {
  const { produto } = await asColleague(page, operator, 'vendas');
  await page.goto(PRODUTOS);
  const buttons = row(page, 'Pastilha de freio').getByRole('button');
  await expect(buttons.first()).toBeVisible();
  expect(await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent))).toEqual([
    'Pastilha de freio',
    'Ver códigos de Pastilha de freio',
    'Ver estoque de Pastilha de freio',
    'Etiquetas de Pastilha de freio',
    'Ver Pastilha de freio',
  ]);
  await expect(page.getByRole('button', { name: /^(Novo|Editar|Excluir)/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ver estoque de Pastilha de freio' }).click();
  await expect(button(page, 'Ver movimentações')).toBeVisible();
  await expect(button(page, 'Movimentar')).toHaveCount(0);

  await page.goto('/cadastros/marca');
  await expect(row(page, 'Bosch')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Nova|Editar|Excluir)/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ver Bosch' }).click();
  await expect(page.getByRole('dialog', { name: 'Ver Marca' }).getByLabel('Marca *')).toBeDisabled();
  await expect(button(page, 'Fechar').last()).toBeVisible();
  await expectSound(page, '[role=dialog]');

  await page.goto('/cadastros/clientes');
  await expect(page.getByRole('button', { name: 'Novo Cliente' })).toBeVisible();
  await page.goto('/configuracao/deposito');
  await expect(row(page, 'Loja')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Novo Depósito' })).toHaveCount(0);
  await page.goto('/configuracao/integracoes');
  await expect(page.getByText('Nenhuma conta conectada ainda.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Conectar Nova Conta' })).toHaveCount(0);

  const refused = await page.request.delete(`/api/produtos/${produto.id}`, { headers: apiHeaders });
  expect(refused.status()).toBe(403);
  await page.goto(NEW);
  await expect(dialog(page).getByText(NO_RIGHT)).toBeVisible();
  await expectSound(page, '[role=dialog]');
});

test('a person of estoque saves a produto without its cost, which stays', async ({ page, operator }) => {
  const { produto } = await asColleague(page, operator, 'estoque');
  await page.goto(`${PRODUTOS}?abrir=${produto.id}`);
  const form = page.getByRole('dialog', { name: 'Editar Produto' });
  await form.getByLabel('Nome do Produto').fill('Pastilha cerâmica');
  await expect(form).not.toContainText(COST);
  await form.getByRole('button', { name: 'Atualizar' }).click();
  await expect(row(page, 'Pastilha cerâmica')).toBeVisible();
  const [stored] = await sql('select nome, custo_unitario from produtos where id = $1', [produto.id]);
  expect(stored).toEqual({ nome: 'Pastilha cerâmica', custo_unitario: '7391.37' });
});

test('a person of vendas with the right to costs sees them', async ({ page, operator }) => {
  const { produto } = await asColleague(page, operator, 'vendas', true);
  await page.goto(`${PRODUTOS}?abrir=${produto.id}`);
  await expect(ver(page).getByLabel('Custo Unitário')).toHaveValue('7.391,37');
  await expect(ver(page).getByLabel('Custo Unitário')).toBeDisabled();
  await ver(page).getByRole('button', { name: 'Fechar' }).last().click();
  await expect(card(page, 'Valor Total do Estoque')).toContainText('22.174,11');
});

test('the screens of a person without rights fit a phone', async ({ page, operator }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { produto } = await asColleague(page, operator, 'vendas');
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Ações de Pastilha de freio' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Ver códigos',
    'Ver estoque',
    'Etiquetas',
    'Ver produto',
  ]);
  await page.getByRole('menuitem', { name: 'Ver produto' }).click();
  await expect(page).toHaveURL(new RegExp(produto.id));
  await expect(ver(page).getByLabel('Preço de Venda')).toBeVisible();
  await expectNotWider(page);
});
