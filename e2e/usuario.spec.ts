import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, mailedLink, test } from './fixtures.ts';
import { toast } from './register-page.ts';
import { totp } from './second-factor.ts';
import { NOVA_SENHA, SENHA } from './secrets.ts';

test.use({ viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const home = (page: Page) => page.getByRole('heading', { name: 'Bem-vindo, Carla Dias!' });

/** Checks that no content is wider than the phone. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

async function enter(page: Page, email: string, senha: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await fits(page);
  await button(page, 'Entrar').click();
}

async function enterWithBackupCode(page: Page, code: string | undefined): Promise<void> {
  await button(page, 'Usar um código de reserva').click();
  await page.getByLabel('Código de reserva').fill(code ?? '');
  await fits(page);
  await button(page, 'Verificar').click();
  await expect(home(page)).toBeVisible();
}

/** Turns on two-step verification by typing the key, and returns the backup codes. */
async function switchTwoStepOn(page: Page): Promise<string[]> {
  await button(page, 'Perfil').click();
  await page.getByRole('switch', { name: 'Verificação em duas etapas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ligar a verificação em duas etapas' });
  const key = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText();
  await dialog.getByLabel('Código', { exact: true }).fill(totp(key));
  await fits(page);
  await button(page, 'Ativar').click();
  const codes = page.getByRole('list', { name: 'Códigos de reserva' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allInnerTexts();
  await fits(page);
  await button(page, 'Guardei os códigos').click();
  await expect(page.getByRole('switch', { name: 'Verificação em duas etapas' })).toBeChecked();
  return texts;
}

test('on a phone a person signs up, confirms, enables two steps, uses backup codes and recovers the password', async ({
  page,
}) => {
  const email = `${randomUUID()}@exemplo.com.br`;
  await page.goto('/auth/cadastro');
  await page.getByLabel('Nome completo').fill('Carla Dias');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(SENHA);
  await page.getByLabel('Confirmar senha').fill(SENHA);
  await fits(page);
  await button(page, 'Criar conta').click();
  await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();

  await page.goto(await mailedLink(page, email, 'confirmacao'));
  await expect(toast(page, 'Email confirmado')).toContainText('Agora é só entrar.');
  await enter(page, email, SENHA);
  await expect(home(page)).toBeVisible();

  const codes = await switchTwoStepOn(page);
  await button(page, 'Sair').click();
  await expect(page).toHaveURL('/auth/login');
  await enter(page, email, SENHA);
  await enterWithBackupCode(page, codes[0]);

  await button(page, 'Sair').click();
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  // Both screens have an e-mail field, so wait for the new heading.
  await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Enviar link').click();
  await expect(page.getByText(`Se houver uma conta com ${email}`)).toBeVisible();
  await page.goto(await mailedLink(page, email, 'token'));
  await page.getByLabel('Nova senha', { exact: true }).fill(NOVA_SENHA);
  await page.getByLabel('Confirmar nova senha').fill(NOVA_SENHA);
  await fits(page);
  await button(page, 'Salvar nova senha').click();
  await expect(toast(page, 'Senha alterada')).toBeVisible();
  await enterWithBackupCode(page, codes[1]);
});
