import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  anOperator,
  expect,
  hold,
  type Operator,
  ORIGIN,
  sentTo,
  signIn,
  sql,
  test,
  withoutStream,
} from './fixtures.ts';
import {
  AUTHORIZATION,
  aConta,
  aSeller,
  authorize,
  card,
  cards,
  connect,
  connectButton,
  contasOf,
  expectNoTrace,
  PATH,
  reachMercadoLivre,
  type Seller,
} from './integracoes-page.ts';
import { confirm, growStale, toast } from './perfil-page.ts';
import { question } from './register-page.ts';
import { expectSound } from './sound.ts';
import { expectFailure } from './toasts.ts';

const FAILED = 'Erro ao conectar com Mercado Livre';
const LIST = /\/api\/contas$/;
const CONFIGURATION = '/api/marketplaces/mercado-livre/configuracao';

/** The accounts come first; the section with this title and the button that connects another one is below them. */
async function expectSections(page: Page, title: string): Promise<void> {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.nth(0)).toHaveText('Contas Conectadas');
  await expect(headings.nth(1)).toHaveText(title);
  const [accounts, section] = await Promise.all(
    ['Contas Conectadas', title].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
  );
  expect(section?.y).toBeGreaterThanOrEqual((accounts?.y ?? 0) + (accounts?.height ?? 0));
  const region = page.getByRole('region', { name: title, exact: true });
  await expect(region.getByRole('button', { name: 'Conectar Nova Conta' })).toBeVisible();
}

test.describe('the integrations', () => {
  test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

  test('[INTE-01] [INTE-02] [INTE-05] [INTE-07] [INTE-09] [INTE-10] an account is connected at Mercado Livre', async ({
    page,
  }) => {
    const seller = await aSeller(page);
    await page.goto(PATH);
    await expect(page.getByRole('heading', { name: 'Integrações', level: 1 })).toBeVisible();
    await expectSections(page, 'Conectar Conta');
    const { client_id } = await (await page.request.get(CONFIGURATION)).json();
    expect(client_id).toMatch(/^\d+$/);
    const configuring = sentTo(page, CONFIGURATION, 'GET');
    const leaving = page.waitForRequest(AUTHORIZATION);
    await connectButton(page).click();
    const asked = new URL((await leaving).url()).searchParams;
    expect(configuring.map((request) => request.postData())).toEqual([null]);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id,
      redirect_uri: `${ORIGIN}${PATH}`,
      code_challenge_method: 'S256',
    });
    await reachMercadoLivre(page);
    await page.goBack();
    await expect(connectButton(page)).toBeEnabled();
    const kept = await page.evaluate(() => sessionStorage.getItem('conexao'));
    const { code_verifier } = JSON.parse(kept ?? '{}');
    expect(Buffer.from(code_verifier, 'base64url')).toHaveLength(32);
    expect(createHash('sha256').update(code_verifier).digest('base64url')).toBe(asked.get('code_challenge'));
    await connectButton(page).click();
    await authorize(page, seller);
    const mine = card(page, seller.nickname);
    // The nickname of this seller contains the id, so the line with the id is asserted by itself.
    await expect(mine.getByText(`Mercado Livre · ID ${seller.id}`, { exact: true })).toBeVisible();
    await expect(mine.getByText('Ativa', { exact: true })).toBeVisible();
    await expect(mine.getByRole('button', { name: 'Configurar' })).toBeVisible();
    await expect(mine.getByRole('button', { name: 'Desconectar' })).toBeVisible();
    await expectSections(page, 'Adicionar Nova Conta');
  });

  test('[INTE-11] [INTE-12] [INTE-13] [INTE-14] the code is exchanged once, under a full-screen message, and leaves no trace', async ({
    page,
  }) => {
    const seller = await aSeller(page);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    const sent = sentTo(page, '/api/contas');
    const answer = await hold(page, LIST);
    await authorize(page, seller);
    await expect(page.getByRole('heading', { name: 'Conectando com Mercado Livre...' })).toBeVisible();
    const screen = page.getByRole('status').filter({ hasText: 'Conectando com' });
    expect(await screen.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveCount(0);
    await expectNoTrace(page);
    await expectSound(page, '[role="status"]');
    answer();
    await expect(toast(page, `Conectado ao Mercado Livre como @${seller.nickname}!`)).toBeVisible();
    await expect(page.getByText('Conectando com')).toHaveCount(0);
    await expect(card(page, seller.nickname)).toBeVisible();
    await expectNoTrace(page);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.postDataJSON()).toMatchObject({
      code: expect.stringMatching(/^TG-/),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    await page.reload();
    await expect(card(page, seller.nickname)).toBeVisible();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    expect(sent).toHaveLength(1);
  });

  test('a reload in the middle of the exchange does not exchange again', async ({ page, operator }) => {
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    const sent = sentTo(page, '/api/contas');
    // The page never receives the answer of this POST.
    await page.route(LIST, (route) => (route.request().method() === 'POST' ? undefined : route.fallback()));
    await authorize(page, await aSeller(page));
    await expect(page.getByRole('heading', { name: 'Conectando com Mercado Livre...' })).toBeVisible();
    await page.reload();
    await expect(connectButton(page)).toBeVisible();
    await expect(page.getByText('Conectando com')).toHaveCount(0);
    await expectNoTrace(page);
    expect(sent).toHaveLength(1);
    expect(await contasOf(operator)).toEqual([]);
  });

  test('[INTE-02] [INTE-03] [INTE-06] the accounts are shown newest first, with their dates', async ({
    page,
    operator,
  }) => {
    // The older account has the newer row and the newer change: only `created_at` decides the order.
    await aConta(operator, {
      nickname: 'NOVA',
      createdAt: '2026-02-01T00:30:00-03:00',
      updatedAt: '2026-02-02T08:15:00-03:00',
    });
    await aConta(operator, {
      nickname: 'ANTIGA',
      createdAt: '2026-01-31T15:04:00-03:00',
      updatedAt: '2026-03-10T23:59:00-03:00',
    });
    await aConta(await anOperator(), { nickname: 'ALHEIA' });
    await page.goto(PATH);
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).getByRole('heading')).toHaveText(['@NOVA', '@ANTIGA']);
    for (const [nickname, connected, updated] of [
      ['NOVA', '01/02/2026, 00:30', '02/02/2026, 08:15'],
      ['ANTIGA', '31/01/2026, 15:04', '10/03/2026, 23:59'],
    ] as const) {
      await expect(card(page, nickname).getByRole('term')).toHaveText(['Conectada em', 'Atualizada em']);
      await expect(card(page, nickname).getByRole('definition')).toHaveText([connected, updated]);
    }
    await expectSound(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSound(page);
  });

  test('[INTE-15] cancelling at Mercado Livre connects no account and says what to do', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao conectar/);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    const sent = sentTo(page, '/api/contas');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(toast(page, FAILED)).toContainText('Você não autorizou o acesso.');
    await expect(page.getByRole('region', { name: 'Conectar Conta' })).toContainText('Você não autorizou');
    await expectNoTrace(page);
    expect(sent).toHaveLength(0);
    expect(await contasOf(operator)).toEqual([]);
  });

  test('[INTE-15] a code that Mercado Livre refuses connects no account', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao conectar|status of 4\d\d/);
    await page.goto(PATH);
    await connectButton(page).click();
    const state = await reachMercadoLivre(page);
    await page.goto(`${PATH}?code=TG-000000000000000000000000-1&state=${state}`);
    await expect(toast(page, FAILED)).toContainText('Comece de novo');
    await expect(connectButton(page)).toBeVisible();
    await expectNoTrace(page);
    expect(await contasOf(operator)).toEqual([]);
  });

  test('[INTE-16] a tab without the code verifier does not exchange the code', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao conectar/);
    const sent = sentTo(page, '/api/contas');
    await page.goto(`${PATH}?code=TG-000000000000000000000000-1&state=qualquer`);
    await expect(toast(page, FAILED)).toHaveCount(1);
    await expect(connectButton(page)).toBeVisible();
    await expectNoTrace(page);
    expect(sent).toHaveLength(0);
    expect(await contasOf(operator)).toEqual([]);
  });

  test('[INTE-15] a person who returns without a session sees a message, and the code is not exchanged', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao conectar/);
    await withoutStream(page);
    const seller = await aSeller(page);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    const sent = sentTo(page, '/api/contas');
    await authorize(page, seller);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(toast(page, FAILED)).toBeVisible();
    await expectNoTrace(page);
    expect(page.url()).not.toContain('TG-');
    expect(sent).toHaveLength(0);
    expect(await contasOf(operator)).toEqual([]);
  });

  test('[INTE-08] [INTE-17] a connection that cannot be started shows the reason', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/Erro ao iniciar conexão|status of 409|ERR_FAILED/);
    const mensagem = 'Client ID não configurado';
    await page.route(/\/configuracao$/, (route) =>
      route.fulfill({ status: 409, json: { codigo: 'conflict', mensagem, pedido: '-' } }),
    );
    await page.goto(PATH);
    await connectButton(page).click();
    await expect(toast(page, 'Erro ao iniciar conexão')).toContainText(mensagem);
    await expect(page.getByRole('region', { name: 'Conectar Conta' })).toContainText(mensagem);
    await page.unroute(/\/configuracao$/);
    await page.route(/\/api\/contas\/conexoes$/, (route) => route.abort());
    await connectButton(page).click();
    await expect(toast(page, 'Erro ao iniciar conexão').filter({ hasText: 'Sem resposta' })).toBeVisible();
    await expect(page).toHaveURL(PATH);
    await expectNoTrace(page);
  });

  test('[INTE-08] an answer without a client_id starts no connection', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao iniciar conexão/);
    await page.route(`**${CONFIGURATION}`, async (route) => {
      const response = await route.fetch();
      const { client_id: _, ...rest } = await response.json();
      await route.fulfill({ response, json: rest });
    });
    const started = sentTo(page, '/api/contas/conexoes');
    await page.goto(PATH);
    await connectButton(page).click();
    await expectFailure(page, 'Erro ao iniciar conexão', 'Client ID não configurado');
    expect(started).toEqual([]);
    await expect(page).toHaveURL(PATH);
    await expectNoTrace(page);
  });

  test('a person with an old sign-in confirms their identity before Mercado Livre opens', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/status of 403/);
    await page.goto(PATH);
    await growStale(operator);
    await connectButton(page).click();
    await confirm(page, operator);
    await reachMercadoLivre(page);
  });

  test('[INTE-18] [INTE-19] [INTE-20] [INTE-21] an account is disconnected after a question, and reconnecting creates a new conta', async ({
    page,
    operator,
  }) => {
    const seller = await aSeller(page);
    await connect(page, seller);
    const mine = card(page, seller.nickname);
    await mine.getByRole('button', { name: 'Desconectar' }).click();
    await expect(question(page)).toContainText(`Deseja realmente desconectar a conta @${seller.nickname}?`);
    await expectSound(page, '[role="alertdialog"]');
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(mine.getByRole('button', { name: 'Desconectar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await question(page).getByRole('button', { name: 'Desconectar' }).click();
    await expect(toast(page, `Conta @${seller.nickname} desconectada`)).toBeVisible();
    await expect(mine).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Contas Conectadas' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Conectar Conta' })).toBeVisible();
    expect(await contasOf(operator)).toMatchObject([{ active: false, nickname: seller.nickname }]);
    await connect(page, seller);
    await expect(mine).toBeVisible();
    expect((await contasOf(operator)).map(({ active }) => active)).toEqual([false, true]);
  });

  test('[INTE-20] a disconnection that fails keeps the account', async ({ page, operator, expectErrors }) => {
    expectErrors(/Erro ao desconectar|ERR_FAILED/);
    const id = await aConta(operator, { nickname: 'FICA' });
    await page.route(new RegExp(`/api/contas/${id}$`), (route) => route.abort());
    await page.goto(PATH);
    await card(page, 'FICA').getByRole('button', { name: 'Desconectar' }).click();
    await question(page).getByRole('button', { name: 'Desconectar' }).click();
    await expect(toast(page, 'Erro ao desconectar')).toContainText('Sem resposta do servidor');
    await expect(card(page, 'FICA')).toBeVisible();
  });

  test('an account that lost its access is reconnected and stays the same conta', async ({
    page,
    operator,
  }) => {
    const seller = await aSeller(page);
    await connect(page, seller);
    const mine = card(page, seller.nickname);
    await expect(mine).toContainText('Ativa');
    await sql("update mercado_livre_config set situacao = 'reconectar' where empresa_id = $1", [
      operator.empresaId,
    ]);
    await page.reload();
    await expect(mine.getByText('Sem acesso', { exact: true })).toBeVisible();
    await expectSound(page);
    await mine.getByRole('button', { name: 'Reconectar' }).click();
    await authorize(page, seller);
    await expect(toast(page, `Conectado ao Mercado Livre como @${seller.nickname}!`)).toBeVisible();
    await expect(mine.getByText('Ativa', { exact: true })).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    expect(await contasOf(operator)).toHaveLength(1);
  });

  test('a list that cannot be loaded shows an error and can be retried', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/A leitura falhou|status of 422/);
    await aConta(operator, { nickname: 'ESTA' });
    // A change of the conta would make the page read the list again before the person asks for it.
    await withoutStream(page);
    await page.route(LIST, (route) => route.fulfill({ status: 422, json: {} }));
    await page.goto(PATH);
    await expect(page.getByRole('alert')).toContainText('Tente de novo');
    await expect(connectButton(page)).toBeEnabled();
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(card(page, 'ESTA')).toBeVisible();
  });
});

test.describe('an account that another empresa holds', () => {
  let seller: Seller;
  let holder: Operator;

  test.beforeEach(async ({ page, browser, operator, expectErrors }) => {
    expectErrors(/status of 409/);
    seller = await aSeller(page);
    holder = await anOperator({ name: 'Bia Lima' });
    const there = await browser.newPage({ baseURL: ORIGIN });
    await signIn(there, holder);
    await connect(there, seller);
    await expect(card(there, seller.nickname)).toBeVisible();
    await there.close();

    expect(operator.empresaId).not.toBe(holder.empresaId);
    await connect(page, seller);
    await expect(question(page)).toContainText('outra empresa');
  });

  test('stays there unless the person moves it', async ({ page, operator }) => {
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(connectButton(page)).toBeVisible();
    await expectNoTrace(page);
    expect(await contasOf(operator)).toEqual([]);
    expect(await contasOf(holder)).toMatchObject([{ active: true }]);
  });

  test('is moved after the person has confirmed their identity', async ({ page, operator, expectErrors }) => {
    expectErrors(/status of 403/);
    await growStale(operator);
    await question(page).getByRole('button', { name: 'Trazer para esta empresa' }).click();
    await confirm(page, operator);
    await expect(toast(page, `Conectado ao Mercado Livre como @${seller.nickname}!`)).toBeVisible();
    await expect(card(page, seller.nickname)).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(await contasOf(operator)).toMatchObject([{ active: true }]);
    expect(await contasOf(holder)).toMatchObject([{ active: false }]);
  });

  test('is moved by a retry after the answer was lost', async ({ page, operator, expectErrors }) => {
    expectErrors(/Erro ao conectar|ERR_FAILED/);
    const bring = question(page).getByRole('button', { name: 'Trazer para esta empresa' });
    await page.route(/\/mover$/, (route) => route.abort(), { times: 1 });
    await bring.click();
    await expect(toast(page, FAILED)).toContainText('Sem resposta do servidor');
    await expect(bring).toBeEnabled();
    expect(await contasOf(operator)).toEqual([]);
    // The answer is lost again, but this time the server has moved the conta.
    const lost = page.waitForEvent('requestfailed');
    await page.route(/\/mover$/, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await bring.click();
    await lost;
    await expect(bring).toBeEnabled();
    await expect(page.getByRole('heading', { name: `@${seller.nickname}`, includeHidden: true })).toHaveCount(
      1,
    );
    await bring.click();
    await expect(toast(page, `Conectado ao Mercado Livre como @${seller.nickname}!`)).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await expect(card(page, seller.nickname)).toBeVisible();
    expect(await contasOf(operator)).toMatchObject([{ active: true }]);
    expect(await contasOf(holder)).toMatchObject([{ active: false }]);
  });
});
