import type { Page } from '@playwright/test';
import { anOperator, expect, sentTo, signIn, sql, test } from './fixtures.ts';
import {
  aConta,
  aSeller,
  authorize,
  card,
  connectButton,
  contasOf,
  PATH,
  reachMercadoLivre,
} from './integracoes-page.ts';
import { tabTo } from './keyboard.ts';
import { button, confirm, control, dialog, growStale, card as region, toast } from './perfil-page.ts';
import { question } from './register-page.ts';
import { enrol, totp } from './second-factor.ts';
import { expectSound } from './sound.ts';

const DEMAND = 'Exigir verificação em duas etapas para conectar contas';
const REASON = 'Sua empresa exige a verificação em duas etapas para conectar contas.';
const START = '/api/contas/conexoes';
const SETTINGS = '/configuracao/equipe';
const NARROW = { width: 390, height: 844 };

const demand = (page: Page) => control(page, DEMAND);
const enrolling = (page: Page) => dialog(page, 'Ligar a verificação em duas etapas');
const codigos = (page: Page) => dialog(page, 'Códigos de reserva');
const secretOn = async (page: Page) =>
  (await enrolling(page)
    .getByText(/^([A-Z2-7]{4} ?){4,}/)
    .textContent()) ?? '';

/** Makes the empresa require two-step verification, as a colleague would. */
const demandTwoStep = ({ empresaId, userId }: { empresaId: string; userId: string }) =>
  sql(
    `with history as materialized (
       select set_config('app.empresa_id', $1, true), set_config('app.user_id', $2, true),
         set_config('app.lote', gen_random_uuid()::text, true))
     insert into politicas (empresa_id, user_id, exige_duas_etapas) select $1::uuid, $2::uuid, true from history`,
    [empresaId, userId],
  );

test.describe('the switch that makes the empresa require two-step verification', () => {
  test('is off by default, with the reason of Mercado Livre beside it', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto(SETTINGS);
    await expect(demand(page)).not.toBeChecked();
    const safety = region(page, 'Segurança das conexões');
    await expect(safety).toContainText('o Mercado Livre pede que todos os usuários');
    await expect(safety.getByRole('link', { name: 'Segurança em Integrações' })).toHaveAttribute(
      'href',
      'https://developers.mercadolivre.com.br/seguranca-desenvolvimento-seguro',
    );
    await expectSound(page);
    await page.setViewportSize(NARROW);
    await expectSound(page);
  });

  test('is turned on without confirmation, for the whole empresa, and names the person', async ({
    page,
    operator,
    browser,
  }) => {
    await page.goto(SETTINGS);
    await growStale(operator);
    await tabTo(page, demand(page));
    await page.keyboard.press('Space');
    await expect(toast(page, 'Configuração atualizada')).toContainText('vale para toda a empresa');
    await expect(demand(page)).toBeChecked();
    const colleague = await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId });
    const theirs = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await signIn(theirs, colleague);
    await theirs.goto(SETTINGS);
    await expect(demand(theirs)).toBeChecked();
    await expect(region(theirs, 'Segurança das conexões')).toContainText(
      /Ligada por Ana Souza em \d\d\/\d\d\//,
    );
    await theirs.close();
  });

  test('is turned off only after the person has confirmed their identity', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/status of 403/);
    await demandTwoStep(operator);
    await page.goto(SETTINGS);
    await growStale(operator);
    await demand(page).click();
    await dialog(page, 'Confirme que é você').getByRole('button', { name: 'Cancelar' }).click();
    await expect(demand(page)).toBeChecked();
    await page.reload();
    await expect(demand(page)).toBeChecked();
    await demand(page).click();
    await confirm(page, operator);
    await expect(toast(page, 'Configuração atualizada')).toBeVisible();
    await expect(demand(page)).not.toBeChecked();
    await page.reload();
    await expect(demand(page)).not.toBeChecked();
  });

  test('shows an error after a failed save and returns to its old value', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao atualizar|ERR_FAILED/);
    expect(operator.userId).toBeTruthy();
    await page.goto(SETTINGS);
    await expect(demand(page)).toBeVisible();
    await page.route(/\/api\/politica$/, (route) => route.abort());
    await demand(page).click();
    await expect(toast(page, 'Erro ao atualizar')).toContainText(
      'Não foi possível mudar a regra da empresa.',
    );
    await expect(demand(page)).not.toBeChecked();
  });
});

test.describe('if the empresa requires two-step verification', () => {
  test.beforeEach(async ({ operator, expectErrors }) => {
    expectErrors(/status of 403/);
    await demandTwoStep(operator);
  });

  test('a person enrols in place, by keyboard on a narrow screen, and the connection continues by itself', async ({
    page,
    operator,
  }) => {
    const seller = await aSeller(page);
    await page.setViewportSize(NARROW);
    await page.goto(PATH);
    const started = sentTo(page, START);
    await tabTo(page, connectButton(page));
    await page.keyboard.press('Enter');
    await expect(enrolling(page)).toContainText(REASON);
    await expect(enrolling(page).getByRole('img', { name: /Código QR/ })).toBeVisible();
    await expectSound(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(enrolling(page)).toBeHidden();
    await expect(connectButton(page)).toBeFocused();
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    expect(await sql('select from conexoes where empresa_id = $1', [operator.empresaId])).toEqual([]);
    await page.keyboard.press('Enter');
    const code = totp(await secretOn(page));
    await tabTo(page, enrolling(page).getByLabel('Código', { exact: true }));
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(codigos(page).getByRole('listitem')).not.toHaveCount(0);
    await expectSound(page, '[role="dialog"]');
    expect(started).toHaveLength(2);
    await tabTo(page, button(page, 'Guardei os códigos'));
    await page.keyboard.press('Enter');
    await authorize(page, seller);
    await expect(toast(page, `Conectado ao Mercado Livre como @${seller.nickname}!`)).toBeVisible();
    await expect(card(page, seller.nickname)).toBeVisible();
    expect(started).toHaveLength(3);
    expect(await contasOf(operator)).toMatchObject([{ active: true, nickname: seller.nickname }]);
  });

  test('a person with an old sign-in confirms their identity, enrols, and then continues', async ({
    page,
    operator,
  }) => {
    await page.goto(PATH);
    await growStale(operator);
    await connectButton(page).click();
    await confirm(page, operator);
    await expect(enrolling(page)).toBeVisible();
    await enrolling(page)
      .getByLabel('Código', { exact: true })
      .fill(totp(await secretOn(page)));
    await button(page, 'Ativar').click();
    await button(page, 'Guardei os códigos').click();
    await reachMercadoLivre(page);
  });

  test('reconnecting an account that lost its access asks for the same', async ({ page, operator }) => {
    const id = await aConta(operator, { nickname: 'PERDIDA', situacao: 'reconectar' });
    await page.goto(`/configuracao/mercado-livre/${id}`);
    await button(page, 'Reconectar').click();
    await expect(enrolling(page)).toContainText(REASON);
    await enrolling(page)
      .getByLabel('Código', { exact: true })
      .fill(totp(await secretOn(page)));
    await button(page, 'Ativar').click();
    await button(page, 'Guardei os códigos').click();
    await reachMercadoLivre(page);
  });

  test('a person who has enrolled goes directly to Mercado Livre', async ({ page }) => {
    await enrol(page);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
  });

  test('a person who returns from Mercado Livre without it sees what to do', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Erro ao conectar/);
    await sql('delete from politicas where empresa_id = $1', [operator.empresaId]);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    await demandTwoStep(operator);
    await authorize(page, await aSeller(page));
    await expect(toast(page, 'Erro ao conectar com Mercado Livre')).toContainText(
      'Sua empresa exige a verificação em duas etapas',
    );
    expect(await contasOf(operator)).toEqual([]);
  });

  test('a person without it can use both screens and disconnect an account', async ({ page, operator }) => {
    const id = await aConta(operator, { nickname: 'LOJADAANA' });
    await page.goto(`/configuracao/mercado-livre/${id}`);
    await expect(page.getByRole('heading', { name: '@LOJADAANA', level: 1 })).toBeVisible();
    await expect(button(page, 'Carregar Análises')).toBeVisible();
    await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
    await expect(button(page, 'Buscar anúncios')).toBeVisible();
    await button(page, 'Voltar para Integrações').click();
    await card(page, 'LOJADAANA').getByRole('button', { name: 'Desconectar' }).click();
    await question(page).getByRole('button', { name: 'Desconectar' }).click();
    await expect(toast(page, 'Conta @LOJADAANA desconectada')).toBeVisible();
  });
});

test.describe('the day of grace after a colleague has switched the demand on', () => {
  const notice = (page: Page) => region(page, 'Verificação em duas etapas');
  const passADay = async ({ empresaId }: { empresaId: string }) => {
    for (const table of ['politicas', 'membros'])
      await sql(`update ${table} set created_at = created_at - interval '1 day' where empresa_id = $1`, [
        empresaId,
      ]);
  };

  test('a calm notice names the time and leads to the profile, and goes away with two-step verification', async ({
    page,
    operator,
  }) => {
    const colleague = await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId });
    await demandTwoStep(colleague);
    await page.goto(PATH);
    await expect(notice(page)).toContainText(
      /Ana Souza passou a exigir .* Ligue a sua até \d\d\/\d\d\/\d{4}, \d\d:\d\d; até lá, nada muda\./,
    );
    await expectSound(page);
    await page.setViewportSize(NARROW);
    await expectSound(page);
    await tabTo(page, notice(page).getByRole('link', { name: 'Ligar no perfil' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/perfil$/);
    await enrol(page);
    await page.goto(PATH);
    await expect(connectButton(page)).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  test('a person connects as before, and after the day the demand applies without the notice', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/status of 403/);
    const colleague = await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId });
    await demandTwoStep(colleague);
    await page.goto(PATH);
    await connectButton(page).click();
    await reachMercadoLivre(page);
    await passADay(operator);
    await page.goto(PATH);
    await connectButton(page).click();
    await expect(enrolling(page)).toContainText(REASON);
    await expect(notice(page)).toBeHidden();
  });
});
