import { anOperator, expect, hold, sentTo, signInAs, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import {
  aDeposito,
  aFornecedor,
  aProduto,
  file,
  fillRequired,
  NEW,
  PRODUTOS,
  produtoDialog,
  produtoField,
  references,
  saldo,
  saldos,
  saveProduto,
  stored,
} from './produtos-page.ts';
import { button, dialog, field, row, toast } from './register-page.ts';
import { rowsOf } from './register-walks.ts';
import { expectSound } from './sound.ts';

const MARCAS = '/cadastros/marca';
const nextButton = 'Salvar e novo';

test.describe('required fields', () => {
  test('are marked for everyone, and no other field is', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/cadastros/clientes?abrir=novo');
    for (const label of ['Nome', 'CPF/CNPJ', 'Email', 'Senha', 'Confirmar Senha'])
      await expect(field(page, label)).toHaveAttribute('aria-required', 'true');
    for (const label of ['CEP', 'Cidade', 'Complemento'])
      await expect(field(page, label)).not.toHaveAttribute('aria-required');
    await expect(dialog(page).getByText('Campos com * são obrigatórios.')).toBeVisible();

    await page.goto(NEW);
    for (const label of ['Nome do Produto', 'Categoria', 'Marca', 'Fornecedor', 'SKU'])
      await expect(produtoField(page, label)).toHaveAttribute('aria-required', 'true');
    // An empty price is saved as 0.
    await expect(produtoField(page, 'Preço de Venda')).not.toHaveAttribute('aria-required');
    await expectSound(page, '[role=dialog]');
  });
});

test.describe('the margin below the price', () => {
  test('follows the typed cost and price, exact to the cent', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto(NEW);
    const preco = produtoField(page, 'Preço de Venda');
    await preco.fill('25,90');
    await expect(preco).toHaveAccessibleDescription('');
    await produtoField(page, 'Custo Unitário').fill('10');
    await expect(preco).toHaveAccessibleDescription(/^Margem: R\$\s15,90 \(61,4%\)$/);
    await produtoField(page, 'Custo Unitário').fill('30');
    await expect(preco).toHaveAccessibleDescription(/^Abaixo do custo: -R\$\s4,10 \(-15,8%\)$/);
    await expectSound(page, '[role=dialog]');
  });

  test('does not exist for a person who may not see costs', async ({ page, operator }) => {
    const produto = await aProduto(page, await references(page));
    await signInAs(page, await anOperator({ name: 'Rui', empresaId: operator.empresaId, papel: 'estoque' }));
    await page.goto(`${PRODUTOS}?abrir=${produto.id}`);
    await expect(produtoField(page, 'Preço de Venda')).toHaveValue('25,90');
    await produtoField(page, 'Preço de Venda').fill('5');
    await expect(produtoField(page, 'Preço de Venda')).toHaveAccessibleDescription('');
    await expect(produtoField(page, 'Custo Unitário')).toHaveCount(0);
  });
});

test('Tab passes by the figures that the form computes', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto(NEW);
  const reached: string[] = [];
  await produtoField(page, 'SKU').focus();
  for (let tabs = 0; tabs < 6; tabs++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const active = document.activeElement;
        const named = active instanceof HTMLInputElement ? active.labels?.[0] : active;
        return active?.getAttribute('aria-label') ?? named?.textContent?.trim() ?? '';
      }),
    );
  }
  expect(reached).toEqual([
    'Códigos de Referência',
    'Adicionar código de referência',
    'Custo Unitário',
    'Preço de Venda',
    'Cancelar',
    'Salvar e novoCtrl+↵',
  ]);
});

test.describe('Salvar e novo', () => {
  test('saves and shows an empty form for the next marca', async ({ page, operator }) => {
    await page.goto(`${MARCAS}?abrir=novo`);
    await field(page, 'Marca *').fill('Cofap');
    await dialog(page)
      .getByLabel('Arquivo do logo')
      .setInputFiles(await file('logo.png', 'red'));
    await expect(dialog(page).getByAltText('Prévia do logo')).toBeVisible();
    await button(page, nextButton).click();
    await expect(toast(page, 'Marca cadastrada com sucesso')).toBeVisible();
    await expect(field(page, 'Marca *')).toHaveValue('');
    await expect(field(page, 'Marca *')).toBeFocused();
    // The logo belongs to the first marca only.
    await expect(dialog(page).getByAltText('Prévia do logo')).toHaveCount(0);

    // A refused form stays, and its next save by another button closes the dialog.
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page).getByText('Nome é obrigatório')).toBeVisible();
    await field(page, 'Marca *').fill('NGK');
    await page.keyboard.press('Control+Enter');
    await expect(field(page, 'Marca *')).toHaveValue('');
    await field(page, 'Marca *').fill('Bosch');
    await field(page, 'Marca *').press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(MARCAS);
    const marcas = await rowsOf('marcas', operator);
    expect(marcas.map(({ nome }) => nome)).toEqual(['Cofap', 'NGK', 'Bosch']);
    expect(marcas.map(({ logo_url }) => logo_url === null)).toEqual([false, true, true]);
  });

  test('sends one save, however often its keys are pressed', async ({ page, operator }) => {
    await page.goto(`${MARCAS}?abrir=novo`);
    await field(page, 'Marca *').fill('Cofap');
    const sent = sentTo(page, '/api/marcas');
    const answer = await hold(page, '**/api/marcas');
    await page.keyboard.press('Control+Enter');
    await expect(button(page, nextButton)).toBeDisabled();
    await page.keyboard.press('Control+Enter');
    answer();
    await expect(field(page, 'Marca *')).toHaveValue('');
    expect(sent).toHaveLength(1);
    expect(await rowsOf('marcas', operator)).toHaveLength(1);
  });

  test('is left without a question, unless the next record is begun', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto(`${MARCAS}?abrir=novo`);
    await field(page, 'Marca *').fill('Cofap');
    await button(page, nextButton).click();
    await expect(field(page, 'Marca *')).toHaveValue('');
    await field(page, 'Marca *').fill('NG');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toContainText('Descartar');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(field(page, 'Marca *')).toHaveValue('NG');
    await field(page, 'Marca *').fill('');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  test('saves a typed code with its produto', async ({ page, operator }) => {
    await references(page);
    await page.goto(NEW);
    await fillRequired(page);
    await produtoField(page, 'Códigos de Referência').fill('BKR6');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Produto cadastrado com sucesso!')).toBeVisible();
    await expect(produtoField(page, 'Nome do Produto')).toHaveValue('');
    await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
    await fillRequired(page, { nome: 'Disco', sku: 'FRE-2' });
    await saveProduto(page).click();
    await expect(produtoDialog(page)).toBeHidden();
    expect(await stored(operator.empresaId)).toMatchObject([
      { sku: 'FRE-1', cod_referencia: ['BKR6'] },
      { sku: 'FRE-2', cod_referencia: [] },
    ]);
  });

  test('is not offered while editing', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const produto = await aProduto(page, await references(page));
    await page.goto(`${PRODUTOS}?abrir=${produto.id}`);
    await expect(saveProduto(page)).toBeVisible();
    await expect(produtoDialog(page).getByRole('button', { name: nextButton })).toHaveCount(0);
  });
});

test.describe('Duplicar', () => {
  test('starts a produto from another one, without what identifies it and without stock', async ({
    page,
    operator,
  }) => {
    const loja = await aDeposito(page, 'Loja');
    const { id } = await aProduto(page, await references(page), {
      cod_referencia: ['BKR6'],
      depositos: [saldo(loja.id, '4')],
    });
    await page.goto(`${PRODUTOS}?abrir=${id}`);
    await tabTo(page, produtoDialog(page).getByRole('button', { name: 'Duplicar' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Novo Produto' })).toBeVisible();
    await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
    await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
    await expect(produtoField(page, 'Marca')).toHaveValue('Bosch');
    await expect(produtoField(page, 'Preço de Venda')).toHaveValue('25,90');
    await expect(produtoField(page, 'SKU')).toHaveValue('');
    await expect(produtoField(page, 'Estoque Total')).toHaveValue('0');
    await expect(produtoDialog(page).getByText('(0) código(s) adicionado(s)')).toBeVisible();
    await expectSound(page, '[role=dialog]');
    await saveProduto(page).click();
    await expect(produtoField(page, 'SKU')).toHaveAccessibleDescription(/SKU é obrigatório/);
    await page.reload();
    await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
    await produtoField(page, 'SKU').fill('FRE-2');
    await saveProduto(page).click();
    await expect(produtoDialog(page)).toBeHidden();
    await expect(page).toHaveURL(PRODUTOS);
    expect(await stored(operator.empresaId)).toMatchObject([
      { sku: 'FRE-1', estoque_inicial: '4.00' },
      { sku: 'FRE-2', estoque_inicial: '0.00', cod_referencia: [], preco_venda: '25.90' },
    ]);
    expect(await saldos(operator.empresaId)).toHaveLength(1);
  });

  test('asks before it replaces what was typed', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const { id } = await aProduto(page, await references(page));
    await page.goto(`${PRODUTOS}?abrir=${id}`);
    await produtoField(page, 'SKU').fill('OUTRO');
    await produtoDialog(page).getByRole('button', { name: 'Duplicar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(produtoField(page, 'SKU')).toHaveValue('OUTRO');
  });

  test('keeps the address of a fornecedor and leaves its document empty', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await aFornecedor(page, 'Sul');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/cadastros/fornecedores');
    await page.getByRole('button', { name: 'Editar Sul' }).click();
    await expectSound(page, '[role=dialog]');
    await button(page, 'Duplicar').click();
    await expect(page.getByRole('dialog', { name: 'Novo Fornecedor' })).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Sul');
    await expect(field(page, 'CPF/CNPJ')).toHaveValue('');
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'Sul')).toBeVisible();
  });
});

test('keys typed before a dialog has set its focus all arrive in the field', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  // A slow browser runs a timer long after the dialog has focused its first field.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const late = new Map<number, () => void>();
    let last = 0;
    function hold(act: () => void, wait?: number) {
      if (wait !== undefined) return start(act, wait);
      late.set(--last, act);
      return last;
    }
    Object.assign(window, {
      holdTimers: () =>
        Object.assign(window, { setTimeout: hold, clearTimeout: (id: number) => late.delete(id) }),
      // The loop also runs the timers that these timers start.
      runLate: () => late.forEach((act) => void act()),
    });
  });
  await page.goto(MARCAS);
  // The first dialog loads the code, so that the second one shows its field at once.
  const create = page.getByRole('button', { name: 'Nova Marca' });
  await create.click();
  await expect(field(page, 'Marca *')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await page.evaluate('holdTimers()');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Marca *')).toBeFocused();
  await page.keyboard.type('Bos');
  await page.evaluate('runLate()');
  await page.keyboard.type('ch');
  await expect(field(page, 'Marca *')).toHaveValue('Bosch');
});
