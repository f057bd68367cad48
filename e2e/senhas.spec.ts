import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { COMMON_SENHA, OWN_SENHA } from '../packages/contract/src/senhas.ts';
import { anOperator, apiHeaders, expect, mailedLink, sentTo, test } from './fixtures.ts';
import { toast } from './register-page.ts';
import { SENHA_CURTA } from './secrets.ts';
import { expectSound } from './sound.ts';

const senha = (page: Page, label = 'Senha') => page.getByLabel(label, { exact: true });
/** The polite live region, which a screen reader reads out after it has finished its current text. */
const said = (page: Page) => page.locator('form [aria-live="polite"]');

async function fillPerson(page: Page): Promise<void> {
  await page.goto('/auth/cadastro');
  await page.getByLabel('Nome completo').fill('Joaquina Xavantes');
  await page.getByLabel('Email').fill(`${randomUUID()}@exemplo.com.br`);
}

test.describe('a password that is easy to guess', () => {
  test('causes a warning below its field on blur, and can be used anyway', async ({ page }) => {
    await fillPerson(page);
    const sent = sentTo(page, '/api/usuarios');
    await senha(page).fill('123456');
    await expect(senha(page)).toHaveAccessibleDescription('Mínimo de 6 caracteres');
    await page.keyboard.press('Tab');
    await expect(senha(page)).toHaveAccessibleDescription(COMMON_SENHA);
    await expect(senha(page)).not.toHaveAttribute('aria-invalid');
    await expect(said(page)).toHaveText(COMMON_SENHA);
    expect(sent).toEqual([]);
    await page.getByLabel('Confirmar senha').fill('123456');
    await expectSound(page);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test('may be the person’s own name, and the warning disappears with another password', async ({ page }) => {
    await fillPerson(page);
    await senha(page).fill('xavantes99');
    await senha(page).blur();
    await expect(senha(page)).toHaveAccessibleDescription(OWN_SENHA);
    await senha(page).fill(SENHA_CURTA);
    await expect(senha(page)).toHaveAccessibleDescription('Mínimo de 6 caracteres');
    const asked = page.waitForResponse(/senhas-comuns/);
    await senha(page).blur();
    await asked;
    await expect(said(page)).toHaveText('');
  });

  test('is sent only with the form, and before that the browser sends only three digits of its hash', async ({
    page,
  }) => {
    await fillPerson(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await senha(page).fill('Flamengo');
    await senha(page).blur();
    await expect(senha(page)).toHaveAccessibleDescription(COMMON_SENHA);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/\/api\/senhas-comuns\?prefixo=[0-9a-f]{3} $/);
  });

  test('can be used if the list of common passwords cannot be loaded', async ({ page, expectErrors }) => {
    expectErrors(/500|A leitura falhou/);
    await page.route('**/api/senhas-comuns*', (route) => route.fulfill({ status: 500, body: '' }));
    await fillPerson(page);
    await senha(page).fill('123456');
    await page.getByLabel('Confirmar senha').fill('123456');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
  });

  test('causes a warning on the page of a recovery link', async ({ page }) => {
    const { email } = await anOperator();
    await page.request.post('/api/recuperacoes', { data: { email }, headers: apiHeaders });
    await page.goto(await mailedLink(page, email, 'token'));
    await senha(page, 'Nova senha').fill('123456');
    await senha(page, 'Confirmar nova senha').fill('123456');
    await expect(senha(page, 'Nova senha')).toHaveAccessibleDescription(COMMON_SENHA);
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await expect(toast(page, 'Senha alterada')).toBeVisible();
  });

  test('causes a warning in the profile', async ({ page, operator }) => {
    await page.goto('/perfil');
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    await senha(page, 'Senha atual').fill(operator.senha);
    for (const [text, warning] of [
      ['ana.souza', 'Mínimo de 6 caracteres'],
      ['souza123', OWN_SENHA],
      ['123456', COMMON_SENHA],
    ] as const) {
      await senha(page, 'Nova senha').fill(text);
      await senha(page, 'Confirmar nova senha').fill(text);
      await expect(senha(page, 'Nova senha')).toHaveAccessibleDescription(warning);
    }
    await page.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(toast(page, 'Senha alterada')).toBeVisible();
  });
});
