import type { Page } from '@playwright/test';
import { aCep, aMissingCep } from '../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj, findEmpresa } from '../apps/sandbox/src/consultas/empresas.ts';
import { anOperator, apiHeaders, expect, hold, ORIGIN, sentTo, signIn, sql, test } from './fixtures.ts';
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
import { expectNotWider, expectSound } from './sound.ts';

const FORNECEDORES = '/cadastros/fornecedores';
const NEW = `${FORNECEDORES}?abrir=novo`;
const CPF = '52998224725';

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

async function aFornecedor(page: Page, input: object = {}): Promise<{ id: string }> {
  const response = await page.request.post('/api/fornecedores', {
    data: { ...blank, ...input },
    headers: apiHeaders,
  });
  expect(response.status()).toBe(201);
  return response.json();
}

/** What a form needs beside the field a test is about. */
async function fillRest(page: Page, { nome = blank.nome, cpf_cnpj = CPF } = {}): Promise<void> {
  await field(page, 'Nome').fill(nome);
  if (cpf_cnpj) await field(page, 'CPF/CNPJ').fill(cpf_cnpj);
  await field(page, 'Email').fill(blank.email);
}

const save = (page: Page) => button(page, 'Cadastrar').click();
const fornecedoresOf = ({ empresaId }: { empresaId: string }) =>
  sql('select * from fornecedores where empresa_id = $1 order by created_at', [empresaId]);

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list of fornecedores', () => {
  test('[FORN-01] [FORN-02] [FORN-03] has its texts, columns and actions, and says when it is empty', async ({
    page,
  }) => {
    const answer = await hold(page, /\/api\/fornecedores\?/);
    await page.goto(FORNECEDORES);
    await expect(page.getByRole('heading', { level: 1, name: 'Fornecedores' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Novo Fornecedor' })).toBeVisible();
    await expect(page.getByText('Carregando...')).toBeVisible();
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toHaveCount(0);
    answer();
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
    await expect(page.getByText('Carregando...')).toHaveCount(0);
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

  test('is searched by name, by e-mail, and by a document with or without its mask', async ({ page }) => {
    await aFornecedor(page);
    await aFornecedor(page, { nome: 'Atlântico', cpf_cnpj: 'AB12CD34EF5602', email: 'mar@atl.exemplo' });
    await page.goto(FORNECEDORES);
    await expect(page.getByRole('row')).toHaveCount(3);
    for (const [busca, nome] of [
      ['529.982.247-25', 'Auto Peças Ipê'],
      ['52998224725', 'Auto Peças Ipê'],
      ['ab.12c.d34/ef56-02', 'Atlântico'],
      ['AB12CD34EF5602', 'Atlântico'],
      ['mar@', 'Atlântico'],
      ['pecas ipe', 'Auto Peças Ipê'],
    ] as const) {
      await page.getByRole('searchbox').fill(busca);
      await expect(page).toHaveURL((url) => url.searchParams.get('busca') === busca);
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(row(page, nome)).toBeVisible();
    }
  });

  test('[FORN-17] that cannot be loaded says so, and can be asked for again', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/503|Erro/);
    await page.route(/\/api\/fornecedores\?/, (route) => {
      const body = { codigo: 'unavailable', mensagem: 'O sistema está se recuperando.', pedido: 'x' };
      return route.fulfill({ status: 503, json: body, contentType: 'application/problem+json' });
    });
    await page.goto(FORNECEDORES);
    await expect(toast(page, 'Erro ao carregar fornecedores')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('alert')).toContainText('O sistema está se recuperando.');
    await page.unroute(/\/api\/fornecedores\?/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
  });
});

test.describe('the form of a fornecedor', () => {
  test('[FORN-04] [FORN-07] [FORN-08] [FORN-09] has its fields in their order, and says what is missing or wrong', async ({
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
    const sent = sentTo(page, '/api/fornecedores');
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

  test('[FORN-10] [FORN-11] [FORN-15] [FMT-11] is sent once, and what was left empty is null', async ({
    page,
    operator,
  }) => {
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
    const sent = sentTo(page, '/api/fornecedores');
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

    await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
    await expect(field(page, 'Nome')).toHaveValue('');
    await field(page, 'Nome').fill('Esquecido');
    await button(page, 'Cancelar').click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Novo Fornecedor' }).click();
    await expect(field(page, 'Nome')).toHaveValue('');
    expect(await fornecedoresOf(operator)).toHaveLength(1);
  });

  test('[FORN-05] [FORN-06] [FMT-12] in edit mode loads the fornecedor without a lookup, has the same rules, and saves', async ({
    page,
    operator,
  }) => {
    await aFornecedor(page, company);
    const consultas = consultasOf(page);
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Editar Rota Sul Ltda' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Fornecedor' })).toBeVisible();
    await expect(page.getByText('Edição em desenvolvimento')).toHaveCount(0);
    for (const [label, value] of [
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
    ] as const)
      await expect(field(page, label)).toHaveValue(value);
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

  test('[FORN-16] that could not be saved says so, and stays open with what was typed', async ({
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

  test('warns, after saving, of wrong check digits and of another fornecedor with the same document', async ({
    page,
    operator,
  }) => {
    await hold(page, /\/api\/consultas\//);
    await aFornecedor(page, { nome: 'Primeiro', cpf_cnpj: '12345678000190' });
    await page.goto(NEW);
    await fillRest(page, { nome: 'Segundo', cpf_cnpj: '12345678000190' });
    await expect(field(page, 'CPF/CNPJ')).toHaveAccessibleDescription(
      'Este CNPJ não confere. Verifique os caracteres digitados.',
    );
    await save(page);
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Fornecedor cadastrado com sucesso!')).toBeVisible();
    await expect(toast(page, 'Este CNPJ não confere. Verifique os caracteres digitados.')).toBeVisible();
    await expect(toast(page, 'Já existe outro fornecedor com este CPF/CNPJ: Primeiro.')).toBeVisible();
    expect(await fornecedoresOf(operator)).toHaveLength(2);
  });

  test('of two people editing the second sees what changed, and nothing typed is lost', async ({
    page,
    operator,
    expectErrors,
    browser,
  }) => {
    expectErrors(/409|Erro/);
    const { id } = await aFornecedor(page, company);
    await page.goto(`${FORNECEDORES}?abrir=${id}`);
    await field(page, 'Telefone').fill('4130001234');
    const other = await browser.newPage({ baseURL: ORIGIN });
    await signIn(other, await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId }));
    const changed = await other.request.put(`/api/fornecedores/${id}`, {
      data: { ...company, nome: 'Rota Sul Brasil', bairro: 'Batel', versao: 1 },
      headers: apiHeaders,
    });
    expect(changed.status()).toBe(200);
    await other.close();

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

  test('[PERM-06] saving and deleting after the session has ended says so', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    const endSessions = () => sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await aFornecedor(page, { nome: 'Fica' });
    await page.goto(NEW);
    await fillRest(page);
    await endSessions();
    await save(page);
    await expect(toast(page, 'Usuário não autenticado')).toBeVisible();
    expect(await fornecedoresOf(operator)).toHaveLength(1);

    await page.goto('about:blank');
    await signIn(page, operator);
    await page.goto(FORNECEDORES);
    await page.getByRole('button', { name: 'Excluir Fica' }).click();
    await endSessions();
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Usuário não autenticado')).toBeVisible();
    expect(await fornecedoresOf(operator)).toHaveLength(1);
  });
});

test.describe('the lookups of a fornecedor', () => {
  test('[LOOK-13] [LOOK-16] [LOOK-20] a CNPJ is looked up on leaving the field, and fills in the form', async ({
    page,
  }) => {
    const cnpj = aCnpj(4202);
    const found = findEmpresa(cnpj);
    // Of the three registries only the last knows e-mails.
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
    for (const [label, value] of [
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
    ] as const)
      await expect(field(page, label)).toHaveValue(value ?? 'missing');
    await expect(field(page, 'Email')).toBeFocused();
    await documento.press('End');
    await documento.press('Backspace');
    await documento.pressSequentially(cnpj.slice(13));
    await documento.press('Tab');
    await expect(dialog(page).getByText('Buscando')).toHaveCount(0);
    expect(consultas).toEqual([cnpj]);
  });

  test('[LOOK-20] a CNPJ that nobody knows is said, and so is one nobody could be asked about', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|502|CNPJ/);
    const failing = aCnpj(4203);
    await failConsultas(page, 'cnpj', failing);
    await page.goto(NEW);
    await field(page, 'CPF/CNPJ').fill(aMissingCnpj(4203));
    await field(page, 'CPF/CNPJ').blur();
    await expect(toast(page, 'CNPJ não encontrado')).toBeVisible();
    await field(page, 'CPF/CNPJ').fill(failing);
    await fillRest(page, { cpf_cnpj: '' });
    await expect(toast(page, 'Erro ao buscar dados do CNPJ')).toBeVisible();
    await field(page, 'CPF/CNPJ').fill('11444777000161');
    await field(page, 'CPF/CNPJ').blur();
    await expect(dialog(page).getByText('Situação na Receita: BAIXADA')).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Auto Peças Ipê');
    await save(page);
    await expect(row(page, 'Auto Peças Ipê')).toContainText('11.444.777/0001-61');
  });

  test('[LOOK-01] [LOOK-04] [FMT-04] [FMT-05] a CEP of eight digits fills in the address; nothing typed is overwritten', async ({
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

  test('[LOOK-10] a CEP that nobody knows is said; a save waits for no lookup', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/404|502|CEP/);
    const failing = aCep(4204);
    await failConsultas(page, 'cep', failing);
    await page.goto(NEW);
    await field(page, 'CEP').fill(aMissingCep(4204));
    await expect(toast(page, 'CEP não encontrado')).toBeVisible();
    await field(page, 'CEP').fill(failing);
    await expect(toast(page, 'Erro ao buscar CEP')).toBeVisible();

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
  test('[FORN-14] [FORN-15] [FORN-17] asks first, says when it fails, and can be undone', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/500|Erro/);
    await aFornecedor(page);
    await page.goto(FORNECEDORES);
    const ask = () => page.getByRole('button', { name: 'Excluir Auto Peças Ipê' }).click();
    const confirm = () => question(page).getByRole('button', { name: 'Excluir' }).click();
    await ask();
    await expect(question(page)).toContainText('Deseja realmente excluir este fornecedor?');
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(question(page)).toBeHidden();
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();

    await page.route(/\/api\/fornecedores\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await ask();
    await confirm();
    await expect(toast(page, 'Erro ao excluir fornecedor')).toBeVisible();
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();
    await page.unroute(/\/api\/fornecedores\/./);
    await page.reload();
    await ask();
    await confirm();
    await expect(toast(page, 'Fornecedor excluído com sucesso!')).toBeVisible();
    await expect(row(page, 'Auto Peças Ipê')).toHaveCount(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();

    await ask();
    await confirm();
    await expect(row(page, 'Auto Peças Ipê')).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await dialog(page).getByRole('button', { name: 'Restaurar Auto Peças Ipê' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await expect(toast(page, 'Fornecedor restaurado com sucesso!')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Auto Peças Ipê')).toBeVisible();
  });
});

test('a fornecedor by keyboard alone: create, edit, delete, undo', async ({ page, operator }) => {
  await page.goto(FORNECEDORES);
  await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
  const { keyboard } = page;
  const next = async (label: string, text = '') => {
    await keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
    await keyboard.type(text);
  };
  await page.getByRole('button', { name: 'Novo Fornecedor' }).focus();
  await keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await keyboard.type('Auto Peças Ipê');
  await next('CPF/CNPJ', CPF);
  await next('Email', 'vendas@ipe.exemplo');
  await next('Telefone', '41987654321');
  await next('CEP', '80010000');
  await expect(field(page, 'Número')).toBeFocused();
  await keyboard.type('120');
  for (const label of ['Complemento', 'Bairro', 'Cidade', 'Estado']) await next(label);
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
  await keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(toast(page, 'Fornecedor excluído com sucesso!')).toBeVisible();
  await tabToUndo(page);
  await keyboard.press('Enter');
  await expect(row(page, 'Ipê')).toBeVisible();
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a fornecedor is registered, edited and deleted by touch, and nothing is wider than the screen', async ({
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
    await expect(row(page, 'OPEN KNOWLEDGE')).toContainText('19.131.243/0001-97 · (11) 2385-1939');
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

test('axe finds nothing in the list, the form, its errors and warnings', async ({ page }) => {
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
