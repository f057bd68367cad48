import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { anOperator, expect, hold, mailedLink, ORIGIN, sentTo, signIn, sql, test } from './fixtures.ts';
import { SENHA_CURTA, SENHA_ERRADA } from './secrets.ts';

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function fillLogin(page: Page, email: string, senha: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
}

async function fillSignUp(
  page: Page,
  values: Partial<Record<'nome' | 'email' | 'senha' | 'confirmar', string>> = {},
) {
  await page.getByLabel('Nome completo').fill(values.nome ?? 'Carla Dias');
  await page.getByLabel('E-mail').fill(values.email ?? `${randomUUID()}@exemplo.com.br`);
  await page.getByLabel('Senha', { exact: true }).fill(values.senha ?? SENHA_CURTA);
  await page.getByLabel('Confirmar senha').fill(values.confirmar ?? values.senha ?? SENHA_CURTA);
}

test.describe('the login screen', () => {
  test('[AUTH-01] [NAV-02] is at /auth/login and /auth, outside the main layout', async ({ page }) => {
    for (const path of ['/auth/login', '/auth']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('banner')).toHaveCount(0);
    }
  });

  test('[AUTH-03] [AUTH-05] [AUTH-06] [AUTH-07] has its fields, buttons and links', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByLabel('E-mail')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByText('Ou continue com')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continuar com Google' })).toBeVisible();
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await expect(page).toHaveURL('/auth/recuperar-senha');
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expect(page.getByLabel('Nome completo')).toBeVisible();
  });

  test('[AUTH-08] sends nothing without a formed e-mail and a password', async ({ page }) => {
    await page.goto('/auth/login');
    const sent = sentTo(page, '/api/sessoes');
    for (const [email, senha] of [
      ['', 'x'],
      ['ana', 'x'],
      ['ana@', 'x'],
      ['ana@exemplo.com.br', ''],
    ] as const) {
      await fillLogin(page, email, senha);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    }
    expect(sent).toEqual([]);
  });

  test('[AUTH-04] [AUTH-10] [FMT-11] while sending it says so once; then it greets and goes home', async ({
    page,
  }) => {
    const { email, senha } = await anOperator();
    await page.goto('/auth/login');
    const sent = sentTo(page, '/api/sessoes');
    const answer = await hold(page, '**/api/sessoes');
    await fillLogin(page, email, senha);
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    const button = page.getByRole('button', { name: 'Entrando...' });
    await expect(button).toBeDisabled();
    await button.click({ force: true });
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    answer();
    await expect(toast(page, 'Login realizado com sucesso!')).toContainText('Bem-vindo de volta!');
    await expect(page).toHaveURL('/');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.postDataJSON()).toEqual({ email, senha });
  });

  test('[AUTH-11] a wrong password is said as specified', async ({ page, expectErrors }) => {
    expectErrors(/401|Erro ao fazer login/);
    const { email } = await anOperator();
    await page.goto('/auth/login');
    await fillLogin(page, email, SENHA_ERRADA);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(toast(page, 'Erro ao fazer login')).toContainText('Email ou senha incorretos');
    await expect(page).toHaveURL('/auth/login');
  });

  test('[AUTH-12] any other refusal shows the server’s own sentence', async ({ page, expectErrors }) => {
    expectErrors(/403|Erro ao fazer login/);
    const { email, senha, userId } = await anOperator();
    await sql('update auth.users set email_verified = false where id = $1', [userId]);
    await page.goto('/auth/login');
    await fillLogin(page, email, senha);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(toast(page, 'Erro ao fazer login')).toContainText(
      'Confirme seu email antes de entrar. Enviamos um novo link para a sua caixa de entrada.',
    );
  });
});

test.describe('the sign-up screen', () => {
  test('[AUTH-02] is every other value of /auth/:type, but for the recovery', async ({ page }) => {
    for (const type of ['cadastro', 'registro', 'qualquer']) {
      await page.goto(`/auth/${type}`);
      await expect(page.getByRole('button', { name: 'Criar conta' })).toBeVisible();
    }
    await page.goto('/auth/recuperar-senha');
    await expect(page.getByRole('button', { name: 'Criar conta' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /senha/i })).toBeVisible();
  });

  test('[AUTH-13] [AUTH-15] has its fields, hint, social button and link', async ({ page }) => {
    await page.goto('/auth/cadastro');
    for (const label of ['Nome completo', 'E-mail', 'Confirmar senha'])
      await expect(page.getByLabel(label)).toBeVisible();
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription(
      /Mínimo de 6 caracteres/,
    );
    await expect(page.getByRole('button', { name: 'Continuar com Google' })).toBeVisible();
    await page.getByRole('link', { name: 'Fazer login' }).click();
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  });

  test('[AUTH-16] [AUTH-17] [FMT-08] sends nothing while something is missing or too short; six characters are enough', async ({
    page,
  }) => {
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    for (const values of [
      { nome: '' },
      { email: '' },
      { email: 'carla' },
      { senha: '' },
      { senha: '12345' },
      { senha: SENHA_CURTA, confirmar: '' },
    ]) {
      await fillSignUp(page, values);
      await page.getByLabel('Confirmar senha').press('Enter');
    }
    expect(sent).toEqual([]);
    await fillSignUp(page, { senha: SENHA_CURTA });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test('[AUTH-18] [AUTH-19] while the passwords differ it says so and does nothing', async ({ page }) => {
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    await fillSignUp(page, { senha: 'segredo', confirmar: 'outra-coisa' });
    await expect(page.getByText('As senhas não coincidem')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Criar conta' })).toBeDisabled();
    await page.getByLabel('Confirmar senha').press('Enter');
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0);
    expect(sent).toEqual([]);
    await page.getByLabel('Confirmar senha').fill('segredo');
    await expect(page.getByText('As senhas não coincidem')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Criar conta' })).toBeEnabled();
  });

  test('[AUTH-14] [AUTH-22] signing up says so, goes to the login, and the link in the e-mail opens the way in', async ({
    page,
  }) => {
    const email = `${randomUUID()}@exemplo.com.br`;
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    const answer = await hold(page, '**/api/usuarios');
    await fillSignUp(page, { email });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByRole('button', { name: 'Criando conta...' })).toBeDisabled();
    answer();
    await expect(toast(page, 'Conta criada com sucesso!')).toContainText(
      'Verifique seu email para confirmar sua conta.',
    );
    await expect(page).toHaveURL('/auth/login');
    expect(sent[0]?.postDataJSON()).toMatchObject({
      full_name: 'Carla Dias',
      retorno: ORIGIN,
    });

    await page.goto(await mailedLink(page, email, 'confirmacao'));
    await expect(toast(page, 'Email confirmado')).toBeVisible();
    await expect(page).toHaveURL('/auth/login');
    await fillLogin(page, email, SENHA_CURTA);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Carla Dias!' })).toBeVisible();
  });

  test('a password everybody tries first is refused at its field, and sending it anew keeps the rest', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/422|Erro ao criar conta/);
    await page.goto('/auth/cadastro');
    await fillSignUp(page, { senha: '123456' });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Erro ao criar conta')).toBeVisible();
    const senha = page.getByLabel('Senha', { exact: true });
    await expect(senha).toHaveAccessibleDescription(/adivinhar/);
    await expect(senha).toBeFocused();
    await senha.fill(SENHA_CURTA);
    await page.getByLabel('Confirmar senha').fill(SENHA_CURTA);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
  });

  test('a sign-up whose answer was lost is sent again as the same one', async ({ page, expectErrors }) => {
    expectErrors(/Failed to load|Erro ao criar conta/);
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/usuarios', loseAnswer, { times: 1 });
    await fillSignUp(page);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Erro ao criar conta')).toContainText('Verifique sua conexão');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
    const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')));
    expect(new Set(keys).size).toBe(1);
  });

  test('[AUTH-23] an e-mail that has an account is said as specified', async ({ page, expectErrors }) => {
    expectErrors(/409|Erro ao criar conta/);
    const { email } = await anOperator();
    await page.goto('/auth/cadastro');
    await fillSignUp(page, { email });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Erro ao criar conta')).toContainText('Este email já está cadastrado');
  });
});

test.describe('the session in the browser', () => {
  test('[AUTH-30] its token is in no storage and no script can read it', async ({
    page,
    operator,
    context,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    const cookie = (await context.cookies()).find(({ name }) => name === '__Host-prumo');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
    const readable = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    const token = decodeURIComponent(cookie?.value ?? 'none').split('.')[0] ?? 'none';
    expect(readable).not.toContain(token);
    expect(readable).not.toContain(operator.email);
  });

  test('[AUTH-31] a signed-in user stays signed in after a reload and in a new tab', async ({
    page,
    operator,
    context,
  }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/');
    await page.reload();
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/cadastros/marca');
    await expect(tab.getByRole('heading', { name: 'Marcas' })).toBeVisible();
  });

  test('[AUTH-34] a slow first answer shows no login screen in between', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.route('**/api/sessoes/atual', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
    expect(visited.filter((path) => path.startsWith('/auth'))).toEqual([]);
  });

  test('[NAV-04] [AUTH-26] the header signs out: the toast, the login screen, and nothing behind it', async ({
    page,
    operator,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Marca', exact: true }).click();
    await expect(page).toHaveURL('/cadastros/marca');
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(toast(page, 'Logout realizado')).toContainText('Até breve!');
    await expect(page).toHaveURL('/auth/login');
    expect(await sql('select from auth.sessions where user_id = $1', [operator.userId])).toHaveLength(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('[AUTH-27] a logout that fails says so and leaves the user where they are', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/500|Erro ao fazer logout/);
    await page.goto('/');
    await page.route('**/api/sessoes/atual', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(toast(page, 'Erro ao fazer logout')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('[AUTH-28] a logout without a session any more ends it all the same', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401/);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(toast(page, 'Logout realizado')).toBeVisible();
    await expect(toast(page, 'Erro')).toHaveCount(0);
    await expect(page).toHaveURL('/auth/login');
  });

  test('[AUTH-29] all tabs of a browser follow sign-out and sign-in at once', async ({
    page,
    operator,
    context,
  }) => {
    await page.goto('/');
    const tab = await context.newPage();
    await tab.goto('/cadastros/marca');
    await expect(tab.getByRole('heading', { name: 'Marcas' })).toBeVisible();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(tab).toHaveURL(/\/auth\/login/);
    await fillLogin(page, operator.email, operator.senha);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await expect(tab).not.toHaveURL(/\/auth/);
  });

  test('[PERM-02] a signed-in visitor of the auth screens is taken home', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    for (const path of ['/auth/login', '/auth/cadastro', '/auth']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
  });

  test('after signing in the user is where they wanted to go, never on another site', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404: caminho inexistente/);
    const operator = await anOperator();
    await page.goto('/cadastros/marca?busca=bosch');
    await expect(page).toHaveURL(/\/auth\/login/);
    await fillLogin(page, operator.email, operator.senha);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/cadastros/marca?busca=bosch');
    for (const voltar of ['//mau.exemplo', 'https://mau.exemplo', '/\\mau.exemplo', '/%0d/mau.exemplo']) {
      await page.goto(`/auth/login?voltar=${encodeURIComponent(voltar)}`);
      await expect(page).toHaveURL(new RegExp(`^${ORIGIN}/`));
    }
  });
});

test('a page signed in by the API shows the person’s own name', async ({ page }) => {
  await signIn(page, await anOperator({ name: 'Zélia Duarte' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Zélia Duarte!' })).toBeVisible();
});
