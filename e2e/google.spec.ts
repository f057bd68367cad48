import { randomUUID } from 'node:crypto';
import { anOperator, expect, signIn, sql, test } from './fixtures.ts';
import { answerGoogle } from './google-page.ts';
import {
  button,
  card,
  control,
  dialog,
  GOOGLE,
  isSignedIn,
  linkThroughGoogle,
  question,
  READ,
  toast,
} from './perfil-page.ts';

test.describe('Google', () => {
  test('an account is linked at Google and unlinked in the profile', async ({ page, operator }) => {
    const email = `${randomUUID()}@gmail.com`;
    await page.goto('/perfil');
    await linkThroughGoogle(page, email);
    await expect(toast(page, 'Conta Google vinculada')).toBeVisible();
    await expect(page).toHaveURL('/perfil');
    await expect(card(page, 'Segurança')).toContainText(email);
    await button(page, 'Desvincular').click();
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(card(page, 'Segurança')).toContainText(email);
    await button(page, 'Desvincular').click();
    await question(page).getByRole('button', { name: 'Desvincular' }).click();
    await expect(toast(page, 'Conta Google desvinculada')).toBeVisible();
    await expect(button(page, 'Vincular conta Google')).toBeVisible();
    const google = "select from auth.accounts where user_id = $1 and provider_id = 'google'";
    expect(await sql(google, [operator.userId])).toEqual([]);
  });

  test('the switch says that no account is linked, and afterwards what it permits', async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/perfil');
    await expect(control(page, GOOGLE)).toHaveAccessibleDescription(/^Nenhuma conta Google vinculada/);
    await control(page, GOOGLE).click();
    await expect(control(page, GOOGLE)).not.toBeChecked();
    await expect(control(page, GOOGLE)).toHaveAccessibleDescription(/^Nenhuma conta Google vinculada/);
    await control(page, GOOGLE).click();
    await linkThroughGoogle(page, `${operator.userId}@gmail.com`);
    await expect(control(page, GOOGLE)).toHaveAccessibleDescription(
      'Permite entrar nesta conta com a conta Google vinculada a ela.',
    );
  });

  test('an account of another person is not linked, and cancelling at Google changes nothing', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/não foi vinculada|Nada foi alterado/);
    const owner = await anOperator({ name: 'Dona da conta' });
    const email = `${randomUUID()}@gmail.com`;
    await signIn(page, owner);
    await page.goto('/perfil');
    await linkThroughGoogle(page, email);
    await expect(toast(page, 'Conta Google vinculada')).toBeVisible();
    // Leaves the page first, because signing in as another person ends its session and its requests would be
    // refused.
    await page.goto('about:blank');
    await signIn(page, operator);
    await page.goto('/perfil');
    await linkThroughGoogle(page, email);
    await expect(page.getByText('ou já pertence a outro usuário')).toBeVisible();
    await expect(page).toHaveURL('/perfil');
    await button(page, 'Vincular conta Google').click();
    await button(page, 'Cancelar').click();
    await expect(toast(page, 'Nada foi alterado')).toBeVisible();
    await expect(page).toHaveURL('/perfil');
    await expect(button(page, 'Vincular conta Google')).toBeVisible();
  });

  test('[PROF-08] with the switch off a sign-in with Google is refused', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao fazer login com Google/);
    expect(operator.userId).toBeTruthy();
    const email = `${randomUUID()}@gmail.com`;
    await page.goto('/perfil');
    await linkThroughGoogle(page, email);
    await control(page, GOOGLE).click();
    await expect(toast(page, 'Configuração atualizada')).toBeVisible();
    await button(page, 'Sair da conta').click();
    await expect(page).toHaveURL('/auth/login');
    await button(page, 'Continuar com Google').click();
    await answerGoogle(page, email);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(toast(page, 'Erro ao fazer login com Google')).toBeVisible();
    expect(await isSignedIn(page)).toBe(false);
  });

  test('the outcome of a visit to Google is shown once', async ({ page, operator, expectErrors }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/não foi vinculada|Nada foi alterado|O pedido expirou|Erro no Google/);
    for (const [result, title] of [
      ['vinculado', 'Conta Google vinculada'],
      ['confirmado', 'Identidade confirmada'],
      ['outra_conta', 'Nada foi alterado'],
      ['cancelado', 'Nada foi alterado'],
      ['expirado', 'O pedido expirou'],
      ['falhou', 'Erro no Google'],
    ] as const) {
      await page.goto(`/perfil?google=${result}`);
      await expect(toast(page, title)).toHaveCount(1);
      await expect(page).toHaveURL('/perfil');
    }
    await page.reload();
    await expect(card(page, 'Conta')).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  });

  test('a server without Google shows a message', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const perfil = await (await page.request.get('/api/perfil')).json();
    await page.route(READ, (route) => route.fulfill({ json: { ...perfil, google_disponivel: false } }));
    await page.goto('/perfil');
    await expect(page.getByText('A entrada com Google não está configurada neste servidor.')).toBeVisible();
    await expect(button(page, 'Vincular conta Google')).toHaveCount(0);
  });

  test('a person without a password must create one before unlinking Google', async ({ page, operator }) => {
    await sql(
      "update auth.accounts set provider_id = 'google', password = null, email = $2 where user_id = $1",
      [operator.userId, 'so-google@gmail.com'],
    );
    await page.goto('/perfil');
    await expect(control(page, GOOGLE)).toBeDisabled();
    await expect(control(page, GOOGLE)).toHaveAccessibleDescription(
      'Crie uma senha antes de desligar a entrada com Google: ela é sua única forma de entrar.',
    );
    await expect(button(page, 'Desvincular')).toBeDisabled();
    await button(page, 'Criar senha').click();
    await expect(dialog(page).getByLabel('Senha atual')).toHaveCount(0);
    await dialog(page).getByLabel('Nova senha', { exact: true }).fill('correta-bateria-grampo');
    await dialog(page).getByLabel('Confirmar nova senha').fill('correta-bateria-grampo');
    await button(page, 'Salvar senha').click();
    await expect(toast(page, 'Senha criada')).toBeVisible();
    await expect(control(page, GOOGLE)).toBeEnabled();
    await expect(button(page, 'Alterar senha')).toBeVisible();
    await expect(button(page, 'Desvincular')).toBeEnabled();
  });
});
