import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import {
  anOperator,
  apiHeaders,
  expect,
  mailedLink,
  type Operator,
  ORIGIN,
  signIn,
  sql,
  test,
} from './fixtures.ts';

const GOOGLE = 'Autenticação com Google';
const TWO_STEP = 'Verificação em duas etapas';
const READ = /\/api\/perfil$/;

const toast = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(title, { exact: true }) });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const control = (page: Page, name: string) => page.getByRole('switch', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', { ...(name && { name }) });
const question = (page: Page) => page.getByRole('alertdialog');
const saved = async ({ userId }: Operator) =>
  (await sql('select * from profiles where id = $1', [userId]))[0] ?? {};

/** RFC 6238 by hand: the test does not trust the library that judges the codes. */
function totp(secret: string, at = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Two-step sign-in switched on without the screen; gives the backup codes. */
async function enrol(page: Page): Promise<string[]> {
  const created = await page.request.post('/api/perfil/fatores', { headers: apiHeaders });
  const { id, segredo } = await created.json();
  const verified = await page.request.post(`/api/perfil/fatores/${id}/verificacao`, {
    data: { codigo: totp(segredo) },
    headers: apiHeaders,
  });
  expect(verified.status()).toBe(200);
  return (await verified.json()).codigos;
}

/** Signed in somewhere else, as the same person. */
async function elsewhere(browser: Browser, operator: Operator): Promise<Page> {
  const other = await browser.newPage({ baseURL: ORIGIN });
  await signIn(other, operator);
  return other;
}

const isSignedIn = async (page: Page) =>
  (await (await page.request.get('/api/sessoes/atual')).json()).sessao !== null;

/** As if the sign-in were too old for a sensitive act. */
const growStale = ({ userId }: Operator) =>
  sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [userId]);

/** Answers the question for who one is, with a backup code where there is a second factor. */
async function confirm(page: Page, { senha }: Operator, backupCode?: string): Promise<void> {
  const asked = dialog(page, 'Confirme que é você');
  await asked.getByLabel('Senha', { exact: true }).fill(senha);
  if (backupCode) {
    await button(page, 'Usar um código de reserva').click();
    await asked.getByLabel('Código de reserva').fill(backupCode);
  }
  await button(page, 'Confirmar').click();
}

async function linkThroughGoogle(page: Page, email: string): Promise<void> {
  await button(page, 'Vincular conta Google').click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Nome').fill('Ana do Google');
  await button(page, 'Continuar').click();
  await expect(page).toHaveURL(/\/perfil/);
}

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

  test('[PROF-03] says so when there is no name', async ({ page }) => {
    await signIn(page, await anOperator({ name: '' }));
    await page.goto('/perfil');
    await expect(card(page, 'Conta')).toContainText('Não informado');
  });

  test('[PROF-04] both switches show what is saved', async ({ page, operator }) => {
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

  test('[PROF-05] Sair da conta in the Zona de Perigo signs out', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/perfil');
    await card(page, 'Zona de Perigo').getByRole('button', { name: 'Sair da conta' }).click();
    await expect(page).toHaveURL('/auth/login');
    expect(await isSignedIn(page)).toBe(false);
  });

  test('[PROF-06] [PROF-07] waits with a spinner for the one profile row, whose id is the user’s', async ({
    page,
    operator,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let reads = 0;
    await page.route(READ, async (route) => {
      reads += 1;
      await held;
      await route.continue();
    });
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

  test('[PROF-11] a profile that cannot be read is only logged, and appears when it can', async ({
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
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(READ);
    await page.clock.fastForward('00:20');
    await expect(card(page, 'Conta')).toBeVisible();
  });

  test('[PROF-12] there is one profiles row for each user, with the user’s id', async ({ operator }) => {
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
  test('[PROF-08] [PROF-09] is saved at once, alone, and the value stays', async ({ page, operator }) => {
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

  test('[PROF-10] that could not be saved says so and goes back', async ({
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

  test('[PERM-08] of another user cannot be reached: nothing in a request names whose profile it is', async ({
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

test.describe('two-step verification', () => {
  test('[PROF-08] [PROF-09] is on once a code was verified; the backup codes are shown once', async ({
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
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

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
    await codes.getByRole('link', { name: 'Baixar' }).click();
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

  test('[PROF-08] is off after the identity is confirmed; turning back on the way changes nothing', async ({
    page,
    operator,
  }) => {
    const [first = ''] = await enrol(page);
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
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
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

  test('new backup codes replace the old ones, and few left are a warning', async ({ page, operator }) => {
    const old = await enrol(page);
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

test('a sensitive change asks who one is, and whoever turns back hears nothing more', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/403/);
  await page.goto('/perfil');
  await expect(control(page, GOOGLE)).toBeChecked();
  await growStale(operator);
  await control(page, GOOGLE).click();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(control(page, GOOGLE)).toBeChecked();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

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
  await expect(control(page, GOOGLE)).not.toBeChecked();
});

test.describe('the account', () => {
  test('a new name is greeted everywhere', async ({ page, operator }) => {
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

  test('a new e-mail counts once its link is opened', async ({ page, operator }) => {
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

test.describe('sessions', () => {
  test('[AUTH-29] the profile lists the sessions of other browsers and ends one, or all of them', async ({
    page,
    operator,
    browser,
  }) => {
    await page.goto('/perfil');
    const list = card(page, 'Sessões');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('listitem')).toContainText('Esta sessão');
    await expect(list.getByRole('listitem')).toContainText('Usada agora');
    await expect(list.getByText('Nenhuma outra sessão está aberta.')).toBeVisible();
    await expect(button(page, 'Encerrar as outras sessões')).toHaveCount(0);

    const [first, second, third] = await Promise.all([1, 2, 3].map(() => elsewhere(browser, operator)));
    if (!first || !second || !third) throw new Error('three were opened');
    await sql(
      "update auth.sessions set updated_at = '2026-01-31T23:05:00Z' where user_id = $1 and id <> (select id from auth.sessions where user_id = $1 order by created_at limit 1)",
      [operator.userId],
    );
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list.getByText(/Usada em 31\/01\/2026,? 20:05/).first()).toBeVisible();
    await list
      .getByRole('button', { name: /^Encerrar a sessão/ })
      .first()
      .click();
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await list
      .getByRole('button', { name: /^Encerrar a sessão/ })
      .first()
      .click();
    await question(page).getByRole('button', { name: 'Encerrar' }).click();
    await expect(toast(page, 'Sessão encerrada')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const alive = async () =>
      (await Promise.all([first, second, third].map(isSignedIn))).filter(Boolean).length;
    expect(await alive()).toBe(2);

    await button(page, 'Encerrar as outras sessões').click();
    await question(page).getByRole('button', { name: 'Encerrar' }).click();
    await expect(toast(page, 'Outras sessões encerradas')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    expect(await alive()).toBe(0);
    expect(await isSignedIn(page)).toBe(true);
    await Promise.all([first, second, third].map((each) => each.close()));
  });

  test('sessions and activity that cannot be read say so and can be asked for again', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/404|A leitura falhou/);
    const lists = /\/api\/perfil\/(sessoes|eventos)/;
    await page.route(lists, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/perfil');
    for (const name of ['Sessões', 'Atividade recente'])
      await expect(card(page, name).getByRole('alert')).toBeVisible();
    await page.unroute(lists);
    for (const name of ['Sessões', 'Atividade recente']) {
      await card(page, name).getByRole('button', { name: 'Tentar de novo' }).click();
      await expect(card(page, name).getByRole('listitem').first()).toBeVisible();
    }
  });

  test('the activity tells what happened, page by page', async ({ page, operator, browser }) => {
    const other = await elsewhere(browser, operator);
    await other.request.post('/api/sessoes', {
      data: { email: operator.email, senha: 'errada' },
      headers: apiHeaders,
    });
    await other.close();
    await page.goto('/perfil');
    const activity = card(page, 'Atividade recente');
    await expect(activity.getByText('Entrada com senha').first()).toBeVisible();
    await expect(activity.getByText('Tentativa de entrada recusada')).toBeVisible();
    await sql(
      "insert into auth.events (user_id, kind, created_at) select $1, 'nome_alterado', now() - n * interval '1 minute' from generate_series(1, 120) n",
      [operator.userId],
    );
    await page.reload();
    const before = await activity.getByRole('listitem').count();
    await activity.getByRole('button', { name: 'Ver mais' }).click();
    await expect.poll(() => activity.getByRole('listitem').count()).toBeGreaterThan(before);
  });
});

test.describe('Google', () => {
  test('an account is linked at Google and unlinked here', async ({ page, operator }) => {
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

  test('an account of somebody else is not linked, and turning back at Google changes nothing', async ({
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
    // Signing in as another ends this session, and what the page still reads would be refused.
    await page.goto('about:blank');
    await signIn(page, operator);
    await page.goto('/perfil');
    await linkThroughGoogle(page, email);
    await expect(page.getByText('Esta conta Google já está vinculada a outro usuário.')).toBeVisible();
    await expect(page).toHaveURL('/perfil');
    await button(page, 'Vincular conta Google').click();
    await button(page, 'Cancelar').click();
    await expect(toast(page, 'Nada foi alterado')).toBeVisible();
    await expect(page).toHaveURL('/perfil');
    await expect(button(page, 'Vincular conta Google')).toBeVisible();
  });

  test('[PROF-08] with the switch off a sign-in through Google is refused', async ({
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
    await page.getByLabel('Email', { exact: true }).fill(email);
    await button(page, 'Continuar').click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(toast(page, 'Erro ao fazer login com Google')).toBeVisible();
    expect(await isSignedIn(page)).toBe(false);
  });

  test('coming back from Google says once what came of it', async ({ page, operator, expectErrors }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/não foi vinculada|Nada foi alterado|O pedido expirou|Erro no Google/);
    for (const [result, title] of [
      ['vinculado', 'Conta Google vinculada'],
      ['confirmado', 'Identidade confirmada'],
      ['outra_conta', 'A conta Google não foi vinculada'],
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
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });

  test('a server without Google says so', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.route(READ, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), google_disponivel: false } });
    });
    await page.goto('/perfil');
    await expect(page.getByText('A entrada com Google não está configurada neste servidor.')).toBeVisible();
    await expect(button(page, 'Vincular conta Google')).toHaveCount(0);
  });

  test('whoever has no password creates one before leaving Google behind', async ({ page, operator }) => {
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

for (const width of [1440, 390])
  test(`nothing is in the way of anybody, at ${width} px`, async ({ page, operator, browser }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    const other = await elsewhere(browser, operator);
    await sql(
      "insert into auth.accounts (user_id, account_id, provider_id, email) values ($1, $2, 'google', 'ana.do.google@gmail.com')",
      [operator.userId, randomUUID()],
    );
    await page.goto('/perfil');
    await expect(card(page, 'Sessões').getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
    for (const name of ['Alterar nome', 'Alterar email', 'Alterar senha']) {
      await button(page, name).click();
      await dialog(page).getByRole('button', { name: 'Cancelar' }).waitFor();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    }
    for (const name of ['Desvincular', 'Encerrar as outras sessões']) {
      await button(page, name).click();
      await question(page).waitFor();
      await expectAccessible(page);
      await question(page).getByRole('button', { name: 'Cancelar' }).click();
    }
    await control(page, TWO_STEP).click();
    const enrolling = dialog(page, 'Ligar a verificação em duas etapas');
    const secret = await enrolling.getByText(/^[A-Z2-7 ]{16,}$/).textContent();
    await expectAccessible(page);
    await enrolling.getByLabel('Código', { exact: true }).fill(totp(secret ?? ''));
    await enrolling.getByRole('button', { name: 'Ativar' }).click();
    const codes = dialog(page, 'Códigos de reserva');
    await codes.waitFor();
    await expectAccessible(page);
    await codes.getByRole('button', { name: 'Guardei os códigos' }).click();
    await control(page, TWO_STEP).click();
    await dialog(page).waitFor();
    await expectAccessible(page);
    await other.close();
  });

/** In light and in dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^(?!.*dark)/);
    await expectNoViolation(page);
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // What is drawn in a portal stands outside the landmarks by its nature.
    .disableRules(['region'])
    .analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
  ).toEqual([]);
}
