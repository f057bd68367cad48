import type { Page } from '@playwright/test';
import { anOperator, expect, hold, sentTo, signInAs, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aFornecedor, aMarca, aProduto, references } from './produtos-page.ts';
import { dialog, question, row, tabToUndo, toast } from './register-page.ts';
import { createRecord } from './register-walks.ts';
import { expectSound } from './sound.ts';

const MARCAS = '/cadastros/marca';
const CATEGORIAS = '/cadastros/categoria';
const EXCLUIR = '/api/marcas/excluir';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selecionados' });
const box = (page: Page, nome: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${nome}`, exact: true });
const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar esta página' });
const refused = (page: Page) => dialog(page).getByRole('region', { name: 'O que não foi excluído' });

/** Opens the question about the picked records. */
const ask = (page: Page) => bar(page).getByRole('button', { name: 'Excluir', exact: true }).click();
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Excluir', exact: true }).click();

async function marcas(page: Page, ...nomes: string[]): Promise<void> {
  for (const nome of nomes) await aMarca(page, nome);
}

/** So many marcas that the list has several pages, named by their number. */
async function manyMarcas(page: Page, many: number): Promise<void> {
  const nomes = Array.from({ length: many }, (_, n) => `Marca ${String(n + 1).padStart(3, '0')}`);
  while (nomes.length > 0) await Promise.all(nomes.splice(0, 10).map((nome) => aMarca(page, nome)));
}

const aCategoria = (page: Page, nome: string, parent_id: string | null = null) =>
  createRecord(page, '/api/categorias', { nome, descricao: null, parent_id });

const place = { cep: null, endereco: null, numero: null, bairro: null, cidade: null, estado: null };
const aCliente = (page: Page, nome: string) =>
  createRecord(page, '/api/clientes', {
    ...{ ...place, nome, cpf_cnpj: '52998224725', email: 'ana@exemplo.com', complemento: null },
    ...{ nome_fantasia: null, inscricao_estadual: null, senha: 'k7q2xz', confirmar_senha: 'k7q2xz' },
  });
const aVendedor = (page: Page, nome: string) =>
  createRecord(page, '/api/vendedores', {
    ...{ ...place, nome, cpf: '52998224725', comissao: null, email: 'rita@exemplo.com' },
  });

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('picked marcas are deleted together after a question with their number, and one press brings them back', async ({
  page,
}) => {
  await marcas(page, 'Bosch', 'NGK', 'Fremax', 'Cofap');
  await page.goto(MARCAS);
  await box(page, 'Cofap').check();
  await box(page, 'NGK').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selecionados');
  await expect(all(page)).toHaveJSProperty('indeterminate', true);
  await expectSound(page, 'main');
  await bar(page).getByRole('button', { name: 'Limpar seleção' }).click();
  await expect(bar(page)).toHaveCount(0);

  await box(page, 'NGK').check();
  await box(page, 'Bosch').check();
  await ask(page);
  await expect(question(page)).toContainText('Excluir 2 marcas?');
  await expect(question(page)).toContainText('ficam na lixeira por 30 dias. Até lá, dá para desfazer.');
  await expectSound(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(bar(page)).toContainText('2 selecionados');

  await ask(page);
  const sent = sentTo(page, EXCLUIR);
  await confirm(page);
  await expect(toast(page, '2 marcas excluídas')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(3);
  expect(sent).toHaveLength(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, '2 marcas restauradas')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);
});

test('the keyboard picks, deletes, keeps the focus and undoes', async ({ page }) => {
  await marcas(page, 'Bosch', 'NGK', 'Fremax');
  await page.goto(MARCAS);
  await tabTo(page, row(page, 'Fremax'));
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selecionado');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('3 selecionados');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selecionados');
  await tabTo(page, bar(page).getByRole('button', { name: 'Limpar seleção' }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 marcas excluídas')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await tabToUndo(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a used marca stays with the reason and a way to its produtos, and the others go', async ({ page }) => {
  const of = await references(page);
  await aProduto(page, of, { nome: 'Disco' });
  await marcas(page, 'Livre');
  await page.goto(MARCAS);
  await all(page).check();
  await ask(page);
  await expect(question(page)).toContainText('O que estiver em uso não é excluído.');
  await confirm(page);
  await expect(dialog(page)).toContainText('1 marca excluída. 1 não pôde ser excluída.');
  await expect(refused(page)).toContainText('Bosch é a marca de 1 produto. Mude a marca dele');
  await expectSound(page, '[role=dialog]');
  await expect(row(page, 'Livre')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, '1 marca restaurada')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Livre')).toBeVisible();

  await box(page, 'Bosch').check();
  await ask(page);
  await confirm(page);
  await expect(dialog(page)).toContainText('Nenhuma marca foi excluída.');
  await refused(page).getByRole('button', { name: 'Ver 1 produto' }).click();
  await expect(page).toHaveURL(new RegExp(`/catalogo/produtos\\?.*marca_id=${of.marca_id}`));
  await expect(row(page, 'Disco')).toBeVisible();
});

test('all of a filter goes page by page, also those that no page has shown, except the ones let go', async ({
  page,
  operator: { empresaId },
}) => {
  await manyMarcas(page, 250);
  await marcas(page, 'Bosch');
  await page.goto(`${MARCAS}?busca=marca&ordem=nome`);
  await all(page).check();
  await bar(page)
    .getByRole('button', { name: /^Selecionar (todos|os 250)$/ })
    .click();
  await box(page, 'Marca 007').uncheck();
  // Another filter keeps the selection and locks its rows, because they may not belong to it.
  await page.getByRole('searchbox').fill('bosch');
  await expect(bar(page)).toContainText('em outro filtro');
  await expect(box(page, 'Bosch')).toBeDisabled();
  await ask(page);
  await expect(question(page)).toContainText('Excluir 249 marcas?');
  const sent = sentTo(page, EXCLUIR);
  const release = await hold(page, `**${EXCLUIR}`);
  await confirm(page);
  await expect(dialog(page)).toContainText('0 de 249');
  await expectSound(page, '[role=dialog]');
  release();
  await expect(toast(page, '249 marcas excluídas')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(sent.map((request) => request.postDataJSON().ids.length)).toEqual([100, 100, 49]);
  const names = () => sql('select nome from marcas where empresa_id = $1 order by nome', [empresaId]);
  expect(await names()).toEqual([{ nome: 'Bosch' }, { nome: 'Marca 007' }]);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, '249 marcas restauradas')).toBeVisible();
  expect(await names()).toHaveLength(251);
});

test('a failure in the middle says what is deleted and what is not, and a retry deletes nothing twice', async ({
  page,
  operator: { empresaId },
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/);
  await manyMarcas(page, 250);
  await page.goto(MARCAS);
  await all(page).check();
  await bar(page).getByRole('button', { name: 'Selecionar os 250' }).click();
  await ask(page);
  await expect(question(page)).toContainText('Excluir 250 marcas?');
  // The server deletes the second hundred, and its answer is lost.
  let calls = 0;
  await page.route(`**${EXCLUIR}`, async (route) => {
    if (++calls !== 2) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  const sent = sentTo(page, EXCLUIR);
  await confirm(page);
  await expect(dialog(page)).toContainText('100 marcas excluídas. Faltam 150.');
  await expect(dialog(page)).toContainText('Não se sabe se as próximas 100 foram excluídas.');
  await expectSound(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(toast(page, '250 marcas excluídas')).toBeVisible();
  const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')));
  expect(keys).toHaveLength(4);
  expect(keys[2]).toBe(keys[1]);
  expect(await sql('select id from marcas where empresa_id = $1', [empresaId])).toEqual([]);
});

test('a stopped deletion leaves the rest, and goes on if the person wants it', async ({ page }) => {
  await manyMarcas(page, 150);
  await page.goto(MARCAS);
  await all(page).check();
  await bar(page).getByRole('button', { name: 'Selecionar os 150' }).click();
  await ask(page);
  const release = await hold(page, `**${EXCLUIR}`);
  await confirm(page);
  await dialog(page).getByRole('button', { name: 'Parar' }).click();
  release();
  await expect(dialog(page)).toContainText('A exclusão foi parada. 100 marcas excluídas. Faltam 50.');
  await expect(page.locator('tbody tr')).toHaveCount(50);
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(toast(page, '150 marcas excluídas')).toBeVisible();
  await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
});

test('a principal goes together with its subcategorias, and the lixeira brings one back alone', async ({
  page,
}) => {
  const { id } = await aCategoria(page, 'Freios');
  await aCategoria(page, 'Discos', id);
  await aCategoria(page, 'Pastilhas', id);
  await aCategoria(page, 'Motor');
  await page.goto(CATEGORIAS);
  await box(page, 'Freios').check();
  await ask(page);
  await confirm(page);
  await expect(refused(page)).toContainText('Freios tem 2 subcategorias. Mova-as para outra categoria');
  await expect(refused(page).getByRole('button', { name: 'Ver 2 subcategorias' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Fechar' }).last().click();

  for (const nome of ['Freios', 'Discos', 'Pastilhas']) await box(page, nome).check();
  await ask(page);
  await expect(question(page)).toContainText('Excluir 3 categorias?');
  await confirm(page);
  await expect(toast(page, '3 categorias excluídas')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Lixeira' }).click();
  await dialog(page).getByRole('button', { name: 'Restaurar Freios' }).click();
  await expect(dialog(page).getByRole('button', { name: /^Restaurar / })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Freios')).toBeVisible();
  await expect(row(page, 'Discos')).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await expect(row(page, 'Discos')).toBeVisible();
  await expect(row(page, 'Pastilhas')).toBeVisible();
});

test('clientes, fornecedores and vendedores are picked and deleted alike', async ({ page }) => {
  for (const [path, create, done] of [
    ['/cadastros/clientes', aCliente, '2 clientes excluídos'],
    ['/cadastros/fornecedores', aFornecedor, '2 fornecedores excluídos'],
    ['/cadastros/vendedores', aVendedor, '2 vendedores excluídos'],
  ] as const) {
    for (const nome of ['Ana Rocha', 'Rita Lima', 'Zoé Dias']) await create(page, nome);
    await page.goto(path);
    await box(page, 'Ana Rocha').check();
    await box(page, 'Zoé Dias').check();
    await ask(page);
    await confirm(page);
    await expect(toast(page, done)).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Rita Lima')).toBeVisible();
  }
});

test('who may not delete has no checkboxes, and depositos have none', async ({ page, operator }) => {
  await marcas(page, 'Bosch');
  await aDeposito(page, 'Matriz');
  await page.goto('/configuracao/deposito');
  await expect(row(page, 'Matriz')).toBeVisible();
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0);
  const { empresaId } = operator;
  await signInAs(page, await anOperator({ name: 'Rui Dias', empresaId, papel: 'consulta' }));
  await page.goto(MARCAS);
  await expect(row(page, 'Bosch')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Selecionar shows the checkboxes, and the bar, the question and the result fit', async ({ page }) => {
    const of = await references(page);
    await aProduto(page, of);
    await marcas(page, 'Livre');
    await page.goto(MARCAS);
    await expect(row(page, 'Livre')).toBeVisible();
    await expect(box(page, 'Livre')).toBeHidden();
    // Without its box the heading starts where the names start.
    const left = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.x;
    expect(Math.abs(Number(await left('Nome')) - Number(await left('Livre')))).toBeLessThan(8);
    await page.getByRole('button', { name: 'Selecionar', exact: true }).tap();
    await box(page, 'Livre').tap();
    await box(page, 'Bosch').tap();
    await expect(bar(page)).toContainText('2 selecionados');
    await expectSound(page, 'main');
    await bar(page).getByRole('button', { name: 'Excluir', exact: true }).tap();
    await expect(question(page)).toContainText('Excluir 2 marcas?');
    await expectSound(page, '[role=alertdialog]');
    await question(page).getByRole('button', { name: 'Excluir', exact: true }).tap();
    await expect(refused(page)).toContainText('Bosch é a marca de 1 produto.');
    await expectSound(page, '[role=dialog]');
    await dialog(page).getByRole('button', { name: 'Fechar' }).last().tap();
    await expect(row(page, 'Livre')).toHaveCount(0);
    await expect(box(page, 'Bosch')).toBeHidden();
  });
});
