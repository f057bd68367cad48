import { anOperator, expect, sentTo, sql, test } from './fixtures.ts';
import { aConta, card, PATH } from './integracoes-page.ts';
import { toast } from './perfil-page.ts';
import { enrol } from './second-factor.ts';
import { expectSound } from './sound.ts';

const at = (id: string) => `/configuracao/mercado-livre/${id}`;

test.describe('the screen of a conta', () => {
  test.beforeEach(async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await enrol(page);
  });

  test('[INTE-04] [CONT-01] [CONT-02] is opened by Configurar, names the account and leads back', async ({
    page,
    operator,
  }) => {
    const id = await aConta(operator, { nickname: 'LOJADAANA' });
    await page.goto(PATH);
    await card(page, 'LOJADAANA').getByRole('button', { name: 'Configurar' }).click();
    await expect(page).toHaveURL(at(id));
    await expect(page.getByRole('heading', { name: '@LOJADAANA', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Onde você está')).toContainText('Integrações');
    await page.getByRole('button', { name: 'Voltar para Integrações' }).click();
    await expect(page).toHaveURL(PATH);
    await expect(card(page, 'LOJADAANA')).toBeVisible();
  });

  test('[CONT-03] has two tabs, which the keyboard and the address know', async ({ page, operator }) => {
    await page.goto(at(await aConta(operator, { nickname: 'LOJADAANA' })));
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(['Análise', 'Importação de Anúncios']);
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: 'Carregar Análises' })).toBeVisible();
    await expectSound(page);
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: 'Carregar Análises' })).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSound(page);
    await page.reload();
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  });

  test('[CONT-04] [CONT-05] of another empresa does not open', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao carregar conta|A leitura falhou|status of 404/);
    const id = await aConta(await anOperator(), { nickname: 'ALHEIA' });
    await page.goto(at(id));
    await expect(toast(page, 'Erro ao carregar conta')).toHaveCount(1);
    await expect(page).toHaveURL(PATH);
    await expect(page.getByText('ALHEIA')).toHaveCount(0);
  });

  test('[CONT-05] of another marketplace, or that does not exist, leads to the integrations', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao carregar conta|A leitura falhou|status of 422/);
    const id = await aConta(operator, { nickname: 'LOJADAANA' });
    for (const path of [`/configuracao/outra-loja/${id}`, at('1')]) {
      await page.goto(path);
      await expect(toast(page, 'Erro ao carregar conta')).toBeVisible();
      await expect(page).toHaveURL(PATH);
    }
  });

  test('of an account that lost its access says so and offers to reconnect', async ({ page, operator }) => {
    await page.goto(at(await aConta(operator, { nickname: 'PERDIDA', situacao: 'reconectar' })));
    await expect(page.getByRole('alert')).toContainText('Reconecte');
    await expect(page.getByRole('button', { name: 'Reconectar' })).toBeVisible();
    await expectSound(page);
  });
});

test('without two-step verification a conta is not read', async ({ page, operator }) => {
  const id = await aConta(operator, { nickname: 'LOJADAANA' });
  const asked = sentTo(page, `/api/contas/${id}`, 'GET');
  await page.goto(at(id));
  await expect(page.getByRole('button', { name: 'Ligar verificação em duas etapas' })).toBeVisible();
  await expect(page.getByText('LOJADAANA')).toHaveCount(0);
  expect(asked).toHaveLength(0);
  expect(await sql('select from auth.factors where user_id = $1', [operator.userId])).toEqual([]);
});
