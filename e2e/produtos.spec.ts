import type { Page } from '@playwright/test';
import { expect, hold, sql, test } from './fixtures.ts';
import { scan } from './keyboard.ts';
import {
  aCategoria,
  aDeposito,
  aFoto,
  aMarca,
  aProduto,
  card,
  filter,
  openFilters,
  PRODUTOS,
  produtoDialog,
  produtoField,
  references,
  saldo,
} from './produtos-page.ts';
import { dialog, question, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

const balcao = (page: Page) => page.getByRole('searchbox', { name: 'Busca de balcão' });
const active = (page: Page) => page.getByRole('region', { name: 'Filtros ativos' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Produtos', exact: true });
const FOLLOWS = 'Fora o total, os cartões contam só os produtos filtrados.';
const problem = { codigo: 'invalid', mensagem: 'Isto não pode ser lido agora.', pedido: 'x' };

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('[PROD-01] [PROD-08] [PROD-12] [PROD-13] [PROD-14] [PROD-40] [FMT-02] the list shows its texts, filters, columns, cells and actions, newest first', async ({
  page,
}) => {
  const of = await references(page);
  const { id } = await aDeposito(page, 'Matriz');
  await aProduto(page, of, { nome: 'Disco', sku: 'DIS-9', preco_venda: '0.5' });
  const fotos = [await aFoto(page, '#335577'), await aFoto(page, '#884422')];
  await aProduto(page, of, { preco_venda: '1234.5', fotos, depositos: [saldo(id, '12.50')] });
  await page.goto(PRODUTOS);
  await expect(heading(page)).toBeVisible();
  await openFilters(page);
  for (const label of ['Código (SKU)', 'Cód. Referência', 'Nome do Produto', 'Marca', 'Categoria'])
    await expect(filter(page, label)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Foto',
    'Código',
    'Nome',
    'Marca',
    'Categoria',
    'Estoque',
    'Preço',
    'Ações',
  ]);
  const cells = page.getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(0).getByRole('img')).toHaveAttribute(
    'src',
    fotos[0]?.replace('.webp', '.mini.webp') ?? '',
  );
  await expect(cells.nth(0).getByRole('img')).toHaveJSProperty('complete', true);
  await expect(cells.nth(1)).toHaveText('FRE-1');
  await expect(cells.nth(2)).toContainText('Pastilha de freio');
  await expect(cells.nth(3)).toHaveText('Bosch');
  await expect(cells.nth(4)).toHaveText('Freios');
  await expect(cells.nth(5)).toHaveText('12,5');
  await expect(cells.nth(6)).toHaveText('R$ 1.234,50');
  await expect(row(page, 'Disco').getByRole('img', { name: 'Sem foto' })).toBeVisible();
  await expect(row(page, 'Disco').getByRole('cell').nth(6)).toHaveText('R$ 0,50');
  for (const action of ['Ver códigos de Disco', 'Ver estoque de Disco', 'Editar Disco', 'Excluir Disco'])
    await expect(page.getByRole('button', { name: action })).toBeVisible();
  await expectSound(page, 'main');
  await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Disco');
  await expect(page).toHaveURL(/ordem=preco_venda/);
});

test('[PROD-02] [PROD-03] [PROD-04] [PROD-05] [PROD-06] [PROD-07] the seven cards cover all produtos or the filtered ones', async ({
  page,
}) => {
  const of = await references(page);
  const { id } = await aDeposito(page, 'Matriz');
  const marca = await aMarca(page, 'NGK');
  await aCategoria(page, 'Sem produto');
  for (const [sku, quantidade] of [
    ['A', '0'],
    ['B', '0.01'],
    ['C', '9.99'],
    ['D', '10'],
    ['E', '1000.5'],
  ] as const)
    await aProduto(page, sku === 'E' ? { ...of, marca_id: marca.id } : of, {
      nome: `Peça ${sku}`,
      sku,
      custo_unitario: '1.50',
      depositos: quantidade === '0' ? [] : [saldo(id, quantidade)],
    });
  const figure = (label: string) => card(page, label).locator('dd').first();
  // The rows do not wait for the cards.
  const answer = await hold(page, /\/api\/produtos\/resumo/);
  await page.goto(PRODUTOS);
  await expect(row(page, 'Peça A')).toBeVisible();
  answer();
  await expect(figure('Total de Produtos')).toHaveText('5');
  await expect(page.getByText(FOLLOWS)).toHaveCount(0);
  await expect(figure('Valor Total do Estoque')).toHaveText('R$ 1.530,75');
  await expect(figure('Sem Estoque')).toHaveText('1');
  await expect(figure('Baixo Estoque')).toHaveText('2');
  await expect(figure('Categorias')).toHaveText('1');
  await expect(figure('Marcas')).toHaveText('2');
  await expect(figure('Estoque Médio')).toHaveText('204');
  await openFilters(page);
  await filter(page, 'Marca').fill('ngk');
  await expect(card(page, 'Total de Produtos')).toContainText(/1 filtrado$/);
  await expect(figure('Total de Produtos')).toHaveText('5');
  await expect(figure('Valor Total do Estoque')).toHaveText('R$ 1.500,75');
  for (const label of ['Sem Estoque', 'Baixo Estoque']) await expect(figure(label)).toHaveText('0');
  for (const label of ['Categorias', 'Marcas']) await expect(figure(label)).toHaveText('1');
  await expect(page.getByText(FOLLOWS)).toBeVisible();
  await filter(page, 'Marca').fill('');
  await expect(card(page, 'Total de Produtos')).not.toContainText('filtrado');
  await expect(page.getByText(FOLLOWS)).toHaveCount(0);
});

test('a filter with too many matches says so, and the exact figures are calculated on request', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/422/);
  const of = await references(page);
  const { id } = await aDeposito(page, 'Matriz');
  await aProduto(page, of, { custo_unitario: '1.50', depositos: [saldo(id, '4')] });
  const unknown = { valor_estoque: null, sem_estoque: null, baixo_estoque: null, estoque_medio: null };
  await page.route(/\/api\/produtos\/resumo\?/, (route) =>
    route.fulfill({
      json: { exato: false, total: 20_000, filtrados: 10_001, categorias: null, marcas: null, ...unknown },
    }),
  );
  const refused = /\/api\/produtos\/resumo\/exato/;
  await page.route(refused, (route) =>
    route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${PRODUTOS}?nome=pastilha`);
  await expect(card(page, 'Total de Produtos')).toContainText('mais de 10 mil filtrados');
  await expect(card(page, 'Valor Total do Estoque').locator('dd').first()).toHaveText('-');
  await expect(
    page.getByText('Este filtro acha mais produtos do que o resumo soma de uma vez.'),
  ).toBeVisible();
  await expectSound(page, 'main');
  const calculate = page.getByRole('button', { name: 'Calcular valores exatos' });
  await calculate.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Os valores exatos não foram calculados. ${problem.mensagem}`)).toBeVisible();
  await page.unroute(refused);
  const answer = await hold(page, /\/api\/produtos\/resumo\/exato/);
  await page.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByText('Calculando os valores exatos.')).toBeVisible();
  answer();
  await expect(page.getByText('Valores exatos, calculados em')).toBeVisible();
  await expect(card(page, 'Total de Produtos')).toContainText(/1 filtrado$/);
  await expect(card(page, 'Valor Total do Estoque')).toContainText('R$ 6,00');
  await expect(card(page, 'Marcas').locator('dd').first()).toHaveText('1');
  await expectSound(page, 'main');
});

test('a partial page says that rows may be missing, with and without rows', async ({ page }) => {
  const of = await references(page);
  await aProduto(page, of);
  const shown = await (await page.request.get('/api/produtos?nome=pastilha')).json();
  expect(shown.itens).toHaveLength(1);
  let { itens } = shown;
  await page.route(/\/api\/produtos\?/, (route) =>
    route.fulfill({ json: { ...shown, itens, total: null, parcial: true } }),
  );
  await page.goto(`${PRODUTOS}?nome=pastilha`);
  await expect(page.getByText('Há mais resultados do que a busca lê de uma vez')).toBeVisible();
  await expectSound(page, 'main');
  itens = [];
  await page.reload();
  await expect(page.getByText('Nada foi encontrado na parte da lista que a busca leu.')).toBeVisible();
  await balcao(page).fill('um dois três quatro cinco seis sete oito nove dez onze doze treze');
  await expect(page.getByText('A busca usa as 12 primeiras palavras.')).toBeVisible();
});

test('[PROD-09] [PROD-10] [PROD-11] five filters are kept in the address with a chip each, and Limpar todos clears them', async ({
  page,
}) => {
  const of = await references(page);
  const marca = await aMarca(page, 'Nakata');
  const categoria = await aCategoria(page, 'Suspensão');
  await aProduto(page, of, { cod_referencia: ['90915-YZZD2', 'XA-77'] });
  await aProduto(
    page,
    { ...of, marca_id: marca.id, categoria_id: categoria.id },
    { nome: 'Amortecedor', sku: 'AMO-1' },
  );
  await page.goto(PRODUTOS);
  await expect(row(page, 'Amortecedor')).toBeVisible();
  for (const [label, typed, found, gone] of [
    ['Código (SKU)', 're-', 'Pastilha', 'Amortecedor'],
    ['Cód. Referência', 'xa-7', 'Pastilha', 'Amortecedor'],
    ['Nome do Produto', 'TECEDOR', 'Amortecedor', 'Pastilha'],
    ['Marca', 'kat', 'Amortecedor', 'Pastilha'],
    ['Categoria', 'suspensao', 'Amortecedor', 'Pastilha'],
  ] as const) {
    await openFilters(page);
    await filter(page, label).fill(typed);
    await expect(row(page, gone)).toHaveCount(0);
    await expect(row(page, found)).toBeVisible();
    await expect(active(page)).toContainText(`${label}: ${typed}`);
    await active(page)
      .getByRole('button', { name: `Remover filtro ${label}` })
      .click();
    await expect(active(page)).toHaveCount(0);
    await openFilters(page);
    await expect(filter(page, label)).toHaveValue('');
  }
  await filter(page, 'Nome do Produto').fill('amor');
  await filter(page, 'Marca').fill('nakata');
  await expect(page).toHaveURL(/nome=amor.*marca=nakata|marca=nakata.*nome=amor/);
  await page.reload();
  await openFilters(page);
  await expect(filter(page, 'Marca')).toHaveValue('nakata');
  await expect(page.getByText('1–1')).toBeVisible();
  await expectSound(page, 'main');
  await expectSound(page, '[role=dialog]');
  await filter(page, 'Marca').fill('nenhuma assim');
  await expect(page.getByText('Nenhum produto encontrado com estes filtros')).toBeVisible();
  await active(page).getByRole('button', { name: 'Limpar todos' }).click();
  await expect(page).toHaveURL(PRODUTOS);
  for (const nome of ['Pastilha', 'Amortecedor']) await expect(row(page, nome)).toBeVisible();

  // Other screens link here with these filters.
  await page.goto(`${PRODUTOS}?marca_id=${marca.id}&fornecedor_id=${of.fornecedor_id}`);
  await expect(active(page)).toContainText('Marca: Nakata');
  await expect(active(page)).toContainText('Fornecedor: Distribuidora Sul');
  await expect(row(page, 'Amortecedor')).toBeVisible();
  await expect(row(page, 'Pastilha')).toHaveCount(0);
});

test('[PROD-48] the list shows that it is loading, empty, or cannot be loaded', async ({
  page,
  expectErrors,
}) => {
  const answer = await hold(page, /\/api\/produtos\?/);
  await page.goto(PRODUTOS);
  await expect(page.getByText('Carregando...')).toBeVisible();
  answer();
  await expect(page.getByText('Nenhum produto cadastrado ainda')).toBeVisible();
  await expectSound(page, 'main');
  expectErrors(/422|A leitura falhou|Erro/);
  await page.route(/\/api\/produtos\?/, (route) =>
    route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
  );
  await page.reload();
  await expect(toast(page, 'Erro ao carregar produtos')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Isto não pode ser lido agora.');
  await page.unroute(/\/api\/produtos\?/);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Nenhum produto cadastrado ainda')).toBeVisible();
});

test('[PROD-15] a dialog lists the codes of a produto', async ({ page }) => {
  await aProduto(page, await references(page), { cod_referencia: ['90915-YZZD2', '7891234567895'] });
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Ver códigos de Pastilha de freio' }).click();
  await expect(dialog(page).getByRole('listitem')).toContainText(['90915-YZZD2', '7891234567895']);
  await expectSound(page, '[role=dialog]');
});

test('[PROD-16] [PROD-17] [PROD-45] [PROD-48] a dialog shows the stock of a produto per deposito, today and on a day', async ({
  page,
  expectErrors,
}) => {
  const of = await references(page);
  const matriz = await aDeposito(page, 'Matriz', { cidade: 'Curitiba', estado: 'PR' });
  const filial = await aDeposito(page, 'Filial');
  const { id } = await aProduto(page, of, {
    depositos: [saldo(matriz.id, '1200'), saldo(filial.id, '3.4')],
  });
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Ver estoque de Pastilha de freio' }).click();
  const lines = dialog(page).getByRole('listitem');
  await expect(lines).toHaveText(['Filial-3,4', 'MatrizCuritiba - PR1.200']);
  await expect(dialog(page)).toContainText('1.203,4 unidades');
  await expectSound(page, '[role=dialog]');
  await dialog(page).getByRole('textbox', { name: 'Saldo em' }).fill('31/01/2020');
  await expect(dialog(page)).toContainText('Neste dia não havia estoque deste produto.');
  await dialog(page).getByRole('button', { name: 'Ver movimentações' }).click();
  await expect(page.getByRole('dialog', { name: 'Movimentações' })).toContainText('Matriz');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Movimentações' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Movimentar' }).click();
  const movimento = page.getByRole('dialog', { name: 'Movimentar estoque' });
  await expect(movimento).toContainText('Escolha o depósito para ver o saldo.');
  await expectSound(page, '[role=dialog]:not([data-nested-dialog-open])');
  await page.keyboard.press('Escape');
  await expect(movimento).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  expectErrors(/422|A leitura falhou|Erro/);
  await page.route(`**/api/produtos/${id}/estoque`, (route) =>
    route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
  );
  await page.getByRole('button', { name: 'Ver estoque de Pastilha de freio' }).click();
  await expect(toast(page, 'Erro ao carregar estoque')).toBeVisible();
  await expect(dialog(page)).toContainText('Isto não pode ser lido agora.');
});

test('a scan opens the produto of its code in any notation, and the next scan replaces the search text', async ({
  page,
}) => {
  const of = await references(page);
  await aProduto(page, of, { cod_referencia: ['90915-YZZD2'] });
  await aProduto(page, of, { nome: 'Filtro', sku: 'FIL-2', cod_referencia: ['90915-YZZD20', '0001'] });
  await page.goto(PRODUTOS);
  await expect(row(page, 'Filtro')).toBeVisible();
  await scan(page, balcao(page), '90915 yzzd2');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
  // A scan while the dialog is open does not change its fields.
  await page.keyboard.type('0001');
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Pastilha de freio');
  await page.keyboard.press('Escape');
  await expect(produtoDialog(page)).toBeHidden();
  await expect(balcao(page)).toBeFocused();
  await page.keyboard.type('0001');
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'Nome do Produto')).toHaveValue('Filtro');
  await page.keyboard.press('Escape');
  await expect(produtoDialog(page)).toBeHidden();
  await expect(balcao(page)).toBeFocused();
  await page.keyboard.type('não existe');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum produto para “não existe”')).toBeVisible();
  await expect(produtoDialog(page)).toBeHidden();
  await page.keyboard.type('bosch');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Mais de um produto. Escolha na lista.')).toBeVisible();
  await expect(balcao(page)).toHaveValue('bosch');
  await expect(row(page, 'Pastilha')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(page).toHaveURL(PRODUTOS);
});

test('[PROD-18] [PROD-46] [PROD-47] deleting asks first, is undone together with the stock, and shows a failure', async ({
  page,
  operator,
  expectErrors,
}) => {
  const of = await references(page);
  const { id } = await aDeposito(page, 'Matriz');
  await aProduto(page, of, { depositos: [saldo(id, '7')] });
  await page.goto(PRODUTOS);
  const ask = async () => {
    await page.getByRole('button', { name: 'Excluir Pastilha de freio' }).click();
    await expect(
      question(page).getByRole('heading', { name: 'Deseja realmente excluir este produto?' }),
    ).toBeVisible();
  };
  await ask();
  await expectSound(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(row(page, 'Pastilha')).toBeVisible();
  await ask();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Produto excluído com sucesso!')).toBeVisible();
  await expect(page.getByText('Nenhum produto cadastrado ainda')).toBeVisible();
  expect(await sql('select from produtos where empresa_id = $1', [operator.empresaId])).toHaveLength(0);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row(page, 'Pastilha').getByRole('cell').nth(5)).toHaveText('7');
  await ask();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(row(page, 'Pastilha')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Lixeira' }).click();
  await dialog(page).getByRole('button', { name: 'Restaurar Pastilha de freio (FRE-1)' }).click();
  await expect(dialog(page)).toContainText('A lixeira está vazia.');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Pastilha').getByRole('cell').nth(5)).toHaveText('7');

  expectErrors(/500|Erro/);
  await page.route(/\/api\/produtos\/[0-9a-f-]+$/, (route) => route.fulfill({ status: 500, json: {} }));
  await ask();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Erro ao excluir produto')).toBeVisible();
  await expect(row(page, 'Pastilha')).toBeVisible();
});

test('[PROD-12] values without a column in a narrow window are shown under the name', async ({ page }) => {
  await aProduto(page, await references(page));
  await page.goto(PRODUTOS);
  for (const [width, shown, hidden] of [
    [1440, [], ['FRE-1', 'Bosch · Freios', '0 un.']],
    [1279, ['FRE-1', 'Bosch · Freios'], ['0 un.']],
    [1023, ['FRE-1 · 0 un.', 'Bosch · Freios'], []],
    [390, ['FRE-1 · 0 un.', 'Bosch · Freios'], []],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const name = page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .nth(width < 1280 ? 1 : 2);
    for (const text of shown) await expect(name.getByText(text), `${width} px`).toBeVisible();
    for (const text of hidden) await expect(name.getByText(text).first(), `${width} px`).toBeHidden();
  }
});

test('at 390 px the cards scroll, the filters fold, and the actions are in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const of = await references(page);
  await aProduto(page, of, { cod_referencia: ['XA-77'] });
  await page.goto(PRODUTOS);
  await expect(row(page, 'Pastilha')).toContainText('FRE-1 · 0 un.');
  await expect(filter(page, 'Marca')).toBeHidden();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await filter(page, 'Marca').fill('bosch');
  await expectSound(page, '[role=dialog]');
  await page.getByRole('button', { name: 'Ver 1', exact: true }).click();
  await expect(filter(page, 'Marca')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filtros 1 ativo' })).toBeVisible();
  await expectSound(page, 'main');
  await card(page, 'Estoque Médio').scrollIntoViewIfNeeded();
  await expect(card(page, 'Estoque Médio')).toBeInViewport();
  await page.getByRole('button', { name: 'Ações de Pastilha de freio' }).click();
  await page.getByRole('menuitem', { name: 'Ver códigos' }).click();
  await expect(dialog(page)).toContainText('XA-77');
});
