import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import {
  anOperator,
  expect,
  hold,
  mailedLink,
  ORIGIN,
  sentTo,
  signIn,
  sql,
  test,
  withoutStream,
} from './fixtures.ts';
import { toast } from './register-page.ts';
import { SENHA_CURTA, SENHA_ERRADA } from './secrets.ts';
import { expectSuccess } from './toasts.ts';

async function fillLogin(page: Page, email: string, senha: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
}

async function fillSignUp(
  page: Page,
  values: Partial<Record<'nome' | 'email' | 'senha' | 'confirmar', string>> = {},
) {
  await page.getByLabel('Nome completo').fill(values.nome ?? 'Carla Dias');
  await page.getByLabel('Email').fill(values.email ?? `${randomUUID()}@exemplo.com.br`);
  await page.getByLabel('Senha', { exact: true }).fill(values.senha ?? SENHA_CURTA);
  await page.getByLabel('Confirmar senha').fill(values.confirmar ?? values.senha ?? SENHA_CURTA);
}

test.describe('the login screen', () => {
  test('[AUTH-01] is at /auth/login and /auth', async ({ page }) => {
    for (const path of ['/auth/login', '/auth']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
      await expect(page.getByLabel('Nome completo')).toHaveCount(0);
    }
  });

  test('[AUTH-03] [AUTH-05] [AUTH-06] [AUTH-07] shows its fields, buttons and links', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByText('Ou continue com')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continuar com Google' })).toBeVisible();
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await expect(page).toHaveURL('/auth/recuperar-senha');
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expect(page.getByLabel('Nome completo')).toBeVisible();
  });

  test('[AUTH-08] sends nothing without a valid e-mail and a password', async ({ page }) => {
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

  test('[AUTH-04] [AUTH-10] [FMT-11] submits once with a busy button, then greets and opens the dashboard', async ({
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

  test('[AUTH-11] a wrong password shows the specified message', async ({ page, expectErrors }) => {
    expectErrors(/401|Erro ao fazer login/);
    const { email } = await anOperator();
    await page.goto('/auth/login');
    await fillLogin(page, email, SENHA_ERRADA);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(toast(page, 'Erro ao fazer login')).toContainText('Email ou senha incorretos');
    await expect(page).toHaveURL('/auth/login');
  });

  test("[AUTH-12] any other refusal shows the server's sentence", async ({ page, expectErrors }) => {
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
  test('[AUTH-02] is shown for every other value of /auth/:type except the recovery', async ({ page }) => {
    for (const type of ['cadastro', 'registro', 'qualquer']) {
      await page.goto(`/auth/${type}`);
      await expect(page.getByRole('button', { name: 'Criar conta' })).toBeVisible();
    }
    await page.goto('/auth/recuperar-senha');
    await expect(page.getByRole('button', { name: 'Criar conta' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /senha/i })).toBeVisible();
  });

  test('[AUTH-13] [AUTH-15] shows its fields, hint, Google button and link', async ({ page }) => {
    await page.goto('/auth/cadastro');
    for (const label of ['Nome completo', 'Email', 'Confirmar senha'])
      await expect(page.getByLabel(label)).toBeVisible();
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription(
      /Mínimo de 6 caracteres/,
    );
    await expect(page.getByRole('button', { name: 'Continuar com Google' })).toBeVisible();
    await page.getByRole('link', { name: 'Fazer login' }).click();
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  });

  test('[AUTH-16] sends nothing without a name, a formed e-mail or the second password', async ({ page }) => {
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    for (const [values, label, sentence] of [
      [{ nome: '' }, 'Nome completo', 'Informe o nome completo'],
      [{ email: '' }, 'Email', 'Email inválido'],
      [{ email: 'carla' }, 'Email', 'Email inválido'],
      [{ confirmar: '' }, 'Confirmar senha', 'As senhas não coincidem'],
    ] as const) {
      await fillSignUp(page, values);
      await page.getByLabel('Confirmar senha').press('Enter');
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(sentence);
    }
    expect(sent).toEqual([]);
  });

  test('[AUTH-17] [FMT-08] sends nothing without a password or with five characters, and accepts six', async ({
    page,
  }) => {
    await page.goto('/auth/cadastro');
    const sent = sentTo(page, '/api/usuarios');
    const senha = page.getByLabel('Senha', { exact: true });
    for (const short of ['', 'k7q2x']) {
      await fillSignUp(page, { senha: short });
      await page.getByRole('button', { name: 'Criar conta' }).click();
      await expect(senha).toHaveAttribute('aria-invalid', 'true');
      await expect(senha).toHaveAccessibleDescription('Mínimo de 6 caracteres');
      expect(sent).toEqual([]);
    }
    expect(SENHA_CURTA).toHaveLength(6);
    await fillSignUp(page, { senha: SENHA_CURTA });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Conta criada com sucesso!')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.postDataJSON()).toMatchObject({ senha: SENHA_CURTA });
  });

  test('[AUTH-18] [AUTH-19] shows a message and sends nothing while the passwords differ', async ({
    page,
  }) => {
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

  test('[AUTH-14] [AUTH-22] signing up shows a toast and the login, and the e-mailed link enables the sign-in', async ({
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

  test('a sign-up whose answer was lost is retried with the same idempotency key', async ({
    page,
    expectErrors,
  }) => {
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

  test('[AUTH-23] an e-mail that already has an account shows the specified message', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/409|Erro ao criar conta/);
    const { email } = await anOperator();
    await page.goto('/auth/cadastro');
    await fillSignUp(page, { email });
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(toast(page, 'Erro ao criar conta')).toContainText('Este email já está cadastrado');
  });
});

test.describe('the session in the browser', () => {
  test('[AUTH-30] the session token is in no storage, and no script can read it', async ({
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
    const answer = await hold(page, '**/api/sessoes/atual');
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    answer();
    await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
    expect(visited.filter((path) => path.startsWith('/auth'))).toEqual([]);
  });

  test('[NAV-04] [AUTH-26] signing out in the header shows a toast and the login, and Back stays there', async ({
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

  test('[AUTH-26] signing out cancels the reads in flight and starts no others', async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/');
    const marcas = await hold(page, '**/api/marcas?*');
    const asked = sentTo(page, '/api/clientes', 'GET');
    const reading = page.waitForRequest('**/api/marcas?*');
    await page.getByRole('link', { name: 'Marca', exact: true }).click();
    await reading;
    const over = await hold(page, '**/api/sessoes/atual');
    const leaving = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await leaving;
    await page.getByRole('link', { name: 'Clientes', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
    over();
    await expect(page).toHaveURL('/auth/login');
    marcas();
    await expect(toast(page, 'Logout realizado')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('[AUTH-27] after a failed logout the reads continue', async ({ page, operator, expectErrors }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/500|Erro ao fazer logout/);
    await page.goto('/');
    await page.route('**/api/sessoes/atual', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    const answer = await hold(page, '**/api/marcas?*');
    const reading = page.waitForRequest('**/api/marcas?*');
    await page.getByRole('link', { name: 'Marca', exact: true }).click();
    await reading;
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(toast(page, 'Erro ao fazer logout')).toBeVisible();
    answer();
    await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
  });

  test('[AUTH-27] a failed logout shows an error and keeps the user where they are', async ({
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

  test('[AUTH-28] a logout without a valid session still succeeds', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401/);
    await withoutStream(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expectSuccess(page, 'Logout realizado', 'Até breve!');
    await expect(toast(page, 'Erro')).toHaveCount(0);
    await expect(page).toHaveURL('/auth/login');
  });

  for (const status of [401, 403, 404])
    test(`[AUTH-28] a logout that the server answers with ${status} ends the session in the browser`, async ({
      page,
      operator,
      expectErrors,
    }) => {
      expect(operator.userId).toBeTruthy();
      // The browser logs this line. The page logs nothing, because the sign-out has succeeded.
      expectErrors(/^Failed to load resource/);
      await page.goto('/');
      await page.getByRole('link', { name: 'Marca', exact: true }).click();
      await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
      await page.route('**/api/sessoes/atual', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status, body: '' }) : route.fallback(),
      );
      await page.getByRole('button', { name: 'Sair', exact: true }).click();
      await expectSuccess(page, 'Logout realizado', 'Até breve!');
      await expect(page).toHaveURL('/auth/login');
      await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toHaveCount(1);
      // The page treats a person who goes back as signed out, even if the server still has the session.
      await page.goBack();
      await expect(page).toHaveURL('/auth/login');
      await expect(page.getByRole('navigation')).toHaveCount(0);
    });

  test('[AUTH-29] all tabs of a browser follow sign-out and sign-in immediately', async ({
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

  test('[PERM-02] a signed-in visitor of the auth screens is redirected to the dashboard', async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    for (const path of ['/auth/login', '/auth/cadastro', '/auth']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
  });

  test('after signing in the user is on the requested page, never on another site', async ({
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
    for (const [voltar, address] of [
      ['//mau.exemplo', '/'],
      ['https://mau.exemplo', '/'],
      ['/\\mau.exemplo', '/'],
      ['/%0d/mau.exemplo', '/%0D/mau.exemplo'],
    ] as const) {
      await page.goto(`/auth/login?voltar=${encodeURIComponent(voltar)}`);
      await expect(page).toHaveURL(address);
    }
  });
});

test("a page signed in by the API shows the person's own name", async ({ page }) => {
  await signIn(page, await anOperator({ name: 'Zélia Duarte' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Zélia Duarte!' })).toBeVisible();
});
