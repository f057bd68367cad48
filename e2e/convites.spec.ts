import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import {
  changeConvite,
  convite,
  convites,
  EQUIPE,
  emails,
  equipe,
  invitation,
  membro,
  papelOf,
} from './equipe-page.ts';
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
import { tabTo } from './keyboard.ts';
import { expectClosingAsks } from './leaving.ts';
import { question, tabToUndo } from './register-page.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const NARROW = { width: 390, height: 844 };
const foot = (page: Page) => page.getByRole('button', { name: /Trocar de empresa, agora em/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chips = (page: Page) => invitation(page).getByRole('list', { name: 'Endereços' }).getByRole('listitem');

/** Invites an address as the page of the signed-in person does, without its screen. */
async function invite(page: Page, email: string, papel = 'vendas'): Promise<void> {
  const response = await page.request.post('/api/convites', {
    data: { emails: [email], papel, ve_custo: false },
    headers: apiHeaders,
  });
  expect((await response.json()).itens).toMatchObject([{ resultado: 'convidado' }]);
}

/** Opens another browser, in which nobody is signed in. */
const elsewhere = (browser: Browser) => browser.newPage({ baseURL: ORIGIN });

async function logIn(page: Page, { email, senha }: Operator): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await button(page, 'Entrar').click();
}

test.describe('the form of a convite', () => {
  test('takes several addresses by keyboard, proposes corrections and sends none in doubt', async ({
    page,
    operator,
  }) => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()].map((id) => `${id}@loja.com.br`);
    await page.goto(EQUIPE);
    await tabTo(page, button(page, 'Convidar'));
    await page.keyboard.press('Enter');
    await expect(emails(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(emails(page)).toHaveAccessibleDescription(/Informe ao menos um email/);
    await page.keyboard.type(`${one},`);
    await expect(emails(page)).toHaveValue('');
    await page.keyboard.type(`${two}`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('karla@loja,com');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bia@gmial.com');
    await page.keyboard.press('Enter');
    await expect(chips(page)).toHaveText([`${one}`, `${two}`, 'karla@loja,com', 'bia@gmial.com']);
    await expect(emails(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(emails(page)).toHaveAccessibleDescription(/“karla@loja,com” tem vírgula no lugar do ponto/);
    await expectSound(page);
    // Nothing is sent while an address is in doubt.
    await page.keyboard.press('Enter');
    await expect(invitation(page)).toBeVisible();
    await tabTo(page, invitation(page).getByRole('button', { name: 'Trocar por karla@loja.com' }));
    await page.keyboard.press('Enter');
    await invitation(page).getByRole('button', { name: 'Manter assim' }).click();
    await expect(emails(page)).not.toHaveAttribute('aria-invalid', 'true');
    // Backspace in the empty field takes the last address back for editing.
    await emails(page).focus();
    await page.keyboard.press('Backspace');
    await expect(emails(page)).toHaveValue('bia@gmial.com');
    await emails(page).fill('');
    await page.keyboard.press('Backspace');
    await emails(page).fill('');
    await emails(page).evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `Rui Reis <${three}>; ${one}`);
    await expect(chips(page)).toHaveText([`${one}`, `${two}`, `${three}`]);
    await button(page, `Remover ${two}`).click();
    await button(page, 'Enviar convites').click();
    await expect(invitation(page)).toContainText('Escolha o papel.');
    await expect(page.getByRole('radio', { name: /^Administrador/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Estoque/ })).toBeChecked();
    await expect(invitation(page).getByRole('radio')).toHaveCount(4);
    await tabTo(page, page.getByRole('switch', { name: 'Pode ver custo e margem' }));
    await page.keyboard.press('Space');
    await page.setViewportSize(NARROW);
    await expectSound(page);
    await tabTo(page, button(page, 'Enviar convites'));
    await page.keyboard.press('Enter');
    await expectSuccess(page, '2 convites enviados');
    await expect(invitation(page)).toHaveCount(0);
    await expect(convite(page, `${one}`)).toContainText('Estoque, vê custo · enviado agora, por Ana Souza');
    const made = await sql(
      'select email, papel, ve_custo from convites where empresa_id = $1 order by email',
      [operator.empresaId],
    );
    expect(made).toEqual([one, three].sort().map((email) => ({ email, papel: 'estoque', ve_custo: true })));
  });

  test('keeps the refused addresses with the reason, and sends the others', async ({ page, operator }) => {
    const [invited, fresh] = [`${randomUUID()}@loja.com.br`, `${randomUUID()}@loja.com.br`];
    await invite(page, invited);
    await page.goto(EQUIPE);
    await button(page, 'Convidar').click();
    await emails(page).fill(`${operator.email} ${invited} ${fresh}`);
    await page.getByRole('radio', { name: /^Consulta/ }).check();
    await button(page, 'Enviar convites').click();
    await expectSuccess(page, `Convite enviado para ${fresh}`);
    await expect(chips(page)).toHaveText([operator.email, invited]);
    await expect(invitation(page)).toContainText('Esta pessoa já faz parte da equipe.');
    await expect(invitation(page)).toContainText('Este email já tem um convite na lista.');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Descartar' }).click();
    await expect(convites(page).getByRole('listitem')).toHaveCount(2);
  });
});

test('Back and closing the tab ask before typed addresses are lost', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto('/');
  await page.getByRole('link', { name: 'Empresa e equipe' }).click();
  await button(page, 'Convidar').click();
  await emails(page).fill('rui@loja.com.br');
  await emails(page).press('Enter');
  await page.goBack();
  await expect(question(page)).toContainText('Descartar os convites?');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(chips(page)).toHaveText(['rui@loja.com.br']);
  await expectClosingAsks(page);
  await page.goBack();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(invitation(page)).toBeHidden();
  await expect(page).toHaveURL(EQUIPE);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test.describe('the list of convites', () => {
  test('offers for each state what helps', async ({ page, operator, expectErrors }) => {
    expectErrors(/404|A leitura falhou/);
    const [late, wrong] = [`${randomUUID()}@loja.com.br`, `nao-existe-${randomUUID()}@exemplo.com.br`];
    const right = `${randomUUID()}@exemplo.com.br`;
    await invite(page, late);
    await invite(page, wrong);
    const old = await mailedLink(page, late, 'convite');
    await changeConvite(operator, late, "vence_em = now() - interval '1 day'");
    await changeConvite(operator, wrong, "envio = 'devolvido'");
    await page.goto(EQUIPE);
    await expect(convite(page, late)).toContainText('Vencido');
    await expect(convite(page, wrong)).toContainText('Não entregue');
    await expectSound(page);

    await button(page, `Reenviar o convite de ${late}`).click();
    await expectSuccess(page, 'Convite reenviado');
    await expect(convite(page, late)).toContainText('Vence em 7 dias');
    await expect.poll(() => mailedLink(page, late, 'convite')).not.toBe(old);

    await button(page, `Corrigir o email ${wrong}`).click();
    const mend = page.getByRole('dialog', { name: 'Corrigir o convite' });
    await expect(mend.getByLabel('Email')).toHaveValue(wrong);
    await expect(mend.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('bia@hotnail.com');
    await page.keyboard.press('Enter');
    await expect(mend).toContainText('“bia@hotnail.com” parece ter um erro de digitação.');
    await expectSound(page);
    await mend.getByLabel('Email').fill(right);
    await page.keyboard.press('Enter');
    await expectSuccess(page, `Convite enviado para ${right}`);
    await expect(convite(page, right)).toContainText('Vence em 7 dias');

    await page.goto(old);
    await expect(page.getByRole('heading', { name: 'Convite não encontrado' })).toBeVisible();
    await expect(page.getByText(/Este link não vale mais/)).toBeVisible();
  });

  test('revokes without a question and takes it back', async ({ page, operator }) => {
    const email = `${randomUUID()}@loja.com.br`;
    await invite(page, email);
    await page.goto(EQUIPE);
    await button(page, `Revogar o convite de ${email}`).click();
    await expectSuccess(page, `Convite de ${email} revogado`);
    await expect(convites(page)).toContainText('Nenhum convite espera resposta');
    await convites(page).getByText('Respondidos nos últimos 30 dias (1)').click();
    await expect(convite(page, email)).toContainText('Revogado');
    await tabToUndo(page);
    await page.keyboard.press('Enter');
    await expectSuccess(page, 'Convite de volta');
    await expect(convite(page, email)).toContainText('Vence em 7 dias');
    const [row] = await sql('select revogado_em from convites where empresa_id = $1', [operator.empresaId]);
    expect(row).toEqual({ revogado_em: null });
  });

  test('says that it failed and reads again', async ({ page, operator, expectErrors }) => {
    expectErrors(/403|A leitura falhou/);
    expect(operator.userId).toBeTruthy();
    const refusal = { codigo: 'forbidden', mensagem: 'Agora não.', pedido: 'p1' };
    await page.route('**/api/convites', (route) => route.fulfill({ status: 403, json: refusal }));
    await page.route('**/api/equipe', (route) => route.fulfill({ status: 403, json: refusal }));
    await page.goto(EQUIPE);
    await expect(convites(page).getByRole('alert')).toContainText('Agora não.');
    await expect(equipe(page).getByRole('alert')).toContainText('Agora não.');
    await page.unrouteAll();
    await convites(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await equipe(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(convites(page)).toContainText('Nenhum convite espera resposta');
    await expect(membro(page, 'Ana Souza')).toBeVisible();
  });
});

test.describe('the page of a convite', () => {
  const heading = (page: Page, empresa = 'Ana Souza') =>
    page.getByRole('heading', { name: `Convite para ${empresa}` });

  test('leads an account that is not signed in through the sign-in to the empresa', async ({
    page,
    operator,
    browser,
  }) => {
    const caio = await anOperator({ name: 'Caio Mendes' });
    await invite(page, caio.email);
    const theirs = await elsewhere(browser);
    await theirs.goto(await mailedLink(page, caio.email, 'convite'));
    await expect(heading(theirs)).toBeVisible();
    await expect(theirs).toHaveURL('/auth/convite');
    await expect(theirs.getByText('Ana Souza convidou você')).toBeVisible();
    await expect(
      theirs.getByText('Clientes, vendedores e vendas no balcão. Não mexe no saldo de outro modo.'),
    ).toBeVisible();
    await expectSound(theirs);
    await theirs.setViewportSize(NARROW);
    await expectSound(theirs);
    // The list of the person who invites shows that the link was opened.
    await page.goto(EQUIPE);
    await expect(convite(page, caio.email)).toContainText('Aberto, vence em 7 dias');
    // The convite survives a reload.
    await theirs.reload();
    await theirs.getByRole('link', { name: 'Entrar', exact: true }).click();
    await expect(theirs.getByLabel('Email')).toHaveValue(caio.email);
    await logIn(theirs, caio);
    await expect(heading(theirs)).toBeVisible();
    await expectSound(theirs);
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(theirs).toHaveURL('/');
    await expectSuccess(theirs, 'Você entrou em Ana Souza');
    await theirs.getByRole('button', { name: 'Alternar menu' }).click();
    await expect(foot(theirs)).toHaveAccessibleName('Trocar de empresa, agora em Ana Souza Vendas');
    expect(await papelOf(caio, operator.empresaId)).toBe('vendas');
    expect(await papelOf(caio, caio.empresaId)).toBe('dono');
    expect(await theirs.evaluate(() => localStorage.getItem('convite'))).toBeNull();
    await page.reload();
    await expect(membro(page, 'Caio Mendes')).toContainText('Vendas');
    await theirs.close();
  });

  test('asks somebody else to sign out, and lets them stay', async ({ page, operator, browser }) => {
    expect(operator.userId).toBeTruthy();
    const caio = await anOperator({ name: 'Caio Mendes' });
    const rui = await anOperator({ name: 'Rui Reis' });
    await invite(page, caio.email);
    const link = await mailedLink(page, caio.email, 'convite');
    const theirs = await elsewhere(browser);
    await signIn(theirs, rui);
    await theirs.goto(link);
    await expect(theirs.getByRole('alert')).toContainText(
      `Este convite é para ${caio.email}, e você entrou como ${rui.email}.`,
    );
    await expect(theirs.getByRole('button', { name: 'Aceitar convite' })).toHaveCount(0);
    await expectSound(theirs);
    await theirs.getByRole('link', { name: 'Continuar nesta conta' }).click();
    await expect(theirs).toHaveURL('/');
    await expect(foot(theirs)).toContainText('Rui Reis');
    await theirs.goto(link);
    await theirs.getByRole('button', { name: 'Sair e usar a conta convidada' }).click();
    await theirs.getByRole('link', { name: 'Entrar', exact: true }).click();
    await logIn(theirs, caio);
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(foot(theirs)).toContainText('Ana Souza');
    await theirs.close();
  });

  test('explains a link that is over, used, unknown or incomplete', async ({
    page,
    operator,
    browser,
    expectErrors,
  }) => {
    expectErrors(/404|422|A leitura falhou/);
    const caio = await anOperator({ name: 'Caio Mendes' });
    await invite(page, caio.email);
    const link = await mailedLink(page, caio.email, 'convite');
    const theirs = await elsewhere(browser);
    const open = async (url: string) => {
      await theirs.goto('/auth/login');
      await theirs.goto(url);
    };
    await changeConvite(operator, caio.email, "vence_em = now() - interval '1 day'");
    await open(link);
    await expect(theirs.getByRole('alert')).toContainText('Este convite venceu.');
    await expectSound(theirs);
    await changeConvite(operator, caio.email, "vence_em = now() + interval '1 day', revogado_em = now()");
    await open(link);
    await expect(theirs.getByRole('alert')).toContainText('Este convite foi revogado.');
    await theirs.getByRole('link', { name: 'Ir para a entrada' }).click();
    await expect(theirs.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    // A convite that is over does not return after the sign-in.
    expect(await theirs.evaluate(() => localStorage.getItem('convite'))).toBeNull();

    await changeConvite(operator, caio.email, 'revogado_em = null');
    await signIn(theirs, caio);
    await theirs.goto(link);
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(foot(theirs)).toContainText('Ana Souza');
    await theirs.goto(link);
    await expect(theirs.getByText('Você já aceitou este convite.')).toBeVisible();
    await theirs.getByRole('button', { name: 'Ir para Ana Souza' }).click();
    await expect(foot(theirs)).toContainText('Ana Souza');
    await theirs.close();

    await page.goto(`/auth/convite#convite=pre_${'x'.repeat(43)}`);
    await expect(page.getByText(/Este link não vale mais ou está incompleto/)).toBeVisible();
    await expectSound(page);
    await page.goto('/');
    await page.goto('/auth/convite#convite=curto');
    await expect(page.getByText(/Este link está incompleto/)).toBeVisible();
    await page.getByRole('link', { name: 'Ir para o Prumo' }).click();
    await expect(foot(page)).toBeVisible();
    await page.goto('/auth/convite');
    await expect(page.getByText(/Este link está incompleto/)).toBeVisible();
  });

  test('shows why an acceptance is refused, and a failure to open can be tried again', async ({
    page,
    operator,
    browser,
  }) => {
    const caio = await anOperator({ name: 'Caio Mendes' });
    await invite(page, caio.email);
    const link = await mailedLink(page, caio.email, 'convite');
    const theirs = await elsewhere(browser);
    await signIn(theirs, caio);
    const mensagem = 'Muitas tentativas. Tente de novo em um minuto.';
    await theirs.route('**/api/convites/consulta', (route) =>
      route.fulfill({ status: 409, json: { codigo: 'conflict', mensagem, pedido: 'p1' } }),
    );
    await theirs.goto(link);
    await expect(theirs.getByRole('alert')).toContainText(mensagem);
    await theirs.unrouteAll();
    await theirs.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(heading(theirs)).toBeVisible();
    await changeConvite(operator, caio.email, 'revogado_em = now()');
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(theirs.getByRole('alert')).toContainText('Este convite foi revogado. Peça outro');
    expect(await papelOf(caio, operator.empresaId)).toBeUndefined();
    await theirs.close();
  });
});
