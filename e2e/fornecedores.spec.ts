import type { Page } from '@playwright/test';
import { aCep, aMissingCep } from '../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj, findEmpresa } from '../apps/sandbox/src/consultas/empresas.ts';
import { apiHeaders, expect, hold, type Operator, sentTo, test, withoutStream } from './fixtures.ts';
import {
  button,
  consultasOf,
  dialog,
  failConsultas,
  field,
  question,
  row,
  tabToUndo,
  toast,
} from './register-page.ts';
import {
  createRecord,
  expectValues,
  removeByKeyboard,
  rowsOf,
  saveAsBruno,
  tabTo,
  walkBlankForm,
  walkEmptyList,
  walkEndedSession,
  walkFailedList,
  walkRemoval,
  walkSearches,
  walkUnderName,
  walkWarnings,
} from './register-walks.ts';
import { expectNotWider, expectSound } from './sound.ts';
import { expectFailure } from './toasts.ts';

const FORNECEDORES = '/cadastros/fornecedores';
const NEW = `${FORNECEDORES}?abrir=novo`;
const CPF = '52998224725';
const NO_CNPJ_SERVICE =
  'Não foi possível consultar o CNPJ agora. Preencha os dados à mão ou tente de novo em instantes.';
const NO_CEP_SERVICE =
  'Não foi possível consultar o CEP agora. Preencha o endereço à mão ou tente de novo em instantes.';

const blank = {
  nome: 'Auto Peças Ipê',
  cpf_cnpj: CPF,
  email: 'vendas@ipe.exemplo',
  telefone: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
};

const company = {
  ...blank,
  nome: 'Rota Sul Ltda',
  cpf_cnpj: '11222333000181',
  telefone: '41987654321',
  cep: '80010000',
  endereco: 'Praça Tiradentes',
  numero: '120',
  bairro: 'Centro',
  cidade: 'Curitiba',
  estado: 'PR',
};

const API = '/api/fornecedores';
const aFornecedor = (page: Page, input: object = {}) => createRecord(page, API, { ...blank, ...input });

/** Fills the required fields that the test does not check. */
async function fillRest(page: Page, { nome = blank.nome, cpf_cnpj = CPF } = {}): Promise<void> {
  await field(page, 'Nome').fill(nome);
  if (cpf_cnpj) await field(page, 'CPF/CNPJ').fill(cpf_cnpj);
  await field(page, 'Email').fill(blank.email);
}

const save = (page: Page) => button(page, 'Cadastrar').click();
const fornecedoresOf = (operator: Operator) => rowsOf('fornecedores', operator);

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list of fornecedores', () => {
  test('[FORN-01] [FORN-02] [FORN-03] shows its texts, columns and actions, and a text when it is empty', async ({
    page,
  }) => {
    await walkEmptyList(page, {
      list: FORNECEDORES,
      api: API,
      title: 'Fornecedores',
      create: 'Novo Fornecedor',
      empty: 'Nenhum fornecedor cadastrado',
    });
    await aFornecedor(page);
    await aFornecedor(page, company);
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'CPF/CNPJ',
      'Email',
      'Telefone',
      'Cidade',
      'Ações',
    ]);
    await expect(row(page, 'Rota Sul Ltda').getByRole('cell')).toHaveText([
      /^Rota Sul Ltda/,
      '11.222.333/0001-81',
      'vendas@ipe.exemplo',
      '(41) 98765-4321',
      'Curitiba',
      '',
    ]);
    await expect(row(page, 'Auto Peças Ipê').getByRole('cell').nth(3)).toHaveText('-');
    await expect(row(page, 'Auto Peças Ipê').getByRole('cell').nth(4)).toHaveText('-');
    await expect(page.getByRole('row').nth(1)).toContainText('Rota Sul Ltda');
    for (const action of ['Editar Rota Sul Ltda', 'Excluir Rota Sul Ltda'])
      await expect(row(page, 'Rota Sul Ltda').getByRole('button', { name: action })).toBeVisible();
  });

  test('is searched by name, by e-mail, and by a documento with or without mask', async ({ page }) => {
    await aFornecedor(page);
    await aFornecedor(page, { nome: 'Atlântico', cpf_cnpj: 'AB12CD34EF5602', email: 'mar@atl.exemplo' });
    await page.goto(FORNECEDORES);
    await expect(page.getByRole('row')).toHaveCount(3);
    await walkSearches(page, [
      ['529.982.247-25', 'Auto Peças Ipê'],
      ['ab.12c.d34/ef56-02', 'Atlântico'],
      ['52998224725', 'Auto Peças Ipê'],
      ['AB12CD34EF5602', 'Atlântico'],
      ['pecas ipe', 'Auto Peças Ipê'],
      ['mar@', 'Atlântico'],
    ]);
  });

  test('[FORN-02] shows email and cidade below 1280 px, and the telefone below 1024 px, under the name', async ({
    page,
  }) => {
    await aFornecedor(page, { cidade: 'Curitiba', telefone: '4133221100' });
    await page.goto(FORNECEDORES);
    await walkUnderName(page, { nome: blank.nome, email: blank.email }, [
      [1279, `${blank.email} · Curitiba`],
      [1023, `${blank.email} · Curitiba · (41) 3322-1100`],
      [390, '529.982.247-25 · (41) 3322-1100'],
    ]);
  });

  test('[FORN-17] shows an error when loading fails, and can be retried', async ({ page, expectErrors }) => {
    expectErrors(/503|Erro/);
    await walkFailedList(page, {
      list: FORNECEDORES,
      api: API,
      failed: 'Erro ao carregar fornecedores',
      empty: 'Nenhum fornecedor cadastrado',
    });
  });
});

test.describe('the form of a fornecedor', () => {
  test('[FORN-04] [FORN-07] [FORN-08] [FORN-09] shows its fields in order, and missing and wrong values', async ({
    page,
    operator,
  }) => {
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Novo Fornecedor' })).toBeVisible();
    await expect(dialog(page).locator('label')).toHaveText([
      'Nome',
      'CPF/CNPJ',
      'Email',
      'Telefone',
      'CEP',
      'Endereço',
      'Número',
      'Complemento',
      'Bairro',
      'Cidade',
      'Estado',
    ]);
    const sent = sentTo(page, API);
    const wrong = (label: string, sentence: string) =>
      expect(field(page, label)).toHaveAccessibleDescription(sentence);
    await save(page);
    await wrong('Nome', 'Nome é obrigatório');
    await wrong('CPF/CNPJ', 'CPF/CNPJ é obrigatório');
    await wrong('Email', 'Email inválido');
    await expect(field(page, 'Nome')).toBeFocused();
    await fillRest(page);
    await field(page, 'Email').fill('vendas@');
    await save(page);
    await wrong('Email', 'Email inválido');
    await expect(field(page, 'Email')).toBeFocused();
    expect(sent).toHaveLength(0);
    expect(await fornecedoresOf(operator)).toEqual([]);
  });

  test('[FORN-10] [FORN-11] [FORN-15] [FMT-11] is sent once, and empty fields become null', async ({
    page,
    operator,
  }) => {
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
    const sent = sentTo(page, API);
    const answer = await hold(page, '**/api/fornecedores');
    await fillRest(page);
    await save(page);
    await expect(button(page, 'Cadastrar')).toBeDisabled();
    await button(page, 'Cadastrar').click({ force: true });
    await field(page, 'Nome').press('Enter');
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Fornecedor cadastrado com sucesso!')).toBeVisible();
    await expect(row(page, 'Auto Peças Ipê')).toContainText('529.982.247-25');
    expect(sent).toHaveLength(1);
    expect(await fornecedoresOf(operator)).toMatchObject([blank]);

    await walkBlankForm(page, 'Novo Fornecedor', ['Nome', 'CPF/CNPJ', 'Email']);
    expect(await fornecedoresOf(operator)).toHaveLength(1);
  });

  test('[FORN-05] [FORN-06] [FMT-12] in edit mode loads the fornecedor without a lookup, applies the same rules, and saves', async ({
    page,
    operator,
  }) => {
    await aFornecedor(page, company);
    const consultas = consultasOf(page);
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Editar Rota Sul Ltda' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Fornecedor' })).toBeVisible();
    await expect(page.getByText('Edição em desenvolvimento')).toHaveCount(0);
    await expectValues(page, [
      ['Nome', 'Rota Sul Ltda'],
      ['CPF/CNPJ', '11.222.333/0001-81'],
      ['Email', 'vendas@ipe.exemplo'],
      ['Telefone', '(41) 98765-4321'],
      ['CEP', '80010-000'],
      ['Endereço', 'Praça Tiradentes'],
      ['Número', '120'],
      ['Complemento', ''],
      ['Bairro', 'Centro'],
      ['Cidade', 'Curitiba'],
      ['Estado', 'PR'],
    ]);
    for (const label of ['CPF/CNPJ', 'CEP']) {
      await field(page, label).focus();
      await field(page, label).blur();
    }
    await field(page, 'Nome').fill('');
    await button(page, 'Atualizar').click();
    await expect(field(page, 'Nome')).toHaveAccessibleDescription('Nome é obrigatório');
    await field(page, 'Nome').fill('Rota Sul S.A.');
    await field(page, 'Telefone').fill('');
    await button(page, 'Atualizar').click();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Fornecedor atualizado com sucesso!')).toBeVisible();
    await expect(row(page, 'Rota Sul S.A.').getByRole('cell').nth(3)).toHaveText('-');
    const stored = { ...company, nome: 'Rota Sul S.A.', telefone: null, versao: 2 };
    expect(await fornecedoresOf(operator)).toMatchObject([stored]);
    expect(consultas).toEqual([]);
  });

  test('[FORN-16] shows an error after a failed save, and keeps what was typed', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|500|Erro/);
    const { id } = await aFornecedor(page, company);
    await page.goto(NEW);
    await fillRest(page);
    await page.route(/\/api\/fornecedores(\/|$)/, (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expect(toast(page, 'Erro ao cadastrar fornecedor')).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Auto Peças Ipê');
    await page.unroute(/\/api\/fornecedores(\/|$)/);
    await save(page);
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();

    await page.getByRole('button', { name: 'Editar Rota Sul Ltda' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Rota Sul Ltda');
    await page.route(/\/api\/fornecedores\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await button(page, 'Atualizar').click();
    await expect(toast(page, 'Erro ao atualizar fornecedor')).toBeVisible();
    await page.unroute(/\/api\/fornecedores\/./);
    await page.request.delete(`/api/fornecedores/${id}`, { headers: apiHeaders });
    await page.goto(`${FORNECEDORES}?abrir=${id}`);
    await expect(toast(page, 'Erro ao carregar dados do fornecedor')).toBeVisible();
    await expect(dialog(page)).toContainText('Fornecedor não encontrado. Ele pode ter sido excluído.');
  });

  test('warns after saving about wrong check digits and another fornecedor with the same documento', async ({
    page,
    operator,
  }) => {
    await hold(page, /\/api\/consultas\//);
    await aFornecedor(page, { nome: 'Primeiro', cpf_cnpj: '12345678000190' });
    await page.goto(NEW);
    await fillRest(page, { nome: 'Segundo', cpf_cnpj: '12345678000190' });
    await walkWarnings(page, () => save(page), {
      doubt: 'Este CNPJ não confere. Verifique os caracteres digitados.',
      saved: 'Fornecedor cadastrado com sucesso!',
      twin: 'Já existe outro fornecedor com este CPF/CNPJ: Primeiro.',
    });
    expect(await fornecedoresOf(operator)).toHaveLength(2);
  });

  test('shows the second of two editors what changed, and keeps what they typed', async ({
    page,
    operator,
    expectErrors,
    browser,
  }) => {
    expectErrors(/409|Erro/);
    const { id } = await aFornecedor(page, company);
    await page.goto(`${FORNECEDORES}?abrir=${id}`);
    await field(page, 'Telefone').fill('4130001234');
    await saveAsBruno(browser, operator, {
      address: `${API}/${id}`,
      data: { ...company, nome: 'Rota Sul Brasil', bairro: 'Batel', versao: 1 },
    });

    await button(page, 'Atualizar').click();
    await expect(dialog(page).getByText(/Bruno Lima alterou este registro/)).toBeVisible();
    await expect(dialog(page).getByText('Bairro: de "Centro" para "Batel"')).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Rota Sul Brasil');
    await expect(field(page, 'Telefone')).toHaveValue('(41) 3000-1234');
    await button(page, 'Atualizar').click();
    await expect(toast(page, 'Fornecedor atualizado com sucesso!')).toBeVisible();
    expect(await fornecedoresOf(operator)).toMatchObject([
      { nome: 'Rota Sul Brasil', bairro: 'Batel', telefone: '4130001234', versao: 3 },
    ]);
  });

  test('[PERM-06] saving and deleting after the session ended says that the user is not signed in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    await withoutStream(page);
    await aFornecedor(page, { nome: 'Fica' });
    await page.goto(NEW);
    await fillRest(page);
    await walkEndedSession(page, operator, {
      list: FORNECEDORES,
      nome: 'Fica',
      save: () => save(page),
      rows: () => fornecedoresOf(operator),
    });
    expect(await fornecedoresOf(operator)).toHaveLength(1);
  });
});

test.describe('the lookups of a fornecedor', () => {
  test('[LOOK-13] [LOOK-16] [LOOK-20] a CNPJ is looked up on blur, and fills the form', async ({ page }) => {
    const cnpj = aCnpj(4202);
    const found = findEmpresa(cnpj);
    // Only the last of the three registries returns e-mails.
    await failConsultas(page, 'cnpj', cnpj, { spare: 'opencnpj' });
    const consultas = consultasOf(page);
    await page.goto(NEW);
    const documento = field(page, 'CPF/CNPJ');
    await documento.pressSequentially(CPF);
    await documento.blur();
    await documento.fill('');
    await documento.pressSequentially(cnpj.slice(0, 13));
    await documento.blur();
    await documento.press('End');
    await documento.pressSequentially(cnpj.slice(13));
    await expect(documento).toHaveValue(/-\d\d$/);
    expect(consultas).toEqual([]);
    await documento.press('Tab');
    await expect(toast(page, 'Dados do CNPJ carregados com sucesso!')).toBeVisible();
    const { tipo, logradouro, numero, complemento, bairro, municipio, uf, cep } = found?.endereco ?? {};
    const { ddd, numero: telefone } = found?.telefone ?? {};
    await expectValues(page, [
      ['Nome', found?.razaoSocial],
      ['Email', found?.email],
      ['Telefone', `(${ddd}) ${telefone?.replace(/(\d{4})$/, '-$1')}`],
      ['CEP', cep?.replace(/(\d{3})$/, '-$1')],
      ['Endereço', `${tipo} ${logradouro}`],
      ['Número', numero],
      ['Complemento', complemento],
      ['Bairro', bairro],
      ['Cidade', municipio],
      ['Estado', uf],
    ]);
    await expect(field(page, 'Email')).toBeFocused();
    await documento.press('End');
    await documento.press('Backspace');
    await documento.pressSequentially(cnpj.slice(13));
    await documento.press('Tab');
    await expect(dialog(page).getByText('Buscando')).toHaveCount(0);
    expect(consultas).toEqual([cnpj]);
  });

  test('[LOOK-20] a CNPJ that is unknown, or that no service answers, shows a toast', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|502|CNPJ/);
    const failing = aCnpj(4203);
    await failConsultas(page, 'cnpj', failing);
    await page.goto(NEW);
    await field(page, 'CPF/CNPJ').fill(aMissingCnpj(4203));
    await field(page, 'CPF/CNPJ').blur();
    await expectFailure(page, 'CNPJ não encontrado');
    await expect(toast(page, 'CNPJ não encontrado')).toHaveText('CNPJ não encontrado');
    await field(page, 'CPF/CNPJ').fill(failing);
    await fillRest(page, { cpf_cnpj: '' });
    // The specified title is the same for both cases. The sentence below it says what the person can do.
    await expectFailure(page, 'CNPJ não encontrado', NO_CNPJ_SERVICE);
    await field(page, 'CPF/CNPJ').fill('11444777000161');
    await field(page, 'CPF/CNPJ').blur();
    await expect(dialog(page).getByText('Situação na Receita: BAIXADA')).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Auto Peças Ipê');
    await save(page);
    await expect(row(page, 'Auto Peças Ipê')).toContainText('11.444.777/0001-61');
  });

  test('[LOOK-01] [LOOK-04] [FMT-04] [FMT-05] a CEP of eight digits fills the address and overwrites nothing typed', async ({
    page,
  }) => {
    const consultas = consultasOf(page);
    await page.goto(NEW);
    const cep = field(page, 'CEP');
    await cep.pressSequentially('8001000');
    await cep.blur();
    await cep.press('End');
    expect(consultas).toEqual([]);
    await field(page, 'Bairro').fill('Alto da XV');
    const answer = await hold(page, /\/api\/consultas\//);
    await cep.press('End');
    await cep.pressSequentially('09');
    await expect(cep).toHaveValue('80010-000');
    await field(page, 'Estado').pressSequentially('scp');
    answer();
    await expect(field(page, 'Endereço')).toHaveValue('Praça Tiradentes');
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
    await expect(field(page, 'Bairro')).toHaveValue('Alto da XV');
    await expect(field(page, 'Estado')).toHaveValue('SC');
    await expect(field(page, 'Estado')).toBeFocused();
    await expect(dialog(page).getByText('Endereço preenchido automaticamente')).toBeAttached();

    await cep.fill('87360000');
    await expect(field(page, 'Cidade')).toHaveValue('Goioerê');
    await expect(field(page, 'Endereço')).toHaveValue('');
    await expect(field(page, 'Endereço')).toBeFocused();
    expect(consultas).toEqual(['80010000', '87360000']);
  });

  test('[LOOK-10] an unknown CEP shows a toast, and a save waits for no lookup', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/404|502|CEP/);
    const failing = aCep(4204);
    await failConsultas(page, 'cep', failing);
    await page.goto(NEW);
    await field(page, 'CEP').fill(aMissingCep(4204));
    await expectFailure(page, 'CEP não encontrado');
    await expect(toast(page, 'CEP não encontrado')).toHaveText('CEP não encontrado');
    await field(page, 'CEP').fill(failing);
    await expectFailure(page, 'CEP não encontrado', NO_CEP_SERVICE);

    await hold(page, /\/api\/consultas\//);
    await field(page, 'CEP').fill('80010000');
    await fillRest(page, { cpf_cnpj: '33000167000101' });
    await expect(dialog(page).getByText('Buscando CEP...')).toBeAttached();
    await expect(dialog(page).getByText('Buscando CNPJ...')).toBeAttached();
    await save(page);
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();
    expect(await fornecedoresOf(operator)).toMatchObject([{ cep: '80010000', cidade: null }]);
  });
});

test.describe('deleting a fornecedor', () => {
  test('[FORN-14] [FORN-15] [FORN-17] asks first, shows a failure, and can be undone', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/500|Erro/);
    await aFornecedor(page);
    await walkRemoval(page, {
      list: FORNECEDORES,
      api: API,
      nome: 'Auto Peças Ipê',
      shows: '529.982.247-25',
      words: {
        question: 'Deseja realmente excluir este fornecedor?',
        failed: 'Erro ao excluir fornecedor',
        removed: 'Fornecedor excluído com sucesso!',
        restored: 'Fornecedor restaurado com sucesso!',
      },
    });
  });
});

test('a fornecedor by keyboard alone: create, edit, delete, undo', async ({ page, operator }) => {
  await page.goto(FORNECEDORES);
  await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Novo Fornecedor' }).focus();
  await keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await keyboard.type('Auto Peças Ipê');
  await tabTo(page, 'CPF/CNPJ', CPF);
  await tabTo(page, 'Email', 'vendas@ipe.exemplo');
  await tabTo(page, 'Telefone', '41987654321');
  await tabTo(page, 'CEP', '80010000');
  await expect(field(page, 'Número')).toBeFocused();
  await keyboard.type('120');
  for (const label of ['Complemento', 'Bairro', 'Cidade', 'Estado']) await tabTo(page, label);
  await keyboard.press('Enter');
  await expect(row(page, 'Auto Peças Ipê')).toContainText('(41) 98765-4321');
  await expect(page.getByRole('button', { name: 'Novo Fornecedor' })).toBeFocused();
  expect(await fornecedoresOf(operator)).toMatchObject([{ endereco: 'Praça Tiradentes', numero: '120' }]);

  await page.getByRole('button', { name: 'Editar Auto Peças Ipê' }).focus();
  await keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await keyboard.type('Ipê');
  await keyboard.press('Enter');
  await expect(toast(page, 'Fornecedor atualizado com sucesso!')).toBeVisible();
  await page.getByRole('button', { name: /^Excluir/ }).focus();
  await removeByKeyboard(page);
  await expect(toast(page, 'Fornecedor excluído com sucesso!')).toBeVisible();
  await tabToUndo(page);
  await keyboard.press('Enter');
  await expect(row(page, 'Ipê')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a fornecedor is created, edited and deleted by touch, and nothing is wider than the screen', async ({
    page,
  }) => {
    await page.goto(FORNECEDORES);
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
    await expectNotWider(page);
    await page.getByRole('button', { name: 'Novo Fornecedor' }).tap();
    await field(page, 'CPF/CNPJ').tap();
    await field(page, 'CPF/CNPJ').pressSequentially('19131243000197');
    await field(page, 'Email').tap();
    await field(page, 'Email').fill('contato@okbr.exemplo');
    await expect(field(page, 'Nome')).toHaveValue('OPEN KNOWLEDGE BRASIL');
    await expectNotWider(page);
    await button(page, 'Cadastrar').tap();
    await expect(dialog(page)).toBeHidden();
    const name = row(page, 'OPEN KNOWLEDGE').getByRole('cell').first();
    await expect(name.getByText('19.131.243/0001-97 · (11) 2385-1939')).toBeVisible();
    await expect(name.getByText('contato@okbr.exemplo · SAO PAULO')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Nome', 'Ações']);
    await expectNotWider(page);
    await page.getByRole('button', { name: 'OPEN KNOWLEDGE BRASIL', exact: true }).tap();
    await field(page, 'Nome').fill(`Conhecimento ${'livre '.repeat(20)}`);
    await button(page, 'Atualizar').tap();
    await expect(row(page, 'Conhecimento livre')).toBeVisible();
    await expectNotWider(page);
    await page.getByRole('button', { name: /^Excluir Conhecimento/ }).tap();
    await expectNotWider(page);
    await question(page).getByRole('button', { name: 'Excluir' }).tap();
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
  });
});

test('axe finds no violation in the list, the form, its errors and warnings', async ({ page }) => {
  test.slow();
  await aFornecedor(page, company);
  await page.goto(FORNECEDORES);
  await expect(row(page, 'Rota Sul Ltda')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
  await field(page, 'CPF/CNPJ').fill('123');
  await field(page, 'CEP').fill('8001');
  await save(page);
  await expect(field(page, 'Nome')).toHaveAccessibleDescription('Nome é obrigatório');
  await expect(field(page, 'CEP')).toHaveAccessibleDescription('CEP incompleto: são 8 números.');
  await expectSound(page, '[role=dialog]');
});
