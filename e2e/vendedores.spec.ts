import type { Page } from '@playwright/test';
import { pressEvery } from '../tools/scanner.ts';
import {
  anOperator,
  apiHeaders,
  expect,
  hold,
  ORIGIN,
  sentTo,
  signIn,
  sql,
  test,
  withoutStream,
} from './fixtures.ts';
import { dialog, field, question, row, toast } from './register-page.ts';
import { createRecord, rowsOf, walkSearches } from './register-walks.ts';
import { expectSound } from './sound.ts';
import { expectFailure } from './toasts.ts';

const PAGE = '/cadastros/vendedores';
const save = (page: Page) => dialog(page).getByRole('button', { name: /Cadastrar|Atualizar/ });

const blank = {
  nome: 'Carla Dias',
  cpf: '52998224725',
  email: 'carla@exemplo.com.br',
  comissao: null,
  cep: null,
  numero: null,
  endereco: null,
  bairro: null,
  cidade: null,
  estado: null,
};

const aVendedor = (page: Page, input: object) =>
  createRecord(page, '/api/vendedores', { ...blank, ...input });

async function fillRequired(page: Page, nome: string): Promise<void> {
  await field(page, 'Nome *').fill(nome);
  await field(page, 'CPF *').fill('52998224725');
  await field(page, 'Email *').fill('vendedor@exemplo.com.br');
}

const stored = (empresaId: string) => rowsOf('vendedores', { empresaId });

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list', () => {
  test('[VEND-01] [VEND-02] [VEND-11] shows its columns, newest first, and a delete button per row', async ({
    page,
  }) => {
    await aVendedor(page, { nome: 'Antiga', comissao: '5', cidade: 'Curitiba' });
    await aVendedor(page, { nome: 'Quebrada', comissao: '7.5' });
    await aVendedor(page, { nome: 'Zerada', comissao: '0' });
    await aVendedor(page, { nome: 'Nova' });
    await page.goto(PAGE);
    await expect(page.getByRole('heading', { level: 1, name: 'Vendedores' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'CPF',
      'Email',
      'Comissão',
      'Cidade',
      'Ações',
    ]);
    await expect(page.getByRole('row').nth(1)).toContainText('Nova');
    await expect(page.getByRole('row').nth(4)).toContainText('Antiga');
    const cells = row(page, 'Antiga').getByRole('cell');
    await expect(cells.nth(1)).toHaveText('529.982.247-25');
    await expect(cells.nth(2)).toHaveText('carla@exemplo.com.br');
    await expect(cells.nth(3)).toHaveText('5%');
    await expect(cells.nth(4)).toHaveText('Curitiba');
    await expect(row(page, 'Quebrada').getByRole('cell').nth(3)).toHaveText('7,5%');
    await expect(row(page, 'Zerada').getByRole('cell').nth(3)).toHaveText('0%');
    await expect(row(page, 'Nova').getByRole('cell').nth(3)).toHaveText('-');
    for (const nome of ['Antiga', 'Nova'])
      await expect(page.getByRole('button', { name: `Excluir ${nome}` })).toBeVisible();
    await expectSound(page);
  });

  test('[VEND-03] shows a loading text, then the empty text', async ({ page }) => {
    const answer = await hold(page, /\/api\/vendedores\?/);
    await page.goto(PAGE);
    await expect(page.getByText('Carregando...')).toBeVisible();
    answer();
    await expect(page.getByText('Nenhum vendedor cadastrado ainda')).toBeVisible();
    await expectSound(page);
  });

  test('is searched by name, e-mail, and CPF with or without mask', async ({ page }) => {
    await aVendedor(page, { nome: 'João Ávila', cpf: '11144477735', email: 'joao@exemplo.com.br' });
    await aVendedor(page, { nome: 'Outra' });
    await page.goto(PAGE);
    await walkSearches(page, [
      ['joao avila', 'João Ávila'],
      ['outra', 'Outra'],
      ['111.444', 'João Ávila'],
      ['529.982', 'Outra'],
      ['1114447', 'João Ávila'],
      ['CARLA@', 'Outra'],
      ['JOAO@', 'João Ávila'],
    ]);
  });

  test('shows the reason when loading fails, and can be retried', async ({ page, expectErrors }) => {
    expectErrors(/422|A leitura falhou/);
    const problem = { codigo: 'invalid', mensagem: 'Esta lista não pode ser lida agora.', pedido: 'x' };
    await page.route(/\/api\/vendedores\?/, (route) =>
      route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
    );
    await page.goto(PAGE);
    await expect(page.getByRole('alert')).toContainText('Esta lista não pode ser lida agora.');
    await page.unroute(/\/api\/vendedores\?/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Nenhum vendedor cadastrado ainda')).toBeVisible();
  });
});

test.describe('the dialog', () => {
  test('[VEND-04] shows its title, subtitle and fields', async ({ page }) => {
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Novo Vendedor' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Novo Vendedor' })).toBeVisible();
    await expect(dialog(page).getByText('Cadastre um novo vendedor no sistema')).toBeVisible();
    await expect(dialog(page).locator('label')).toHaveText([
      'Nome *',
      'CPF *',
      'Comissão (%)',
      'Email *',
      'CEP',
      'Número',
      'Endereço',
      'Bairro',
      'Cidade',
      'Estado',
    ]);
    for (const name of ['Cancelar', 'Cadastrar'])
      await expect(dialog(page).getByRole('button', { name })).toBeVisible();
    await expectSound(page, '[role=dialog]');
  });

  test('[VEND-05] [VEND-06] [VEND-07] shows missing and wrong values at their fields, and saves nothing', async ({
    page,
    operator,
  }) => {
    await page.goto(`${PAGE}?abrir=novo`);
    await save(page).click();
    await expect(field(page, 'Nome *')).toHaveAccessibleDescription('Nome é obrigatório');
    await expect(field(page, 'CPF *')).toHaveAccessibleDescription('CPF inválido');
    await expect(field(page, 'Email *')).toHaveAccessibleDescription('Email inválido');
    await expect(field(page, 'Nome *')).toBeFocused();
    await expectSound(page, '[role=dialog]');

    await field(page, 'Nome *').fill('x'.repeat(201));
    await field(page, 'CPF *').fill('5299822472');
    await field(page, 'Email *').fill('sem-arroba');
    await save(page).click();
    await expect(field(page, 'Nome *')).toHaveAccessibleDescription('Use até 200 caracteres.');
    await expect(field(page, 'CPF *')).toHaveAccessibleDescription('CPF inválido');
    await expect(field(page, 'Email *')).toHaveAccessibleDescription('Email inválido');
    expect(await stored(operator.empresaId)).toHaveLength(0);

    await field(page, 'Nome *').fill('x'.repeat(200));
    await field(page, 'CPF *').fill('52998224725');
    await field(page, 'Email *').fill('certo@exemplo.com.br');
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
  });

  test('[VEND-06] accepts eleven to fourteen characters of a CPF, and refuses fifteen', async ({ page }) => {
    for (const cpf of ['52998224725', '529982247251', '529.982.247-25']) await aVendedor(page, { cpf });
    for (const cpf of ['5299822472', '529.982.247-251']) {
      const data = { ...blank, cpf };
      const refused = await page.request.post('/api/vendedores', { data, headers: apiHeaders });
      expect(refused.status()).toBe(422);
      expect(await refused.json()).toMatchObject({ campos: { cpf: 'CPF inválido' } });
    }
  });

  test('[VEND-09] refuses or ignores one character too many', async ({ page, operator }) => {
    await page.goto(`${PAGE}?abrir=novo`);
    await fillRequired(page, 'Comprido');
    const limits = { Endereço: 255, Número: 20, Bairro: 100, Cidade: 100 };
    for (const [label, max] of Object.entries(limits)) await field(page, label).fill('x'.repeat(max + 1));
    await field(page, 'CEP').pressSequentially('8001000099');
    await expect(field(page, 'CEP')).toHaveValue('80010-000');
    await field(page, 'Estado').pressSequentially('prx');
    await expect(field(page, 'Estado')).toHaveValue('PR');
    await save(page).click();
    for (const [label, max] of Object.entries(limits)) {
      await expect(field(page, label)).toHaveAccessibleDescription(`Use até ${max} caracteres.`);
      await field(page, label).fill('x'.repeat(max));
    }
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(await stored(operator.empresaId)).toMatchObject([
      { cep: '80010000', endereco: 'x'.repeat(255), numero: 'x'.repeat(20), estado: 'PR' },
    ]);
  });

  test('[VEND-08] [VEND-10] [VEND-12] [VEND-14] [PERM-07] saves once, shows a toast, and the list has the new vendedor', async ({
    page,
    operator,
  }) => {
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Novo Vendedor' }).click();
    const sent = sentTo(page, '/api/vendedores');
    const answer = await hold(page, '**/api/vendedores');
    await fillRequired(page, 'Pedro Paulo');
    await field(page, 'Comissão (%)').pressSequentially('5,5');
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(field(page, 'Número')).toBeFocused();
    await page.keyboard.type('120');
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    await save(page).click({ force: true });
    await field(page, 'Nome *').press('Enter');
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Vendedor cadastrado com sucesso')).toBeVisible();
    await expect(row(page, 'Pedro Paulo').getByRole('cell').nth(3)).toHaveText('5,5%');
    expect(sent).toHaveLength(1);
    expect(await stored(operator.empresaId)).toMatchObject([
      {
        user_id: operator.userId,
        nome: 'Pedro Paulo',
        cpf: '52998224725',
        email: 'vendedor@exemplo.com.br',
        comissao: '5.50',
        cep: '80010000',
        numero: '120',
        endereco: 'Praça Tiradentes',
        bairro: 'Centro',
        cidade: 'Curitiba',
        estado: 'PR',
      },
    ]);
    await page.getByRole('button', { name: 'Novo Vendedor' }).click();
    for (const label of ['Nome *', 'CPF *', 'Comissão (%)', 'CEP', 'Cidade'])
      await expect(field(page, label)).toHaveValue('');
    await fillRequired(page, 'Sem comissão');
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    expect((await stored(operator.empresaId))[1]).toMatchObject({ comissao: null, cep: null, cidade: null });
  });

  test('a comissao above 100 is refused with a sentence', async ({ page }) => {
    await page.goto(`${PAGE}?abrir=novo`);
    await field(page, 'Comissão (%)').pressSequentially('100,01');
    await save(page).click();
    await expect(field(page, 'Comissão (%)')).toHaveAccessibleDescription(
      'Informe de 0 a 100, com até duas casas decimais.',
    );
  });

  test('loads a vendedor for editing, saves it and shows a toast', async ({ page, operator }) => {
    await aVendedor(page, { nome: 'Rita', comissao: '3.25', cep: '80010000', estado: 'PR' });
    const looked = sentTo(page, '/api/consultas/cep/80010000', 'GET');
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Editar Rita' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Vendedor' })).toBeVisible();
    await expect(field(page, 'CPF *')).toHaveValue('529.982.247-25');
    await expect(field(page, 'Comissão (%)')).toHaveValue('3,25');
    await expect(field(page, 'CEP')).toHaveValue('80010-000');
    await field(page, 'CEP').focus();
    await field(page, 'CEP').blur();
    await field(page, 'Comissão (%)').press('ArrowUp');
    await save(page).click();
    await expect(toast(page, 'Vendedor atualizado com sucesso')).toBeVisible();
    await expect(row(page, 'Rita')).toContainText('3,26%');
    expect(await stored(operator.empresaId)).toMatchObject([{ comissao: '3.26', versao: 2, cidade: null }]);
    expect(looked).toHaveLength(0);
  });

  test('shows a message for a deleted vendedor', async ({ page, expectErrors }) => {
    expectErrors(/404|A leitura falhou/);
    await page.goto(`${PAGE}?abrir=019a0000-0000-7000-8000-000000000000`);
    await expect(dialog(page)).toContainText('Vendedor não encontrado. Ele pode ter sido excluído.');
  });

  test('[VEND-15] a failed save shows an error and keeps what was typed', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await page.goto(`${PAGE}?abrir=novo`);
    await page.route('**/api/vendedores', (route) => route.fulfill({ status: 500, json: {} }));
    await fillRequired(page, 'Persistente');
    await field(page, 'Comissão (%)').pressSequentially('4');
    await save(page).click();
    await expect(toast(page, 'Erro ao cadastrar vendedor')).toBeVisible();
    await expect(field(page, 'Nome *')).toHaveValue('Persistente');
    await expect(field(page, 'CPF *')).toHaveValue('529.982.247-25');
    await expect(field(page, 'Comissão (%)')).toHaveValue('4');
    await page.unroute('**/api/vendedores');
    await save(page).click();
    await expect(row(page, 'Persistente')).toBeVisible();
  });

  test('[PERM-06] saving and deleting after the session ended says that the user is not signed in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    await withoutStream(page);
    await aVendedor(page, { nome: 'Fica' });
    await page.goto(`${PAGE}?abrir=novo`);
    await fillRequired(page, 'Tarde demais');
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await save(page).click();
    await expect(toast(page, 'Usuário não autenticado').locator('[data-title]')).toHaveText('Erro');
    await signIn(page, operator);
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Excluir Fica' }).click();
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Usuário não autenticado').locator('[data-title]')).toHaveText('Erro');
    expect(await stored(operator.empresaId)).toMatchObject([{ nome: 'Fica' }]);
  });

  test('shows the second of two editors what changed, and keeps what they typed', async ({
    page,
    operator,
    expectErrors,
    browser,
  }) => {
    expectErrors(/409|Erro/);
    const { id } = await aVendedor(page, { nome: 'Lia' });
    await page.goto(`${PAGE}?abrir=${id}`);
    await field(page, 'Comissão (%)').pressSequentially('8');
    const other = await browser.newPage({ baseURL: ORIGIN });
    await signIn(other, await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId }));
    const data = { ...blank, nome: 'Lia', comissao: '9', cidade: 'Londrina', versao: 1 };
    await other.request.put(`/api/vendedores/${id}`, { data, headers: apiHeaders });
    await other.close();
    await save(page).click();
    await expect(dialog(page).getByText(/Bruno Lima alterou este registro/)).toBeVisible();
    await expect(dialog(page).getByText('Comissão: de vazio para "9%"')).toBeVisible();
    await expect(field(page, 'Comissão (%)')).toHaveValue('8');
    await expect(field(page, 'Cidade')).toHaveValue('Londrina');
    await save(page).click();
    await expect(row(page, 'Lia').getByRole('cell').nth(3)).toHaveText('8%');
  });
});

test.describe('deleting', () => {
  test('[VEND-13] [VEND-14] asks first, Cancelar keeps, Excluir removes, and Desfazer and the Lixeira restore', async ({
    page,
  }) => {
    await aVendedor(page, { nome: 'Sônia', comissao: '2' });
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Excluir Sônia' }).click();
    await expect(question(page)).toContainText('Deseja realmente excluir este vendedor?');
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(row(page, 'Sônia')).toBeVisible();
    await page.getByRole('button', { name: 'Excluir Sônia' }).click();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Vendedor excluído com sucesso')).toBeVisible();
    await expect(row(page, 'Sônia')).toHaveCount(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row(page, 'Sônia')).toContainText('2%');

    await page.getByRole('button', { name: 'Excluir Sônia' }).click();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(row(page, 'Sônia')).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await dialog(page).getByRole('button', { name: 'Restaurar Sônia' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Sônia')).toContainText('2%');
  });

  test('[VEND-16] a failed delete shows an error and keeps the vendedor', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await aVendedor(page, { nome: 'Teimosa' });
    await page.goto(PAGE);
    await page.route(/\/api\/vendedores\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Excluir Teimosa' }).click();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expectFailure(page, 'Erro', 'Erro ao excluir vendedor');
    await expect(row(page, 'Teimosa')).toBeVisible();
  });
});

test('by keyboard alone: create, save, edit, delete', async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByText('Nenhum vendedor cadastrado ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Novo Vendedor' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Nome *')).toBeFocused();
  const next = async (text: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  await page.keyboard.type('Nina');
  await next('52998224725');
  await next('10.5');
  await next('nina@exemplo.com.br');
  await next('80010000');
  await expect(field(page, 'Número')).toBeFocused();
  // At the speed of a person: the page would take a CEP, the number and Enter in one burst for the code of a scanner.
  await pressEvery(page, '15', 200);
  await expect(row(page, 'Nina')).toContainText('10,5%');
  await expect(page.getByRole('button', { name: 'Novo Vendedor' })).toBeFocused();
  await page.getByRole('button', { name: 'Editar Nina' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Nome *')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Editar Nina' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum vendedor cadastrado ainda')).toBeVisible();
});

test('at 390 px the form and the list fit the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Novo Vendedor' }).click();
  await fillRequired(page, 'Nome comprido que não cabe na largura de um telefone');
  await field(page, 'CEP').fill('80010000');
  await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
  await expectSound(page, '[role=dialog]');
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  const name = row(page, 'Nome comprido').getByRole('cell').first();
  await expect(name.getByText('529.982.247-25 · Curitiba')).toBeVisible();
  await expect(name.getByText('@')).toBeVisible();
  await expectSound(page, 'main');
  await page.getByRole('button', { name: /^Excluir Nome comprido/ }).click();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhum vendedor cadastrado ainda')).toBeVisible();
});
