import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, signInAs, sql, test, withoutStream } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { NEW, produtoField } from './produtos-page.ts';
import { tabToUndo, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

const LIST = '/cadastros/categoria';
const names = (page: Page) =>
  page.locator('tbody tr td:first-child').getByRole('button', { name: /^(?!Mover)/ });
const handle = (page: Page, nome: string) => page.getByRole('button', { name: `Mover ${nome}` });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function aCategoria(page: Page, nome: string, parent_id: string | null = null): Promise<string> {
  const data = { nome, descricao: null, parent_id };
  const response = await page.request.post('/api/categorias', { data, headers: apiHeaders });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

/** Freios with Discos and Pastilhas, and then Motor without subcategorias. */
async function someCategorias(page: Page) {
  const freios = await aCategoria(page, 'Freios');
  const pastilhas = await aCategoria(page, 'Pastilhas', freios);
  const discos = await aCategoria(page, 'Discos', freios);
  const motor = await aCategoria(page, 'Motor');
  return { freios, pastilhas, discos, motor };
}

const parentOf = async (nome: string, empresaId: string) =>
  (
    await sql(
      `select p.nome from categorias c left join categorias p on p.id = c.parent_id
       where c.empresa_id = $1 and c.nome = $2`,
      [empresaId, nome],
    )
  )[0]?.['nome'];

test('subcategorias are below their principal in every order, and a search is a plain list', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await someCategorias(page);
  await page.goto(LIST);
  await expect(names(page)).toHaveText(['Motor', 'Freios', 'Discos', 'Pastilhas']);
  await expect(page.getByText('1–4 de 4')).toBeVisible();
  await page.getByRole('columnheader').getByRole('button', { name: 'Nome' }).click();
  await expect(names(page)).toHaveText(['Freios', 'Discos', 'Pastilhas', 'Motor']);
  await expectSound(page, 'main');
  await page.getByRole('searchbox', { name: 'Buscar categorias' }).fill('discos');
  await expect(names(page)).toHaveText(['Discos']);
  await expect(handle(page, 'Discos')).toHaveCount(0);
});

test('by keyboard alone: move, cancel, undo', async ({ page, operator }) => {
  await someCategorias(page);
  await page.goto(LIST);
  await tabTo(page, handle(page, 'Discos'));
  await page.keyboard.press('Space');
  await expect(status(page, 'Discos: soltar como categoria principal.')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(status(page, 'Discos: soltar em Motor.')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(status(page, 'Movimento cancelado. Discos fica onde estava.')).toHaveCount(1);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(status(page, 'Discos: soltar em Motor.')).toHaveCount(1);
  await expectSound(page, 'main');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Discos agora é subcategoria de Motor')).toBeVisible();
  await expect(names(page)).toHaveText(['Motor', 'Discos', 'Freios', 'Pastilhas']);
  await expect(handle(page, 'Discos')).toBeFocused();
  expect(await parentOf('Discos', operator.empresaId)).toBe('Motor');
  await tabToUndo(page);
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Motor', 'Freios', 'Discos', 'Pastilhas']);
  expect(await parentOf('Discos', operator.empresaId)).toBe('Freios');
});

test('the only categoria has nowhere to go, and says so', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await aCategoria(page, 'Motor');
  await page.goto(LIST);
  await handle(page, 'Motor').focus();
  await page.keyboard.press('Space');
  await expect(status(page, 'Não há outra categoria principal para onde mover Motor.')).toHaveCount(1);
  await expect(handle(page, 'Motor')).toHaveAttribute('aria-pressed', 'false');
});

test('by drag: below another principal, and up to a principal', async ({ page, operator }) => {
  await someCategorias(page);
  await page.goto(LIST);
  const drag = async (nome: string, to: () => Promise<void>) => {
    await handle(page, nome).hover();
    await page.mouse.down();
    await to();
    await page.mouse.up();
  };
  await drag('Motor', () => names(page).filter({ hasText: 'Pastilhas' }).hover());
  await expect(toast(page, 'Motor agora é subcategoria de Freios')).toBeVisible();
  await expect(names(page)).toHaveText(['Freios', 'Discos', 'Motor', 'Pastilhas']);
  await drag('Discos', () => page.getByText('Solte aqui para virar principal').hover());
  await expect(toast(page, 'Discos agora é uma categoria principal')).toBeVisible();
  expect(await parentOf('Discos', operator.empresaId)).toBeNull();
  // A drop outside the tree moves nothing.
  await drag('Motor', () => page.getByRole('heading', { level: 1 }).hover());
  expect(await parentOf('Motor', operator.empresaId)).toBe('Freios');
});

test('a principal with subcategorias, and a person who may only read, have nothing to move', async ({
  page,
  operator,
}) => {
  await someCategorias(page);
  await page.goto(LIST);
  await expect(handle(page, 'Discos')).toBeVisible();
  await expect(handle(page, 'Freios')).toHaveCount(0);
  await signInAs(page, await anOperator({ name: 'Rui', empresaId: operator.empresaId, papel: 'vendas' }));
  await page.goto(LIST);
  await expect(names(page)).toHaveText(['Motor', 'Freios', 'Discos', 'Pastilhas']);
  await expect(handle(page, 'Discos')).toHaveCount(0);
});

test('a move of a categoria that another person changed is refused, and shows the new state', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/409|Erro/);
  await withoutStream(page);
  const { discos, freios } = await someCategorias(page);
  await page.goto(LIST);
  await expect(handle(page, 'Discos')).toBeVisible();
  const data = { nome: 'Discos ventilados', descricao: null, parent_id: freios, versao: 1 };
  await page.request.put(`/api/categorias/${discos}`, { data, headers: apiHeaders });
  await handle(page, 'Discos').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Erro ao mover categoria')).toBeVisible();
  await expect(names(page)).toHaveText(['Motor', 'Freios', 'Discos ventilados', 'Pastilhas']);
  expect(await parentOf('Discos ventilados', operator.empresaId)).toBe('Freios');
});

test('a picker shows a subcategoria with its parent', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await someCategorias(page);
  await page.goto(NEW);
  await produtoField(page, 'Categoria').fill('past');
  await expect(page.getByRole('option', { name: 'Freios › Pastilhas' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(produtoField(page, 'Categoria')).toHaveValue('Freios › Pastilhas');
  await page.reload();
  await expect(produtoField(page, 'Categoria')).toHaveValue('Freios › Pastilhas');
});

test('5,000 categorias are read and drawn in pages of 25 principals with 20 subcategorias each', async ({
  page,
  operator,
}) => {
  await sql(`set session_replication_role = replica;
    with p as (
      insert into categorias (empresa_id, user_id, nome)
      select '${operator.empresaId}', '${operator.userId}', 'Principal ' || n from generate_series(1, 200) n
      returning id, nome
    )
    insert into categorias (empresa_id, user_id, nome, parent_id)
    select '${operator.empresaId}', '${operator.userId}', p.nome || ' filha ' || n, p.id
    from p cross join generate_series(1, 24) n;
    set session_replication_role = origin`);
  await page.goto(LIST);
  await expect(page.getByText('Principais 1–25')).toBeVisible();
  await expect(names(page).nth(1)).toHaveText(/filha/);
  expect(await page.locator('tbody tr').count()).toBe(25 * 21);
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await expect(page.getByText('Principais 26–50')).toBeVisible();
});

test('at 390 px the tree fits and is moved by drag', async ({ page, operator }) => {
  await someCategorias(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(LIST);
  await expect(names(page)).toHaveText(['Motor', 'Freios', 'Discos', 'Pastilhas']);
  await expectSound(page, 'main');
  await handle(page, 'Pastilhas').hover();
  await page.mouse.down();
  await names(page).filter({ hasText: 'Motor' }).hover();
  await page.mouse.up();
  await expect(toast(page, 'Pastilhas agora é subcategoria de Motor')).toBeVisible();
  expect(await parentOf('Pastilhas', operator.empresaId)).toBe('Motor');
});
