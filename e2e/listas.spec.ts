import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aCategoria, aDeposito, aFornecedor, aMarca, aProduto, references, saldo } from './produtos-page.ts';
import { question, row, toast } from './register-page.ts';
import { createRecord } from './register-walks.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const headers = (page: Page) => page.getByRole('columnheader');
const exibir = (page: Page) => page.getByRole('dialog', { name: 'Exibir' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Abas' });
const tab = (page: Page, name: RegExp) => tabs(page).getByRole('link', { name });
const openExibir = (page: Page) => page.getByRole('button', { name: 'Exibir' }).click();
const heightOf = async (page: Page, nome: string) => (await row(page, nome).boundingBox())?.height;

const aCliente = (page: Page, nome: string) =>
  createRecord(page, '/api/clientes', {
    ...{ nome, cpf_cnpj: '529.982.247-25', email: 'ana@exemplo.com', cidade: 'Recife', estado: 'PE' },
    ...{ nome_fantasia: null, inscricao_estadual: null, cep: null, endereco: null, numero: null },
    ...{ complemento: null, bairro: null, senha: 'segredo1', confirmar_senha: 'segredo1' },
  });
const aVendedor = (page: Page, nome: string) =>
  createRecord(page, '/api/vendedores', {
    ...{ nome, cpf: '529.982.247-25', comissao: '5', email: 'rita@exemplo.com', cidade: 'Olinda' },
    ...{ cep: null, numero: null, endereco: null, bairro: null, estado: 'PE' },
  });

/** The columns of each list as the specification orders them, and the one that the journey hides. */
const LISTS = [
  {
    path: '/cadastros/marca',
    columns: ['Nome', 'Descrição', 'Logo', 'Ações'],
    hide: 'Descrição',
    create: (page: Page) => aMarca(page, 'Bosch'),
  },
  {
    path: '/cadastros/categoria',
    columns: ['Nome', 'Tipo', 'Descrição', 'Subcategorias', 'Ações'],
    hide: 'Descrição',
    create: (page: Page) => aCategoria(page, 'Freios'),
  },
  {
    path: '/cadastros/fornecedores',
    columns: ['Nome', 'CPF/CNPJ', 'Email', 'Telefone', 'Cidade', 'Ações'],
    hide: 'Telefone',
    create: (page: Page) => aFornecedor(page, 'Rota Sul'),
  },
  {
    path: '/cadastros/clientes',
    columns: ['Nome', 'CPF/CNPJ', 'Email', 'Cidade', 'Estado', 'Ações'],
    hide: 'Email',
    create: (page: Page) => aCliente(page, 'Ana Rocha'),
  },
  {
    path: '/cadastros/vendedores',
    columns: ['Nome', 'CPF', 'Email', 'Comissão', 'Cidade', 'Ações'],
    hide: 'Comissão',
    create: (page: Page) => aVendedor(page, 'Rita Lima'),
  },
  {
    path: '/configuracao/deposito',
    columns: ['Nome', 'Descrição', 'Localização', 'Status', 'Ações'],
    hide: 'Localização',
    create: (page: Page) => aDeposito(page, 'Loja'),
  },
  {
    path: '/catalogo/inventario',
    columns: ['Produto', 'Depósito', 'Quantidade', 'Mínimo', 'Status', 'Última Movimentação', 'Ações'],
    hide: 'Mínimo',
    create: async (page: Page) => {
      const { id } = await aDeposito(page, 'Loja');
      return aProduto(page, await references(page), { depositos: [saldo(id, '4')] });
    },
  },
] as const;

for (const { path, columns, hide, create } of LISTS) {
  test(`${path}: columns and density are chosen, kept, saved as a tab and taken back`, async ({ page }) => {
    await create(page);
    await page.goto(path);
    await expect(headers(page)).toHaveText([...columns]);
    const line = page.getByRole('row').nth(1);
    const height = async () => (await line.boundingBox())?.height ?? 0;
    expect(await height()).toBeGreaterThanOrEqual(44);
    await openExibir(page);
    await expect(exibir(page).getByRole('listitem').first()).toContainText('sempre');
    await exibir(page).getByRole('radio', { name: 'Compacta' }).check();
    await exibir(page).getByRole('checkbox', { name: hide, exact: true }).uncheck();
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Exibir' })).toBeFocused();
    const rest = columns.filter((each) => each !== hide);
    await expect(headers(page)).toHaveText(rest);
    await page.reload();
    await expect(headers(page)).toHaveText(rest);
    await expectSound(page, 'main');

    await tabs(page).getByRole('button', { name: 'Salvar como aba' }).click();
    await page.getByLabel('Nome da aba').fill('Curta');
    await page.keyboard.press('Enter');
    await expect(tab(page, /^Curta$/)).toHaveAttribute('aria-current', 'page');
    await tab(page, /^Tod[oa]s/).click();
    await openExibir(page);
    await exibir(page).getByRole('button', { name: 'Voltar ao padrão' }).click();
    await page.keyboard.press('Escape');
    await expect(headers(page)).toHaveText([...columns]);
    await tab(page, /^Curta$/).click();
    await expect(headers(page)).toHaveText(rest);
    for (const width of [1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNotWider(page);
    }
    await expectSound(page, 'main');
  });
}

test('a column of marcas is moved and widened with the keyboard, and a row is 36 or 44 high', async ({
  page,
}) => {
  await aMarca(page, 'Bosch');
  await page.goto('/cadastros/marca');
  await expect(tab(page, /^Todas 1$/)).toHaveAttribute('aria-current', 'page');
  expect(await heightOf(page, 'Bosch')).toBe(44);
  await openExibir(page);
  await exibir(page).getByRole('radio', { name: 'Compacta' }).check();
  await expect.poll(() => heightOf(page, 'Bosch')).toBe(36);
  await expect(exibir(page).getByText('Segunda linha')).toHaveCount(0);
  await exibir(page).getByRole('checkbox', { name: 'Cadastrada em' }).check();
  await exibir(page).getByRole('button', { name: 'Mover Logo' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  const moved = ['Nome', 'Logo', 'Descrição', 'Cadastrada em', 'Ações'];
  await expect(headers(page)).toHaveText(moved);
  const logo = headers(page).filter({ hasText: 'Logo' });
  const before = (await logo.boundingBox())?.width ?? 0;
  await logo.hover();
  await page.getByRole('separator', { name: 'Largura de Logo' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await logo.boundingBox())?.width).toBe(before + 16);
  await page.reload();
  await expect(headers(page)).toHaveText(moved);
  await expect.poll(async () => (await logo.boundingBox())?.width).toBe(before + 16);
  await page.getByRole('columnheader', { name: 'Cadastrada em' }).getByRole('button').click();
  await expect(page).toHaveURL(/ordem=created_at/);
});

test('a tab of marcas keeps the search, and the size of the page stays from tab to tab', async ({ page }) => {
  for (let n = 1; n <= 27; n++) await aMarca(page, `Marca ${n}`);
  await page.goto('/cadastros/marca');
  await page.getByLabel('Por página').selectOption('25');
  await expect(page.getByText('1–25 de 27')).toBeVisible();
  await page.getByRole('searchbox').fill('marca 27');
  await expect(page.getByRole('row')).toHaveCount(2);
  await tabs(page).getByRole('button', { name: 'Salvar como aba' }).click();
  await page.getByLabel('Nome da aba').fill('A última');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^A última$/)).toHaveAttribute('aria-current', 'page');
  await tab(page, /^Todas/).click();
  await expect(page.getByText('1–25 de 27')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await tab(page, /^A última$/).click();
  await expect(page.getByRole('searchbox')).toHaveValue('marca 27');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a tab of clientes keeps its order, and not the name that was searched', async ({ page }) => {
  await aCliente(page, 'Ana Rocha');
  await page.goto('/cadastros/clientes?busca=ana&ordem=nome');
  await expect(row(page, 'Ana Rocha')).toBeVisible();
  await tabs(page).getByRole('button', { name: 'Salvar como aba' }).click();
  await page.getByLabel('Nome da aba').fill('Por nome');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^Por nome$/)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/ordem=nome/);
  await expect(page).not.toHaveURL(/busca=/);
  await page.getByRole('searchbox').fill('rocha');
  await expect(page).toHaveURL(/busca=rocha/);
  await expect(tab(page, /alterada/)).toHaveCount(0);
  await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
  await expect(tab(page, /^Por nome alterada$/)).toBeVisible();
  await tabs(page).getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(toast(page, 'Aba salva')).toBeVisible();
});

test('the inventario hides the second line, and its quantity keeps its place on another day', async ({
  page,
}) => {
  const { id } = await aDeposito(page, 'Loja');
  await aProduto(page, await references(page), {
    nome: 'Pastilha dianteira',
    sku: 'PAS-77',
    depositos: [saldo(id, '4')],
  });
  await page.goto('/catalogo/inventario');
  await expect(page.getByText('PAS-77')).toBeVisible();
  await openExibir(page);
  await exibir(page).getByRole('switch', { name: 'Segunda linha' }).click();
  await expect(page.getByText('PAS-77')).toBeHidden();
  await exibir(page).getByRole('button', { name: 'Mover Quantidade' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(headers(page).nth(1)).toHaveText('Quantidade');
  await page.goto('/catalogo/inventario?em=2026-01-31');
  await expect(headers(page).nth(1)).toHaveText('Quantidade em 31/01/2026');
});

test('the rows of a register answer the keys of a list: arrows move, Enter opens, Delete asks', async ({
  page,
}) => {
  for (const nome of ['Bosch', 'NGK', 'TRW']) await aMarca(page, nome);
  await page.goto('/cadastros/marca?ordem=nome');
  await row(page, 'Bosch').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'NGK')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Editar Marca' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'NGK')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(question(page)).toContainText('NGK sai da lista');
  await page.keyboard.press('Escape');
  await expect(row(page, 'NGK')).toBeFocused();
});
