import type { Page } from '@playwright/test';
import { aCep, aMissingCep } from '../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj, findEmpresa } from '../apps/sandbox/src/consultas/empresas.ts';
import { expect, hold, type Operator, sentTo, test, withoutStream } from './fixtures.ts';
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
import { NOVA_SENHA, SENHA_CURTA } from './secrets.ts';
import { expectNotWider, expectSound } from './sound.ts';
import { expectFailure, toastTitled } from './toasts.ts';

const CLIENTES = '/cadastros/clientes';
const NEW = `${CLIENTES}?abrir=novo`;
const CPF = '52998224725';
const CNPJ_WITH_A_WRONG_DIGIT = '19131243000198';

const blank = {
  nome: 'Ana Rocha',
  cpf_cnpj: CPF,
  nome_fantasia: null,
  inscricao_estadual: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
  email: 'ana@exemplo.com.br',
  senha: NOVA_SENHA,
  confirmar_senha: NOVA_SENHA,
};

const company = {
  ...blank,
  nome: 'Oficina Boa Viagem Ltda',
  cpf_cnpj: '11222333000181',
  nome_fantasia: 'Boa Viagem',
  inscricao_estadual: '1234567850',
  cep: '80010000',
  endereco: 'Praça Tiradentes',
  numero: '120',
  bairro: 'Centro',
  cidade: 'Curitiba',
  estado: 'PR',
};

const API = '/api/clientes';
const aCliente = (page: Page, input: object = {}) => createRecord(page, API, { ...blank, ...input });

/** Fills the required fields that the test does not check. */
async function fillRest(page: Page, { nome = 'Ana Rocha', cpf_cnpj = CPF } = {}): Promise<void> {
  await field(page, 'Nome').fill(nome);
  if (cpf_cnpj) await field(page, 'CPF/CNPJ').fill(cpf_cnpj);
  await field(page, 'Email').fill('ana@exemplo.com.br');
  await field(page, 'Senha').fill(NOVA_SENHA);
  await field(page, 'Confirmar Senha').fill(NOVA_SENHA);
}

const save = (page: Page) => button(page, 'Salvar Cliente').click();
const clientesOf = (operator: Operator) => rowsOf('clientes', operator);

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list of clientes', () => {
  test('[CLIE-01] [CLIE-02] [CLIE-03] shows its texts, columns and actions, and a text when it is empty', async ({
    page,
  }) => {
    await walkEmptyList(page, {
      list: CLIENTES,
      api: API,
      title: 'Clientes',
      create: 'Novo Cliente',
      empty: 'Nenhum cliente cadastrado ainda',
    });
    await aCliente(page);
    await aCliente(page, company);
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'CPF/CNPJ',
      'Email',
      'Cidade',
      'Estado',
      'Ações',
    ]);
    await expect(row(page, 'Oficina Boa Viagem').getByRole('cell')).toHaveText([
      /^Oficina Boa Viagem Ltda/,
      '11.222.333/0001-81',
      'ana@exemplo.com.br',
      'Curitiba',
      'PR',
      '',
    ]);
    await expect(row(page, 'Ana Rocha').getByRole('cell').nth(3)).toHaveText('-');
    await expect(row(page, 'Ana Rocha').getByRole('cell').nth(4)).toHaveText('-');
    await expect(page.getByRole('row').nth(1)).toContainText('Oficina Boa Viagem');
    for (const action of ['Editar Ana Rocha', 'Excluir Ana Rocha'])
      await expect(row(page, 'Ana Rocha').getByRole('button', { name: action })).toBeVisible();
  });

  test('is searched by name, by e-mail, and by a documento with or without mask', async ({ page }) => {
    await aCliente(page);
    await aCliente(page, company);
    await aCliente(page, { nome: 'Serra Azul', cpf_cnpj: '12ABC34501DE35', email: 'frota@serra.exemplo' });
    await page.goto(CLIENTES);
    await expect(page.getByRole('row')).toHaveCount(4);
    await walkSearches(page, [
      ['529.982.247-25', 'Ana Rocha'],
      ['11.222.333/0001', 'Oficina Boa Viagem'],
      ['12abc34501de35', 'Serra Azul'],
      ['52998224725', 'Ana Rocha'],
      ['12.ABC.345', 'Serra Azul'],
      ['0001-81', 'Oficina Boa Viagem'],
      ['frota@', 'Serra Azul'],
      ['boa viagem', 'Oficina Boa Viagem'],
    ]);
    await page.getByRole('searchbox').fill('000.000.000-00');
    await expect(page.getByText('Nenhum resultado para “000.000.000-00”')).toBeVisible();
  });

  test('[CLIE-02] shows the email below 1280 px, and the cidade below 1024 px, under the name', async ({
    page,
  }) => {
    await aCliente(page, company);
    await page.goto(CLIENTES);
    await walkUnderName(page, { nome: 'Oficina Boa Viagem', email: 'ana@exemplo.com.br' }, [
      [1279, 'ana@exemplo.com.br'],
      [1023, 'ana@exemplo.com.br · Curitiba - PR'],
      [390, '11.222.333/0001-81 · Curitiba - PR'],
    ]);
  });

  test('[CLIE-26] shows an error when loading fails, and can be retried', async ({ page, expectErrors }) => {
    expectErrors(/503|Erro/);
    await walkFailedList(page, {
      list: CLIENTES,
      api: API,
      failed: 'Erro ao carregar clientes',
      empty: 'Nenhum cliente cadastrado ainda',
    });
  });
});

test.describe('the form of a cliente', () => {
  test('[CLIE-04] shows its title, fields in order, and buttons', async ({ page }) => {
    await page.goto(CLIENTES);
    await page.getByRole('button', { name: 'Novo Cliente' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Novo Cliente' })).toBeVisible();
    await expect(dialog(page).locator('label')).toHaveText([
      'Nome',
      'CPF/CNPJ',
      'CEP',
      'Endereço',
      'Número',
      'Complemento',
      'Bairro',
      'Cidade',
      'Estado',
      'Email',
      'Senha',
      'Confirmar Senha',
    ]);
    await expect(button(page, 'Cancelar')).toBeVisible();
    await expect(button(page, 'Salvar Cliente')).toBeVisible();
    for (const label of ['Senha', 'Confirmar Senha']) {
      await expect(field(page, label)).toHaveAttribute('type', 'password');
      await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
    }
  });

  test('[CLIE-06] [FMT-06] shows the company fields only while the documento is a CNPJ', async ({
    page,
    operator,
  }) => {
    await hold(page, /\/api\/consultas\//);
    await page.goto(NEW);
    const documento = field(page, 'CPF/CNPJ');
    const shown = async (count: number) => {
      for (const label of ['Nome Fantasia', 'Inscrição Estadual'])
        await expect(field(page, label)).toHaveCount(count);
    };
    await documento.pressSequentially('11222333000');
    await shown(0);
    await documento.pressSequentially('18');
    await shown(0);
    await documento.pressSequentially('1');
    await shown(1);
    await documento.press('Backspace');
    await shown(0);
    await documento.fill('12abc34501de35');
    await shown(1);

    await field(page, 'Nome Fantasia').fill('Serra Azul');
    await field(page, 'Inscrição Estadual').fill('9'.repeat(30));
    await documento.fill(CPF);
    await shown(0);
    await fillRest(page, { cpf_cnpj: '' });
    await save(page);
    await expect(dialog(page)).toBeHidden();
    // The values of hidden fields are not saved.
    expect(await clientesOf(operator)).toMatchObject([{ nome_fantasia: null, inscricao_estadual: null }]);
  });

  test('[CLIE-09] [CLIE-10] [CLIE-11] [CLIE-12] [CLIE-13] [CLIE-14] [FMT-08] shows missing and wrong values, and sends nothing', async ({
    page,
    operator,
  }) => {
    await page.goto(NEW);
    const sent = sentTo(page, API);
    const wrong = (label: string, sentence: string) =>
      expect(field(page, label)).toHaveAccessibleDescription(sentence);
    await save(page);
    await wrong('Nome', 'Nome é obrigatório');
    await wrong('CPF/CNPJ', 'CPF/CNPJ é obrigatório');
    await wrong('Email', 'Email inválido');
    await wrong('Senha', 'Senha deve ter no mínimo 6 caracteres');
    await wrong('Confirmar Senha', 'Confirme a senha');
    await expect(field(page, 'Nome')).toBeFocused();

    await field(page, 'Nome').fill('   ');
    await field(page, 'CPF/CNPJ').fill(CPF.slice(0, 10));
    await field(page, 'Email').fill('ana@exemplo');
    await field(page, 'Senha').fill(SENHA_CURTA.slice(0, 5));
    await field(page, 'Confirmar Senha').fill(SENHA_CURTA.slice(0, 5));
    await save(page);
    await wrong('Nome', 'Nome é obrigatório');
    await wrong('CPF/CNPJ', 'CPF/CNPJ é obrigatório');
    await wrong('Email', 'Email inválido');
    await wrong('Senha', 'Senha deve ter no mínimo 6 caracteres');
    await wrong('Confirmar Senha', 'Confirme a senha');

    await fillRest(page);
    await field(page, 'Senha').fill(SENHA_CURTA);
    await save(page);
    await wrong('Confirmar Senha', 'As senhas não coincidem');
    await wrong('Senha', 'Mínimo de 6 caracteres');
    await expect(field(page, 'Confirmar Senha')).toBeFocused();
    await field(page, 'Confirmar Senha').fill(SENHA_CURTA);
    await wrong('Confirmar Senha', '');
    // The person may have mistyped either field, so the error stays when Senha changes.
    await field(page, 'Senha').fill(NOVA_SENHA);
    await wrong('Confirmar Senha', 'As senhas não coincidem');
    await field(page, 'Senha').fill(SENHA_CURTA);
    await wrong('Confirmar Senha', '');
    expect(sent).toHaveLength(0);
    await save(page);
    await expect(dialog(page)).toBeHidden();
    expect(await clientesOf(operator)).toMatchObject([{ cpf_cnpj: CPF }]);
  });

  test('[CLIE-07] [CLIE-08] [CLIE-15] [CLIE-23] [FMT-11] is sent once, and empty fields become null', async ({
    page,
    operator,
  }) => {
    await page.goto(CLIENTES);
    await page.getByRole('button', { name: 'Novo Cliente' }).click();
    const sent = sentTo(page, API);
    const answer = await hold(page, '**/api/clientes');
    await fillRest(page);
    await field(page, 'Complemento').fill('  ');
    await save(page);
    const saving = button(page, 'Salvando...');
    await expect(saving).toBeDisabled();
    await saving.click({ force: true });
    await field(page, 'Nome').press('Enter');
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Cliente cadastrado com sucesso')).toBeVisible();
    await expect(row(page, 'Ana Rocha')).toContainText('529.982.247-25');
    expect(sent).toHaveLength(1);
    const { senha, confirmar_senha, ...stored } = blank;
    expect(await clientesOf(operator)).toMatchObject([stored]);

    await walkBlankForm(page, 'Novo Cliente', ['Nome', 'CPF/CNPJ', 'Email', 'Senha', 'Confirmar Senha']);
    expect(await clientesOf(operator)).toHaveLength(1);
  });

  test('[CLIE-05] [CLIE-16] [CLIE-23] [FMT-12] in edit mode loads the cliente without a lookup, and requires the senha again', async ({
    page,
    operator,
  }) => {
    await aCliente(page, company);
    const [before] = await clientesOf(operator);
    const consultas = consultasOf(page);
    await page.goto(CLIENTES);
    await page.getByRole('button', { name: 'Editar Oficina Boa Viagem Ltda' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Cliente' })).toBeVisible();
    await expectValues(page, [
      ['Nome', 'Oficina Boa Viagem Ltda'],
      ['CPF/CNPJ', '11.222.333/0001-81'],
      ['Nome Fantasia', 'Boa Viagem'],
      ['Inscrição Estadual', '1234567850'],
      ['CEP', '80010-000'],
      ['Endereço', 'Praça Tiradentes'],
      ['Número', '120'],
      ['Complemento', ''],
      ['Bairro', 'Centro'],
      ['Cidade', 'Curitiba'],
      ['Estado', 'PR'],
      ['Email', 'ana@exemplo.com.br'],
      ['Senha', ''],
      ['Confirmar Senha', ''],
    ]);
    await expect(field(page, 'Senha')).toHaveAccessibleDescription('Digite a senha de novo para salvar');
    for (const label of ['CPF/CNPJ', 'CEP']) {
      await field(page, label).focus();
      await field(page, label).blur();
    }
    await field(page, 'Nome').fill('Oficina Boa Viagem S.A.');
    await save(page);
    await expect(field(page, 'Senha')).toHaveAccessibleDescription('Senha deve ter no mínimo 6 caracteres');
    await expect(field(page, 'Confirmar Senha')).toHaveAccessibleDescription('Confirme a senha');
    expect(await clientesOf(operator)).toEqual([before]);

    await field(page, 'Senha').fill(SENHA_CURTA);
    await field(page, 'Confirmar Senha').fill(SENHA_CURTA);
    await save(page);
    await expect(toast(page, 'Cliente atualizado com sucesso')).toBeVisible();
    await expect(row(page, 'Oficina Boa Viagem S.A.')).toBeVisible();
    const [after] = await clientesOf(operator);
    expect(after).toMatchObject({ nome: 'Oficina Boa Viagem S.A.', nome_fantasia: 'Boa Viagem' });
    expect(after?.['senha']).not.toBe(before?.['senha']);
    expect(consultas).toEqual([]);
  });

  test("[CLIE-24] stays open after a failed save, with the server's sentence or its own", async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/422|500|Erro/);
    await page.goto(NEW);
    await fillRest(page);
    await page.route('**/api/clientes', (route) => {
      const json = { codigo: 'conflict', mensagem: 'Esta empresa não existe mais.', pedido: 'x' };
      return route.fulfill({ status: 422, json, contentType: 'application/problem+json' });
    });
    await save(page);
    await expectFailure(page, 'Erro', 'Esta empresa não existe mais.');
    // The whole text of the toast: the form's own sentence does not stand above the server's.
    await expect(toastTitled(page, 'Erro').locator('[data-description]')).toHaveText(
      'Esta empresa não existe mais.',
    );
    await expect(dialog(page)).toBeVisible();
    await page.unroute('**/api/clientes');
    await page.route('**/api/clientes', (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expectFailure(page, 'Erro', 'Erro ao salvar cliente');
    await expect(dialog(page)).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Ana Rocha');
    await expect(field(page, 'Senha')).toHaveValue(NOVA_SENHA);
    await page.unroute('**/api/clientes');
    await save(page);
    await expect(row(page, 'Ana Rocha')).toBeVisible();
  });

  test('[CLIE-26] shows an error when the cliente cannot be loaded', async ({ page, expectErrors }) => {
    expectErrors(/404|Erro/);
    await page.goto(`${CLIENTES}?abrir=00000000-0000-7000-8000-000000000000`);
    await expectFailure(page, 'Erro', 'Erro ao carregar dados do cliente');
    await expect(dialog(page)).toContainText('Cliente não encontrado. Ele pode ter sido excluído.');
  });

  test('warns after saving about wrong check digits and another cliente with the same documento', async ({
    page,
    operator,
  }) => {
    await aCliente(page, { nome: 'Primeira', cpf_cnpj: '12345678900' });
    await page.goto(NEW);
    await fillRest(page, { nome: 'Segunda', cpf_cnpj: '12345678900' });
    await walkWarnings(page, () => save(page), {
      doubt: 'Este CPF não confere. Verifique os números digitados.',
      saved: 'Cliente cadastrado com sucesso',
      twin: 'Já existe outro cliente com este CPF/CNPJ: Primeira.',
    });
    expect(await clientesOf(operator)).toHaveLength(2);
  });

  test('shows the second of two editors what changed, and keeps what they typed', async ({
    page,
    operator,
    expectErrors,
    browser,
  }) => {
    expectErrors(/409|Erro/);
    const { id } = await aCliente(page, company);
    await page.goto(`${CLIENTES}?abrir=${id}`);
    await field(page, 'Número').fill('121');
    await field(page, 'Senha').fill(SENHA_CURTA);
    await field(page, 'Confirmar Senha').fill(SENHA_CURTA);
    await saveAsBruno(browser, operator, {
      address: `${API}/${id}`,
      data: { ...company, numero: '200', bairro: 'Batel', versao: 1 },
    });

    await save(page);
    await expect(dialog(page).getByText(/Bruno Lima alterou este registro/)).toBeVisible();
    await expect(dialog(page).getByText('Número: de "120" para "200"')).toBeVisible();
    await expect(dialog(page).getByText('Bairro: de "Centro" para "Batel"')).toBeVisible();
    await expect(field(page, 'Número')).toHaveValue('121');
    await expect(field(page, 'Bairro')).toHaveValue('Batel');
    await expect(field(page, 'Senha')).toHaveValue(SENHA_CURTA);
    await save(page);
    await expect(toast(page, 'Cliente atualizado com sucesso')).toBeVisible();
    expect(await clientesOf(operator)).toMatchObject([{ numero: '121', bairro: 'Batel', versao: 3 }]);
  });

  test('[PERM-06] saving and deleting after the session ended says that the user is not signed in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    await withoutStream(page);
    await aCliente(page, { nome: 'Fica' });
    await page.goto(NEW);
    await fillRest(page);
    await walkEndedSession(page, operator, {
      list: CLIENTES,
      nome: 'Fica',
      save: () => save(page),
      rows: () => clientesOf(operator),
    });
    expect(await clientesOf(operator)).toHaveLength(1);
  });
});

test.describe('the CEP of a cliente', () => {
  test('[LOOK-01] [LOOK-04] [LOOK-05] [FMT-04] [FMT-05] fills the address once it has eight digits, with one lookup per number', async ({
    page,
  }) => {
    const consultas = consultasOf(page);
    await page.goto(NEW);
    const cep = field(page, 'CEP');
    await cep.pressSequentially('8001000');
    await cep.blur();
    await cep.press('End');
    expect(consultas).toEqual([]);
    await cep.pressSequentially('09');
    await expect(cep).toHaveValue('80010-000');
    await expect(toast(page, 'CEP encontrado')).toContainText('Endereço preenchido automaticamente');
    await expect(field(page, 'Endereço')).toHaveValue('Praça Tiradentes');
    await expect(field(page, 'Bairro')).toHaveValue('Centro');
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
    await expect(field(page, 'Estado')).toHaveValue('PR');
    await expect(field(page, 'Número')).toBeFocused();

    await cep.press('End');
    await cep.press('Backspace');
    await cep.press('0');
    await cep.blur();
    await cep.fill('01001000');
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé');
    await expect(field(page, 'Estado')).toHaveValue('SP');
    await field(page, 'Estado').fill('');
    await field(page, 'Estado').pressSequentially('scp');
    await expect(field(page, 'Estado')).toHaveValue('SC');
    expect(consultas).toEqual(['80010000', '01001000']);
  });

  test('of a whole town moves the focus to Endereço, unless the person has moved on', async ({ page }) => {
    await page.goto(NEW);
    const cep = field(page, 'CEP');
    await cep.pressSequentially('87360000');
    await expect(field(page, 'Cidade')).toHaveValue('Goioerê');
    await expect(field(page, 'Endereço')).toHaveValue('');
    await expect(field(page, 'Endereço')).toBeFocused();

    const answer = await hold(page, /\/api\/consultas\//);
    await cep.fill('80010000');
    await field(page, 'Email').focus();
    await expect(dialog(page).getByText('Buscando CEP...')).toBeAttached();
    answer();
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
    await expect(field(page, 'Email')).toBeFocused();
  });

  test('overwrites nothing typed before or during the lookup', async ({ page }) => {
    await page.goto(NEW);
    await field(page, 'Endereço').fill('Rua XV, fundos');
    const answer = await hold(page, /\/api\/consultas\//);
    await field(page, 'CEP').pressSequentially('80010000');
    await field(page, 'Bairro').fill('Alto da XV');
    answer();
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
    await expect(field(page, 'Endereço')).toHaveValue('Rua XV, fundos');
    await expect(field(page, 'Bairro')).toHaveValue('Alto da XV');
    // A later lookup replaces only values that the earlier lookup filled and the person did not change.
    await field(page, 'Cidade').fill('Curitiba (Centro)');
    await field(page, 'CEP').fill('01001000');
    await expect(field(page, 'Estado')).toHaveValue('SP');
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba (Centro)');
    await expect(field(page, 'Bairro')).toHaveValue('Alto da XV');
  });

  test('entered later wins over a late answer for an earlier one', async ({ page }) => {
    const answer = await hold(page, /\/api\/consultas\/cep\/80010000/);
    const consultas = consultasOf(page);
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/80010000'));
    await page.goto(NEW);
    await field(page, 'CEP').pressSequentially('80010000');
    await expect.poll(() => consultas).toEqual(['80010000']);
    await field(page, 'CEP').fill('01001000');
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé');
    await cancelled;
    answer();
    await field(page, 'Número').fill('88');
    await expect(field(page, 'CEP')).toHaveValue('01001-000');
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé');
    await expect(field(page, 'Estado')).toHaveValue('SP');
    await expect(toast(page, 'CEP encontrado')).toHaveCount(1);
  });

  test('[LOOK-06] [LOOK-07] shows a message when it is unknown or no service answers', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|502|CEP/);
    const failing = aCep(4101);
    await failConsultas(page, 'cep', failing);
    await page.goto(NEW);
    await field(page, 'Cidade').fill('Curitiba');
    await field(page, 'CEP').fill(aMissingCep(4101));
    await expect(toast(page, 'CEP não encontrado')).toContainText('Verifique o CEP digitado');
    await field(page, 'CEP').fill(failing);
    await expect(toast(page, 'Erro ao buscar CEP')).toContainText('Preencha o endereço à mão');
    await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
    await expect(field(page, 'CEP')).toBeFocused();
    // A failed number can be looked up again.
    await field(page, 'CEP').press('Backspace');
    await field(page, 'CEP').pressSequentially(failing.slice(-1));
    await expect(toast(page, 'CEP encontrado')).toBeVisible();
    await expect(field(page, 'Endereço')).not.toHaveValue('');
  });
});

test.describe('the CNPJ of a cliente', () => {
  test('[LOOK-12] [LOOK-15] [LOOK-17] is looked up as soon as it is complete, and fills the form', async ({
    page,
  }) => {
    const cnpj = aCnpj(4110);
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
    expect(consultas).toEqual([]);
    await documento.pressSequentially(cnpj.slice(13));
    await expect(toast(page, 'CNPJ encontrado')).toContainText('Dados preenchidos automaticamente');
    await expect(documento).toBeFocused();
    const { tipo, logradouro, numero, complemento, bairro, municipio, uf, cep } = found?.endereco ?? {};
    await expectValues(page, [
      ['Nome', found?.razaoSocial],
      ['Nome Fantasia', found?.nomeFantasia],
      ['Email', found?.email],
      ['CEP', cep?.replace(/(\d{3})$/, '-$1')],
      ['Endereço', `${tipo} ${logradouro}`],
      ['Número', numero],
      ['Complemento', complemento],
      ['Bairro', bairro],
      ['Cidade', municipio],
      ['Estado', uf],
    ]);
    await documento.press('Backspace');
    await documento.pressSequentially(cnpj.slice(13));
    await documento.blur();
    await expect(dialog(page).getByText('Buscando')).toHaveCount(0);
    expect(consultas).toEqual([cnpj]);
  });

  test('with letters is looked up too, overwrites nothing typed, and does not delay a save', async ({
    page,
    operator,
  }) => {
    const consultas = consultasOf(page);
    await page.goto(NEW);
    await field(page, 'Nome').fill('Alfa do Seu Zé');
    await field(page, 'CPF/CNPJ').pressSequentially('12abc34501de35');
    await expect(field(page, 'Nome Fantasia')).toHaveValue('ALFA PECAS');
    await expect(field(page, 'Nome')).toHaveValue('Alfa do Seu Zé');
    expect(consultas).toEqual(['12ABC34501DE35']);
    await button(page, 'Cancelar').click();

    await hold(page, /\/api\/consultas\//);
    await page.getByRole('button', { name: 'Novo Cliente' }).click();
    await fillRest(page, { nome: 'Sem esperar', cpf_cnpj: '33000167000101' });
    await expect(dialog(page).getByText('Buscando CNPJ...')).toBeAttached();
    await field(page, 'CEP').fill('80010000');
    await save(page);
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'Sem esperar')).toBeVisible();
    expect(await clientesOf(operator)).toMatchObject([{ cpf_cnpj: '33000167000101', cidade: null }]);
  });

  test('of an inactive company shows its situacao beside the field', async ({ page }) => {
    await page.goto(NEW);
    await field(page, 'CPF/CNPJ').fill('11444777000161');
    const badge = dialog(page).getByText('Situação na Receita: BAIXADA');
    await expect(badge).toBeVisible();
    await field(page, 'CPF/CNPJ').press('Backspace');
    await expect(badge).toHaveCount(0);
    await field(page, 'CPF/CNPJ').press('1');
    await expect(badge).toBeVisible();
    await field(page, 'CPF/CNPJ').fill('19131243000197');
    await expect(field(page, 'Nome')).toHaveValue('OPEN KNOWLEDGE BRASIL');
    await expect(dialog(page).getByText('Situação na Receita')).toHaveCount(0);
  });

  test('[LOOK-18] [LOOK-19] shows a message when it is unknown or no service answers', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|CNPJ/);
    for (const cnpj of [aMissingCnpj(4103), CNPJ_WITH_A_WRONG_DIGIT]) {
      await page.goto(NEW);
      await field(page, 'CPF/CNPJ').fill(cnpj);
      await expectFailure(page, 'CNPJ não encontrado', 'Verifique o CNPJ digitado');
      await expect(toast(page, 'Erro ao buscar dados do CNPJ')).toHaveCount(0);
    }
  });

  test('[LOOK-19] that no registry answers can be looked up again, or its data filled in by hand', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/502|CNPJ/);
    const failing = aCnpj(4103);
    await failConsultas(page, 'cnpj', failing);
    await page.goto(NEW);
    await field(page, 'CPF/CNPJ').fill(failing);
    await expectFailure(page, 'Erro ao buscar dados do CNPJ');
    await expect(toast(page, 'Erro ao buscar dados do CNPJ')).toContainText('Preencha os dados à mão');
    await expect(field(page, 'Nome')).toHaveValue('');
    await fillRest(page, { cpf_cnpj: '' });
    await save(page);
    await expect(row(page, 'Ana Rocha')).toBeVisible();
  });

  for (const [what, status] of Object.entries({ 'status 429': 429, 'status 503': 503, 'no answer': 0 }))
    test(`[LOOK-19] whose lookup ends with ${what} is not reported as unknown`, async ({
      page,
      expectErrors,
    }) => {
      expectErrors(/429|503|ERR_FAILED|CNPJ/);
      await page.route('**/api/consultas/cnpj/*', (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, body: '' }),
      );
      await page.goto(NEW);
      await field(page, 'CPF/CNPJ').fill(aCnpj(4110));
      await expectFailure(page, 'Erro ao buscar dados do CNPJ');
      await expect(toast(page, 'CNPJ não encontrado')).toHaveCount(0);
    });
});

test.describe('deleting a cliente', () => {
  test('[CLIE-22] [CLIE-23] [CLIE-25] asks first, shows a failure, and can be undone', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/500|Erro/);
    await aCliente(page);
    await walkRemoval(page, {
      list: CLIENTES,
      api: API,
      nome: 'Ana Rocha',
      shows: '529.982.247-25',
      words: {
        question: 'Deseja realmente excluir este cliente?',
        failed: 'Erro ao excluir cliente',
        removed: 'Cliente excluído com sucesso',
        restored: 'Cliente restaurado com sucesso',
      },
    });
  });
});

test('a cliente by keyboard alone: create, edit, delete, undo', async ({ page, operator }) => {
  await page.goto(CLIENTES);
  await expect(page.getByText('Nenhum cliente cadastrado ainda')).toBeVisible();
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Novo Cliente' }).focus();
  await keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await keyboard.type('Ana Rocha');
  await tabTo(page, 'CPF/CNPJ', CPF);
  await tabTo(page, 'CEP', '80010000');
  await expect(field(page, 'Número')).toBeFocused();
  await keyboard.type('120');
  for (const label of ['Complemento', 'Bairro', 'Cidade', 'Estado']) await tabTo(page, label);
  await tabTo(page, 'Email', 'ana@exemplo.com.br');
  await tabTo(page, 'Senha', NOVA_SENHA);
  await keyboard.press('Tab');
  await tabTo(page, 'Confirmar Senha', NOVA_SENHA);
  await keyboard.press('Enter');
  await expect(row(page, 'Ana Rocha')).toContainText('Curitiba');
  await expect(page.getByRole('button', { name: 'Novo Cliente' })).toBeFocused();
  expect(await clientesOf(operator)).toMatchObject([{ endereco: 'Praça Tiradentes', numero: '120' }]);

  await page.getByRole('button', { name: 'Editar Ana Rocha' }).focus();
  await keyboard.press('Enter');
  await expect(field(page, 'Nome')).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Editar Ana Rocha' })).toBeFocused();
  await keyboard.press('Tab');
  await removeByKeyboard(page);
  await expect(toast(page, 'Cliente excluído com sucesso')).toBeVisible();
  await tabToUndo(page);
  await keyboard.press('Enter');
  await expect(row(page, 'Ana Rocha')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a cliente is created, found and deleted by touch, and nothing is wider than the screen', async ({
    page,
  }) => {
    await page.goto(CLIENTES);
    await expect(page.getByText('Nenhum cliente cadastrado ainda')).toBeVisible();
    await expectNotWider(page);
    await page.getByRole('button', { name: 'Novo Cliente' }).tap();
    await fillRest(page, { nome: `Ana ${'de Albuquerque '.repeat(8)}Rocha`, cpf_cnpj: '' });
    await field(page, 'CPF/CNPJ').tap();
    await field(page, 'CPF/CNPJ').pressSequentially('19131243000197');
    await expect(field(page, 'Cidade')).toHaveValue('SAO PAULO');
    await expectNotWider(page);
    await button(page, 'Salvar Cliente').tap();
    await expect(dialog(page)).toBeHidden();
    const name = row(page, 'Ana de Albuquerque').getByRole('cell').first();
    await expect(name.getByText('19.131.243/0001-97 · SAO PAULO - SP')).toBeVisible();
    await expect(name.getByText('ana@exemplo.com.br')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Nome', 'Ações']);
    await expectNotWider(page);
    await page.getByRole('button', { name: /^Excluir Ana/ }).tap();
    await expectNotWider(page);
    await question(page).getByRole('button', { name: 'Excluir' }).tap();
    await expect(page.getByText('Nenhum cliente cadastrado ainda')).toBeVisible();
  });
});

test('axe finds no violation in the list, the form, its errors, warnings and badge', async ({ page }) => {
  test.slow();
  await aCliente(page, company);
  await page.goto(CLIENTES);
  await expect(row(page, 'Oficina Boa Viagem')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Novo Cliente' }).click();
  await field(page, 'CPF/CNPJ').fill('11444777000161');
  await expect(dialog(page).getByText('Situação na Receita: BAIXADA')).toBeVisible();
  await field(page, 'CEP').fill('8001');
  await field(page, 'Nome').fill('');
  await save(page);
  await expect(field(page, 'Nome')).toHaveAccessibleDescription('Nome é obrigatório');
  await expect(field(page, 'CEP')).toHaveAccessibleDescription('CEP incompleto: são 8 números.');
  await expectSound(page, '[role=dialog]');
});
