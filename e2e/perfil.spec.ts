import { randomUUID } from 'node:crypto';
import { anOperator, apiHeaders, expect, hold, mailedLink, signIn, sql, test } from './fixtures.ts';
import {
  button,
  card,
  confirm,
  control,
  dialog,
  elsewhere,
  GOOGLE,
  growStale,
  isSignedIn,
  question,
  READ,
  saved,
  TWO_STEP,
  toast,
} from './perfil-page.ts';
import { enrol, totp } from './second-factor.ts';
import { expectSound } from './sound.ts';

test.describe('the screen', () => {
  test('[PROF-01] [PROF-02] is at /perfil and shows name and e-mail, which the card does not edit', async ({
    page,
    operator,
  }) => {
    await page.goto('/perfil');
    await expect(page.getByRole('heading', { level: 1, name: 'Configurações do Perfil' })).toBeVisible();
    await expect(card(page, 'Conta')).toContainText('Ana Souza');
    await expect(card(page, 'Conta')).toContainText(operator.email);
    await expect(card(page, 'Conta').getByRole('textbox')).toHaveCount(0);
    await expect(card(page, 'Conta').locator('input, textarea, [contenteditable]')).toHaveCount(0);
  });

  test('[PROF-03] shows a text when there is no name', async ({ page }) => {
    await signIn(page, await anOperator({ name: '' }));
    await page.goto('/perfil');
    await expect(card(page, 'Conta')).toContainText('Não informado');
  });

  test('[PROF-04] shows the saved state of both switches', async ({ page, operator }) => {
    await page.goto('/perfil');
    await expect(control(page, GOOGLE)).toBeChecked();
    await expect(control(page, TWO_STEP)).not.toBeChecked();
    await sql('update profiles set google_auth_enabled = false, two_factor_enabled = true where id = $1', [
      operator.userId,
    ]);
    await page.reload();
    await expect(control(page, GOOGLE)).not.toBeChecked();
    await expect(control(page, TWO_STEP)).toBeChecked();
  });

  test('[PROF-05] Sair da conta in the Zona de Perigo signs out', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    // Requests that are in flight when the person signs out are answered with 401.
    expectErrors(/401/);
    await page.goto('/perfil');
    await card(page, 'Zona de Perigo').getByRole('button', { name: 'Sair da conta' }).click();
    await expect(page).toHaveURL('/auth/login');
    expect(await isSignedIn(page)).toBe(false);
  });

  test("[PROF-06] [PROF-07] shows a spinner until the profile row, whose id is the user's, is loaded", async ({
    page,
    operator,
  }) => {
    let reads = 0;
    page.on('request', (request) => {
      if (READ.test(request.url())) reads += 1;
    });
    const answer = await hold(page, READ);
    const answered = page.waitForResponse(READ);
    await page.goto('/perfil');
    const waiting = page.getByRole('main').getByRole('status', { name: 'Carregando...' });
    await expect(waiting).toBeVisible();
    await expect(waiting.locator('svg')).toHaveClass(/animate-spin/);
    await expect(page.getByRole('switch')).toHaveCount(0);
    await expect(card(page, 'Conta')).toHaveCount(0);
    answer();
    await expect(card(page, 'Conta')).toBeVisible();
    expect(await (await answered).json()).toMatchObject({
      id: operator.userId,
      full_name: 'Ana Souza',
      email: operator.email,
      google_auth_enabled: true,
      two_factor_enabled: false,
    });
    await expect(card(page, 'Sessões').getByText('Esta sessão')).toBeVisible();
    expect(reads).toBe(1);
  });

  test('[PROF-11] a profile that cannot be read is only logged, and appears once it can', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/500|A leitura falhou/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.clock.install();
    await page.route(READ, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/perfil');
    await expect.poll(() => logged.join('\n')).toContain('A leitura falhou');
    await expect(page.getByRole('main').getByRole('status', { name: 'Carregando...' })).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(READ);
    await page.clock.fastForward('00:20');
    await expect(card(page, 'Conta')).toBeVisible();
  });

  test("[PROF-12] each user has one profiles row, with the user's id", async ({ operator }) => {
    const rows = await sql('select * from profiles where email = $1', [operator.email]);
    expect(rows).toEqual([
      expect.objectContaining({
        id: operator.userId,
        full_name: 'Ana Souza',
        email: operator.email,
        google_auth_enabled: true,
        two_factor_enabled: false,
      }),
    ]);
    const [other] = await sql(
      'select count(*)::int from auth.users u left join profiles p using (id) where p.id is null and exists (select from membros m where m.user_id = u.id)',
    );
    expect(other).toEqual({ count: 0 });
    await expect(
      sql('insert into profiles (id, email) values ($1, $2)', [operator.userId, 'x@y.z']),
    ).rejects.toThrow(/profiles_pkey/);
  });
});

test.describe('a switch', () => {
  test('[PROF-08] [PROF-09] is saved immediately without the other one, and the value stays', async ({
    page,
    operator,
  }) => {
    await page.goto('/perfil');
    await expect(page.getByRole('button', { name: /^Salvar/ })).toHaveCount(0);
    const sent = page.waitForRequest(/\/api\/perfil\/preferencias$/);
    await control(page, GOOGLE).click();
    expect((await sent).postDataJSON()).toEqual({ google_auth_enabled: false });
    await expect(toast(page, 'Configuração atualizada')).toContainText(
      'Suas preferências foram salvas com sucesso.',
    );
    await expect(control(page, GOOGLE)).not.toBeChecked();
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: false, two_factor_enabled: false });
    await page.reload();
    await expect(control(page, GOOGLE)).not.toBeChecked();
    await control(page, GOOGLE).press('Space');
    await expect(control(page, GOOGLE)).toBeChecked();
    await expect.poll(async () => (await saved(operator))['google_auth_enabled']).toBe(true);
  });

  test('[PROF-08] the Google switch turns off immediately, and on only after a fresh proof of identity', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/status of 403/);
    await page.goto('/perfil');
    await growStale(operator);
    await control(page, GOOGLE).click();
    await expect(toast(page, 'Configuração atualizada')).toHaveCount(1);
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: false });
    await control(page, GOOGLE).click();
    await dialog(page, 'Confirme que é você').getByRole('button', { name: 'Cancelar' }).click();
    await expect(control(page, GOOGLE)).not.toBeChecked();
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: false });
    await control(page, GOOGLE).click();
    await confirm(page, operator);
    await expect(control(page, GOOGLE)).toBeChecked();
    await expect.poll(async () => (await saved(operator))['google_auth_enabled']).toBe(true);
  });

  test('[PROF-10] shows an error after a failed save and returns to its old value', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/500|Erro ao atualizar/);
    await page.goto('/perfil');
    await page.route(/\/api\/perfil\/(preferencias|fatores)$/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    for (const [name, on] of [
      [GOOGLE, true],
      [TWO_STEP, false],
    ] as const) {
      await control(page, name).click();
      await expect(toast(page, 'Erro ao atualizar')).toContainText(
        'Não foi possível atualizar suas configurações.',
      );
      await expect(control(page, name)).toBeChecked({ checked: on });
      await page.reload();
    }
    expect(await saved(operator)).toMatchObject({ google_auth_enabled: true, two_factor_enabled: false });
  });

  test('[PERM-08] of another user cannot be changed, because no request can name another profile', async ({
    page,
    operator,
    browser,
  }) => {
    const victim = await anOperator({ name: 'Vera Cruz', empresaId: operator.empresaId });
    const theirs = await elsewhere(browser, victim);
    await enrol(theirs);
    const before = await saved(victim);
    const [factor] = await sql('select id from auth.factors where user_id = $1', [victim.userId]);
    const [session] = await sql('select id from auth.sessions where user_id = $1', [victim.userId]);
    const attempts: [string, 'PUT' | 'DELETE', object | undefined][] = [
      ['preferencias', 'PUT', { google_auth_enabled: false, id: victim.userId }],
      [`preferencias?id=${victim.userId}`, 'PUT', { google_auth_enabled: false }],
      [`nome?id=${victim.userId}`, 'PUT', { full_name: 'Invadida' }],
      [`fatores/${String(factor?.['id'])}`, 'DELETE', undefined],
      [`sessoes/${String(session?.['id'])}`, 'DELETE', undefined],
    ];
    const answers: number[] = [];
    for (const [path, method, data] of attempts) {
      const options = { method, headers: apiHeaders, ...(data && { data }) };
      answers.push((await page.request.fetch(`/api/perfil/${path}`, options)).status());
    }
    expect(answers).toEqual([422, 200, 200, 404, 404]);
    expect(await saved(victim)).toEqual(before);
    expect(await saved(operator)).toMatchObject({ full_name: 'Invadida', google_auth_enabled: false });
    expect(await sql('select id from auth.factors where user_id = $1', [victim.userId])).toEqual([factor]);
    expect(await isSignedIn(theirs)).toBe(true);
    await theirs.close();
  });
});

test.describe('the account', () => {
  test('a new name appears everywhere', async ({ page, operator }) => {
    await page.goto('/perfil');
    await button(page, 'Alterar nome').click();
    await expect(dialog(page).getByLabel('Nome completo')).toHaveValue('Ana Souza');
    await dialog(page).getByLabel('Nome completo').fill('');
    await dialog(page).getByLabel('Nome completo').press('Enter');
    await expect(dialog(page).getByText('Informe o nome completo')).toBeVisible();
    await dialog(page).getByLabel('Nome completo').fill('Ana Maria Souza');
    await dialog(page).getByLabel('Nome completo').press('Enter');
    await expect(toast(page, 'Nome alterado')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(button(page, 'Alterar nome')).toBeFocused();
    await expect(card(page, 'Conta')).toContainText('Ana Maria Souza');
    expect(await saved(operator)).toMatchObject({ full_name: 'Ana Maria Souza' });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Ana Maria Souza!' })).toBeVisible();
  });

  test('a new e-mail takes effect once its link is opened', async ({ page, operator }) => {
    const novo = `${randomUUID()}@exemplo.com.br`;
    await page.goto('/perfil');
    await button(page, 'Alterar email').click();
    await dialog(page).getByLabel('Novo email').fill('sem arroba');
    await dialog(page).getByLabel('Novo email').press('Enter');
    await expect(dialog(page).getByText('Email inválido')).toBeVisible();
    await dialog(page).getByLabel('Novo email').fill(novo);
    await dialog(page).getByLabel('Novo email').press('Enter');
    await expect(
      dialog(page).getByText(`Enviamos um link para ${novo}. O email só muda quando ele for aberto.`),
    ).toBeVisible();
    await button(page, 'Entendi').click();
    await expect(card(page, 'Conta').getByText(/Aguardando confirmação/)).toContainText(novo);
    await expect(card(page, 'Conta')).toContainText(operator.email);

    const link = await mailedLink(page, novo, 'novo-email');
    await page.goto(link);
    await expect(toast(page, 'Email alterado')).toBeVisible();
    await page.goto('/perfil');
    await expect(card(page, 'Conta').getByText(novo)).toBeVisible();
    await expect(card(page, 'Conta').getByText(/Aguardando confirmação/)).toHaveCount(0);
    expect(await saved(operator)).toMatchObject({ email: novo });
  });

  test('a new password ends the other sessions, and the old one is refused', async ({
    page,
    operator,
    browser,
    expectErrors,
  }) => {
    expectErrors(/422|403|401/);
    const other = await elsewhere(browser, operator);
    const nova = 'correta-bateria-grampo';
    await page.goto('/perfil');
    await button(page, 'Alterar senha').click();
    const form = dialog(page, 'Alterar senha');
    await expect(form.getByLabel('Nova senha', { exact: true })).toHaveAccessibleDescription(
      /Mínimo de 6 caracteres/,
    );
    await form.getByLabel('Senha atual').fill('errada');
    await form.getByLabel('Nova senha', { exact: true }).fill(nova);
    await expect(form.getByText('As senhas não coincidem')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Salvar senha' })).toBeDisabled();
    await form.getByLabel('Confirmar nova senha').fill(nova);
    await expect(form.getByText('As senhas não coincidem')).toHaveCount(0);
    await form.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(form.getByLabel('Senha atual')).toHaveAttribute('aria-invalid', 'true');
    expect(await isSignedIn(other)).toBe(true);
    await form.getByLabel('Senha atual').fill(operator.senha);
    await form.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(toast(page, 'Senha alterada')).toContainText('As outras sessões foram encerradas.');
    await expect(form).toBeHidden();
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(page)).toBe(true);
    for (const [senha, status] of [
      [operator.senha, 401],
      [nova, 200],
    ] as const) {
      const data = { email: operator.email, senha };
      const entered = await other.request.post('/api/sessoes', { data, headers: apiHeaders });
      expect(entered.status()).toBe(status);
    }
    await other.close();
  });
});

for (const width of [1440, 390])
  test(`axe finds no violation in the profile and its dialogs, at ${width} px`, async ({
    page,
    operator,
    browser,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    const other = await elsewhere(browser, operator);
    await sql(
      "insert into auth.accounts (user_id, account_id, provider_id, email) values ($1, $2, 'google', 'ana.do.google@gmail.com')",
      [operator.userId, randomUUID()],
    );
    await page.goto('/perfil');
    await expect(card(page, 'Sessões').getByRole('listitem').first()).toBeVisible();
    await expectSound(page);
    for (const name of ['Alterar nome', 'Alterar email', 'Alterar senha']) {
      await button(page, name).click();
      await dialog(page).getByRole('button', { name: 'Cancelar' }).waitFor();
      await expectSound(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    }
    for (const name of ['Desvincular', 'Encerrar as outras sessões']) {
      await button(page, name).click();
      await question(page).waitFor();
      await expectSound(page, '[role=alertdialog]');
      await question(page).getByRole('button', { name: 'Cancelar' }).click();
    }
    await control(page, TWO_STEP).click();
    const enrolling = dialog(page, 'Ligar a verificação em duas etapas');
    const secret = await enrolling.getByText(/^[A-Z2-7 ]{16,}$/).textContent();
    await expectSound(page, '[role=dialog]');
    await enrolling.getByLabel('Código', { exact: true }).fill(totp(secret ?? ''));
    await enrolling.getByRole('button', { name: 'Ativar' }).click();
    const codes = dialog(page, 'Códigos de reserva');
    await codes.waitFor();
    await expectSound(page, '[role=dialog]');
    await codes.getByRole('button', { name: 'Guardei os códigos' }).click();
    await control(page, TWO_STEP).click();
    await dialog(page).waitFor();
    await expectSound(page, '[role=dialog]');
    await other.close();
  });
