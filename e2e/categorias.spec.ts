import type { Page } from '@playwright/test';
import { apiHeaders, expect, hold, sentTo, signIn, sql, test, withoutStream } from './fixtures.ts';
import { toast } from './register-page.ts';
import { expectSound } from './sound.ts';
import { errorsOf, expectFailure } from './toasts.ts';

const LIST = '/cadastros/categoria';
const row = (page: Page, nome: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: nome, exact: true }) });
const cell = (page: Page, nome: string, index: number) => row(page, nome).getByRole('cell').nth(index);
const dialog = (page: Page) => page.getByRole('dialog');
const parent = (page: Page) => dialog(page).getByLabel('Categoria Pai (opcional)');
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const option = (page: Page, nome: string) => options(page).filter({ hasText: nome });
const save = (page: Page) => dialog(page).getByRole('button', { name: /Cadastrar|Atualizar/ });
const chip = (page: Page, nome: string) => page.getByText(`Subcategorias de ${nome}`, { exact: true });

async function aCategoria(page: Page, input: object): Promise<{ id: string }> {
  const data = { nome: 'Freios', descricao: null, parent_id: null, ...input };
  const response = await page.request.post('/api/categorias', { data, headers: apiHeaders });
  expect(response.status()).toBe(201);
  return response.json();
}

/** Creates a principal with its subcategorias, and returns the id of the principal. */
async function aBranch(page: Page, nome: string, children: string[]): Promise<string> {
  const { id } = await aCategoria(page, { nome });
  for (const child of children) await aCategoria(page, { nome: child, parent_id: id });
  return id;
}

const storedParent = async (nome: string, { empresaId }: { empresaId: string }) =>
  (
    await sql(
      `select p.nome from categorias c left join categorias p on p.id = c.parent_id
       where c.empresa_id = $1 and c.nome = $2`,
      [empresaId, nome],
    )
  )[0]?.['nome'];

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list', () => {
  test('[CATE-01] [CATE-02] [CATE-03] [CATE-04] shows its texts, columns, badges, counts and actions', async ({
    page,
  }) => {
    await aBranch(page, 'Freios', ['Pastilhas', 'Discos']);
    await aCategoria(page, { nome: 'Motor', descricao: 'Peças do motor' });
    await page.goto(LIST);
    await expect(page.getByRole('heading', { level: 1, name: 'Categorias', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Árvore de Categorias' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nova Categoria' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'Tipo',
      'Descrição',
      'Subcategorias',
      'Ações',
    ]);
    await expect(cell(page, 'Motor', 1)).toHaveText('Principal');
    await expect(cell(page, 'Motor', 2)).toHaveText('Peças do motor');
    await expect(cell(page, 'Motor', 3)).toHaveText('-');
    await expect(cell(page, 'Freios', 1)).toHaveText('Principal');
    await expect(cell(page, 'Freios', 2)).toHaveText('-');
    await expect(cell(page, 'Freios', 3)).toHaveText('2 subcategoria(s)');
    await expect(cell(page, 'Discos', 1)).toHaveText('Subcategoria de Freios');
    await expect(cell(page, 'Discos', 3)).toHaveText('-');
    for (const action of ['Editar Discos', 'Excluir Discos'])
      await expect(row(page, 'Discos').getByRole('button', { name: action })).toBeVisible();
  });

  test('[CATE-05] shows a loading text, then the empty text', async ({ page }) => {
    const answer = await hold(page, /\/api\/categorias\?/);
    await page.goto(LIST);
    await expect(page.getByText('Carregando...')).toBeVisible();
    await expect(page.getByText('Nenhuma categoria cadastrada ainda')).toHaveCount(0);
    answer();
    await expect(page.getByText('Nenhuma categoria cadastrada ainda')).toBeVisible();
  });

  test('the count of subcategorias links to them, and the address keeps the filter', async ({ page }) => {
    const freios = await aBranch(page, 'Freios', ['Pastilhas', 'Discos']);
    await aBranch(page, 'Motor', ['Velas']);
    await page.goto(LIST);
    await page.getByRole('searchbox', { name: 'Buscar categorias' }).fill('frei');
    await expect(page).toHaveURL(/busca=frei/);
    await row(page, 'Freios').getByRole('link', { name: '2 subcategoria(s)' }).click();
    await expect(page).toHaveURL(`${LIST}?parent_id=${freios}`);
    await expect(chip(page, 'Freios')).toBeVisible();
    await expect(page.getByText('1–2 de 2')).toBeVisible();
    await page.reload();
    await expect(chip(page, 'Freios')).toBeVisible();
    await expect(row(page, 'Velas')).toHaveCount(0);
    await expect(row(page, 'Freios')).toHaveCount(0);

    await page.getByRole('searchbox', { name: 'Buscar categorias' }).fill('pastilha');
    await expect(page.getByText('1–1 de 1')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Buscar categorias' }).fill('velas');
    await expect(page.getByText('Nenhum resultado para “velas”')).toBeVisible();
    await page
      .getByRole('button', { name: /Limpar busca/ })
      .first()
      .click();
    await expect(page.getByText('1–2 de 2')).toBeVisible();

    await page.getByRole('button', { name: 'Limpar filtro' }).click();
    await expect(page).toHaveURL(LIST);
    await expect(page.getByText('1–5 de 5')).toBeVisible();
    await expect(chip(page, 'Freios')).toHaveCount(0);
    await page.goBack();
    await expect(chip(page, 'Freios')).toBeVisible();
    await expect(page.getByText('1–2 de 2')).toBeVisible();
  });

  test('a filter without results shows a message and a button for all categorias', async ({
    page,
    expectErrors,
  }) => {
    const { id } = await aCategoria(page, { nome: 'Motor' });
    await page.goto(`${LIST}?parent_id=${id}`);
    await expect(chip(page, 'Motor')).toBeVisible();
    await expect(page.getByText('Esta categoria não tem subcategorias')).toBeVisible();
    await page.getByRole('button', { name: 'Ver todas as categorias' }).click();
    await expect(row(page, 'Motor')).toBeVisible();

    expectErrors(/404|A leitura falhou/);
    await page.goto(`${LIST}?parent_id=019a0000-0000-7000-8000-000000000000`);
    await expect(chip(page, 'categoria não encontrada')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtro' }).click();
    await expect(row(page, 'Motor')).toBeVisible();
    await page.goto(`${LIST}?parent_id=nada`);
    await expect(row(page, 'Motor')).toBeVisible();
  });

  test('a filtered list is paged on the server', async ({ page }) => {
    const nomes = Array.from({ length: 101 }, (_, n) => `Peça ${String(n).padStart(3, '0')}`);
    const freios = await aBranch(page, 'Freios', nomes);
    await page.goto(`${LIST}?parent_id=${freios}&ordem=nome`);
    await expect(page.getByText('1–100')).toBeVisible();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect(page.getByText('101–101 de 101')).toBeVisible();
    await expect(row(page, 'Peça 100')).toBeVisible();
    await page.reload();
    await expect(row(page, 'Peça 100')).toBeVisible();
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect(row(page, 'Peça 000')).toBeVisible();
  });
});

test.describe('the dialog', () => {
  test('[CATE-06] [CATE-07] shows its fields, and the first parent option means no parent', async ({
    page,
    operator,
  }) => {
    await aBranch(page, 'Freios', ['Pastilhas']);
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Nova Categoria' })).toBeVisible();
    await expect(dialog(page).getByLabel('Descrição')).toHaveJSProperty('tagName', 'TEXTAREA');
    await expect(parent(page)).toHaveAccessibleDescription(
      'Deixe em branco para criar uma categoria principal',
    );
    await dialog(page).getByLabel('Nome *').fill('Motor');
    await parent(page).click();
    await expect(options(page)).toHaveText(['Nenhuma (categoria principal)', 'Freios']);
    await expect(option(page, 'Nenhuma')).toHaveAttribute('aria-selected', 'true');
    await option(page, 'Freios').click();
    await expect(parent(page)).toHaveValue('Freios');
    await parent(page).click();
    await option(page, 'Nenhuma (categoria principal)').click();
    await expect(parent(page)).toHaveValue('');
    await expect(parent(page)).toHaveAttribute('placeholder', 'Nenhuma (categoria principal)');
    await save(page).click();
    await expect(cell(page, 'Motor', 1)).toHaveText('Principal');
    expect(await storedParent('Motor', operator)).toBeNull();
  });

  test('[CATE-11] requires a name of at most 100 characters', async ({ page }) => {
    await page.goto(`${LIST}?abrir=novo`);
    await save(page).click();
    await expect(dialog(page).getByText('Nome é obrigatório')).toBeVisible();
    await expect(dialog(page).getByLabel('Nome *')).toBeFocused();
    await dialog(page).getByLabel('Nome *').fill('x'.repeat(101));
    await save(page).click();
    await expect(dialog(page).getByText('Use até 100 caracteres.')).toBeVisible();
    await dialog(page).getByLabel('Nome *').fill('x'.repeat(100));
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'x'.repeat(100))).toBeVisible();
  });

  test('[CATE-16] [CATE-17] a save is sent once, and the list shows the new categoria', async ({
    page,
    operator,
  }) => {
    await aCategoria(page, { nome: 'Freios' });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    const sent = sentTo(page, '/api/categorias');
    const answer = await hold(page, '**/api/categorias');
    await dialog(page).getByLabel('Nome *').fill('Pastilhas');
    await parent(page).click();
    await option(page, 'Freios').click();
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    await save(page).click({ force: true });
    await dialog(page).getByLabel('Nome *').press('Enter');
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Categoria cadastrada com sucesso')).toBeVisible();
    await expect(cell(page, 'Pastilhas', 1)).toHaveText('Subcategoria de Freios');
    await expect(cell(page, 'Freios', 3)).toHaveText('1 subcategoria(s)');
    expect(sent).toHaveLength(1);
    expect(await storedParent('Pastilhas', operator)).toBe('Freios');
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await expect(dialog(page).getByLabel('Nome *')).toHaveValue('');
    await expect(parent(page)).toHaveValue('');
  });

  test('[CATE-10] [CATE-17] editing loads the record, including a parent beyond the first page', async ({
    page,
    operator,
  }) => {
    for (let n = 0; n < 60; n++) await aCategoria(page, { nome: `Peça ${String(n).padStart(2, '0')}` });
    const zinco = await aBranch(page, 'Zinco', []);
    await aCategoria(page, { nome: 'Parafusos', descricao: 'De rosca', parent_id: zinco });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Editar Parafusos' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Categoria' })).toBeVisible();
    await expect(dialog(page).getByLabel('Nome *')).toHaveValue('Parafusos');
    await expect(dialog(page).getByLabel('Descrição')).toHaveValue('De rosca');
    await expect(parent(page)).toHaveValue('Zinco');
    await parent(page).click();
    await expect(options(page)).toHaveCount(51);
    await expect(page.getByText('Há mais. Digite para buscar.')).toBeVisible();
    await option(page, 'Peça 07').click();
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Editar Parafusos' }).click();
    await expect(parent(page)).toHaveValue('Zinco');
    await dialog(page).getByLabel('Descrição').fill('Sextavados');
    await save(page).click();
    await expect(toast(page, 'Categoria atualizada com sucesso')).toBeVisible();
    await expect(cell(page, 'Parafusos', 2)).toHaveText('Sextavados');
    expect(await storedParent('Parafusos', operator)).toBe('Zinco');
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await expect(dialog(page).getByLabel('Nome *')).toHaveValue('');
    await expect(parent(page)).toHaveValue('');
  });

  test("a new categoria in a filtered list starts with the filter's parent", async ({ page, operator }) => {
    const freios = await aBranch(page, 'Freios', ['Pastilhas']);
    await page.goto(`${LIST}?parent_id=${freios}`);
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await expect(parent(page)).toHaveValue('Freios');
    await dialog(page).getByLabel('Nome *').fill('Discos');
    await save(page).click();
    await expect(row(page, 'Discos')).toBeVisible();
    expect(await storedParent('Discos', operator)).toBe('Freios');
  });

  test('[CATE-09] the field explains why a categoria with subcategorias stays principal', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/422|Erro/);
    await aBranch(page, 'Freios', ['Pastilhas', 'Discos']);
    await aCategoria(page, { nome: 'Motor' });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Editar Freios' }).click();
    await parent(page).click();
    await option(page, 'Motor').click();
    await save(page).click();
    await expect(toast(page, 'Erro ao salvar categoria')).toBeVisible();
    await expect(parent(page)).toHaveAccessibleDescription(
      /Esta categoria tem 2 subcategorias e por isso continua principal/,
    );
    await expect(parent(page)).toBeFocused();
    expect(await storedParent('Freios', operator)).toBeNull();
    await parent(page).fill('');
    await save(page).click();
    await expect(toast(page, 'Categoria atualizada com sucesso')).toBeVisible();
  });

  test('[CATE-18] a failed save shows an error, is logged, and keeps the form', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/500|Erro/);
    const logged = errorsOf(page);
    await aCategoria(page, { nome: 'Freios' });
    await page.goto(`${LIST}?abrir=novo`);
    await dialog(page).getByLabel('Nome *').fill('Persistente');
    await parent(page).click();
    await option(page, 'Freios').click();
    await page.route('**/api/categorias', (route) => route.fulfill({ status: 500, json: {} }));
    await save(page).click();
    await expectFailure(page, 'Erro', 'Erro ao salvar categoria');
    await expect(dialog(page).getByLabel('Nome *')).toHaveValue('Persistente');
    await expect(parent(page)).toHaveValue('Freios');
    expect(logged.filter((line) => line.startsWith('Erro Erro ao salvar categoria'))).toHaveLength(1);
    await page.unroute('**/api/categorias');
    await save(page).click();
    await expect(cell(page, 'Persistente', 1)).toHaveText('Subcategoria de Freios');
  });

  test('[PERM-05] saving and deleting after the session ended asks the person to sign in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    const stored = () => sql('select from categorias where empresa_id = $1', [operator.empresaId]);
    await withoutStream(page);
    await aCategoria(page, { nome: 'Fica' });
    await page.goto(`${LIST}?abrir=novo`);
    await dialog(page).getByLabel('Nome *').fill('Tarde demais');
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await save(page).click();
    await expect(toast(page, 'Você precisa estar logado').locator('[data-title]')).toHaveText('Erro');
    expect(await stored()).toHaveLength(1);

    await signIn(page, operator);
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Excluir Fica' }).click();
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Você precisa estar logado').locator('[data-title]')).toHaveText('Erro');
    expect(await stored()).toHaveLength(1);
  });
});

test.describe('the list of parents', () => {
  test('[CATE-08] offers principais by nome, searched on the server, without subcategorias and without itself', async ({
    page,
    operator,
  }) => {
    // The stream would repeat the search that the test counts.
    await withoutStream(page);
    await aBranch(page, 'Óleo', ['Óleo mineral', 'Óleo sintético']);
    for (const nome of ['motor', 'Ar', 'Zinco']) await aCategoria(page, { nome });
    const asked: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/categorias' && searchParams.has('principal')) asked.push(searchParams);
    });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Editar Ar' }).click();
    await parent(page).click();
    await expect(options(page)).toHaveText(['Nenhuma (categoria principal)', 'motor', 'Óleo', 'Zinco']);
    await parent(page).fill('oleo');
    await expect(options(page)).toHaveText(['Óleo']);
    await expect(option(page, 'Óleo')).toHaveAttribute('data-highlighted');
    await expect.poll(() => asked.map((query) => query.get('busca'))).toEqual([null, 'oleo']);
    for (const query of asked)
      expect(Object.fromEntries(query)).toMatchObject({ principal: 'true', ordem: 'nome', limite: '50' });
    await parent(page).fill('ar');
    await expect(page.getByText('Nenhum resultado para “ar”')).toBeVisible();
    await parent(page).fill('sintético');
    await expect(page.getByText('Nenhum resultado para “sintético”')).toBeVisible();
    await parent(page).fill('zin');
    await expect(options(page)).toHaveText(['Zinco']);
    await page.keyboard.press('Enter');
    await expect(parent(page)).toHaveValue('Zinco');
    await save(page).click();
    await expect(cell(page, 'Ar', 1)).toHaveText('Subcategoria de Zinco');
    expect(await storedParent('Ar', operator)).toBe('Zinco');
  });

  test('works by keyboard, and Escape closes it before the dialog', async ({ page }) => {
    await aCategoria(page, { nome: 'Freios' });
    await aCategoria(page, { nome: 'Motor' });
    await page.goto(`${LIST}?abrir=novo`);
    await expect(dialog(page).getByLabel('Nome *')).toBeFocused();
    await page.keyboard.type('Nova');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(parent(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(option(page, 'Nenhuma')).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(option(page, 'Motor')).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(parent(page)).toHaveValue('Freios');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();

    await page.keyboard.press('ArrowDown');
    await expect(option(page, 'Freios')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    const caret = () => parent(page).evaluate((input: HTMLInputElement) => input.selectionStart);
    expect(await caret()).toBe(0);
    await page.keyboard.press('End');
    expect(await caret()).toBe(6);
    await page.keyboard.type('xyz');
    await expect(page.getByText('Nenhum resultado para “Freiosxyz”')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Nenhum resultado')).toHaveCount(0);
    await expect(parent(page)).toHaveValue('Freios');
    await expect(dialog(page).getByLabel('Nome *')).toHaveValue('Nova');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog(page)).toBeHidden();
  });

  test('Enter chooses a match, waits for a pending answer, and never submits the form', async ({ page }) => {
    for (let n = 0; n < 50; n++) await aCategoria(page, { nome: `Peça ${String(n).padStart(2, '0')}` });
    await aCategoria(page, { nome: 'Zinco' });
    await page.goto(`${LIST}?abrir=novo`);
    await parent(page).click();
    await expect(options(page)).toHaveCount(51);
    const sent = sentTo(page, '/api/categorias');
    const answer = await hold(page, /busca=/);
    await parent(page).fill('peca 3');
    await page.keyboard.press('Enter');
    await expect(parent(page)).toHaveValue('Peça 30');
    await parent(page).fill('zinco');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Carregando...')).toBeVisible();
    await page.keyboard.press('Enter');
    answer();
    await expect(options(page)).toHaveText(['Zinco']);
    await page.keyboard.press('Enter');
    await expect(parent(page)).toHaveValue('Zinco');
    await expect(dialog(page)).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('shows that it is loading or has failed, and can be retried', async ({ page, expectErrors }) => {
    expectErrors(/503|Failed to load|A leitura falhou/);
    await aCategoria(page, { nome: 'Freios' });
    await page.goto(LIST);
    const answer = await hold(page, /principal=true/);
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await parent(page).click();
    await expect(options(page)).toHaveText(['Nenhuma (categoria principal)']);
    await expect(page.getByText('Carregando...')).toBeVisible();
    answer();
    await expect(option(page, 'Freios')).toBeVisible();

    const problem = { codigo: 'unavailable', mensagem: 'O sistema está se recuperando.', pedido: 'x' };
    await page.route(/busca=fre/, (route) =>
      route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
    );
    await parent(page).fill('fre');
    await expect(page.getByText('O sistema está se recuperando.')).toBeVisible();
    await page.unroute(/busca=fre/);
    await option(page, 'Tentar de novo').click();
    await expect(options(page)).toHaveText(['Freios']);
    await expect(parent(page)).toHaveValue('fre');
  });
});

test.describe('deleting', () => {
  test('[CATE-15] [CATE-17] asks first, keeps the categoria on Cancelar and removes it on Excluir', async ({
    page,
  }) => {
    await aCategoria(page, { nome: 'Motor' });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Excluir Motor' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Deseja realmente excluir esta categoria?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(row(page, 'Motor')).toBeVisible();
    await page.getByRole('button', { name: 'Excluir Motor' }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Categoria excluída com sucesso')).toBeVisible();
    await expect(row(page, 'Motor')).toHaveCount(0);
  });

  test('a categoria with subcategorias shows their number and links to them', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/409/);
    const freios = await aBranch(page, 'Freios', ['Pastilhas', 'Discos', 'Fluidos']);
    await aCategoria(page, { nome: 'Motor' });
    await page.goto(LIST);
    const refuse = async () => {
      await page.getByRole('button', { name: 'Excluir Freios' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(dialog(page).getByRole('heading', { name: 'Este registro está em uso' })).toBeVisible();
    };
    await refuse();
    await expect(dialog(page)).toContainText(
      'Freios tem 3 subcategorias. Mova-as para outra categoria ou exclua-as antes.',
    );
    await dialog(page).getByRole('button', { name: 'Fechar' }).first().click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Excluir Freios' })).toBeFocused();
    await refuse();
    await dialog(page).getByRole('button', { name: 'Ver 3 subcategorias' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(`${LIST}?parent_id=${freios}`);
    await expect(chip(page, 'Freios')).toBeVisible();
    await expect(page.getByText('1–3 de 3')).toBeVisible();
    await expect(row(page, 'Motor')).toHaveCount(0);
  });

  test('Desfazer in the toast restores a categoria, and the Lixeira does so after a reload', async ({
    page,
  }) => {
    await aBranch(page, 'Freios', ['Pastilhas']);
    await page.goto(LIST);
    const remove = async () => {
      await page.getByRole('button', { name: 'Excluir Pastilhas' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(row(page, 'Pastilhas')).toHaveCount(0);
      await expect(cell(page, 'Freios', 3)).toHaveText('-');
    };
    await remove();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(cell(page, 'Pastilhas', 1)).toHaveText('Subcategoria de Freios');
    await expect(cell(page, 'Freios', 3)).toHaveText('1 subcategoria(s)');
    await remove();
    await page.reload();
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await dialog(page).getByRole('button', { name: 'Restaurar Pastilhas' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.keyboard.press('Escape');
    await expect(cell(page, 'Pastilhas', 1)).toHaveText('Subcategoria de Freios');
  });

  test('a subcategoria cannot be restored before its parent, and the toast says so', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/409|Erro/);
    await aBranch(page, 'Freios', ['Pastilhas']);
    await page.goto(LIST);
    for (const nome of ['Pastilhas', 'Freios']) {
      await page.getByRole('button', { name: `Excluir ${nome}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(row(page, nome)).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await dialog(page).getByRole('button', { name: 'Restaurar Pastilhas' }).click();
    await expect(toast(page, 'restaure a categoria pai antes')).toBeVisible();
    for (const nome of ['Freios', 'Pastilhas']) {
      await dialog(page)
        .getByRole('button', { name: `Restaurar ${nome}` })
        .click();
      await expect(dialog(page).getByRole('button', { name: `Restaurar ${nome}` })).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await expect(cell(page, 'Pastilhas', 1)).toHaveText('Subcategoria de Freios');
  });

  test('[CATE-19] a failed delete shows an error and keeps the categoria', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await aCategoria(page, { nome: 'Motor' });
    await page.goto(LIST);
    await page.route(/\/api\/categorias\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Excluir Motor' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectFailure(page, 'Erro', 'Erro ao excluir categoria');
    await expect(row(page, 'Motor')).toBeVisible();
  });
});

test('by keyboard alone: create a principal and a subcategoria, open and clear the filter, delete', async ({
  page,
}) => {
  const create = async (nome: string, typed: string) => {
    await page.getByRole('button', { name: 'Nova Categoria' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Nome *')).toBeFocused();
    await page.keyboard.type(nome);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
    if (typed) {
      await expect(options(page)).toHaveText(['Freios']);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listbox')).toHaveCount(0);
    }
    await page.keyboard.press('Enter');
    await expect(row(page, nome)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nova Categoria' })).toBeFocused();
  };
  await page.goto(LIST);
  await expect(page.getByText('Nenhuma categoria cadastrada ainda')).toBeVisible();
  await create('Freios', '');
  await create('Pastilhas', 'frei');
  await page.getByRole('link', { name: '1 subcategoria(s)' }).focus();
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Freios')).toBeVisible();
  await expect(row(page, 'Freios')).toHaveCount(0);
  await page.getByRole('button', { name: 'Excluir Pastilhas' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Esta categoria não tem subcategorias')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtro' }).focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Freios', 3)).toHaveText('-');
});

test.describe('on a narrow screen, by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the content of hidden columns appears below the name, and the parent is chosen by tapping', async ({
    page,
  }) => {
    await aBranch(page, 'Freios', ['Pastilhas']);
    await aCategoria(page, { nome: 'Motor', descricao: 'Peças do motor' });
    await page.goto(LIST);
    await expect(row(page, 'Pastilhas').getByText('Subcategoria de Freios').first()).toBeVisible();
    await expect(row(page, 'Motor').getByText('Peças do motor').first()).toBeVisible();
    await page.getByRole('button', { name: 'Nova Categoria' }).tap();
    await dialog(page).getByLabel('Nome *').fill('Discos');
    await dialog(page).getByRole('button', { name: 'Mostrar opções' }).tap();
    await option(page, 'Freios').tap();
    await expect(parent(page)).toHaveValue('Freios');
    await parent(page).tap();
    await parent(page).fill('motor');
    await expect(options(page)).toHaveText(['Motor']);
    await expect(option(page, 'Motor')).toBeInViewport({ ratio: 1 });
    await option(page, 'Motor').tap();
    await save(page).tap();
    await expect(row(page, 'Discos').getByText('Subcategoria de Motor').first()).toBeVisible();
    await row(page, 'Motor').getByRole('link', { name: '1 subcategoria(s)' }).tap();
    await expect(chip(page, 'Motor')).toBeVisible();
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});

for (const width of [1440, 390])
  test.describe(`axe finds no violation, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('in the list', async ({ page }) => {
      const freios = await aBranch(page, 'Freios', ['Pastilhas']);
      await page.goto(LIST);
      await expect(row(page, 'Freios')).toBeVisible();
      await expectSound(page);
      await page.goto(`${LIST}?parent_id=${freios}`);
      await expect(chip(page, 'Freios')).toBeVisible();
      await expect(row(page, 'Pastilhas')).toBeVisible();
      await expectSound(page);
    });

    test('in the dialog and the parent’s list', async ({ page }) => {
      await aCategoria(page, { nome: 'Freios' });
      await page.goto(`${LIST}?abrir=novo`);
      await parent(page).click();
      await expect(option(page, 'Freios')).toBeVisible();
      await expectSound(page);
      await parent(page).fill('nada');
      await expect(page.getByText('Nenhum resultado para “nada”')).toBeVisible();
      await expectSound(page);
    });

    test('in the refusal to delete a categoria in use', async ({ page, expectErrors }) => {
      expectErrors(/409/);
      await aBranch(page, 'Freios', ['Pastilhas']);
      await page.goto(LIST);
      await page.getByRole('button', { name: 'Excluir Freios' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Ver 1 subcategoria' })).toBeVisible();
      await expectSound(page);
    });
  });
