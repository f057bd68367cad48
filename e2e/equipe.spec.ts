import type { Page } from '@playwright/test';
import { aCnpj } from '../apps/sandbox/src/consultas/empresas.ts';
import { formatDocumento } from '../packages/contract/src/documento.ts';
import { equipe, membro, EQUIPE as PATH, papelOf } from './equipe-page.ts';
import { anOperator, expect, type Operator, ORIGIN, signIn, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { confirm, elsewhere, growStale } from './perfil-page.ts';
import { question, tabToUndo } from './register-page.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const NARROW = { width: 390, height: 844 };

const empresa = (page: Page) => page.getByRole('region', { name: 'Dados da empresa' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Dados da empresa' });
const papeis = (page: Page) => page.getByRole('region', { name: 'O que cada papel pode' });
const foot = (page: Page) => page.getByRole('complementary', { name: 'Navegação' });

test.describe('the data of the empresa', () => {
  test('a dono renames the empresa by keyboard, and the sidebar shows the new name at once', async ({
    page,
    operator,
  }) => {
    await page.goto(PATH);
    await expect(empresa(page)).toContainText('Ana Souza');
    await tabTo(page, empresa(page).getByRole('button', { name: 'Editar' }));
    await page.keyboard.press('Enter');
    const nome = form(page).getByLabel('Nome fantasia *');
    await expect(nome).toBeFocused();
    await nome.fill('Aurora Autopeças');
    await form(page).getByLabel('Razão social').fill('Aurora Comércio de Autopeças Ltda');
    await form(page).getByLabel('Cidade').fill('Curitiba');
    await form(page).getByLabel('Estado').fill('pr');
    await expectSound(page);
    await page.keyboard.press('Enter');
    await expect(form(page)).toHaveCount(0);
    await expect(empresa(page)).toContainText('Aurora Comércio de Autopeças Ltda');
    await expect(empresa(page)).toContainText('Curitiba - PR');
    await expect(foot(page)).toContainText('Aurora Autopeças');
    const [row] = await sql('select nome, cidade, estado from empresas where id = $1', [operator.empresaId]);
    expect(row).toEqual({ nome: 'Aurora Autopeças', cidade: 'Curitiba', estado: 'PR' });
  });

  test('a complete CNPJ fills the company, and the new CNPJ is saved', async ({ page, operator }) => {
    const cnpj = aCnpj(10);
    await page.goto(PATH);
    await empresa(page).getByRole('button', { name: 'Editar' }).click();
    await form(page).getByLabel('CNPJ', { exact: true }).fill(cnpj);
    await expect(form(page).getByLabel('Razão social')).not.toHaveValue('');
    await form(page).getByRole('button', { name: 'Salvar' }).click();
    await expect(empresa(page)).toContainText(formatDocumento(cnpj));
    const [row] = await sql('select cnpj from empresas where id = $1', [operator.empresaId]);
    expect(row).toEqual({ cnpj });
  });

  test('a wrong CNPJ stays in the form with its sentence', async ({ page, operator, expectErrors }) => {
    expectErrors(/status of 404|CNPJ não encontrado/);
    await page.goto(PATH);
    await empresa(page).getByRole('button', { name: 'Editar' }).click();
    await form(page).getByLabel('CNPJ', { exact: true }).fill('11.222.333/0001-82');
    await form(page).getByRole('button', { name: 'Salvar' }).click();
    await expect(form(page)).toContainText('Este CNPJ não confere');
    const [row] = await sql('select cnpj from empresas where id = $1', [operator.empresaId]);
    expect(row).toEqual({ cnpj: null });
  });
});

test('the table of papéis states every right, also on a narrow screen', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto(PATH);
  const row = (nome: string) => papeis(page).getByRole('row', { name: nome });
  await expect(row('Transferir a empresa').getByRole('img', { name: 'Sim' })).toHaveCount(1);
  await expect(row('Ver produtos, estoque e vendas').getByRole('img', { name: 'Sim' })).toHaveCount(5);
  await expect(row('Ver custo e margem').getByText('Por pessoa')).toHaveCount(3);
  await expectSound(page);
  await page.setViewportSize(NARROW);
  await expectSound(page);
});

test('a person without the right sees the data and no button to change them', async ({
  browser,
  operator,
}) => {
  const { empresaId } = operator;
  const caio = await anOperator({ name: 'Caio Mendes', empresaId, papel: 'consulta' });
  const theirs = await browser.newPage({ baseURL: ORIGIN });
  await signIn(theirs, caio);
  await theirs.goto(PATH);
  await expect(empresa(theirs)).toContainText('Ana Souza');
  await expect(empresa(theirs).getByRole('button')).toHaveCount(0);
  // The own row offers to leave, and no other row offers anything.
  await expect(equipe(theirs).getByRole('listitem')).toHaveCount(2);
  await expect(equipe(theirs).getByRole('button')).toHaveAccessibleName('Ações de Caio Mendes');
  await expect(equipe(theirs).getByRole('switch')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Convidar' })).toHaveCount(0);
  await expect(theirs.getByRole('region', { name: /^Convites pendentes/ })).toHaveCount(0);
  await theirs.close();
});

test.describe('the people of the empresa', () => {
  const papelButton = (page: Page, nome: string) => page.getByRole('button', { name: `Papel de ${nome}` });
  const colleague = ({ empresaId }: Operator, papel: 'administrador' | 'vendas') =>
    anOperator({ name: 'Caio Mendes', empresaId, papel });
  const act = async (page: Page, nome: string, action: string) => {
    await page.getByRole('button', { name: `Ações de ${nome}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test('a dono changes a papel by keyboard, and takes it back', async ({ page, operator }) => {
    const { empresaId } = operator;
    const caio = await colleague(operator, 'vendas');
    await page.goto(PATH);
    await expect(membro(page, 'Ana Souza')).toContainText('(você)');
    await expect(membro(page, 'Ana Souza')).toContainText('agora');
    await expect(papelButton(page, 'Ana Souza')).toHaveCount(0);
    await tabTo(page, papelButton(page, 'Caio Mendes'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio')).toHaveText([
      /^DonoTudo/,
      /^AdministradorTudo, menos/,
      /^EstoqueProdutos/,
      /^VendasClientes/,
      /^ConsultaSó vê/,
    ]);
    await expect(page.getByRole('menuitemradio', { name: /^Vendas/ })).toBeChecked();
    await expectSound(page);
    await page.keyboard.type('Est');
    await page.keyboard.press('Enter');
    await expectSuccess(page, 'Caio Mendes agora é Estoque');
    await expect(papelButton(page, 'Caio Mendes')).toHaveAccessibleName('Papel de Caio Mendes: Estoque');
    expect(await papelOf(caio, empresaId)).toBe('estoque');
    await tabToUndo(page);
    await page.keyboard.press('Enter');
    await expectSuccess(page, 'Mudança desfeita');
    await expect(papelButton(page, 'Caio Mendes')).toHaveAccessibleName('Papel de Caio Mendes: Vendas');
    expect(await papelOf(caio, empresaId)).toBe('vendas');
    await page.setViewportSize(NARROW);
    await expectSound(page);
  });

  test('a dono switches the sight of costs for one person', async ({ page, operator }) => {
    const caio = await colleague(operator, 'vendas');
    const sees = async () =>
      (
        await sql('select ve_custo from membros where user_id = $1 and empresa_id = $2', [
          ...[caio.userId, operator.empresaId],
        ])
      )[0]?.['ve_custo'];
    await page.goto(PATH);
    const custo = page.getByRole('switch', { name: 'Caio Mendes vê custo e margem' });
    await expect(custo).not.toBeChecked();
    await custo.click();
    await expectSuccess(page, 'Caio Mendes agora vê custo e margem');
    await expect(custo).toBeChecked();
    await expect.poll(sees).toBe(true);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(custo).not.toBeChecked();
    await expect.poll(sees).toBe(false);
    // A dono sees costs by the papel.
    await expect(membro(page, 'Ana Souza').getByRole('img', { name: 'Vê custo e margem' })).toBeVisible();
  });

  test('another dono is made only with a fresh proof of identity', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/403/);
    const caio = await colleague(operator, 'vendas');
    await growStale(operator);
    await page.goto(PATH);
    await papelButton(page, 'Caio Mendes').click();
    await page.getByRole('menuitemradio', { name: /^Dono/ }).click();
    await page
      .getByRole('dialog', { name: 'Confirme que é você' })
      .getByRole('button', { name: 'Cancelar' })
      .click();
    await expect(papelButton(page, 'Caio Mendes')).toHaveAccessibleName('Papel de Caio Mendes: Vendas');
    expect(await papelOf(caio, operator.empresaId)).toBe('vendas');
    await papelButton(page, 'Caio Mendes').click();
    await page.getByRole('menuitemradio', { name: /^Dono/ }).click();
    await confirm(page, operator);
    await expectSuccess(page, 'Caio Mendes agora é Dono');
    expect(await papelOf(caio, operator.empresaId)).toBe('dono');
  });

  test('a person is removed after a question, and their name stays', async ({ page, operator }) => {
    const caio = await colleague(operator, 'vendas');
    await page.goto(PATH);
    await act(page, 'Caio Mendes', 'Retirar da empresa');
    await expect(question(page)).toContainText('Retirar Caio Mendes da empresa?');
    await expectSound(page);
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(membro(page, 'Caio Mendes')).toBeVisible();
    await act(page, 'Caio Mendes', 'Retirar da empresa');
    await question(page).getByRole('button', { name: 'Retirar' }).click();
    await expectSuccess(page, 'Caio Mendes saiu da empresa');
    await expect(membro(page, 'Caio Mendes')).toHaveCount(0);
    expect(await papelOf(caio, operator.empresaId)).toBeUndefined();
  });

  test('a person leaves, and the tab goes on in the own empresa', async ({ browser, operator }) => {
    const caio = await colleague(operator, 'vendas');
    const theirs = await elsewhere(browser, caio);
    await theirs.goto(PATH);
    await act(theirs, 'Caio Mendes', 'Sair da empresa');
    await expect(question(theirs)).toContainText('Sair de Ana Souza?');
    await question(theirs).getByRole('button', { name: 'Sair da empresa' }).click();
    await expectSuccess(theirs, 'Você saiu de Ana Souza');
    await expect(theirs).toHaveURL('/');
    await expect(foot(theirs)).toContainText('Caio Mendes');
    expect(await papelOf(caio, operator.empresaId)).toBeUndefined();
    await theirs.close();
  });

  test('the last dono finds the button to leave, and learns why it cannot be done', async ({
    page,
    operator,
  }) => {
    await colleague(operator, 'vendas');
    await page.goto(PATH);
    await act(page, 'Ana Souza', 'Sair da empresa');
    const why = page.getByRole('dialog', { name: 'Você é o último dono' });
    await expect(why).toContainText('A empresa não pode ficar sem dono.');
    await expectSound(page);
    await why.getByRole('button', { name: 'Transferir a empresa' }).click();
    await expect(page.getByRole('dialog', { name: 'Transferir a empresa' })).toBeVisible();
    expect(await papelOf(operator, operator.empresaId)).toBe('dono');
  });

  test('the empresa changes hands when both sides agree and prove who they are', async ({
    page,
    operator,
    browser,
    expectErrors,
  }) => {
    expectErrors(/403/);
    const { empresaId } = operator;
    const caio = await colleague(operator, 'administrador');
    const theirs = await elsewhere(browser, caio);
    const offer = async () => {
      await act(page, 'Ana Souza', 'Transferir a empresa');
      const form = page.getByRole('dialog', { name: 'Transferir a empresa' });
      await expect(form.getByRole('button', { name: 'Oferecer a empresa' })).toBeDisabled();
      await form.getByRole('radio', { name: /^Caio Mendes/ }).check();
      await form.getByRole('button', { name: 'Oferecer a empresa' }).click();
    };
    await growStale(operator);
    await page.goto(PATH);
    await offer();
    await confirm(page, operator);
    await expectSuccess(page, 'Empresa oferecida');
    await expect(page.getByRole('note')).toContainText('A empresa foi oferecida a Caio Mendes');
    await expectSound(page);
    await page.getByRole('button', { name: 'Retirar a oferta' }).click();
    await expect(page.getByRole('note')).toHaveCount(0);

    await offer();
    await theirs.goto(PATH);
    await expect(theirs.getByRole('note')).toContainText('Ana Souza ofereceu a empresa a você.');
    await theirs.getByRole('button', { name: 'Recusar' }).click();
    await expect(theirs.getByRole('note')).toHaveCount(0);
    expect(await papelOf(caio, empresaId)).toBe('administrador');

    await page.reload();
    await offer();
    await growStale(caio);
    await theirs.setViewportSize(NARROW);
    await theirs.reload();
    await expectSound(theirs);
    await theirs.getByRole('button', { name: 'Aceitar a empresa' }).click();
    await confirm(theirs, caio);
    await expectSuccess(theirs, 'A empresa é sua');
    await expect(theirs.getByRole('note')).toHaveCount(0);
    expect(await papelOf(caio, empresaId)).toBe('dono');
    expect(await papelOf(operator, empresaId)).toBe('administrador');
    // The new dono has the right at once, without a reload.
    await theirs.getByRole('button', { name: 'Ações de Caio Mendes' }).click();
    await expect(theirs.getByRole('menuitem', { name: 'Transferir a empresa' })).toBeVisible();
    await theirs.close();
  });
});
