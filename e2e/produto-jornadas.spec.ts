import type { Page } from '@playwright/test';
import { expect, signIn, sql, test, withoutStream } from './fixtures.ts';
import {
  aDeposito,
  aProduto,
  choose,
  file,
  fillRequired,
  NEW,
  option,
  PRODUTOS,
  produtoDialog,
  produtoField,
  quantidade,
  references,
  saldos,
  saveProduto,
  stored,
  tab,
} from './produtos-page.ts';
import { question, row, toast } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

/** Creates a missing record from the field that needs it. */
async function make(page: Page, label: string, nome: string): Promise<void> {
  await produtoField(page, label).fill(nome);
  await option(page, `Cadastrar “${nome}”`).click();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px a produto is created from nothing, found by a mistyped code, deleted and restored`, async ({
    page,
    operator,
  }) => {
    await page.setViewportSize({ width, height });
    await aDeposito(page, 'Matriz', { cidade: 'Curitiba', estado: 'PR' });
    await aDeposito(page, 'Filial');
    await page.goto(PRODUTOS);
    await page.getByRole('button', { name: 'Novo Produto' }).click();
    await produtoField(page, 'Nome do Produto').fill('Filtro de óleo');
    await make(page, 'Categoria', 'Motor');
    await expect(produtoField(page, 'Categoria')).toHaveValue('Motor');
    await make(page, 'Marca', 'Mann');
    await expect(produtoField(page, 'Marca')).toHaveValue('Mann');
    await make(page, 'Fornecedor', 'Auto Norte');
    const fornecedor = page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await expect(fornecedor.getByLabel('Nome', { exact: true })).toHaveValue('Auto Norte');
    await fornecedor.getByLabel('CPF/CNPJ').fill('52998224725');
    await fornecedor.getByLabel('Email').fill('vendas@norte.exemplo');
    // The typed name is only a suggestion: an emptied field is refused and not saved as that name.
    await fornecedor.getByLabel('Nome', { exact: true }).fill('');
    await fornecedor.getByRole('button', { name: 'Cadastrar' }).click();
    await expect(fornecedor.getByText('Nome é obrigatório')).toBeVisible();
    await fornecedor.getByLabel('Nome', { exact: true }).fill('Auto Norte');
    if (width < 768) await expectSound(page, '[role=dialog]:has([name=cpf_cnpj])');
    await fornecedor.getByRole('button', { name: 'Cadastrar' }).click();
    await expect(fornecedor).toBeHidden();
    await expect(produtoField(page, 'Fornecedor')).toHaveValue('Auto Norte');
    await produtoField(page, 'SKU').fill('FIL-1');
    await produtoField(page, 'Códigos de Referência').fill('90915-YZZD2');
    await produtoField(page, 'Códigos de Referência').press('Enter');
    await produtoField(page, 'Custo Unitário').fill('12,34');
    await produtoField(page, 'Preço de Venda').fill('29,90');
    await tab(page, 'Estoque').click();
    for (const [nome, typed] of [
      ['Matriz', '10'],
      ['Filial', '2,5'],
    ] as const) {
      await choose(page, 'Adicionar depósito', nome);
      await quantidade(page, nome).fill(typed);
    }
    await tab(page, 'Fotos').click();
    await produtoDialog(page)
      .getByLabel('Arquivos de fotos')
      .setInputFiles([
        await file('a.png', '#335577'),
        await file('b.png', '#884422'),
        await file('c.png', '#226644'),
      ]);
    await expect(toast(page, 'Fotos enviadas com sucesso!')).toBeVisible();
    if (width < 768) await expectNotWider(page);
    await saveProduto(page).click();
    await expect(produtoDialog(page)).toBeHidden();
    expect(await stored(operator.empresaId)).toMatchObject([
      { custo_unitario: '12.34', preco_venda: '29.90', estoque_inicial: '12.50' },
    ]);
    expect((await stored(operator.empresaId))[0]?.['fotos']).toHaveLength(3);

    await page.getByRole('searchbox', { name: 'Busca de balcão' }).fill('90915 yzzd2');
    await page.keyboard.press('Enter');
    await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Filtro de óleo');
    await page.keyboard.press('Escape');
    await expect(produtoDialog(page)).toBeHidden();
    if (width < 768) {
      await page.getByRole('button', { name: 'Ações de Filtro de óleo' }).click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
    } else await page.getByRole('button', { name: 'Excluir Filtro de óleo' }).click();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    // Rows behind the question have no role, so it has to close first.
    await expect(question(page)).toBeHidden();
    await expect(row(page, 'Filtro de óleo')).toHaveCount(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(toast(page, 'Produto restaurado com sucesso!')).toBeVisible();
    await expect(row(page, 'Filtro de óleo')).toContainText('12,5');
    await expect(row(page, 'Filtro de óleo').getByRole('img')).toHaveJSProperty('naturalWidth', 320);
    expect(await saldos(operator.empresaId)).toEqual([
      { nome: 'Filial', quantidade: '2.50' },
      { nome: 'Matriz', quantidade: '10.00' },
    ]);
  });
}

test('by keyboard alone: create a produto with a new marca, a code and stock', async ({ page, operator }) => {
  await references(page);
  await aDeposito(page, 'Matriz');
  await page.goto(PRODUTOS);
  await expect(page.getByText('Nenhum produto cadastrado ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Novo Produto' }).focus();
  const { keyboard } = page;
  await keyboard.press('Enter');
  await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
  await keyboard.type('Vela');
  await keyboard.press('Tab');
  await keyboard.type('frei');
  await expect(option(page, 'Freios')).toBeVisible();
  await keyboard.press('Enter');
  await expect(produtoField(page, 'Categoria')).toHaveValue('Freios');
  await keyboard.press('Tab');
  await keyboard.type('NGK');
  await expect(option(page, 'Cadastrar “NGK”')).toBeVisible();
  await keyboard.press('Enter');
  await expect(produtoField(page, 'Marca')).toHaveValue('NGK');
  await expect(produtoField(page, 'Marca')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('sul');
  await expect(option(page, 'Distribuidora Sul')).toBeVisible();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.type('VEL-1');
  await keyboard.press('Tab');
  await keyboard.type('BKR6');
  await keyboard.press('Enter');
  await expect(produtoField(page, 'Códigos de Referência')).toHaveValue('');
  for (let tabs = 0; tabs < 7; tabs++) await keyboard.press('Shift+Tab');
  await expect(tab(page, 'Dados do Produto')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(tab(page, 'Estoque por Depósito')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('mat');
  await expect(option(page, 'Matriz')).toBeVisible();
  await keyboard.press('Enter');
  await expect(quantidade(page, 'Matriz')).toBeFocused();
  await keyboard.type('7');
  await keyboard.press('Enter');
  await expect(row(page, 'Vela')).toContainText('NGK');
  await expect(page.getByRole('button', { name: 'Novo Produto' })).toBeFocused();
  expect(await stored(operator.empresaId)).toMatchObject([
    { sku: 'VEL-1', cod_referencia: ['BKR6'], estoque_inicial: '7.00' },
  ]);
});

test('[PERM-05] saving and deleting after the session ended asks the person to sign in', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/401|Erro/);
  await withoutStream(page);
  await aProduto(page, await references(page));
  await page.goto(NEW);
  await fillRequired(page, { sku: 'FRE-2' });
  await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
  await saveProduto(page).click();
  await expect(toast(page, 'Você precisa estar logado')).toContainText('Erro');
  await signIn(page, operator);
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Excluir Pastilha de freio' }).click();
  await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Você precisa estar logado')).toContainText('Erro');
  expect(await stored(operator.empresaId)).toHaveLength(1);
});
