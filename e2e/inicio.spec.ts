import type { Page, Request } from '@playwright/test';
import { aSincronia, CAUSAS } from '../apps/server/src/testing/pendencias.ts';
import { anOperator, expect, type Operator, signInAs, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aMarca, aProduto, references, saldo } from './produtos-page.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const feed = (page: Page) => page.getByRole('region', { name: /^Precisa de você/ });
const rows = (page: Page) => feed(page).getByRole('listitem');
const chart = (page: Page) => page.getByRole('slider', { name: 'Vendas por dia' });

/** An empresa at work has done or hidden its first steps. */
const isAtWork = ({ empresaId, userId }: Operator) =>
  sql('insert into comecos_ocultos (empresa_id, user_id) values ($1, $2)', [empresaId, userId]);

/**
 * Returns a function that waits until no read is on its way. The page gives up a read after 20 s, so a jump of the clock
 * would end it.
 */
function watchReads(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/novidades') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => expect.poll(() => open.size).toBe(0);
}

/** Plants these causes, in their order, and returns how to end each. */
async function planted(operator: Operator, fontes: readonly string[]) {
  const ends: (() => Promise<unknown>)[] = [];
  for (const fonte of fontes) {
    const plant = CAUSAS[fonte];
    if (!plant) throw new Error(`no cause of ${fonte}`);
    ends.push(await plant(sql, operator));
  }
  return ends;
}

/** Sales of one conta: 100 reais on each of the last 60 days, with a second pedido on the first day of a week. */
async function sold(operator: Operator) {
  const { seller } = await aSincronia(sql, operator, { sincronizado_ate: 'now()' });
  const today = "(now() at time zone 'America/Sao_Paulo')::date";
  await sql(
    `insert into pedidos_dia
     select $1, 'mercado-livre', $2, ${today} - d, 1 + (d % 7 = 0)::int, 100 + d, 1, 0, 0, 0, 0 from generate_series(0, 60) d`,
    [operator.empresaId, seller],
  );
}

test('a new empresa sees its first steps, which complete themselves and can be hidden', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Deixe a loja pronta' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Empresa pelo CNPJ',
    'Depósito',
    'Trazer produtos',
    'Primeira contagem',
    'Convidar a equipe',
  ]);
  await expect(steps.getByText('0 de 5')).toBeVisible();
  await expect(page.getByText('Faltam cinco passos.')).toBeVisible();
  await expect(feed(page).getByText('Nada esperando por você')).toBeVisible();
  await expect(page.getByText('Começa com o primeiro pedido lido da sua conta.')).toBeVisible();

  // A press opens another step, and only that one.
  await steps.getByRole('button', { name: 'Abrir o passo Trazer produtos' }).click();
  await expect(steps.getByRole('button', { name: 'Conectar conta' })).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Informar o CNPJ' })).toHaveCount(0);
  await expectSound(page, 'main');

  await aDeposito(page, 'Matriz');
  await page.reload();
  await expect(steps.getByText('1 de 5')).toBeVisible();
  await expect(steps.getByText('Matriz')).toBeVisible();
  await steps.getByRole('button', { name: 'Abrir o passo Convidar a equipe' }).click();
  await steps.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(page).toHaveURL('/configuracao/equipe');
  await page.goBack();

  await steps.getByRole('button', { name: 'Esconder' }).click();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Indicadores' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Indicadores' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('what waits comes and closes by itself on an open page, with one action each', async ({
  page,
  operator,
}) => {
  await isAtWork(operator);
  const isAnswered = watchReads(page);
  await page.clock.install();
  await page.goto('/');
  await expect(feed(page).getByText('Nada esperando por você')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Atividade recente' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Vendas nos últimos 30 dias' })).toBeVisible();

  const [end] = await planted(operator, ['contas_a_reconectar']);
  await isAnswered();
  await page.clock.fastForward(31_000);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Conta pede reconexão');
  // Four hours ago is yesterday for a journey that runs soon after midnight.
  await expect(rows(page).locator('time')).toHaveText(/^(há 4 h|ontem, \d{2}:\d{2})$/);
  await expect(rows(page).getByRole('link')).toHaveText('Reconectar');

  await end?.();
  await isAnswered();
  await page.clock.fastForward(31_000);
  await expect(feed(page).getByText('Nada esperando por você')).toBeVisible();
});

test('a busy empresa sees eight rows in the order of work, and the rest behind a button', async ({
  page,
  operator,
}) => {
  await isAtWork(operator);
  await planted(operator, Object.keys(CAUSAS));
  await page.goto('/');
  await expect(rows(page)).toHaveCount(8);
  // Its deadline is today, so it comes before what weighs more.
  await expect(rows(page).first()).toContainText('Pedido espera a nota fiscal');
  await expect(rows(page).nth(1)).toContainText('Conta pede reconexão');
  await feed(page)
    .getByRole('button', { name: `Ver mais ${Object.keys(CAUSAS).length - 8}` })
    .click();
  await expect(rows(page)).toHaveCount(Object.keys(CAUSAS).length);
  await expect(rows(page).last()).toContainText('Item abaixo do mínimo');
  await rows(page).last().getByRole('link', { name: 'Ver itens' }).click();
  await expect(page).toHaveURL('/catalogo/inventario?situacao=baixo');
});

test('the figures, the chart and the stock belong together, and the keyboard reads each day', async ({
  page,
  operator,
}) => {
  await isAtWork(operator);
  await sold(operator);
  const deposito = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), {
    custo_unitario: '7.50',
    depositos: [saldo(deposito.id, '4')],
  });
  await page.goto('/');
  const strip = page.getByRole('region', { name: 'Indicadores' });
  await expect(strip.getByRole('term')).toHaveText([
    'Vendas hoje',
    'Pedidos hoje',
    'Ticket médio',
    'Valor do estoque',
  ]);
  // The page scrolls as a whole. A strip that shrinks instead would hide its figures.
  expect((await strip.boundingBox())?.height).toBeGreaterThan(60);
  await expect(strip).toContainText('R$ 100,00');
  await expect(strip).toContainText('R$ 30,00');
  await expect(page.getByText(/pedidos lidos agora há pouco/)).toBeVisible();

  await tabTo(page, chart(page));
  await expect(chart(page)).toHaveAttribute(
    'aria-valuetext',
    /R\$\s100,00, 2 pedidos; 30 dias antes, R\$\s130,00/,
  );
  await page.keyboard.press('ArrowLeft');
  await expect(chart(page)).toHaveAttribute('aria-valuenow', '28');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /R\$\s101,00, 1 pedido;/);
  await page.keyboard.press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuenow', '0');

  const estoque = page.getByRole('region', { name: 'Saúde do estoque' });
  await expect(estoque.getByRole('listitem')).toHaveText([
    'Acima do mínimo0',
    'Abaixo do mínimo1',
    'Sem estoque0',
  ]);
  await estoque.getByRole('link', { name: 'Abaixo do mínimo' }).click();
  await expect(page).toHaveURL('/catalogo/inventario?situacao=baixo');
});

test('an own change is undone from the activity', async ({ page, operator }) => {
  await isAtWork(operator);
  await aMarca(page, 'Bosch');
  await page.goto('/');
  const lines = page.getByRole('region', { name: 'Atividade recente' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Você cadastrou a marca Bosch');
  await lines.first().getByRole('button', { name: 'Desfazer: cadastrou a marca Bosch' }).click();
  await expect(page.getByText('Alteração desfeita')).toBeVisible();
  await expect(lines.first()).toContainText('Você excluiu a marca Bosch');
});

test('changes of one kind are one line, which opens the activity of that day', async ({ page, operator }) => {
  await isAtWork(operator);
  for (const nome of ['Bosch', 'NGK', 'Cofap']) await aMarca(page, nome);
  await page.goto('/');
  const lines = page.getByRole('region', { name: 'Atividade recente' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Você cadastrou 3 marcas');
  await expect(lines.first().getByRole('button', { name: /^Desfazer a última: / })).toBeVisible();
  await expectSound(page);
  await tabTo(page, lines.first().getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Atividade', level: 1 })).toBeVisible();
  await expect(page.getByLabel('O que aconteceu')).toHaveValue('registro_criado');
  await expect(page.getByLabel('Pessoa')).toHaveValue(operator.userId);
  await expect(page.getByRole('button', { name: 'Só marcas' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/cadastrou a marca/)).toHaveCount(3);
  await expectSound(page);
});

test('vendas and consulta see no cost, no row they cannot end, and only their own changes', async ({
  page,
  operator,
}) => {
  await planted(operator, ['contas_a_reconectar', 'convites_vencidos', 'estoque_zerado']);
  await sold(operator);
  for (const papel of ['vendas', 'consulta'] as const) {
    const caio = await anOperator({ name: 'Caio Mendes', empresaId: operator.empresaId, papel });
    await signInAs(page, caio);
    await page.goto('/');
    await expect(feed(page).getByText('Nada esperando por você')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Indicadores' }).getByRole('term')).toHaveCount(3);
    await expect(page.getByRole('region', { name: 'Sua atividade recente' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/valor do estoque|custo|Deixe a loja pronta/i);
  }
});

test('a card that cannot load says so, and the others go on', async ({ page, operator, expectErrors }) => {
  expectErrors(/./);
  await isAtWork(operator);
  await page.route('**/api/inicio/vendas', (route) => route.abort());
  await page.goto('/');
  const vendas = page.getByRole('region', { name: 'Vendas nos últimos 30 dias' });
  await expect(vendas.getByRole('alert')).toContainText('Sem resposta do servidor');
  await expect(feed(page).getByText('Nada esperando por você')).toBeVisible();
  await page.unroute('**/api/inicio/vendas');
  await vendas.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Começa com o primeiro pedido lido da sua conta.')).toBeVisible();
});

for (const width of [1440, 390]) {
  test.describe(`axe finds no violation, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('of a new empresa', async ({ page, operator }) => {
      expect(operator.userId).toBeTruthy();
      await page.goto('/');
      await expect(page.getByText('0 de 5')).toBeVisible();
      await expectSound(page, 'main');
    });

    test('of a busy empresa', async ({ page, operator }) => {
      await isAtWork(operator);
      await planted(operator, Object.keys(CAUSAS));
      await sold(operator);
      await aMarca(page, 'Bosch');
      await page.goto('/');
      await expect(rows(page)).toHaveCount(8);
      await expect(chart(page)).toBeVisible();
      await expect(page.getByText('cadastrou a marca Bosch')).toBeVisible();
      await chart(page).focus();
      await page.keyboard.press('ArrowLeft');
      await expectSound(page, 'main');
    });
  });
}

test('a convite of another empresa waits on Início, and goes when the person declines or accepts', async ({
  page,
  operator,
}) => {
  await isAtWork(operator);
  await planted(operator, ['convites_recebidos']);
  await page.goto('/');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Convite para você');
  await expect(rows(page)).toContainText('Alguém convidou você para Auto Peças Horizonte.');
  await expectSound(page);
  const open = rows(page).getByRole('link', { name: 'Ver convite' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { name: 'Convite para Auto Peças Horizonte' });
  await expect(title).toBeVisible();
  await expectSound(page);
  // The convite waits for as long as the person decides nothing.
  await page.getByRole('link', { name: 'Agora não' }).click();
  await open.click();
  await page.getByRole('button', { name: 'Recusar convite' }).click();
  await expectSuccess(page, 'Convite recusado');
  await expect(feed(page)).toContainText('Nada esperando por você');

  await planted(operator, ['convites_recebidos']);
  await page.reload();
  await open.click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  await expectSuccess(page, 'Você entrou em Auto Peças Horizonte');
  await expect(feed(page)).toContainText('Nada esperando por você');
});
