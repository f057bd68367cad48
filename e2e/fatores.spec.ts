import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, sql, test } from './fixtures.ts';
import {
  button,
  card,
  confirm,
  control,
  dialog,
  GOOGLE,
  growStale,
  question,
  saved,
  TWO_STEP,
  toast,
} from './perfil-page.ts';
import { enrol, totp } from './second-factor.ts';

test.describe('two-step verification', () => {
  test('[PROF-08] [PROF-09] turns on after a verified code and shows the backup codes once', async ({
    page,
    operator,
    expectErrors,
    context,
  }) => {
    expectErrors(/422/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/perfil');
    await control(page, TWO_STEP).click();
    const enrolling = dialog(page, 'Ligar a verificação em duas etapas');
    await expect(enrolling.getByRole('img', { name: /Código QR/ })).toBeVisible();
    for (const app of ['Google Authenticator', 'Microsoft Authenticator', '1Password'])
      await expect(enrolling.getByText(app)).toBeVisible();
    await expect(enrolling.getByLabel('Código', { exact: true })).toHaveAttribute('inputmode', 'numeric');
    await expect(enrolling.getByLabel('Código', { exact: true })).toHaveAttribute(
      'autocomplete',
      'one-time-code',
    );

    await enrolling.getByRole('button', { name: 'Cancelar' }).click();
    await expect(enrolling).toBeHidden();
    await expect(control(page, TWO_STEP)).not.toBeChecked();
    await expect(control(page, TWO_STEP)).toBeFocused();
    await expect(page.locator('[data-toast]')).toHaveCount(0);

    await control(page, TWO_STEP).press('Space');
    await enrolling.getByRole('button', { name: 'Copiar a chave' }).click();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    await expect(
      enrolling.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? '', { exact: true }),
    ).toBeVisible();
    const code = totp(secret);
    await enrolling.getByLabel('Código', { exact: true }).fill(code === '000000' ? '111111' : '000000');
    await enrolling.getByLabel('Código', { exact: true }).press('Enter');
    await expect(enrolling.locator('[aria-invalid="true"]')).toBeFocused();
    expect(await saved(operator)).toMatchObject({ two_factor_enabled: false });
    await enrolling.getByLabel('Código', { exact: true }).fill(totp(secret));
    await enrolling.getByRole('button', { name: 'Ativar' }).click();

    await expect(toast(page, 'Configuração atualizada')).toBeVisible();
    const codes = dialog(page, 'Códigos de reserva');
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const shown = await codes.getByRole('listitem').allTextContents();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(codes).toBeVisible();
    await expect(codes.getByRole('button', { name: 'Fechar' })).toHaveCount(0);
    await codes.getByRole('button', { name: 'Copiar' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'));
    const downloading = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Baixar' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.txt$/);
    const text = await readFile(await file.path(), 'utf8');
    for (const each of shown) expect(text).toContain(each);
    await codes.getByRole('button', { name: 'Guardei os códigos' }).click();
    await expect(codes).toBeHidden();

    await expect(control(page, TWO_STEP)).toBeChecked();
    await expect(page.getByText('Restam 10 códigos de reserva')).toBeVisible();
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: true, two_factor_enabled: true });
    await page.reload();
    await expect(control(page, TWO_STEP)).toBeChecked();
  });

  test('[PROF-08] turns off after the identity is confirmed, and cancelling on the way changes nothing', async ({
    page,
    operator,
  }) => {
    const { codes } = await enrol(page);
    const [first = ''] = codes;
    await page.goto('/perfil');
    await control(page, TWO_STEP).click();
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(control(page, TWO_STEP)).toBeChecked();

    await control(page, TWO_STEP).click();
    await confirm(page, operator, first);
    await expect(question(page)).toContainText('menos protegida');
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(control(page, TWO_STEP)).toBeChecked();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    expect(await saved(operator)).toMatchObject({ two_factor_enabled: true });

    const [, second = ''] = await renewed(page);
    await control(page, TWO_STEP).click();
    await confirm(page, operator, second);
    await question(page).getByRole('button', { name: 'Desligar' }).click();
    await expect(toast(page, 'Configuração atualizada')).toBeVisible();
    await expect(control(page, TWO_STEP)).not.toBeChecked();
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: true, two_factor_enabled: false });
    expect(await sql('select from auth.factors where user_id = $1', [operator.userId])).toEqual([]);
  });

  test('new backup codes replace the old ones, and few remaining codes show a warning', async ({
    page,
    operator,
  }) => {
    const { codes: old } = await enrol(page);
    await sql(
      'update auth.backup_codes set used_at = now() where user_id = $1 and hash not in (select hash from auth.backup_codes where user_id = $1 limit 2)',
      [operator.userId],
    );
    await page.goto('/perfil');
    await expect(page.getByText('Restam 2 códigos de reserva')).toBeVisible();
    await expect(card(page, 'Segurança').getByRole('alert')).toBeVisible();
    const fresh = await renewed(page);
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((each) => old.includes(each))).toEqual([]);
    await expect(page.getByText('Restam 10 códigos de reserva')).toBeVisible();
    await expect(card(page, 'Segurança').getByRole('alert')).toHaveCount(0);
  });

  async function renewed(page: Page): Promise<string[]> {
    await button(page, 'Gerar novos códigos').click();
    await question(page).getByRole('button', { name: 'Gerar novos códigos' }).click();
    const codes = dialog(page, 'Códigos de reserva');
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const shown = await codes.getByRole('listitem').allTextContents();
    await codes.getByRole('button', { name: 'Guardei os códigos' }).click();
    await expect(codes).toBeHidden();
    return shown;
  }
});

test('a sensitive change asks for the identity, and cancelling shows no further message', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/403/);
  await sql('update profiles set google_auth_enabled = false where id = $1', [operator.userId]);
  await page.goto('/perfil');
  await expect(control(page, GOOGLE)).not.toBeChecked();
  await growStale(operator);
  await control(page, GOOGLE).click();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(control(page, GOOGLE)).not.toBeChecked();
  await expect(page.locator('[data-toast]')).toHaveCount(0);

  await button(page, 'Alterar email').click();
  await dialog(page).getByLabel('Novo email').fill('outro@exemplo.com.br');
  await button(page, 'Enviar link').click();
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Senha', { exact: true })).toBeHidden();
  await expect(dialog(page, 'Alterar email').getByLabel('Novo email')).toHaveValue('outro@exemplo.com.br');
  await dialog(page, 'Alterar email').getByRole('button', { name: 'Cancelar' }).click();

  await control(page, GOOGLE).click();
  await confirm(page, operator);
  await expect(toast(page, 'Configuração atualizada')).toBeVisible();
  await expect(control(page, GOOGLE)).toBeChecked();
});
