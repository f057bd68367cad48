import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, hold, sentTo, signIn, sql, test } from './fixtures.ts';
import { scan } from './keyboard.ts';
import {
  aDeposito,
  aMarca,
  aProduto,
  choose,
  file,
  option,
  PRODUTOS,
  produtoDialog,
  produtoField,
  references,
  saldo,
  saveProduto,
  tab,
} from './produtos-page.ts';
import { expectNotWider, expectSound, question, row, toast } from './register-page.ts';

const NEW = `${PRODUTOS}?abrir=novo`;
const quantidade = (page: Page, nome: string) => produtoField(page, `Quantidade em ${nome}`);
const stored = (empresaId: string) =>
  sql('select * from produtos where empresa_id = $1 order by created_at', [empresaId]);
const saldos = (empresaId: string) =>
  sql(
    `select d.nome, s.quantidade from produto_deposito s join depositos d on d.id = s.deposito_id
     where s.empresa_id = $1 order by d.nome`,
    [empresaId],
  );

/** What a new produto needs, typed. */
async function fillRequired(page: Page, { nome = 'Pastilha de freio', sku = 'FRE-1' } = {}): Promise<void> {
  await produtoField(page, 'Nome do Produto').fill(nome);
  await choose(page, 'Categoria', 'Freios');
  await choose(page, 'Marca', 'Bosch');
  await choose(page, 'Fornecedor', 'Distribuidora Sul');
  await produtoField(page, 'SKU').fill(sku);
}

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('[PROD-19] [PROD-20] [PROD-21] a new one: title, size, tabs and fields, empty; arrows go from tab to tab', async ({
  page,
}) => {
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  await expect(produtoDialog(page).getByRole('heading', { name: 'Novo Produto' })).toBeVisible();
  const height = (await produtoDialog(page).boundingBox())?.height ?? 0;
  expect(height / 900).toBeGreaterThanOrEqual(0.85);
  expect(height / 900).toBeLessThanOrEqual(0.9);
  await expect(produtoDialog(page).getByRole('tab')).toHaveText([
    'Dados do Produto',
    'Estoque por Depósito',
    'Fotos',
  ]);
  await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
  for (const label of [
    'Nome do Produto',
    'Categoria',
    'Marca',
    'Fornecedor',
    'SKU',
    'Códigos de Referência',
    'Custo Unitário',
    'Preço de Venda',
  ])
    await expect(produtoField(page, label)).toHaveValue('');
  await expect(produtoField(page, 'Estoque Total')).toHaveValue('0');
  await expect(produtoField(page, 'Custo Total')).toHaveValue(/R\$\s0,00/);
  await expectSound(page, '[role=dialog]');
  await tab(page, 'Dados do Produto').focus();
  await page.keyboard.press('ArrowRight');
  await expect(produtoField(page, 'Adicionar depósito')).toBeVisible();
  await expectSound(page, '[role=dialog]');
  await page.keyboard.press('ArrowRight');
  await expect(produtoDialog(page).getByRole('button', { name: 'Adicionar fotos' })).toBeVisible();
  await expectSound(page, '[role=dialog]');
});

test('[PROD-36] [PROD-37] [PROD-38] what is missing or below zero is said at its field, and counted on its tab', async ({
  page,
  operator,
}) => {
  await references(page);
  await page.goto(NEW);
  await tab(page, 'Fotos').click();
  await saveProduto(page).click();
  await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
  for (const [label, sentence] of [
    ['Nome do Produto', 'Nome é obrigatório'],
    ['Categoria', 'Categoria é obrigatória'],
    ['Marca', 'Marca é obrigatória'],
    ['Fornecedor', 'Fornecedor é obrigatório'],
    ['SKU', /^SKU é obrigatório/],
  ] as const)
    await expect(produtoField(page, label)).toHaveAccessibleDescription(sentence);
  await expect(tab(page, 'Dados do Produto')).toHaveAccessibleName('Dados do Produto 5 erros');
  await expectSound(page, '[role=dialog]');
  await fillRequired(page);
  await produtoField(page, 'Custo Unitário').pressSequentially('-0,01');
  await produtoField(page, 'Preço de Venda').pressSequentially('-5');
  await expect(produtoField(page, 'Preço de Venda')).toHaveValue('-5');
  await saveProduto(page).click();
  await expect(produtoField(page, 'Custo Unitário')).toHaveAccessibleDescription(
    'Custo unitário deve ser maior ou igual a 0',
  );
  await expect(produtoField(page, 'Preço de Venda')).toHaveAccessibleDescription(
    'Preço de venda deve ser maior ou igual a 0',
  );
  expect(await stored(operator.empresaId)).toHaveLength(0);
  await produtoField(page, 'Custo Unitário').fill('0');
  await produtoField(page, 'Preço de Venda').fill('0');
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  expect(await stored(operator.empresaId)).toMatchObject([{ custo_unitario: '0.00', preco_venda: '0.00' }]);
});

test('[FMT-07] prices and quantities take comma or dot, and the arrow keys step by a hundredth', async ({
  page,
}) => {
  await aDeposito(page, 'Matriz');
  await page.goto(NEW);
  const cost = produtoField(page, 'Custo Unitário');
  for (const typed of ['12,34', '12.34']) {
    await cost.fill('');
    await cost.pressSequentially(typed);
    await expect(cost).toHaveValue('12,34');
  }
  await cost.press('ArrowUp');
  await expect(cost).toHaveValue('12,35');
  await produtoField(page, 'Preço de Venda').press('ArrowDown');
  await expect(produtoField(page, 'Preço de Venda')).toHaveValue('0,00');
  await tab(page, 'Estoque').click();
  await choose(page, 'Adicionar depósito', 'Matriz');
  await quantidade(page, 'Matriz').fill('');
  await quantidade(page, 'Matriz').pressSequentially('12.3');
  await quantidade(page, 'Matriz').press('ArrowDown');
  await expect(quantidade(page, 'Matriz')).toHaveValue('12,29');
});

test('[PROD-24] [PROD-25] codes are added by button or Enter, trimmed, once each; a scanner saves nothing', async ({
  page,
  operator,
}) => {
  await references(page);
  await page.goto(NEW);
  await fillRequired(page);
  const sent = sentTo(page, '/api/produtos');
  const codigo = produtoField(page, 'Códigos de Referência');
  const add = produtoDialog(page).getByRole('button', { name: 'Adicionar código de referência' });
  const counter = (n: number) =>
    expect(produtoDialog(page).getByText(`(${n}) código(s) adicionado(s)`)).toBeVisible();
  await counter(0);
  await add.click();
  await expect(codigo).toHaveAccessibleDescription('Digite um código de referência');
  await codigo.fill('  90915-YZZD2 ');
  await add.click();
  await counter(1);
  await scan(page, codigo, '7891234567895');
  await page.keyboard.press('Enter');
  await counter(2);
  await codigo.fill('90915-yzzd2');
  await codigo.press('Enter');
  await expect(codigo).toHaveAccessibleDescription('Este código já foi adicionado');
  await counter(2);
  await codigo.fill('sobra');
  await codigo.press('Enter');
  await produtoDialog(page).getByRole('button', { name: 'Remover código sobra' }).click();
  await counter(2);
  expect(sent).toHaveLength(0);
  // Typed and not added yet: it is meant to be there.
  await codigo.fill('ULTIMO');
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  expect(await stored(operator.empresaId)).toMatchObject([
    { cod_referencia: ['90915-YZZD2', '7891234567895', 'ULTIMO'] },
  ]);
});

test('[PROD-26] [PROD-27] [PROD-28] [PROD-29] [PROD-30] [PROD-44] stock per deposito, and its exact totals', async ({
  page,
  operator,
}) => {
  await references(page);
  await aDeposito(page, 'Matriz');
  await aDeposito(page, 'Filial');
  await aDeposito(page, 'Fechado', { ativo: false });
  await page.goto(NEW);
  await fillRequired(page);
  await produtoField(page, 'Custo Unitário').fill('1,10');
  await tab(page, 'Estoque').click();
  const picker = produtoField(page, 'Adicionar depósito');
  await picker.click();
  await expect(page.getByRole('option')).toHaveText(['Filial', 'Matriz']);
  await option(page, 'Matriz').click();
  await expect(quantidade(page, 'Matriz')).toBeFocused();
  await page.keyboard.type('0,1');
  await picker.fill('matriz');
  await expect(page.getByText('Depósito já adicionado')).toBeVisible();
  await expect(option(page, 'Matriz')).toHaveCount(0);
  await picker.fill('fil');
  await option(page, 'Filial').click();
  await quantidade(page, 'Filial').fill('0,2');
  await tab(page, 'Dados do Produto').click();
  await expect(produtoField(page, 'Estoque Total')).toHaveValue('0,3');
  await expect(produtoField(page, 'Custo Total')).toHaveValue(/R\$\s0,33/);
  for (const label of ['Estoque Total', 'Custo Total'])
    await expect(produtoField(page, label)).not.toBeEditable();
  await tab(page, 'Estoque').click();
  for (const invalid of ['', '-5', 'abc']) {
    await quantidade(page, 'Filial').fill('');
    await quantidade(page, 'Filial').pressSequentially(invalid);
    await quantidade(page, 'Filial').blur();
    await expect(quantidade(page, 'Filial')).toHaveValue('0');
  }
  await expectSound(page, '[role=dialog]');
  await produtoDialog(page).getByRole('button', { name: 'Remover Filial' }).click();
  await picker.click();
  await expect(page.getByRole('option')).toHaveText(['Filial']);
  await option(page, 'Filial').click();
  await quantidade(page, 'Filial').fill('2.25');
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  expect(await saldos(operator.empresaId)).toEqual([
    { nome: 'Filial', quantidade: '2.25' },
    { nome: 'Matriz', quantidade: '0.10' },
  ]);
  expect(await stored(operator.empresaId)).toMatchObject([{ estoque_inicial: '2.35' }]);
});

test('a quantity that is too large is refused at its field', async ({ page }) => {
  await references(page);
  await aDeposito(page, 'Matriz');
  await page.goto(NEW);
  await fillRequired(page);
  await tab(page, 'Estoque').click();
  await choose(page, 'Adicionar depósito', 'Matriz');
  await quantidade(page, 'Matriz').fill('7891234567895');
  await tab(page, 'Dados do Produto').click();
  await saveProduto(page).click();
  await expect(quantidade(page, 'Matriz')).toBeFocused();
  await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription(/^Informe uma quantidade/);
  await quantidade(page, 'Matriz').fill('7');
  await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription('');
});

test('[PROD-22] [PROD-23] the selects offer what is the empresa’s own, found on the server', async ({
  page,
  operator,
  browser,
}) => {
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await signIn(otherPage, await anOperator({ name: 'Outra' }));
  await references(otherPage);
  await aMarca(otherPage, 'Alheia');
  await other.close();
  for (let n = 0; n < 60; n++) await aMarca(page, `Marca ${String(n).padStart(2, '0')}`);
  await aMarca(page, 'Zanettini');
  await page.goto(NEW);
  await produtoField(page, 'Marca').click();
  await expect(page.getByRole('option').first()).toHaveText('Marca 00');
  await expect(page.getByText('Há mais. Digite para buscar.')).toBeVisible();
  await produtoField(page, 'Marca').fill('zanet');
  await option(page, 'Zanettini').click();
  await expect(produtoField(page, 'Marca')).toHaveValue('Zanettini');
  await produtoField(page, 'Marca').fill('alheia');
  await expect(page.getByRole('option')).toHaveText(['Cadastrar “alheia”']);
  await produtoField(page, 'Fornecedor').fill('Distribuidora Sul');
  await expect(page.getByRole('option')).toHaveText(['Cadastrar “Distribuidora Sul”']);
  await produtoField(page, 'Categoria').fill('Freios');
  await expect(page.getByRole('option')).toHaveText(['Cadastrar “Freios”']);
  expect(operator.userId).toBeTruthy();
});

test('[PROD-39] [PROD-41] [PROD-42] [PROD-46] saves once, says so, resets the form, and the list has it', async ({
  page,
  operator,
}) => {
  const of = await references(page);
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  await fillRequired(page);
  await produtoField(page, 'Preço de Venda').fill('1234,5');
  const sent = sentTo(page, '/api/produtos');
  const answer = await hold(page, '**/api/produtos');
  await saveProduto(page).click();
  await expect(saveProduto(page)).toBeDisabled();
  await saveProduto(page).click({ force: true });
  answer();
  await expect(produtoDialog(page)).toBeHidden();
  await expect(toast(page, 'Produto cadastrado com sucesso!')).toBeVisible();
  await expect(row(page, 'Pastilha')).toContainText('R$ 1.234,50');
  expect(sent).toHaveLength(1);
  expect(await stored(operator.empresaId)).toMatchObject([
    { ...of, nome: 'Pastilha de freio', sku: 'FRE-1', preco_venda: '1234.50', user_id: operator.userId },
  ]);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  for (const label of ['Nome do Produto', 'SKU', 'Marca', 'Preço de Venda'])
    await expect(produtoField(page, label)).toHaveValue('');
});

test('[PROD-19] [PROD-43] [PROD-46] editing starts from the produto, changes what is shown, and can be undone', async ({
  page,
  operator,
}) => {
  const of = await references(page);
  const matriz = await aDeposito(page, 'Matriz', { cidade: 'Curitiba', estado: 'PR' });
  const filial = await aDeposito(page, 'Filial');
  await aDeposito(page, 'Nova');
  await aProduto(page, of, {
    cod_referencia: ['XA-77'],
    depositos: [saldo(matriz.id, '5'), saldo(filial.id, '3')],
  });
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Editar Pastilha de freio' }).click();
  await expect(produtoDialog(page).getByRole('heading', { name: 'Editar Produto' })).toBeVisible();
  await expect(produtoField(page, 'Marca')).toHaveValue('Bosch');
  await expect(produtoField(page, 'Preço de Venda')).toHaveValue('25,90');
  await expect(produtoField(page, 'Estoque Total')).toHaveValue('8');
  await expect(produtoDialog(page).getByRole('listitem').filter({ hasText: 'XA-77' })).toBeVisible();
  await produtoField(page, 'Nome do Produto').fill('Pastilha cerâmica');
  await tab(page, 'Estoque').click();
  await expect(produtoDialog(page).getByText('Curitiba - PR')).toBeVisible();
  await expect(quantidade(page, 'Filial')).toHaveValue('3,00');
  await quantidade(page, 'Matriz').fill('9');
  await produtoDialog(page).getByRole('button', { name: 'Remover Filial' }).click();
  await choose(page, 'Adicionar depósito', 'Nova');
  await quantidade(page, 'Nova').fill('1');
  await saveProduto(page).click();
  await expect(toast(page, 'Produto atualizado com sucesso!')).toBeVisible();
  await expect(row(page, 'Pastilha cerâmica').getByRole('cell').nth(5)).toHaveText('10');
  expect(await saldos(operator.empresaId)).toEqual([
    { nome: 'Matriz', quantidade: '9.00' },
    { nome: 'Nova', quantidade: '1.00' },
  ]);
  const ledger = await sql(
    'select delta, saldo from movimentos_estoque where empresa_id = $1 order by id offset 2',
    [operator.empresaId],
  );
  expect(ledger.map(({ delta }) => delta).toSorted()).toEqual(['-3.00', '1.00', '4.00']);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row(page, 'Pastilha de freio').getByRole('cell').nth(5)).toHaveText('8');
});

const refuse = { codigo: 'invalid', mensagem: 'Isto não pode ser lido agora.', pedido: 'x' };

test('[PROD-47] [PROD-49] failures are said, and nothing typed is lost', async ({ page, expectErrors }) => {
  expectErrors(/500|422|409|Erro|A leitura falhou/);
  await aProduto(page, await references(page), { nome: 'Disco', sku: 'DIS-1' });
  await page.route(/\/api\/(marcas|categorias)\?/, (route) =>
    route.fulfill({ status: 422, json: refuse, contentType: 'application/problem+json' }),
  );
  const answer = await hold(page, /\/api\/categorias\?/);
  await page.goto(NEW);
  await expect(toast(page, 'Erro ao carregar dados')).toHaveCount(1);
  // What fails later is not said again.
  answer();
  await produtoField(page, 'Categoria').click();
  await expect(option(page, 'Tentar de novo')).toBeVisible();
  await expect(toast(page, 'Erro ao carregar dados')).toHaveCount(1);
  await page.unroute(/\/api\/(marcas|categorias)\?/);
  await option(page, 'Tentar de novo').click();
  await option(page, 'Freios').click();
  await produtoField(page, 'Marca').click();
  await option(page, 'Tentar de novo').click();
  await option(page, 'Bosch').click();
  await produtoField(page, 'Nome do Produto').fill('Pastilha de freio');
  await choose(page, 'Fornecedor', 'Distribuidora Sul');
  await produtoField(page, 'SKU').fill('FRE-1');
  await page.route('**/api/produtos', (route) => route.fulfill({ status: 500, json: {} }));
  await saveProduto(page).click();
  await expect(toast(page, 'Erro ao cadastrar produto')).toBeVisible();
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
  await page.unroute('**/api/produtos');
  // A SKU that is taken is said at its field, from whatever tab.
  await produtoField(page, 'SKU').fill('DIS-1');
  await tab(page, 'Fotos').click();
  await saveProduto(page).click();
  await expect(produtoField(page, 'SKU')).toBeFocused();
  await expect(produtoField(page, 'SKU')).toHaveAccessibleDescription(/Já existe um produto com este SKU/);
  await produtoField(page, 'SKU').fill('FRE-1');
  await saveProduto(page).click();
  await expect(row(page, 'Pastilha')).toBeVisible();
});

test('[PROD-47] [PROD-49] a produto that cannot be read or updated says so', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/500|422|Erro|A leitura falhou/);
  const { id } = await aProduto(page, await references(page), { nome: 'Disco', sku: 'DIS-1' });
  await page.goto(PRODUTOS);
  await page.route(`**/api/produtos/${id}`, (route) =>
    route.fulfill({ status: 422, json: refuse, contentType: 'application/problem+json' }),
  );
  await page.getByRole('button', { name: 'Editar Disco' }).click();
  await expect(produtoDialog(page)).toContainText('Isto não pode ser lido agora.');
  await expect(toast(page, 'Erro ao carregar dados')).toBeVisible();
  await page.unroute(`**/api/produtos/${id}`);
  await produtoDialog(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await produtoField(page, 'Nome do Produto').fill('Disco ventilado');
  await page.route(`**/api/produtos/${id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await saveProduto(page).click();
  await expect(toast(page, 'Erro ao atualizar produto')).toBeVisible();
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Disco ventilado');
});

test('what others changed meanwhile is merged: fields, codes and quantities; nothing is overwritten', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/409|Erro/);
  const of = await references(page);
  const matriz = await aDeposito(page, 'Matriz');
  const filial = await aDeposito(page, 'Filial');
  const { id, versao } = await aProduto(page, of, {
    cod_referencia: ['A', 'B'],
    depositos: [saldo(matriz.id, '5'), saldo(filial.id, '3')],
  });
  await page.goto(`${PRODUTOS}?abrir=${id}`);
  await produtoField(page, 'Códigos de Referência').fill('C');
  await produtoField(page, 'Códigos de Referência').press('Enter');
  await tab(page, 'Estoque').click();
  await quantidade(page, 'Matriz').fill('6');
  const read = (deposito_id: string, from: string, to: string) => ({
    deposito_id,
    quantidade: to,
    quantidade_lida: from,
  });
  const response = await page.request.put(`/api/produtos/${id}`, {
    data: {
      ...of,
      nome: 'Pastilha cerâmica',
      sku: 'FRE-1',
      cod_referencia: ['B', 'D'],
      custo_unitario: '10.00',
      preco_venda: '25.90',
      fotos: [],
      depositos: [read(matriz.id, '5', '4'), read(filial.id, '3', '2')],
      versao,
    },
    headers: apiHeaders,
  });
  expect(response.status()).toBe(200);
  await saveProduto(page).click();
  await expect(produtoDialog(page).getByRole('alert')).toContainText(
    'alterou este registro enquanto você editava',
  );
  await expect(quantidade(page, 'Matriz')).toHaveValue('6');
  await expect(quantidade(page, 'Filial')).toHaveValue('2,00');
  await tab(page, 'Dados do Produto').click();
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha cerâmica');
  await expectSound(page, '[role=dialog]');
  await saveProduto(page).click();
  await expect(toast(page, 'Produto atualizado com sucesso!')).toBeVisible();
  expect(await stored(operator.empresaId)).toMatchObject([
    { nome: 'Pastilha cerâmica', cod_referencia: ['B', 'C', 'D'], estoque_inicial: '8.00' },
  ]);
  expect(await saldos(operator.empresaId)).toEqual([
    { nome: 'Filial', quantidade: '2.00' },
    { nome: 'Matriz', quantidade: '6.00' },
  ]);
});

test('closing with something typed asks first', async ({ page }) => {
  await page.goto(NEW);
  await produtoField(page, 'SKU').fill('X');
  await page.keyboard.press('Escape');
  await expect(question(page)).toContainText('Descartar o que não foi salvo?');
  await expectSound(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(produtoField(page, 'SKU')).toHaveValue('X');
  await produtoDialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(produtoDialog(page)).toBeHidden();
  await expect(page).toHaveURL(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  await expect(produtoField(page, 'SKU')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(produtoDialog(page)).toBeHidden();
});

test('so does going back, and the browser before the page is gone', async ({ page }) => {
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  // A code that is typed and not added yet would be lost as well.
  await produtoField(page, 'Códigos de Referência').fill('X');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/abrir=novo/);
  await expect(produtoField(page, 'Códigos de Referência')).toHaveValue('X');
  const asked: string[] = [];
  page.once('dialog', (leaving) => {
    asked.push(leaving.type());
    void leaving.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.goBack();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(produtoDialog(page)).toBeHidden();
  await expect(page).toHaveURL(PRODUTOS);
});

/** A record that is not there yet, made from the field that needs it. */
async function make(page: Page, label: string, nome: string): Promise<void> {
  await produtoField(page, label).fill(nome);
  await option(page, `Cadastrar “${nome}”`).click();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px: a produto from nothing, found by a mistyped code, deleted and brought back`, async ({
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
    await expect(row(page, 'Filtro de óleo')).toHaveCount(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row(page, 'Filtro de óleo')).toContainText('12,5');
    await expect(row(page, 'Filtro de óleo').getByRole('img')).toHaveJSProperty('naturalWidth', 320);
    expect(await saldos(operator.empresaId)).toEqual([
      { nome: 'Filial', quantidade: '2.50' },
      { nome: 'Matriz', quantidade: '10.00' },
    ]);
  });
}

test('by keyboard alone: a produto with a new marca, a code and stock', async ({ page, operator }) => {
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

test('[PERM-05] saving and deleting after the session has ended says that one must be signed in', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/401|Erro/);
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
