import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { anOperator, expect, type Operator, ORIGIN, sql, test, withoutStream } from './fixtures.ts';
import { toast } from './register-page.ts';
import { enrol } from './second-factor.ts';
import { SENHA_ERRADA, watchSecrets } from './secrets.ts';
import { expectSound } from './sound.ts';

const ended = (page: Page) => page.getByRole('dialog', { name: 'Sua sessão terminou' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Nova Marca' });
const row = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });
type Person = Pick<Operator, 'userId' | 'empresaId'>;
const endSessions = ({ userId }: Person) => sql('delete from auth.sessions where user_id = $1', [userId]);
const marcasOf = ({ empresaId }: Person) => sql('select from marcas where empresa_id = $1', [empresaId]);

async function answerGoogle(page: Page, email: string): Promise<void> {
  // The login has a field of the same name, and may still be on the screen.
  await expect(page.getByRole('button', { name: 'Continuar', exact: true })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
}

/** The saves that the page sends from now on. */
function savesOf(page: Page): Request[] {
  const saves: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/marcas')) saves.push(request);
  });
  return saves;
}

/** Fills a marca and ends its session before the save. */
async function meetTheEnd(page: Page, operator: Person): Promise<Request[]> {
  await withoutStream(page);
  await page.goto('/cadastros/marca?abrir=novo');
  await form(page).getByLabel('Marca *').fill('Cofap');
  await form(page).getByLabel('Descrição').fill('Amortecedores');
  const saves = savesOf(page);
  await endSessions(operator);
  await form(page).getByRole('button', { name: 'Cadastrar' }).click();
  await expect(ended(page)).toBeVisible();
  return saves;
}

async function expectOneSave(page: Page, operator: Person, saves: Request[]): Promise<void> {
  await expect(ended(page)).toBeHidden();
  await expect(toast(page, 'Marca cadastrada com sucesso')).toBeVisible();
  await expect(row(page, 'Cofap')).toContainText('Amortecedores');
  expect(saves.length).toBeGreaterThanOrEqual(2);
  const keys = await Promise.all(saves.map((save) => save.headerValue('idempotency-key')));
  expect(new Set(keys).size).toBe(1);
  expect(await marcasOf(operator)).toHaveLength(1);
}

test.describe('a session that ends while a form is open', () => {
  test.beforeEach(({ expectErrors }) => expectErrors(/401|Erro/));

  test('[PERM-05] asks for the password over the form, loses nothing, and retries the same save', async ({
    page,
    operator,
  }) => {
    const saves = await meetTheEnd(page, operator);
    await expect(toast(page, 'Você precisa estar logado')).toContainText('Erro');
    await expect(ended(page)).toContainText('O que você digitou está guardado.');
    await expect(ended(page).getByLabel('Email')).toHaveValue(operator.email);
    await expect(ended(page).getByLabel('Email')).toHaveJSProperty('readOnly', true);
    const password = ended(page).getByLabel('Senha', { exact: true });
    await expect(password).toBeFocused();
    await expectSound(page);
    await password.fill(SENHA_ERRADA);
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription('Senha incorreta');
    expect(await marcasOf(operator)).toHaveLength(0);
    await password.fill(operator.senha);
    await password.press('Enter');
    await expectOneSave(page, operator, saves);
  });

  test('a sign-in of the same person in another tab releases the save', async ({
    page,
    operator,
    context,
  }) => {
    const saves = await meetTheEnd(page, operator);
    const tab = await context.newPage();
    await tab.goto('/auth/login');
    await tab.getByLabel('Email').fill(operator.email);
    await tab.getByLabel('Senha', { exact: true }).fill(operator.senha);
    await tab.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(tab).toHaveURL('/');
    await expectOneSave(page, operator, saves);
  });

  test('asks for the second factor when there is one', async ({ page, operator }) => {
    const { next } = await enrol(page);
    const saves = await meetTheEnd(page, operator);
    await ended(page).getByLabel('Senha', { exact: true }).fill(operator.senha);
    await ended(page).getByRole('button', { name: 'Entrar', exact: true }).click();
    const code = ended(page).getByLabel('Código', { exact: true });
    await expect(code).toBeFocused();
    await expectSound(page);
    await code.fill(next());
    await expectOneSave(page, operator, saves);
  });

  test('a person without a password signs in with Google in another tab, and the save continues here', async ({
    page,
    context,
  }) => {
    const email = `${randomUUID()}@gmail.com`;
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Continuar com Google' }).click();
    await answerGoogle(page, email);
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
    const [user] = await sql(
      'select m.user_id, m.empresa_id from membros m join auth.users u on u.id = m.user_id where u.email = $1',
      [email],
    );
    const operator = { userId: String(user?.['user_id']), empresaId: String(user?.['empresa_id']) };
    const saves = await meetTheEnd(page, operator);
    await expect(ended(page).getByLabel('Senha', { exact: true })).toHaveCount(0);
    await expectSound(page);
    const opened = context.waitForEvent('page');
    await ended(page).getByRole('button', { name: 'Continuar com Google' }).click();
    await answerGoogle(await opened, email);
    await expectOneSave(page, operator, saves);
  });

  test('a picked logo is uploaded after the sign-in', async ({ page, operator }) => {
    await page.goto('/cadastros/marca?abrir=novo');
    await form(page).getByLabel('Marca *').fill('Cofap');
    const logo = sharp({ create: { width: 40, height: 40, channels: 3, background: '#225588' } }).png();
    await form(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo.toBuffer() });
    await endSessions(operator);
    await form(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(toast(page, 'Você precisa estar logado')).toContainText('Erro');
    await ended(page).getByLabel('Senha', { exact: true }).fill(operator.senha);
    await ended(page).getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(row(page, 'Cofap').getByRole('img')).toBeVisible();
  });

  test('Escape postpones the sign-in without touching the form, and the next save asks again', async ({
    page,
    operator,
  }) => {
    await meetTheEnd(page, operator);
    await page.keyboard.press('Escape');
    await expect(ended(page)).toBeHidden();
    await expect(form(page).getByLabel('Marca *')).toHaveValue('Cofap');
    await form(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(ended(page)).toBeVisible();
    await ended(page).getByRole('button', { name: 'Entrar com outra conta' }).click();
    await expect(page).toHaveURL('/auth/login');
    expect(await marcasOf(operator)).toHaveLength(0);
  });

  test('another person who signs in sees no data of the form', async ({ page, operator, context }) => {
    await meetTheEnd(page, operator);
    const other = await anOperator({ name: 'Bia Nunes' });
    const tab = await context.newPage();
    await tab.goto('/auth/login');
    await tab.getByLabel('Email').fill(other.email);
    await tab.getByLabel('Senha', { exact: true }).fill(other.senha);
    await tab.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Bia Nunes!' })).toBeVisible();
    expect(await marcasOf(operator)).toHaveLength(0);
    expect(await marcasOf(other)).toHaveLength(0);
  });

  test('a deliberate sign-out in another tab still signs out immediately', async ({
    page,
    operator,
    context,
  }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/cadastros/marca?abrir=novo');
    await form(page).getByLabel('Marca *').fill('Cofap');
    const tab = await context.newPage();
    await tab.goto('/');
    await tab.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(page).toHaveURL('/auth/login');
  });
});

test('a search that is typed while the session ends does not change the page to return to', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/401/);
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/login-page-/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/cadastros/marca?busca=bosch');
  await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
  await endSessions(operator);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL('/auth/login?voltar=%2Fcadastros%2Fmarca%3Fbusca%3Dbosch');
  // The list is still mounted, takes a text and sends it.
  await page.getByRole('searchbox', { name: 'Buscar marcas' }).fill('cofap');
  await page.clock.runFor(1000);
  code.resolve();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page).toHaveURL('/auth/login?voltar=%2Fcadastros%2Fmarca%3Fbusca%3Dbosch');
});

test('a session that ends without unsaved changes redirects to the login, and the sign-in returns', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/401/);
  await page.goto('/cadastros/marca?busca=bosch');
  await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
  await endSessions(operator);
  await page.getByRole('searchbox', { name: 'Buscar marcas' }).fill('cofap');
  await expect(page).toHaveURL(/\/auth\/login\?voltar=/);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Senha', { exact: true }).fill(operator.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/cadastros\/marca\?busca=/);
});

test.describe('a sensitive action on an old sign-in', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });
  const growStale = ({ userId }: Operator) =>
    sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [userId]);
  test.beforeEach(({ operator }) =>
    sql('update profiles set google_auth_enabled = false where id = $1', [operator.userId]),
  );

  test('waits until the person has confirmed their identity', async ({ page, operator, expectErrors }) => {
    expectErrors(/403|422/);
    const { next } = await enrol(page);
    await page.goto('/perfil');
    const google = page.getByRole('switch', { name: 'Autenticação com Google' });
    await expect(google).not.toBeChecked();
    await growStale(operator);
    await google.click();
    const password = question(page).getByLabel('Senha', { exact: true });
    await expect(password).toBeFocused();
    await expectSound(page);
    await password.fill(SENHA_ERRADA);
    await question(page).getByLabel('Código', { exact: true }).fill('000000');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription('Senha incorreta');
    await password.fill(operator.senha);
    await question(page).getByLabel('Código', { exact: true }).fill(next());
    await question(page).getByRole('button', { name: 'Confirmar' }).click();
    await expect(question(page)).toBeHidden();
    await expect(google).toBeChecked();
    await expect
      .poll(() => sql('select google_auth_enabled from profiles where id = $1', [operator.userId]))
      .toEqual([{ google_auth_enabled: true }]);
  });

  test('is not done and shows no message when the person cancels', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/403/);
    await page.goto('/perfil');
    const google = page.getByRole('switch', { name: 'Autenticação com Google' });
    await expect(google).not.toBeChecked();
    await growStale(operator);
    await google.click();
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(question(page)).toBeHidden();
    await expect(google).not.toBeChecked();
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0);
  });
});

test('[AUTH-30] after signing out no data of the session stays in the browser', async ({
  page,
  operator,
  context,
}) => {
  await page.goto('/cadastros/marca');
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page).toHaveURL('/auth/login');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  for (const own of [operator.email, operator.userId, operator.empresaId, 'Ana Souza'])
    expect(kept).not.toContain(own);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-prumo');
});

test('watchSecrets finds a token in an answer, an address, a storage and the page', async ({ browser }) => {
  const planted = await browser.newContext({ baseURL: ORIGIN });
  const found = watchSecrets(planted, ORIGIN);
  const page = await planted.newPage();
  const token = (prefix: string) => `${prefix}_${'Ab3-'.repeat(11)}`.slice(0, 47);
  await page.route('**/api/sessoes/atual', (route) =>
    route.fulfill({ json: { sessao: null, token: token('prs') } }),
  );
  await page.goto(`/auth/login?voltar=${token('prc')}`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.evaluate(
    ([kept, shown]) => {
      localStorage.setItem('guardado', kept ?? '');
      document.body.append(shown ?? '');
    },
    [token('prd'), 'canario-google-abc'],
  );
  const where = (await found()).join('\n');
  expect(where).toMatch(/prs_.* in the answer of \/api\/sessoes\/atual/);
  expect(where).toMatch(/prc_.* in an address/);
  expect(where).toMatch(/prd_.* in the page or its storage/);
  expect(where).toMatch(/canario-google-.* in the page or its storage/);
  await planted.close();
});
