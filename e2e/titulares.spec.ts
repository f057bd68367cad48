import type { Page } from '@playwright/test';
import { expect, type Operator, sentTo, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Pedidos de titulares (LGPD)' });
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

const aCliente = ({ empresaId, userId }: Operator, nome: string) =>
  sql(
    `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into clientes (empresa_id, user_id, nome, cpf_cnpj, email, endereco)
     select $1, $2::uuid, $3, '52998224725', 'maria@exemplo.com.br', 'Rua das Flores' from history`,
    [empresaId, userId, nome],
  );

async function register(page: Page, tipo: 'Acesso aos dados' | 'Eliminação dos dados'): Promise<void> {
  await page.goto('/configuracao/dados');
  await card(page).getByRole('button', { name: 'Registrar pedido' }).click();
  const form = dialog(page, /^Registrar pedido/);
  await form.getByLabel('O que a pessoa pede').selectOption(tipo);
  await form.getByLabel('Quem pede').fill('Maria Aparecida');
  await form.getByLabel('Contato para a resposta').fill('maria@exemplo.com.br');
  await form.getByRole('button', { name: 'Registrar pedido' }).click();
  await expectSuccess(page, 'Pedido registrado');
}

test('a request for access finds the person, shows the data and is answered', async ({ page, operator }) => {
  await aCliente(operator, 'Maria Aparecida');
  await page.goto('/configuracao/dados');
  await expect(card(page)).toContainText('Nenhum pedido até agora');
  await expectSound(page);
  await register(page, 'Acesso aos dados');
  const answer = dialog(page, /^Acesso aos dados/);
  await answer.getByLabel('CPF, CNPJ, email ou nome').fill('529.982.247-25');
  await page.keyboard.press('Enter');
  await answer.getByRole('checkbox', { name: /Maria Aparecida/ }).check();
  await expectSound(page);
  await answer.getByRole('button', { name: 'Ver os dados' }).click();
  await expect(page.getByRole('heading', { name: 'Dados do titular' })).toBeVisible();
  await expect(page.getByText('Rua das Flores').first()).toBeVisible();
  await expectSound(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar JSON' }).click();
  expect((await file).suggestedFilename()).toBe('dados-do-titular.json');
  await page.getByRole('button', { name: 'Marcar como atendido' }).click();
  await expect(card(page)).toContainText('Atendido');
});

test('a request for erasure says what goes and what stays, and then nothing is left', async ({
  page,
  operator,
}) => {
  await aCliente(operator, 'Maria Aparecida');
  await register(page, 'Eliminação dos dados');
  const answer = dialog(page, /^Eliminação dos dados/);
  await answer.getByLabel('CPF, CNPJ, email ou nome').fill('maria');
  await answer.getByRole('button', { name: 'Procurar' }).click();
  await answer.getByRole('checkbox', { name: /Maria Aparecida/ }).check();
  await answer.getByRole('button', { name: 'Ver o que será eliminado' }).click();
  await expect(answer).toContainText('Cliente Maria Aparecida');
  await expect(answer).toContainText('LGPD, art. 37');
  await expectSound(page);
  await answer.getByRole('button', { name: 'Eliminar os dados' }).click();
  await expectSuccess(page, 'Eliminação iniciada');
  await expect(card(page)).toContainText('Dados eliminados');
  await expect(card(page)).toContainText('Atendido');
  const left = await sql(
    "select from historico where empresa_id = $1 and (antes || depois)::text like '%Maria%'",
    [operator.empresaId],
  );
  expect(left).toEqual([]);
  await page.goto('/cadastros/clientes');
  await expect(page.getByRole('row', { name: /Dados eliminados/ })).toBeVisible();
});

test('a pedido is registered with the keyboard alone', async ({ page, operator }) => {
  expect(operator.empresaId).toBeTruthy();
  await page.goto('/configuracao/dados');
  await tabTo(page, card(page).getByRole('button', { name: 'Registrar pedido' }));
  await page.keyboard.press('Enter');
  const form = dialog(page, /^Registrar pedido/);
  await expect(form).toBeVisible();
  await tabTo(page, form.getByLabel('Quem pede'));
  await page.keyboard.type('Maria');
  await tabTo(page, form.getByLabel('Contato para a resposta'));
  await page.keyboard.type('maria@exemplo.com.br');
  await page.keyboard.press('Enter');
  await expectSuccess(page, 'Pedido registrado');
});

test('a membro without the right sees who can help', async ({ page, operator }) => {
  // The empresa keeps a dono.
  await sql("insert into membros (empresa_id, user_id, papel) values ($1, gen_random_uuid(), 'dono')", [
    operator.empresaId,
  ]);
  await sql("update membros set papel = 'vendas' where empresa_id = $1 and user_id = $2", [
    ...[operator.empresaId, operator.userId],
  ]);
  await page.goto('/configuracao/dados');
  await expect(page.getByText('Peça a um dono ou administrador')).toBeVisible();
  await expect(card(page)).toBeHidden();
  await expectSound(page);
  // A link to the data of a person shows the same sentence, and reads nothing.
  const sent = sentTo(page, /\/exportacao$/);
  await page.goto(`/configuracao/titular?pedido=${crypto.randomUUID()}`);
  await expect(page.getByText('Peça a um dono ou administrador')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent).toHaveLength(0);
});
