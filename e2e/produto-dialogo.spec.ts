import { anOperator, apiHeaders, expect, hold, sentTo, signIn, sql, test } from './fixtures.ts';
import { scan } from './keyboard.ts';
import { expectClosingAsks } from './leaving.ts';
import {
  aDeposito,
  aMarca,
  aProduto,
  choose,
  fillRequired,
  NEW,
  option,
  PRODUTOS,
  produtoDialog,
  produtoField,
  quantidade,
  references,
  saldo,
  saldos,
  saveProduto,
  stored,
  tab,
} from './produtos-page.ts';
import { question, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

/** The fields of the first tab, in the order of the specification. */
const DADOS = [
  'Nome do Produto',
  'Categoria',
  'Marca',
  'Fornecedor',
  'SKU',
  'Códigos de Referência',
  'Estoque Total',
  'Custo Unitário',
  'Preço de Venda',
  'Custo Total',
];

test('[PROD-19] [PROD-20] [PROD-21] a new produto has title, size, tabs and empty fields, and arrow keys change tabs', async ({
  page,
}) => {
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  await expect(produtoDialog(page).getByRole('heading', { name: 'Novo Produto' })).toBeVisible();
  // The loaded dialog takes the place of its skeleton, which has the same heading.
  const share = async () => ((await produtoDialog(page).boundingBox())?.height ?? 0) / 900;
  await expect.poll(share).toBeGreaterThanOrEqual(0.85);
  expect(await share()).toBeLessThanOrEqual(0.9);
  await expect(produtoDialog(page).getByRole('tab')).toHaveText([
    'Dados do Produto',
    'Estoque por Depósito',
    'Fotos',
  ]);
  await expect(produtoField(page, 'Nome do Produto')).toBeFocused();
  await expect(produtoDialog(page).getByRole('tabpanel').locator('label')).toHaveText(DADOS);
  for (const label of ['Categoria', 'Marca', 'Fornecedor'])
    await expect(produtoField(page, label)).toHaveRole('combobox');
  for (const label of ['Custo Unitário', 'Preço de Venda'])
    await expect(produtoField(page, label)).toHaveAttribute('inputmode', 'decimal');
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

test('[PROD-36] [PROD-37] [PROD-38] missing and negative values are shown at their fields and counted on their tab', async ({
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

test('[FMT-07] prices and quantities accept comma or dot, and arrow keys step by a hundredth', async ({
  page,
}) => {
  await aDeposito(page, 'Matriz');
  await page.goto(NEW);
  const cost = produtoField(page, 'Custo Unitário');
  for (const typed of ['12,34', '12.34']) {
    await cost.fill('');
    await cost.pressSequentially(typed);
    await expect(cost).toHaveValue(typed);
    await cost.blur();
    await expect(cost).toHaveValue('12,34');
  }
  await cost.press('ArrowUp');
  await expect(cost).toHaveValue('12,35');
  await cost.fill('5');
  await cost.blur();
  await expect(cost).toHaveValue('5,00');
  await produtoField(page, 'Preço de Venda').press('ArrowDown');
  await expect(produtoField(page, 'Preço de Venda')).toHaveValue('0,00');
  await tab(page, 'Estoque').click();
  await choose(page, 'Adicionar depósito', 'Matriz');
  await quantidade(page, 'Matriz').fill('');
  await quantidade(page, 'Matriz').pressSequentially('12.3');
  await quantidade(page, 'Matriz').press('ArrowDown');
  await expect(quantidade(page, 'Matriz')).toHaveValue('12,29');
});

test('[PROD-24] [PROD-25] codes are added by button or Enter, trimmed and without duplicates, and a scan does not save', async ({
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
  // The save includes a code that is typed but not added yet.
  await codigo.fill('ULTIMO');
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  expect(await stored(operator.empresaId)).toMatchObject([
    { cod_referencia: ['90915-YZZD2', '7891234567895', 'ULTIMO'] },
  ]);
});

test('[PROD-26] [PROD-27] [PROD-28] [PROD-29] [PROD-30] [PROD-44] stock is entered per deposito, with exact totals', async ({
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

test("[PROD-22] [PROD-23] the pickers offer only records of the person's empresa, searched on the server", async ({
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

test('[PROD-39] [PROD-41] [PROD-42] [PROD-46] a save is sent once, shows a toast, resets the form, and the list has the produto', async ({
  page,
  operator,
}) => {
  const of = await references(page);
  for (const nome of ['Matriz', 'Filial', 'Outro']) await aDeposito(page, nome);
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  await fillRequired(page);
  await produtoField(page, 'Preço de Venda').fill('1234,5');
  await tab(page, 'Estoque por Depósito').click();
  for (const [nome, typed] of [
    ['Matriz', '5'],
    ['Filial', '2,5'],
  ] as const) {
    await choose(page, 'Adicionar depósito', nome);
    await quantidade(page, nome).fill(typed);
  }
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
  // The new produto has one saldo for each added deposito, and none for the deposito that was not added.
  expect(await saldos(operator.empresaId)).toEqual([
    { nome: 'Filial', quantidade: '2.50' },
    { nome: 'Matriz', quantidade: '5.00' },
  ]);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  for (const label of ['Nome do Produto', 'SKU', 'Marca', 'Preço de Venda'])
    await expect(produtoField(page, label)).toHaveValue('');
});

test('[PROD-19] [PROD-43] [PROD-46] editing loads the produto, saves the changes, and can be undone', async ({
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
  await expect(quantidade(page, 'Filial')).toHaveValue('3');
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

test('[PROD-47] [PROD-49] failures are shown, and nothing typed is lost', async ({ page, expectErrors }) => {
  expectErrors(/500|422|409|Erro|A leitura falhou/);
  await aProduto(page, await references(page), { nome: 'Disco', sku: 'DIS-1' });
  await page.route(/\/api\/(marcas|categorias)\?/, (route) =>
    route.fulfill({ status: 422, json: refuse, contentType: 'application/problem+json' }),
  );
  const answer = await hold(page, /\/api\/categorias\?/);
  await page.goto(NEW);
  await expect(toast(page, 'Erro ao carregar dados')).toHaveCount(1);
  // The page does not report a later failure again.
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
  // A taken SKU is shown at its field, from any tab.
  await produtoField(page, 'SKU').fill('DIS-1');
  await tab(page, 'Fotos').click();
  await saveProduto(page).click();
  await expect(produtoField(page, 'SKU')).toBeFocused();
  await expect(produtoField(page, 'SKU')).toHaveAccessibleDescription(/Já existe um produto com este SKU/);
  await produtoField(page, 'SKU').fill('FRE-1');
  await saveProduto(page).click();
  await expect(row(page, 'Pastilha')).toBeVisible();
});

test('[PROD-47] [PROD-49] a produto that cannot be loaded or updated shows an error', async ({
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

test('changes by another person are merged with fields, codes and quantities, and overwrite nothing typed', async ({
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
  await expect(quantidade(page, 'Filial')).toHaveValue('2');
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

test('closing a form with changes asks first', async ({ page }) => {
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

test('going back and closing the browser tab with changes ask first', async ({ page }) => {
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Novo Produto' }).click();
  // A code that is typed but not added yet would be lost as well.
  await produtoField(page, 'Códigos de Referência').fill('X');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/abrir=novo/);
  await expect(produtoField(page, 'Códigos de Referência')).toHaveValue('X');
  await expectClosingAsks(page);
  await page.goBack();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(produtoDialog(page)).toBeHidden();
  await expect(page).toHaveURL(PRODUTOS);
});
