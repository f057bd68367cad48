import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hold, sentTo, sql, test } from './fixtures.ts';
import { card, connect, type Seller } from './integracoes-page.ts';
import { toast } from './perfil-page.ts';
import { enrol } from './second-factor.ts';
import { PORT } from './setup.ts';
import { expectSound } from './sound.ts';

const CONTROL = `http://127.0.0.1:${PORT + 5}/_mercado-livre`;
const ANALISES = '/api/analises';
/** The calls of all tests together are counted, as those of all sellers are. */
const SYNCED = { timeout: 25_000 };

/** The screen of a conta whose seller has sold something at Mercado Livre. */
async function openConta(page: Page, { vendas = 400, recursos = [] as string[] } = {}): Promise<Seller> {
  await enrol(page);
  const id = randomInt(5_000_000_000, 9_000_000_000);
  const seller = { id, nickname: `LOJA${id}` };
  const made = await page.request.post(`${CONTROL}/vendedores`, {
    data: { id, apelido: seller.nickname, semente: 12, anuncios: 30, vendas, recursos },
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
/** The figure under a label, wherever it stands. */
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

const money = (decimal: string) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(
    decimal as Intl.StringNumericLiteral,
  );
const integer = (value: number) => new Intl.NumberFormat('pt-BR').format(value);

async function loaded(page: Page) {
  await load(page).click();
  await expect(page.getByText(/^Pedidos até /)).toBeVisible(SYNCED);
}

/** As it stands in the middle of the first synchronisation of a seller with many more pedidos, or at its end. */
const putHalfWay = (userMlId: number, isHalfWay: boolean) =>
  sql(
    `update pedidos_sincronia set em_andamento = $2,
       completo_desde = case when $2 then now() - interval '60 days' else historico_desde end where user_ml_id = $1`,
    [userMlId, isHalfWay],
  );
/** The pedidos begin to come with the connection. */
const untilSynced = (userMlId: number) =>
  expect
    .poll(
      () =>
        sql(
          'select from pedidos_sincronia where user_ml_id = $1 and not em_andamento and sincronizado_ate is not null',
          [userMlId],
        ),
      SYNCED,
    )
    .toHaveLength(1);

/** What the screen was told last. */
const nextAnswer = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === ANALISES);

test.describe('the analysis of a conta', () => {
  test.beforeEach(({ operator }) => {
    expect(operator.userId).toBeTruthy();
    test.setTimeout(60_000);
  });

  test('[CONT-06] [CONT-07] [CONT-10] is loaded when asked for, comes in by itself and shows its figures', async ({
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
    // Without a reload: the figures come while the pedidos do.
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

  test('[CONT-08] [CONT-09] another period is asked for with its instants', async ({ page }) => {
    const { id } = await openConta(page, { vendas: 60 });
    expect(id).toBeGreaterThan(0);
    await loaded(page);
    const accountId = new URL(page.url()).pathname.split('/').at(-1);
    for (const [label, days] of [
      ['Últimos 7 dias', 7],
      ['Últimos 90 dias', 90],
      ['Último ano', 365],
      ['Últimos 30 dias', 30],
    ] as const) {
      const request = page.waitForRequest((each) => new URL(each.url()).pathname === ANALISES);
      await period(page).selectOption(label);
      const { dateFrom, dateTo, ...rest } = (await request).postDataJSON();
      expect(rest).toEqual({ accountId });
      expect(Math.abs(Date.parse(dateTo) - Date.now())).toBeLessThan(10_000);
      expect((Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000).toBe(days);
      await expect(refresh(page)).toHaveText('Atualizar Dados');
    }
  });

  test('[CONT-08] that was left is read again on coming back, and goes on', async ({ page }) => {
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
    // A year ends on the day it began on.
    const years = /^Faturamento por dia, de (\d\d\/\d\d\/)\d\d a \1\d\d$/;
    await expect(page.getByRole('img', { name: years })).toBeVisible();
  });

  test('[CONT-18] of a period that cannot be loaded leaves the choice where it is', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/Erro ao carregar análises|A leitura falhou|ERR_FAILED/);
    await openConta(page, { vendas: 0 });
    await loaded(page);
    await page.route(new RegExp(`${ANALISES}$`), (route) => route.abort());
    await period(page).focus();
    await period(page).selectOption('Últimos 7 dias');
    await expect(toast(page, 'Erro ao carregar análises')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Sem resposta do servidor');
    await expect(period(page)).toBeFocused();
    await expect(period(page)).toHaveValue('7');
    await expect(load(page)).toHaveCount(0);
    await expectSound(page);
    await page.unroute(new RegExp(`${ANALISES}$`));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(refresh(page)).toHaveText('Atualizar Dados');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(figure(page, 'Pontos')).toBeVisible();
    await expect(toolbar(page)).toBeFocused();
  });

  test('of an account whose access was ended tells the whole screen, and the list', async ({ page }) => {
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

  test('[CONT-11] [CONT-12] [CONT-13] [CONT-14] [CONT-15] [CONT-16] shows the seller', async ({ page }) => {
    const { id } = await openConta(page, { vendas: 900 });
    const answer = nextAnswer(page);
    await load(page).click();
    const { listings, user, reputation, metrics } = await (await answer).json();
    expect(user.points).toBe(100 + (id % 900));
    await expect(figure(page, 'Anúncios Ativos')).toHaveText(integer(listings.active));
    await expect(figure(page, 'Vendas Completas')).toHaveText(integer(reputation.transactions_completed));
    await expect(figure(page, 'Pontos')).toHaveText(integer(user.points));
    await expect(figure(page, 'Nível do Vendedor')).toHaveText(reputation.level_id.toUpperCase());
    const reputacao = section(page, 'Reputação');
    await expect(reputacao).toContainText(/Positivas88%Neutras8%Negativas4%/);
    await expect(reputacao).toContainText(
      reputation.power_seller_status ? 'Status Power Seller' : 'Não aplicável',
    );
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

  test('[CONT-12] [CONT-14] of a new account has neither level nor status', async ({ page }) => {
    await openConta(page, { vendas: 0, recursos: ['conta_nova'] });
    await load(page).click();
    await expect(figure(page, 'Nível do Vendedor')).toHaveText('Sem nível');
    await expect(section(page, 'Reputação')).toContainText('Não aplicável');
    await expect(section(page, 'Reputação')).not.toContainText('Status Power Seller');
  });

  test('[CONT-10] without the permission for sales says why, and shows the rest', async ({ page }) => {
    await openConta(page, { vendas: 50, recursos: ['sem_permissao_de_vendas'] });
    await load(page).click();
    await expect(page.getByRole('alert')).toContainText('permissão', SYNCED);
    for (const label of ['Faturamento', 'Pedidos', 'Ticket Médio'])
      await expect(page.getByText(label, { exact: true })).toHaveCount(0);
    await expect(figure(page, 'Pontos')).toBeVisible();
  });

  test('[CONT-17] is read again by Atualizar Dados, which says that it is busy', async ({ page }) => {
    await openConta(page, { vendas: 0 });
    await loaded(page);
    const release = await hold(page, new RegExp(`${ANALISES}$`));
    await refresh(page).click();
    await expect(refresh(page)).toHaveText('Atualizando...');
    release();
    await expect(refresh(page)).toHaveText('Atualizar Dados');
  });

  test('[CONT-18] that cannot be loaded says so, and can be asked for again', async ({
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
