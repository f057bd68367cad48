import { anOperator, expect, test } from './fixtures.ts';
import { aConta, card, PATH } from './integracoes-page.ts';
import { toast } from './perfil-page.ts';
import { expectSound } from './sound.ts';

const at = (id: string) => `/configuracao/mercado-livre/${id}`;

test.describe('the screen of a conta', () => {
  test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

  test('[INTE-04] [CONT-01] [CONT-02] opens with Configurar, names the account and links back', async ({
    page,
    operator,
  }) => {
    const id = await aConta(operator, { nickname: 'LOJADAANA' });
    await page.goto(PATH);
    await card(page, 'LOJADAANA').getByRole('button', { name: 'Configurar' }).click();
    await expect(page).toHaveURL(at(id));
    await expect(page.getByRole('heading', { name: '@LOJADAANA', level: 1 })).toBeVisible();
    const crumbs = page.getByLabel('Onde você está');
    await expect(crumbs.getByRole('listitem')).toHaveText(['Configuração', 'Integrações', '@LOJADAANA']);
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Integrações' });
    await expect(entry).toHaveAttribute('aria-current', 'true');
    await expect(entry).toHaveClass(/bg-accent/);
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Configuração' })).toHaveAttribute(
      ...(['data-active', 'true'] as const),
    );
    await crumbs.getByRole('link', { name: 'Integrações' }).click();
    await expect(page).toHaveURL(PATH);
    await expect(crumbs.getByRole('listitem')).toHaveText(['Configuração', 'Integrações']);
    await page.goBack();
    await expect(crumbs).toContainText('@LOJADAANA');
    await page.getByRole('button', { name: 'Voltar para Integrações' }).click();
    await expect(page).toHaveURL(PATH);
    await expect(card(page, 'LOJADAANA')).toBeVisible();
  });

  test('[CONT-03] has two tabs that work by keyboard and are kept in the address', async ({
    page,
    operator,
  }) => {
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

  test('[CONT-04] [CONT-05] does not open for a conta of another empresa', async ({ page, expectErrors }) => {
    expectErrors(/Erro ao carregar conta|A leitura falhou|status of 404/);
    const id = await aConta(await anOperator(), { nickname: 'ALHEIA' });
    await page.goto(at(id));
    await expect(toast(page, 'Erro ao carregar conta')).toHaveCount(1);
    await expect(page).toHaveURL(PATH);
    await expect(page.getByText('ALHEIA')).toHaveCount(0);
  });

  test('[CONT-05] redirects to the integrations for another marketplace or an unknown conta', async ({
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

  test('offers to reconnect an account that lost its access', async ({ page, operator }) => {
    await page.goto(at(await aConta(operator, { nickname: 'PERDIDA', situacao: 'reconectar' })));
    await expect(page.getByRole('alert')).toContainText('Reconecte');
    await expect(page.getByRole('button', { name: 'Reconectar' })).toBeVisible();
    await expectSound(page);
  });
});
