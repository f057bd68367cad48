import type { Page } from '@playwright/test';
import { expect, hold, sentTo, signIn, sql, test, withoutStream } from './fixtures.ts';
import { dialog, field, question, row, toast } from './register-page.ts';
import { createRecord, rowsOf } from './register-walks.ts';
import { expectSound } from './sound.ts';

const PAGE = '/configuracao/deposito';
const save = (page: Page) => dialog(page).getByRole('button', { name: /Cadastrar|Atualizar/ });

const blank = {
  nome: 'Central',
  ativo: true,
  descricao: null,
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};

const aDeposito = (page: Page, input: object) => createRecord(page, '/api/depositos', { ...blank, ...input });

const stored = (empresaId: string) => rowsOf('depositos', { empresaId });

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list', () => {
  test('[DEPO-01] [DEPO-02] [DEPO-03] [DEPO-04] [DEPO-12] shows its texts, columns and badges, sorted by name', async ({
    page,
  }) => {
    await aDeposito(page, { nome: 'Zona Sul', cidade: 'Curitiba', estado: 'PR', descricao: 'Peças grandes' });
    await aDeposito(page, { nome: 'Água Verde', ativo: false });
    await aDeposito(page, { nome: 'Balcão', cidade: 'Londrina' });
    await page.goto(PAGE);
    await expect(page.getByRole('heading', { level: 1, name: 'Depósitos de Estoque' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'Descrição',
      'Localização',
      'Status',
      'Ações',
    ]);
    await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('row').nth(1)).toContainText('Água Verde');
    await expect(page.getByRole('row').nth(2)).toContainText('Balcão');
    const cells = page.getByRole('row').nth(3).getByRole('cell');
    await expect(cells.nth(0)).toContainText('Zona Sul');
    await expect(cells.nth(1)).toHaveText('Peças grandes');
    await expect(cells.nth(2)).toHaveText('Curitiba - PR');
    await expect(cells.nth(3)).toHaveText('Ativo');
    await expect(row(page, 'Água Verde').getByRole('cell').nth(2)).toHaveText('-');
    await expect(row(page, 'Água Verde').getByRole('cell').nth(3)).toHaveText('Inativo');
    await expect(row(page, 'Balcão').getByRole('cell').nth(2)).toHaveText('Londrina');
    for (const action of ['Editar Zona Sul', 'Excluir Zona Sul'])
      await expect(page.getByRole('button', { name: action })).toBeVisible();
    await expectSound(page);
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('Zona Sul');
  });

  test('[DEPO-19] shows an error when loading fails, and can be retried', async ({ page, expectErrors }) => {
    expectErrors(/422|A leitura falhou|Erro/);
    const problem = { codigo: 'invalid', mensagem: 'Esta lista não pode ser lida agora.', pedido: 'x' };
    await page.route(/\/api\/depositos\?/, (route) =>
      route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
    );
    await page.goto(PAGE);
    await expect(toast(page, 'Não foi possível carregar os depósitos.')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Esta lista não pode ser lida agora.');
    await page.unroute(/\/api\/depositos\?/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Nenhum depósito cadastrado ainda')).toBeVisible();
    await expectSound(page, 'main');
  });
});

test.describe('the dialog', () => {
  test('[DEPO-05] shows its title, fields and button for a new deposito', async ({ page }) => {
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Novo Depósito' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Novo Depósito' })).toBeVisible();
    await expect(dialog(page).locator('label')).toHaveText([
      'Nome *',
      'Ativo',
      'Descrição',
      'CEP',
      'Estado',
      'Cidade',
      'Endereço',
      'Bairro',
      'Número',
      'Complemento',
    ]);
    await expect(dialog(page).getByRole('switch', { name: 'Ativo' })).toBeChecked();
    await expect(field(page, 'Descrição')).toHaveJSProperty('tagName', 'TEXTAREA');
    for (const name of ['Cancelar', 'Cadastrar'])
      await expect(dialog(page).getByRole('button', { name })).toBeVisible();
    await expectSound(page, '[role=dialog]');
  });

  test('[DEPO-08] [DEPO-10] shows missing and too long values at their fields', async ({
    page,
    operator,
  }) => {
    await page.goto(`${PAGE}?abrir=novo`);
    await save(page).click();
    await expect(field(page, 'Nome *')).toHaveAccessibleDescription('Nome é obrigatório');
    await expect(field(page, 'Nome *')).toBeFocused();
    const limits = {
      'Nome *': 100,
      Descrição: 500,
      Endereço: 200,
      Número: 20,
      Complemento: 100,
      Bairro: 100,
      Cidade: 100,
    };
    for (const [label, max] of Object.entries(limits)) await field(page, label).fill('x'.repeat(max + 1));
    await field(page, 'Estado').pressSequentially('prx');
    await expect(field(page, 'Estado')).toHaveValue('PR');
    await save(page).click();
    for (const [label, max] of Object.entries(limits)) {
      await expect(field(page, label)).toHaveAccessibleDescription(`Use até ${max} caracteres.`);
      await field(page, label).fill('x'.repeat(max));
    }
    expect(await stored(operator.empresaId)).toHaveLength(0);
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(await stored(operator.empresaId)).toMatchObject([{ descricao: 'x'.repeat(500), estado: 'PR' }]);
  });

  test('[DEPO-07] [DEPO-09] [DEPO-11] [DEPO-13] [DEPO-17] [PERM-07] saves once, shows a toast, and the list has the deposito', async ({
    page,
    operator,
  }) => {
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Novo Depósito' }).click();
    const sent = sentTo(page, '/api/depositos');
    const answer = await hold(page, '**/api/depositos');
    await field(page, 'Nome *').fill('Central');
    await field(page, 'Descrição').fill('Duas\nlinhas');
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(field(page, 'CEP')).toHaveValue('80010-000');
    await expect(field(page, 'Número')).toBeFocused();
    await page.keyboard.type('55');
    await field(page, 'Complemento').fill('Fundos');
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    await save(page).click({ force: true });
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Depósito cadastrado com sucesso!')).toBeVisible();
    await expect(row(page, 'Central')).toContainText('Curitiba - PR');
    expect(sent).toHaveLength(1);
    expect(await stored(operator.empresaId)).toMatchObject([
      {
        user_id: operator.userId,
        nome: 'Central',
        descricao: 'Duas\nlinhas',
        cep: '80010000',
        endereco: 'Praça Tiradentes',
        numero: '55',
        complemento: 'Fundos',
        bairro: 'Centro',
        cidade: 'Curitiba',
        estado: 'PR',
        ativo: true,
      },
    ]);
    await page.getByRole('button', { name: 'Novo Depósito' }).click();
    for (const label of ['Nome *', 'CEP', 'Cidade']) await expect(field(page, label)).toHaveValue('');
    await field(page, 'Nome *').fill('Parado');
    await dialog(page).getByRole('switch', { name: 'Ativo' }).click();
    await save(page).click();
    await expect(row(page, 'Parado').getByRole('cell').nth(3)).toHaveText('Inativo');
    expect((await stored(operator.empresaId))[1]).toMatchObject({ ativo: false, cep: null, descricao: null });
  });

  test('[DEPO-06] [DEPO-07] [DEPO-14] [DEPO-17] loads a deposito for editing, saves it and shows a toast', async ({
    page,
    operator,
  }) => {
    const { id } = await aDeposito(page, {
      nome: 'Filial',
      cep: '80010000',
      ativo: false,
      cidade: 'Curitiba',
    });
    const read = sentTo(page, `/api/depositos/${id}`, 'GET');
    // The stream of changes may read a record again that was created a moment before the page.
    await withoutStream(page);
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Editar Filial' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Depósito' })).toBeVisible();
    await expect(field(page, 'Nome *')).toHaveValue('Filial');
    await expect(field(page, 'CEP')).toHaveValue('80010-000');
    const ativo = dialog(page).getByRole('switch', { name: 'Ativo' });
    await expect(ativo).not.toBeChecked();
    expect(read).toHaveLength(1);
    await ativo.click();
    await field(page, 'Cidade').fill('');
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(toast(page, 'Depósito atualizado com sucesso!')).toBeVisible();
    await expect(row(page, 'Filial').getByRole('cell').nth(3)).toHaveText('Ativo');
    expect(await stored(operator.empresaId)).toMatchObject([{ ativo: true, cidade: null, cep: '80010000' }]);
  });

  test('[DEPO-18] a failed save shows an error and keeps what was typed', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await page.goto(`${PAGE}?abrir=novo`);
    await page.route('**/api/depositos', (route) => route.fulfill({ status: 500, json: {} }));
    await field(page, 'Nome *').fill('Persistente');
    await dialog(page).getByRole('switch', { name: 'Ativo' }).click();
    await save(page).click();
    await expect(toast(page, 'Não foi possível salvar o depósito. Tente novamente.')).toBeVisible();
    await expect(field(page, 'Nome *')).toHaveValue('Persistente');
    await expect(dialog(page).getByRole('switch', { name: 'Ativo' })).not.toBeChecked();
    await page.unroute('**/api/depositos');
    await save(page).click();
    await expect(row(page, 'Persistente')).toBeVisible();
  });

  test('[DEPO-19] shows an error when a deposito cannot be loaded, and can be retried', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/422|A leitura falhou|Erro/);
    // The news of the new deposito would read it again before the person does.
    await withoutStream(page);
    const { id } = await aDeposito(page, { nome: 'Teimoso' });
    const problem = { codigo: 'invalid', mensagem: 'Este registro não pode ser lido agora.', pedido: 'x' };
    await page.route(`**/api/depositos/${id}`, (route) =>
      route.fulfill({ status: 422, json: problem, contentType: 'application/problem+json' }),
    );
    await page.goto(`${PAGE}?abrir=${id}`);
    await expect(toast(page, 'Não foi possível carregar os dados do depósito.')).toBeVisible();
    await expect(dialog(page)).toContainText('Este registro não pode ser lido agora.');
    await page.unroute(`**/api/depositos/${id}`);
    await dialog(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(field(page, 'Nome *')).toHaveValue('Teimoso');
  });

  test('[PERM-06] saving and deleting after the session ended says that the user is not signed in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    await withoutStream(page);
    await aDeposito(page, { nome: 'Fica' });
    await page.goto(`${PAGE}?abrir=novo`);
    await field(page, 'Nome *').fill('Tarde demais');
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
});

test.describe('deleting', () => {
  const TEXT = 'Tem certeza que deseja excluir este depósito? Esta ação não pode ser desfeita.';

  test('[DEPO-16] [DEPO-17] asks first, Cancelar keeps, Excluir removes, and the Lixeira restores', async ({
    page,
  }) => {
    await aDeposito(page, { nome: 'Anexo', descricao: 'Pneus' });
    const remove = async () => {
      await page.getByRole('button', { name: 'Excluir Anexo' }).click();
      await expect(question(page).getByRole('heading', { name: 'Confirmar exclusão' })).toBeVisible();
      await expect(question(page)).toContainText(TEXT);
      await expect(question(page).getByRole('button')).toHaveText(['Cancelar', 'Excluir']);
    };
    await page.goto(PAGE);
    await remove();
    await expectSound(page, '[role=alertdialog]');
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(row(page, 'Anexo')).toBeVisible();
    await remove();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Depósito excluído com sucesso!')).toBeVisible();
    // The toast has no Desfazer, because a deposito is not undone from the toast (ADR 0053).
    await expect(toast(page, 'Depósito excluído com sucesso!').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
    await expect(row(page, 'Anexo')).toHaveCount(0);
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await expect(dialog(page)).toContainText('O que é excluído fica aqui por 30 dias e pode ser restaurado.');
    await dialog(page).getByRole('button', { name: 'Restaurar Anexo' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Anexo')).toContainText('Pneus');
  });

  test('[DEPO-20] a failed delete shows an error and keeps the deposito', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await aDeposito(page, { nome: 'Teimoso' });
    await page.goto(PAGE);
    await page.route(/\/api\/depositos\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Excluir Teimoso' }).click();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Não foi possível excluir o depósito.')).toBeVisible();
    await expect(row(page, 'Teimoso')).toBeVisible();
  });
});

test('by keyboard alone: create, switch off, save, edit, delete', async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByText('Nenhum depósito cadastrado ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Novo Depósito' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Nome *')).toBeFocused();
  await page.keyboard.type('Teclado');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog(page).getByRole('switch', { name: 'Ativo' })).not.toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('87360000');
  // The town has a single CEP, so the lookup cannot fill in the street.
  await expect(field(page, 'Endereço')).toBeFocused();
  await page.keyboard.type('Rua do Norte');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Teclado')).toContainText('Goioerê - PR');
  await expect(page.getByRole('button', { name: 'Novo Depósito' })).toBeFocused();
  await page.getByRole('button', { name: 'Editar Teclado' }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Endereço')).toHaveValue('Rua do Norte');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Editar Teclado' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum depósito cadastrado ainda')).toBeVisible();
});

test('at 390 px the form and the list fit the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Novo Depósito' }).click();
  await field(page, 'Nome *').fill('Nome comprido que não cabe na largura de um telefone');
  await field(page, 'CEP').fill('80010000');
  await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
  await field(page, 'Complemento').fill('Galpão 3');
  await expectSound(page, '[role=dialog]');
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, 'Nome comprido')).toContainText('Curitiba - PR');
  await expect(row(page, 'Nome comprido')).toContainText('Ativo');
  await expectSound(page, 'main');
});
