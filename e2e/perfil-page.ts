import type { Browser, Page } from '@playwright/test';
import { expect, type Operator, ORIGIN, signIn, sql } from './fixtures.ts';
import { answerGoogle } from './google-page.ts';

/** The parts of the profile screen, and steps that its tests share. */
export const GOOGLE = 'Autenticação com Google';
export const TWO_STEP = 'Verificação em duas etapas';
export const READ = /\/api\/perfil$/;

export const toast = (page: Page, title: string) =>
  page.locator('[data-toast]').filter({ has: page.getByText(title, { exact: true }) });
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const control = (page: Page, name: string) => page.getByRole('switch', { name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name?: string) => page.getByRole('dialog', { ...(name && { name }) });
export const question = (page: Page) => page.getByRole('alertdialog');
export const saved = async ({ userId }: Operator) =>
  (await sql('select * from profiles where id = $1', [userId]))[0] ?? {};

/** Opens another browser, signed in as the same person. */
export async function elsewhere(browser: Browser, operator: Operator): Promise<Page> {
  const other = await browser.newPage({ baseURL: ORIGIN });
  await signIn(other, operator);
  return other;
}

export const isSignedIn = async (page: Page) =>
  (await (await page.request.get('/api/sessoes/atual')).json()).sessao !== null;

/** Makes the sign-in too old for a sensitive action. */
export const growStale = ({ userId }: Operator) =>
  sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [userId]);

/** Confirms the identity with the password, and with a backup code when there is a second factor. */
export async function confirm(page: Page, { senha }: Operator, backupCode?: string): Promise<void> {
  const asked = dialog(page, 'Confirme que é você');
  await asked.getByLabel('Senha', { exact: true }).fill(senha);
  if (backupCode) {
    await button(page, 'Usar um código de reserva').click();
    await asked.getByLabel('Código de reserva').fill(backupCode);
  }
  await button(page, 'Confirmar').click();
}

export async function linkThroughGoogle(page: Page, email: string): Promise<void> {
  await button(page, 'Vincular conta Google').click();
  await answerGoogle(page, email, 'Ana do Google');
  await expect(page).toHaveURL(/\/perfil/);
}
