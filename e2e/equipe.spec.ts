import type { Page } from '@playwright/test';
import { aCnpj } from '../apps/sandbox/src/consultas/empresas.ts';
import { formatDocumento } from '../packages/contract/src/documento.ts';
import { anOperator, expect, ORIGIN, signIn, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { expectSound } from './sound.ts';

const PATH = '/configuracao/equipe';
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
  await theirs.close();
});
