import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, mailedLink, type Operator, signIn, sql, test } from './fixtures.ts';
import { answerGoogle } from './google-page.ts';
import { toast } from './register-page.ts';
import { enrol } from './second-factor.ts';
import { NOVA_SENHA, SENHA, SENHA_CURTA } from './secrets.ts';
import { expectSound } from './sound.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const home = (page: Page) => page.getByRole('heading', { name: /^Bem-vindo, / });

async function fillLogin(page: Page, { email, senha }: Pick<Operator, 'email' | 'senha'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await button(page, 'Entrar').click();
}

/** A signed-out account with two-step verification. */
async function aCarefulOperator(page: Page) {
  const operator = await anOperator();
  await signIn(page, operator);
  const factor = await enrol(page);
  await page.request.delete('/api/sessoes/atual', { headers: apiHeaders });
  return { operator, ...factor };
}

test.describe('the sign-in with Google', () => {
  for (const screen of ['/auth/login', '/auth/cadastro'])
    test(`[AUTH-24] the button of ${screen} signs in and returns`, async ({ page }) => {
      const email = `${randomUUID()}@gmail.com`;
      await page.goto(screen);
      await button(page, 'Continuar com Google').click();
      await answerGoogle(page, email);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Bem-vindo, Gabi Google!' })).toBeVisible();
      await expect(toast(page, 'Login realizado com sucesso!')).toContainText('Bem-vindo de volta!');
      expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(1);
    });

  test('[AUTH-24] returns to the requested page', async ({ page }) => {
    await page.goto('/cadastros/marca?busca=bosch');
    await button(page, 'Continuar com Google').click();
    await answerGoogle(page, `${randomUUID()}@gmail.com`);
    await expect(page).toHaveURL('/cadastros/marca?busca=bosch');
  });

  test('[AUTH-25] cancelling at Google shows a toast and the form again', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao fazer login com Google/);
    await page.goto('/auth/login?voltar=%2Fperfil');
    await button(page, 'Continuar com Google').click();
    await button(page, 'Cancelar').click();
    await expect(toast(page, 'Erro ao fazer login com Google')).toContainText('Tente de novo');
    await expect(page).toHaveURL('/auth/login?voltar=%2Fperfil');
    await expect(button(page, 'Continuar com Google')).toBeEnabled();
    await page.goBack();
    await page.goBack();
    await expect(button(page, 'Continuar com Google')).toBeEnabled();
  });

  test('[AUTH-25] an account with the same e-mail is not taken over', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao fazer login com Google/);
    const { email } = await anOperator();
    await page.goto('/auth/login');
    await button(page, 'Continuar com Google').click();
    await answerGoogle(page, email);
    await expect(toast(page, 'Erro ao fazer login com Google')).toContainText(
      'Já existe uma conta com este email. Entre com sua senha e vincule o Google no seu perfil.',
    );
  });

  test('[AUTH-25] a server without Google shows a message and enables the button again', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/503|Erro ao fazer login com Google/);
    const mensagem = 'A entrada com Google não está configurada neste servidor. Entre com email e senha.';
    await page.route('**/api/google/entrada', (route) =>
      route.fulfill({ status: 503, json: { codigo: 'unavailable', mensagem, pedido: 'x' } }),
    );
    await page.goto('/auth/login');
    await button(page, 'Continuar com Google').click();
    await expect(toast(page, 'Erro ao fazer login com Google')).toContainText(mensagem);
    await expect(button(page, 'Continuar com Google')).toBeEnabled();
  });
});

test.describe('the second factor', () => {
  test('is a step of the login in which six digits submit by themselves and a wrong code can be retyped', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/422/);
    const { operator, next } = await aCarefulOperator(page);
    await page.goto('/auth/login');
    await fillLogin(page, operator);
    await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
    await expect(page).toHaveURL('/auth/login');
    const code = page.getByLabel('Código', { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.fill('000000');
    await expect(code).toHaveAccessibleDescription(/Código incorreto/);
    await expectSound(page);
    const digits = next();
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await expect(toast(page, 'Login realizado com sucesso!')).toContainText('Bem-vindo de volta!');
    await expect(home(page)).toBeVisible();
  });

  test('a backup code opens the account once', async ({ page, expectErrors }) => {
    expectErrors(/422/);
    const { operator, codes } = await aCarefulOperator(page);
    for (const once of [true, false]) {
      await page.goto('/auth/login');
      await fillLogin(page, operator);
      await expect(page.getByText('Perdeu o celular? Use um código de reserva.')).toBeVisible();
      await button(page, 'Usar um código de reserva').click();
      await expect(page.getByLabel('Código de reserva')).toBeFocused();
      await page.getByLabel('Código de reserva').fill(codes[0] ?? '');
      await button(page, 'Verificar').click();
      if (once) await expect(home(page)).toBeVisible();
      else await expect(page.getByLabel('Código de reserva')).toHaveAccessibleDescription(/já usado/);
      // The open page would read on without a session.
      await page.goto('about:blank');
      await page.request.delete('/api/sessoes/atual', { headers: apiHeaders });
    }
  });

  test('Voltar and an expired sign-in lead back to the password', async ({ page, expectErrors }) => {
    expectErrors(/401|Erro ao fazer login/);
    const { operator, next } = await aCarefulOperator(page);
    await page.goto('/auth/login');
    await fillLogin(page, operator);
    await button(page, 'Voltar').click();
    await fillLogin(page, operator);
    await expect(page.getByLabel('Código', { exact: true })).toBeVisible();
    await sql('delete from auth.challenges where user_id = $1', [operator.userId]);
    await page.getByLabel('Código', { exact: true }).fill(next());
    await expect(toast(page, 'Erro ao fazer login')).toContainText('A verificação expirou. Entre de novo.');
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('is also required after Google', async ({ page }) => {
    const { operator, next } = await aCarefulOperator(page);
    const email = `${randomUUID()}@gmail.com`;
    await page.goto('/auth/login');
    await button(page, 'Continuar com Google').click();
    await answerGoogle(page, email);
    await expect(home(page)).toBeVisible();
    // The Google account now belongs to the operator with two-step verification.
    await sql(
      "update auth.accounts set user_id = $1 where provider_id = 'google' and user_id = (select id from auth.users where email = $2)",
      [operator.userId, email],
    );
    await button(page, 'Sair').click();
    await expect(page).toHaveURL('/auth/login');
    await page.goto('/cadastros/marca');
    await button(page, 'Continuar com Google').click();
    await answerGoogle(page, email);
    await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
    await page.getByLabel('Código', { exact: true }).fill(next());
    await expect(page).toHaveURL('/cadastros/marca');
  });
});

test.describe('a forgotten password', () => {
  test('[AUTH-40] any visitor can request the link, and the answer does not reveal the account', async ({
    page,
  }) => {
    const { email } = await anOperator();
    for (const address of [email, `${randomUUID()}@exemplo.com.br`]) {
      await page.goto('/auth/recuperar-senha');
      await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();
      await page.getByLabel('Email').fill(address);
      await button(page, 'Enviar link').click();
      await expect(page.getByRole('status')).toHaveText(
        `Se houver uma conta com ${address}, você receberá um link para criar uma nova senha. Ele vale por 1 hora.`,
      );
      await expect(button(page, 'Enviar de novo')).toBeVisible();
    }
    await expectSound(page);
    await page.getByRole('link', { name: 'Voltar para o login' }).click();
    await expect(page).toHaveURL('/auth/login');
  });

  test('[AUTH-41] the link sets a new password once and signs in, and the old password stops working', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/401|409|422|Erro ao fazer login/);
    const operator = await anOperator();
    await page.goto('/auth/recuperar-senha');
    await page.getByLabel('Email').fill(operator.email);
    await button(page, 'Enviar link').click();
    const link = await mailedLink(page, operator.email, 'token');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Nova senha' })).toBeVisible();
    await expect(page).toHaveURL('/auth/recuperar-senha');
    await expect(page.getByLabel('Nova senha', { exact: true })).toHaveAccessibleDescription(
      'Mínimo de 6 caracteres',
    );
    const type = async (senha: string, again = senha) => {
      await page.getByLabel('Nova senha', { exact: true }).fill(senha);
      await page.getByLabel('Confirmar nova senha').fill(again);
    };
    await type(NOVA_SENHA, 'outra');
    await expect(page.getByText('As senhas não coincidem')).toBeVisible();
    await expect(button(page, 'Salvar nova senha')).toBeDisabled();
    await expectSound(page);
    await type('12345');
    await button(page, 'Salvar nova senha').click();
    await expect(page.getByLabel('Nova senha', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await type(NOVA_SENHA);
    await button(page, 'Salvar nova senha').click();
    await expect(toast(page, 'Senha alterada')).toBeVisible();
    await expect(home(page)).toBeVisible();

    // The same link opened while signed in shows the error and offers another link.
    await page.goto(link);
    await type(SENHA_CURTA);
    await button(page, 'Salvar nova senha').click();
    await expect(page.getByText(/^Este link já foi usado/)).toBeVisible();
    await button(page, 'Pedir outro link').click();
    await expect(page.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible();

    await page.request.delete('/api/sessoes/atual', { headers: apiHeaders });
    await page.goto('/auth/login');
    await fillLogin(page, { email: operator.email, senha: SENHA });
    await expect(toast(page, 'Erro ao fazer login')).toContainText('Email ou senha incorretos');
    await fillLogin(page, { email: operator.email, senha: NOVA_SENHA });
    await expect(home(page)).toBeVisible();
  });

  test('[AUTH-41] a signed-in person can use the link too, and two-step verification still applies', async ({
    page,
  }) => {
    const operator = await anOperator();
    await signIn(page, operator);
    const { next } = await enrol(page);
    await page.request.post('/api/recuperacoes', { data: { email: operator.email }, headers: apiHeaders });
    await page.goto(await mailedLink(page, operator.email, 'token'));
    await page.getByLabel('Nova senha', { exact: true }).fill(NOVA_SENHA);
    await page.getByLabel('Confirmar nova senha').fill(NOVA_SENHA);
    await button(page, 'Salvar nova senha').click();
    await expect(toast(page, 'Senha alterada')).toBeVisible();
    await page.getByLabel('Código', { exact: true }).fill(next());
    await expect(page).toHaveURL('/');
    await expect(home(page)).toBeVisible();
  });
});

test.describe('a new e-mail', () => {
  test('is confirmed by its link before a signed-in person is redirected home', async ({
    page,
    operator,
  }) => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const asked = await page.request.put('/api/perfil/email', { data: { email }, headers: apiHeaders });
    expect(asked.status()).toBe(204);
    await page.goto(await mailedLink(page, email, 'novo-email'));
    await expect(toast(page, 'Email alterado')).toContainText(email);
    await expect(page).toHaveURL('/');
    const [user] = await sql('select email from auth.users where id = $1', [operator.userId]);
    expect(user?.['email']).toBe(email);
  });
});

test('an unconfirmed e-mail can request its link again', async ({ page, expectErrors }) => {
  expectErrors(/403|Erro ao fazer login/);
  const operator = await anOperator();
  await sql('update auth.users set email_verified = false where id = $1', [operator.userId]);
  await page.goto('/auth/login');
  await fillLogin(page, operator);
  await button(page, 'Reenviar link').click();
  await expect(toast(page, 'Link enviado')).toContainText(operator.email);
  await expectSound(page);
  // This is not the browser of the sign-up, so the link needs the password too.
  await page.goto(await mailedLink(page, operator.email, 'confirmacao'));
  await expect(toast(page, 'Falta um passo')).toContainText('Entre com a senha');
  await expect(page).toHaveURL('/auth/login');
  await fillLogin(page, operator);
  await expect(home(page)).toBeVisible();
});
