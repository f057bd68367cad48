import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aCnpj } from '../apps/sandbox/src/consultas/empresas.ts';
import { formatDocumento } from '../packages/contract/src/documento.ts';
import { EQUIPE, emails, equipe, invitation, membro } from './equipe-page.ts';
import { apiHeaders, expect, mailedLink, ORIGIN, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aProduto, PRODUTOS, references, saldo } from './produtos-page.ts';
import { question, row } from './register-page.ts';
import { SENHA } from './secrets.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const COST = /7\.?391|custo|margem/i;

/** Reaches a control by Tab and presses it, as a person without a mouse does. */
async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }));
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Signs up on the open page, opens the e-mailed link in `confirming`, and signs in there. */
async function signUp(page: Page, nome: string, email: string, confirming = page): Promise<void> {
  await type(page, 'Nome completo', nome);
  await type(page, 'Email', email);
  await type(page, 'Senha', SENHA);
  await type(page, 'Confirmar senha', SENHA);
  await page.keyboard.press('Enter');
  await expectSuccess(page, 'Conta criada com sucesso!');
  await confirming.goto(await mailedLink(page, email, 'confirmacao'));
  await expectSuccess(confirming, 'Email confirmado');
  await type(confirming, 'Email', email);
  await type(confirming, 'Senha', SENHA);
  await confirming.keyboard.press('Enter');
}

const WALKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

for (const { width, height, colorScheme } of WALKS)
  test(`from the sign-up to the removal of a colleague, by keyboard at ${width} px`, async ({
    page,
    browser,
  }) => {
    test.slow();
    const viewport = { width, height };
    const [helena, caio] = [`${randomUUID()}@exemplo.com.br`, `${randomUUID()}@exemplo.com.br`];
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });

    await page.goto('/auth/cadastro');
    await signUp(page, 'Helena Prado', helena);
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Helena Prado!' })).toBeVisible();

    // The empresa gets its data from its CNPJ, and then its name.
    const cnpj = aCnpj(12);
    await page.goto(EQUIPE);
    await press(page, 'Editar');
    await type(page, 'CNPJ', cnpj);
    await expect(page.getByLabel('Razão social')).not.toHaveValue('');
    await page.keyboard.press('Shift+Tab');
    await type(page, 'Nome fantasia *', 'Aurora Autopeças');
    await page.keyboard.press('Enter');
    const data = page.getByRole('region', { name: 'Dados da empresa' });
    await expect(data).toContainText('Aurora Autopeças');
    await expect(data).toContainText(formatDocumento(cnpj));

    const deposito = await aDeposito(page, 'Loja');
    const made = { custo_unitario: '7391.37', depositos: [saldo(deposito.id, '3')] };
    const of = await references(page);
    await aProduto(page, of, made);
    const gone = await aProduto(page, of, { ...made, sku: 'FRE-2', nome: 'Disco de freio', depositos: [] });
    const removed = await page.request.delete(`/api/produtos/${gone.id}`, { headers: apiHeaders });
    expect(removed.ok()).toBe(true);

    await press(page, 'Convidar');
    await expect(emails(page)).toBeFocused();
    await page.keyboard.type(caio);
    await page.keyboard.press('Tab');
    await tabTo(page, page.getByRole('radio', { name: /^Administrador/ }));
    for (const papel of ['Estoque', 'Vendas']) {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: new RegExp(`^${papel}`) })).toBeChecked();
    }
    await page.keyboard.press('Enter');
    await expectSuccess(page, `Convite enviado para ${caio}`);
    await expect(invitation(page)).toHaveCount(0);

    // Caio has no account. The e-mail of the sign-up opens in another tab of his browser.
    const context = await browser.newContext({ baseURL: ORIGIN, viewport, colorScheme });
    const first = await context.newPage();
    await first.goto(await mailedLink(page, caio, 'convite'));
    await expect(first.getByRole('heading', { name: 'Convite para Aurora Autopeças' })).toBeVisible();
    await press(first, 'Criar conta', 'link');
    await expect(first.getByLabel('Email')).toHaveValue(caio);
    const theirs = await context.newPage();
    const leaks: string[] = [];
    theirs.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      if (/7391|custo_unitario|valor_estoque/.test(await response.text().catch(() => '')))
        leaks.push(response.url());
    });
    await signUp(first, 'Caio Mendes', caio, theirs);
    await expect(theirs.getByRole('heading', { name: 'Convite para Aurora Autopeças' })).toBeVisible();
    // The first tab learns of the sign-in and offers the same.
    await first.goto('/auth/convite');
    await expect(first.getByRole('button', { name: 'Aceitar convite' })).toBeVisible();
    await press(theirs, 'Aceitar convite');
    await expectSuccess(theirs, 'Você entrou em Aurora Autopeças');
    await expect(theirs).toHaveURL('/');
    await first.close();

    // Caio works as vendas, and no answer of the server names a cost.
    await theirs.goto(PRODUTOS);
    await expect(row(theirs, 'Pastilha de freio')).toBeVisible();
    await expect(theirs.locator('body')).not.toContainText(COST);
    await expectSound(theirs);
    const [{ id } = {}] = await sql(
      "select id from produtos where nome = 'Pastilha de freio' and empresa_id = $1",
      [await empresaOf(helena)],
    );
    await theirs.goto(`${PRODUTOS}?abrir=${id}`);
    const ver = theirs.getByRole('dialog', { name: 'Ver Produto' });
    await expect(ver.getByLabel('Preço de Venda')).toHaveValue('25,90');
    await expect(ver).not.toContainText(COST);
    await press(theirs, 'Histórico');
    const history = theirs.getByRole('dialog', { name: 'Histórico' });
    await expect(history.getByText('Preço de Venda')).toBeVisible();
    await expect(history).not.toContainText(COST);
    await theirs.goto(PRODUTOS);
    await press(theirs, 'Lixeira');
    await expect(theirs.getByRole('dialog', { name: 'Lixeira' })).toContainText('Disco de freio');
    await expect(theirs.locator('body')).not.toContainText(COST);
    await theirs.goto('/catalogo/inventario');
    await expect(row(theirs, 'Pastilha de freio')).toBeVisible();
    await expect(theirs.locator('body')).not.toContainText(COST);
    expect(leaks).toEqual([]);

    // Helena removes Caio while he types.
    await theirs.goto('/cadastros/vendedores?abrir=novo');
    await type(theirs, 'Nome *', 'Marina Lopes');
    await type(theirs, 'CPF *', '52998224725');
    await type(theirs, 'Email *', 'marina@exemplo.com.br');
    await page.goto(EQUIPE);
    await expect(membro(page, 'Caio Mendes')).toContainText('Vendas');
    await press(page, 'Ações de Caio Mendes');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Retirar da empresa' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toContainText('Retirar Caio Mendes da empresa?');
    await tabTo(page, question(page).getByRole('button', { name: 'Retirar' }));
    await page.keyboard.press('Enter');
    await expectSuccess(page, 'Caio Mendes saiu da empresa');
    await expect(equipe(page).getByRole('listitem')).toHaveCount(1);

    // The tab of Caio learns of it by itself.
    const lost = theirs.getByRole('dialog', { name: 'Você saiu desta empresa' });
    await expect(lost).toContainText('Você não faz mais parte da empresa Aurora Autopeças.');
    await expectSound(theirs);
    await theirs.keyboard.press('Escape');
    await expect(theirs.getByLabel('Nome *')).toHaveValue('Marina Lopes');
    await expect(theirs.getByLabel('Email *')).toHaveValue('marina@exemplo.com.br');
    await theirs.keyboard.press('Enter');
    await tabTo(theirs, lost.getByRole('button', { name: 'Ir para Caio Mendes' }));
    await theirs.keyboard.press('Enter');
    await expect(theirs).toHaveURL('/');
    await expect(theirs.getByRole('heading', { name: 'Bem-vindo, Caio Mendes!' })).toBeVisible();
    expect(
      await sql(
        "select from vendedores where nome = 'Marina Lopes' and email = 'marina@exemplo.com.br' and empresa_id = $1",
        [await empresaOf(helena)],
      ),
    ).toEqual([]);
    await context.close();
  });

/** The only empresa of this person. */
async function empresaOf(email: string): Promise<unknown> {
  const [membership] = await sql(
    `select m.empresa_id from membros m join auth.users u on u.id = m.user_id
     where u.email = $1 and m.saiu_em is null`,
    [email],
  );
  return membership?.['empresa_id'];
}
