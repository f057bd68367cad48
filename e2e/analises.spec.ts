import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hold, sentTo, sql, test, withoutStream } from './fixtures.ts';
import { card, connect, type Seller } from './integracoes-page.ts';
import { toast } from './perfil-page.ts';
import { PORT } from './setup.ts';
import { expectSound } from './sound.ts';

const CONTROL = `http://127.0.0.1:${PORT + 5}/_mercado-livre`;
const ANALISES = '/api/analises';
const ANSWERS = new RegExp(`${ANALISES}$`);
/** A long timeout, because the sandbox limits the calls of all tests together. */
const SYNCED = { timeout: 60_000 };

/** Opens the screen of a conta whose seller has sales on Mercado Livre. */
async function openConta(
  page: Page,
  { vendas = 400, recursos = [] as string[], semente = 12 } = {},
): Promise<Seller> {
  const id = randomInt(5_000_000_000, 9_000_000_000);
  const seller = { id, nickname: `LOJA${id}` };
  const made = await page.request.post(`${CONTROL}/vendedores`, {
    data: { id, apelido: seller.nickname, semente, anuncios: 30, vendas, recursos },
  });
  expect(made.status()).toBe(201);
  await connect(page, seller);
  await card(page, seller.nickname).getByRole('button', { name: 'Configurar' }).click();
  await expect(page.getByRole('heading', { name: `@${seller.nickname}`, level: 1 })).toBeVisible();
  return seller;
}

const load = (page: Page) => page.getByRole('button', { name: 'Carregar Análises' });
const period = (page: Page) => page.getByRole('combobox', { name: 'Período' });
const toolbar = (page: Page) => page.getByRole('group', { name: 'Análise da conta' });
const refresh = (page: Page) => page.getByRole('button', { name: /Atualizar Dados|Atualizando/ });
/** The figure below a label, anywhere on the page. */
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
/** The texts below 'Nível do Vendedor': the level, its meaning, and the status if the seller has one. */
const level = (page: Page) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText('Nível do Vendedor', { exact: true }) })
    .locator('dd');
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

/** The text beside 'Status Power Seller' in the card 'Reputação'. */
const powerSeller = (page: Page) =>
  section(page, 'Reputação')
    .locator('dl > div')
    .filter({ has: page.getByText('Status Power Seller', { exact: true }) })
    .locator('dd');

/**
 * Replaces the status of the seller in all later answers. Returns the function that sets the status. One route serves
 * the whole test, because a removed route may still be answering.
 */
async function statusTeller(page: Page) {
  let power_seller_status: string | null = null;
  await page.route(ANSWERS, async (route) => {
    const response = await route.fetch();
    const { reputation, ...rest } = await response.json();
    const told = { ...reputation, level_id: '4_light_green', power_seller_status };
    await route.fulfill({ response, json: { ...rest, reputation: told } });
  });
  return (status: string | null) => {
    power_seller_status = status;
  };
}

const money = (decimal: string) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(
    decimal as Intl.StringNumericLiteral,
  );
/** A text as a part of a regular expression. */
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const integer = (value: number) => new Intl.NumberFormat('pt-BR').format(value);

async function loaded(page: Page) {
  await load(page).click();
  await expect(page.getByText(/^Pedidos até /)).toBeVisible(SYNCED);
}

/** Sets the first synchronisation of a seller to half finished, or to finished. */
const putHalfWay = (userMlId: number, isHalfWay: boolean) =>
  sql(
    `update pedidos_sincronia set em_andamento = $2,
       completo_desde = case when $2 then now() - interval '60 days' else historico_desde end where seller_id = $1`,
    [userMlId, isHalfWay],
  );
/** Waits until the pedidos are synchronised. The synchronisation starts when the conta is connected. */
const untilSynced = (userMlId: number) =>
  expect
    .poll(
      () =>
        sql(
          'select from pedidos_sincronia where seller_id = $1 and not em_andamento and sincronizado_ate is not null',
          [userMlId],
        ),
      SYNCED,
    )
    .toHaveLength(1);

/** The next answer that the screen receives. */
const nextAnswer = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === ANALISES);

const daysBefore = (days: number) => (end: Date) => new Date(end.getTime() - days * 86_400_000);
/** The same day of the previous year: 366 days before when a leap day lies between. */
const yearBefore = (end: Date) => {
  const start = new Date(end);
  start.setUTCFullYear(end.getUTCFullYear() - 1);
  return start;
};

test.describe('the analysis of a conta', () => {
  test.beforeEach(({ operator }) => {
    expect(operator.userId).toBeTruthy();
  });

  test('[CONT-06] [CONT-07] [CONT-10] loads on request, refreshes by itself and shows its figures', async ({
    page,
  }) => {
    const asked = sentTo(page, ANALISES);
    const { id } = await openConta(page);
    await expect(load(page)).toBeVisible();
    await expect(page.getByText('Faturamento', { exact: true })).toHaveCount(0);
    await expect(period(page)).toHaveCount(0);
    expect(asked).toHaveLength(0);
    await untilSynced(id);
    await putHalfWay(id, true);
    await loaded(page);
    // The figures refresh without a reload while pedidos arrive.
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await putHalfWay(id, false);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(period(page).getByRole('option')).toHaveText([
      'Últimos 7 dias',
      'Últimos 30 dias',
      'Últimos 90 dias',
      'Último ano',
    ]);
    await expect(period(page).getByRole('option', { selected: true })).toHaveText('Últimos 30 dias');
    const answer = nextAnswer(page);
    await refresh(page).click();
    const { revenue, dias, mais_vendidos } = await (await answer).json();
    expect(revenue.orders_count).toBeGreaterThan(0);
    await expect(figure(page, 'Faturamento')).toHaveText(money(revenue.total));
    await expect(figure(page, 'Pedidos')).toHaveText(integer(revenue.orders_count));
    await expect(figure(page, 'Ticket Médio')).toHaveText(money(revenue.average_ticket));
    await expect(figure(page, 'Estornos')).toHaveText(money(revenue.refunds));
    await expect(page.getByRole('img', { name: /^Faturamento por dia/ })).toBeVisible();
    await page.getByText('Ver em tabela').click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(dias.length + 1);
    await expect(section(page, 'Mais vendidos').getByRole('listitem').first()).toContainText(
      mais_vendidos[0].titulo,
    );
    await expectSound(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSound(page);
  });

  test('[CONT-08] [CONT-09] requests another period with its instants', async ({ page }) => {
    const { id } = await openConta(page, { vendas: 60 });
    expect(id).toBeGreaterThan(0);
    await loaded(page);
    const accountId = new URL(page.url()).pathname.split('/').at(-1);
    for (const [label, start] of [
      ['Últimos 7 dias', daysBefore(7)],
      ['Últimos 90 dias', daysBefore(90)],
      ['Último ano', yearBefore],
      ['Últimos 30 dias', daysBefore(30)],
    ] as const) {
      // A pedido that arrives meanwhile loads the period before again.
      const request = page.waitForRequest((each) => {
        if (new URL(each.url()).pathname !== ANALISES) return false;
        const { dateFrom, dateTo } = each.postDataJSON();
        return dateFrom === start(new Date(dateTo)).toISOString();
      });
      await period(page).selectOption(label);
      const { dateFrom: _, dateTo, ...rest } = (await request).postDataJSON();
      expect(rest).toEqual({ accountId });
      expect(Math.abs(Date.parse(dateTo) - Date.now())).toBeLessThan(10_000);
      await expect(refresh(page)).toHaveText('Atualizar Dados');
    }
  });

  test('[CONT-08] loads again when the person returns, and stays usable', async ({ page }) => {
    const { nickname } = await openConta(page, { vendas: 60 });
    await loaded(page);
    await page.getByRole('button', { name: 'Voltar para Integrações' }).click();
    const again = nextAnswer(page);
    await card(page, nickname).getByRole('button', { name: 'Configurar' }).click();
    expect((await again).status()).toBe(200);
    await expect(refresh(page)).toHaveText('Atualizar Dados');
    const other = nextAnswer(page);
    await period(page).selectOption('Último ano');
    const { revenue } = await (await other).json();
    await expect(refresh(page)).toHaveText('Atualizar Dados');
    await expect(figure(page, 'Faturamento')).toHaveText(money(revenue.total));
    // The period of a year begins and ends on the same day and month.
    const years = /^Faturamento por dia, de (\d\d\/\d\d\/)\d\d a \1\d\d$/;
    await expect(page.getByRole('img', { name: years })).toBeVisible();
  });

  test('[CONT-06] [CONT-08] keeps the period in the address, and an address with a period loads it', async ({
    page,
  }) => {
    const asked = sentTo(page, ANALISES);
    await openConta(page, { vendas: 60 });
    const bare = page.url();
    expect(bare).not.toContain('periodo');
    await loaded(page);
    await expect(page).toHaveURL(/\?periodo=30$/);
    await period(page).selectOption('Últimos 7 dias');
    await expect(page).toHaveURL(/\?periodo=7$/);
    await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
    await expect(page).toHaveURL(/periodo=7/);
    await page.goto(`${bare}?periodo=90`);
    await expect(period(page)).toHaveValue('90');
    await expect(figure(page, 'Faturamento')).toBeVisible();
    // Without a known period the specified button waits.
    asked.length = 0;
    for (const address of [bare, `${bare}?periodo=amanha`]) {
      await page.goto(address);
      await expect(load(page)).toBeVisible();
      await expect(period(page)).toHaveCount(0);
    }
    expect(asked).toHaveLength(0);
  });

  test('gives the figures of a day by pointer, touch and keyboard', async ({ page }) => {
    await openConta(page);
    await loaded(page);
    const answer = nextAnswer(page);
    await refresh(page).click();
    const { dias } = await (await answer).json();
    const plot = page.getByRole('slider', { name: 'Ver Faturamento de um dia' });
    const card = section(page, 'Vendas por dia');
    const texts = (n: number) => money(dias.at(n).total);
    await plot.focus();
    await expect(card).toContainText('Hoje, até agora');
    await expect(plot).toHaveAttribute('aria-valuetext', new RegExp(`: ${escaped(texts(-1))}`));
    await page.keyboard.press('ArrowLeft');
    await expect(plot).toHaveAttribute('aria-valuetext', new RegExp(`: ${escaped(texts(-2))}`));
    await expect(card).not.toContainText('Hoje, até agora');
    await page.keyboard.press('Home');
    await expect(plot).toHaveAttribute('aria-valuenow', '0');
    await expect(plot).toHaveAttribute('aria-valuetext', new RegExp(`: ${escaped(texts(0))}`));
    await page.keyboard.press('End');
    await expect(plot).toHaveAttribute('aria-valuenow', String(dias.length - 1));
    await expectSound(page, 'main');
    await page.keyboard.press('Escape');
    await expect(card).not.toContainText('Hoje, até agora');
    const box = await plot.boundingBox();
    if (!box) throw new Error('the chart is not on the screen');
    const right = { x: box.width - 1, y: box.height / 2 };
    await plot.hover({ position: right });
    await expect(card).toContainText('Hoje, até agora');
    await page.mouse.move(0, 0);
    await expect(card).not.toContainText('Hoje, até agora');
    await plot.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: box.x + 1, clientY: box.y + 5 });
    await plot.dispatchEvent('pointerleave', { pointerType: 'touch' });
    await expect(plot).toHaveAttribute('aria-valuenow', '0');
  });

  test('[CONT-18] keeps the chosen period when it cannot be loaded', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao carregar análises|A leitura falhou|ERR_FAILED/);
    // A pedido that arrives would load the period again, and its old figures would fade meanwhile.
    await withoutStream(page);
    await openConta(page, { vendas: 0 });
    await loaded(page);
    await page.route(ANSWERS, (route) => route.abort());
    await period(page).focus();
    await period(page).selectOption('Últimos 7 dias');
    await expect(toast(page, 'Erro ao carregar análises')).toBeVisible();
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Sem resposta do servidor');
    await expect(period(page)).toBeFocused();
    await expect(period(page)).toHaveValue('7');
    await expect(load(page)).toHaveCount(0);
    await expectSound(page);
    await page.unroute(ANSWERS);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(refresh(page)).toHaveText('Atualizar Dados');
    await expect(failure).toHaveCount(0);
    await expect(figure(page, 'Pontos')).toBeVisible();
    await expect(toolbar(page)).toBeFocused();
  });

  test('[CONT-18] a period that failed shows its error, and not old figures, while it loads again', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/Erro ao carregar análises|A leitura falhou|ERR_FAILED/);
    await withoutStream(page);
    await openConta(page, { vendas: 0 });
    await loaded(page);
    await page.route(ANSWERS, (route) => route.abort());
    await period(page).selectOption('Últimos 7 dias');
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Sem resposta do servidor');
    await page.unroute(ANSWERS);
    const release = await hold(page, ANSWERS);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === ANALISES);
    // A change in another tab and the return of the person load the period again, in the same way.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await asked;
    await expect(refresh(page)).toHaveText('Atualizando...');
    await expect(failure).toContainText('Sem resposta do servidor');
    await expect(figure(page, 'Pontos')).toHaveCount(0);
    release();
    await expect(figure(page, 'Pontos')).toBeVisible();
    await expect(failure).toHaveCount(0);
  });

  test('shows on the whole screen and in the list that the account lost its access', async ({ page }) => {
    const { id, nickname } = await openConta(page, { vendas: 0 });
    await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
    expect((await page.request.post(`${CONTROL}/vendedores/${id}/revogar`, { data: {} })).status()).toBe(200);
    await load(page).click();
    await expect(page.getByText('Esta conta perdeu a autorização.')).toBeVisible();
    await expect(page.getByText('Sem acesso', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reconectar' })).toBeVisible();
    await page.getByRole('button', { name: 'Voltar para Integrações' }).click();
    await expect(card(page, nickname).getByText('Sem acesso', { exact: true })).toBeVisible();
    await expect(card(page, nickname).getByRole('button', { name: 'Reconectar' })).toBeVisible();
  });

  test("[CONT-11] [CONT-12] [CONT-13] [CONT-14] [CONT-15] [CONT-16] shows the seller's data", async ({
    page,
  }) => {
    const { id } = await openConta(page, { vendas: 900 });
    const answer = nextAnswer(page);
    await load(page).click();
    const { listings, user, reputation, metrics } = await (await answer).json();
    expect(user.points).toBe(100 + (id % 900));
    await expect(figure(page, 'Anúncios Ativos')).toHaveText(integer(listings.active));
    await expect(figure(page, 'Vendas Completas')).toHaveText(integer(reputation.transactions_completed));
    await expect(figure(page, 'Pontos')).toHaveText(integer(user.points));
    await expect(section(page, 'Reputação')).toContainText(/Positivas88%Neutras8%Negativas4%/);
    const qualidade = section(page, 'Métricas de Qualidade');
    for (const [label, metric] of [
      ['Reclamações', metrics.claims],
      ['Cancelamentos', metrics.cancellations],
      ['Atraso no Envio', metrics.delayed_handling_time],
    ]) {
      const rate = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 });
      await expect(qualidade).toContainText(
        `${label}${rate.format(metric.rate)}${integer(metric.value)} caso`,
      );
    }
    await expect(qualidade).toContainText(/Você ainda pode ter|Mais uma? /);
    const historico = section(page, 'Histórico de Transações');
    await expect(historico).toContainText(`Vendas concluídas${integer(reputation.transactions_completed)}`);
    await expect(historico).toContainText(`Vendas canceladas${integer(reputation.transactions_canceled)}`);
    await expect(historico).toContainText('Data de cadastro06/01/2016');
  });

  test('[CONT-12] [CONT-14] shows the level in upper case and the status of a power seller', async ({
    page,
  }) => {
    // The stand-in gives the seller of this seed the level 5_green and the status platinum.
    await openConta(page, { vendas: 900, semente: 1 });
    await load(page).click();
    await expect(level(page)).toHaveText(['5_GREEN', 'Verde', 'platinum']);
    await expect(powerSeller(page)).toHaveText('platinum');
    await expectSound(page);
  });

  test('[CONT-12] [CONT-14] shows a status without its underscores, and no text for a missing status', async ({
    page,
  }) => {
    await openConta(page, { vendas: 0, semente: 1 });
    const tellStatus = await statusTeller(page);
    for (const [status, shown] of [
      ['gold_pro_max', 'gold pro max'],
      ['', null],
      ['null', null],
      [null, null],
    ] as const) {
      tellStatus(status);
      await ((await load(page).isVisible()) ? load(page) : refresh(page)).click();
      await expect(level(page)).toHaveText(['4_LIGHT_GREEN', 'Verde-claro', ...(shown ? [shown] : [])]);
      await expect(powerSeller(page)).toHaveText(shown ?? 'Não aplicável');
    }
    // The screen polls while pedidos arrive, so an answer may be under way when the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('[CONT-12] [CONT-14] shows neither level nor status for a new account', async ({ page }) => {
    await openConta(page, { vendas: 0, recursos: ['conta_nova'] });
    await load(page).click();
    await expect(level(page)).toHaveText(['Sem nível']);
    await expect(powerSeller(page)).toHaveText('Não aplicável');
  });

  test('[CONT-10] explains a missing sales permission and shows the rest', async ({ page }) => {
    await openConta(page, { vendas: 50, recursos: ['sem_permissao_de_vendas'] });
    await load(page).click();
    await expect(page.getByRole('alert')).toContainText('permissão', SYNCED);
    // The menu also says Pedidos.
    for (const label of ['Faturamento', 'Pedidos', 'Ticket Médio'])
      await expect(page.getByRole('main').getByText(label, { exact: true })).toHaveCount(0);
    await expect(figure(page, 'Pontos')).toBeVisible();
  });

  test('[CONT-17] loads again on Atualizar Dados, which shows that it is busy', async ({ page }) => {
    await openConta(page, { vendas: 0 });
    await loaded(page);
    const release = await hold(page, ANSWERS);
    await refresh(page).click();
    await expect(refresh(page)).toHaveText('Atualizando...');
    release();
    await expect(refresh(page)).toHaveText('Atualizar Dados');
  });

  test('[CONT-18] shows an error when loading fails, and can be requested again', async ({
    page,
    context,
    expectErrors,
  }) => {
    expectErrors(/Erro ao carregar análises|A leitura falhou|ERR_INTERNET_DISCONNECTED/);
    await openConta(page, { vendas: 0 });
    await context.setOffline(true);
    await load(page).click();
    await expect(toast(page, 'Erro ao carregar análises')).toBeVisible();
    await expect(load(page)).toBeFocused();
    await context.setOffline(false);
    await page.keyboard.press('Enter');
    await expect(figure(page, 'Pontos')).toBeVisible();
    await expect(toolbar(page)).toBeFocused();
  });
});
