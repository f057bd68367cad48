import type { Page } from '@playwright/test';
import { aCnpj } from '../apps/sandbox/src/consultas/empresas.ts';
import { apiHeaders, expect, hold, sql, test } from './fixtures.ts';
import { paste, scan } from './keyboard.ts';
import { consultasOf, dialog, failConsultas, field, toast } from './register-page.ts';
import { expectFailure } from './toasts.ts';

const CLIENTE = '/cadastros/clientes?abrir=novo';
const VENDEDOR = '/cadastros/vendedores?abrir=novo';
const DEPOSITO = '/configuracao/deposito?abrir=novo';

const CURITIBA = { Endereço: 'Praça Tiradentes', Bairro: 'Centro', Cidade: 'Curitiba', Estado: 'PR' };

const NO_CEP_SERVICE =
  'Não foi possível consultar o CEP agora. Preencha o endereço à mão ou tente de novo em instantes.';

const status = (page: Page, text: string) => dialog(page).getByRole('status').filter({ hasText: text });

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('a CEP', () => {
  for (const [noun, path] of Object.entries({ vendedor: VENDEDOR, deposito: DEPOSITO })) {
    test(`[LOOK-01] [LOOK-04] of a ${noun} fills the address with exactly eight digits`, async ({ page }) => {
      await page.goto(path);
      const asked = consultasOf(page);
      await field(page, 'CEP').pressSequentially('8001000');
      await field(page, 'CEP').blur();
      await expect(dialog(page).getByText('CEP incompleto: são 8 números.')).toBeVisible();
      expect(asked).toEqual([]);
      await field(page, 'CEP').press('End');
      await field(page, 'CEP').press('0');
      await expectValues(page, CURITIBA);
      await expect(field(page, 'Número')).toBeFocused();
      expect(asked).toEqual(['80010000']);
    });
  }

  test('[LOOK-08] [LOOK-09] of a vendedor shows a toast when it is found, unknown or unanswered', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|502|CEP/);
    await page.goto(VENDEDOR);
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(toast(page, 'CEP encontrado')).toContainText('Endereço preenchido automaticamente');
    await field(page, 'CEP').fill('99999000');
    await expect(toast(page, 'CEP não encontrado')).toContainText('Verifique o CEP digitado');
    await expectValues(page, { CEP: '99999-000', ...CURITIBA });
    await failConsultas(page, 'cep', '87012341');
    await field(page, 'CEP').fill('87012341');
    await expect(toast(page, 'Erro ao buscar CEP')).toContainText('Preencha o endereço à mão');
    // The form looks up a failed number again when the person types it again.
    await field(page, 'CEP').press('End');
    await field(page, 'CEP').press('Backspace');
    await field(page, 'CEP').press('1');
    await expect(field(page, 'Endereço')).not.toHaveValue(CURITIBA.Endereço);
  });

  test('[LOOK-11] of a deposito shows a toast when it is unknown, and only tells screen readers when it is found', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|502|CEP/);
    const notFound = 'Não foi possível encontrar o CEP informado.';
    await page.goto(DEPOSITO);
    await field(page, 'CEP').pressSequentially('80010000');
    await expectValues(page, CURITIBA);
    await expect(status(page, 'Endereço preenchido automaticamente')).toBeAttached();
    await expect(page.getByRole('listitem').filter({ hasText: 'CEP' })).toHaveCount(0);
    await field(page, 'CEP').fill('99999000');
    await expectFailure(page, notFound);
    await expect(toast(page, notFound)).toHaveText(notFound);
    await expectValues(page, { CEP: '99999-000', ...CURITIBA });
    await failConsultas(page, 'cep', '87012342');
    await field(page, 'CEP').fill('87012342');
    await expectFailure(page, notFound, NO_CEP_SERVICE);
  });

  test('from a scanner or the clipboard is looked up once', async ({ page }) => {
    await page.goto(VENDEDOR);
    const asked = consultasOf(page);
    await scan(page, field(page, 'CEP'), '80010000');
    await expectValues(page, CURITIBA);
    await field(page, 'CEP').press('End');
    await field(page, 'CEP').press('Backspace');
    await field(page, 'CEP').press('0');
    await expect(field(page, 'CEP')).toHaveValue('80010-000');
    expect(asked).toEqual(['80010000']);
    await field(page, 'CEP').fill('');
    await paste(page, field(page, 'CEP'), '01.001-000');
    await expectValues(page, { Endereço: 'Praça da Sé', Bairro: 'Sé', Cidade: 'São Paulo', Estado: 'SP' });
    expect(asked).toEqual(['80010000', '01001000']);
  });

  test('of a whole town clears the street of an earlier CEP and moves the focus there', async ({ page }) => {
    await page.goto(DEPOSITO);
    await field(page, 'CEP').pressSequentially('80010000');
    await expectValues(page, CURITIBA);
    await field(page, 'CEP').fill('');
    await field(page, 'CEP').pressSequentially('87360000');
    await expectValues(page, { Endereço: '', Bairro: '', Cidade: 'Goioerê', Estado: 'PR' });
    await expect(field(page, 'Endereço')).toBeFocused();
  });

  test('never overwrites values typed before or during the lookup', async ({ page }) => {
    await page.goto(VENDEDOR);
    await field(page, 'Endereço').fill('Rua XV, fundos');
    const answer = await hold(page, '**/api/consultas/cep/**');
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(status(page, 'Buscando CEP...')).toBeAttached();
    await field(page, 'Cidade').pressSequentially('São José');
    answer();
    const typed = { Endereço: 'Rua XV, fundos', Cidade: 'São José' };
    await expectValues(page, { ...typed, Bairro: 'Centro', Estado: 'PR' });
    // The focus stays where the person has moved it.
    await expect(field(page, 'Cidade')).toBeFocused();
    await field(page, 'Bairro').fill('Meu bairro');
    await field(page, 'CEP').fill('');
    await field(page, 'CEP').pressSequentially('01001000');
    await expectValues(page, { ...typed, Bairro: 'Meu bairro', Estado: 'SP' });
  });

  test('keeps the focus when the person selects it again before the answer', async ({ page }) => {
    await page.goto(VENDEDOR);
    const answer = await hold(page, '**/api/consultas/cep/**');
    await field(page, 'CEP').pressSequentially('80010000');
    await field(page, 'CEP').selectText();
    answer();
    await expectValues(page, CURITIBA);
    await expect(field(page, 'CEP')).toBeFocused();
  });

  test('retyped during a lookup ignores the answer for the first number', async ({ page }) => {
    await page.goto(VENDEDOR);
    const answer = await hold(page, '**/api/consultas/cep/80010000');
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/80010000'));
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(status(page, 'Buscando CEP...')).toBeAttached();
    await field(page, 'CEP').fill('');
    await field(page, 'CEP').pressSequentially('01001000');
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo');
    await cancelled;
    answer();
    await expect(status(page, 'Buscando')).toHaveCount(0);
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo');
    await expect(toast(page, 'CEP encontrado')).toHaveCount(1);
  });

  test('does not delay a save', async ({ page, operator }) => {
    await page.goto(DEPOSITO);
    await field(page, 'Nome *').fill('Apressado');
    await hold(page, '**/api/consultas/cep/**');
    await field(page, 'CEP').pressSequentially('80010000');
    await expect(dialog(page).getByRole('button', { name: 'Cadastrar' })).toBeEnabled();
    await field(page, 'CEP').press('Enter');
    await expect(dialog(page)).toBeHidden();
    const saved = await sql('select cep, cidade from depositos where empresa_id = $1', [operator.empresaId]);
    expect(saved).toEqual([{ cep: '80010000', cidade: null }]);
  });
});

test.describe('the CEP of a stored vendedor', () => {
  const KEPT = {
    ...{ nome: 'Rui', cpf: '52998224725', comissao: null, email: 'rui@exemplo.com.br', cep: '01001000' },
    ...{ endereco: 'Praça da Sé', numero: '12', bairro: 'Sé', cidade: 'São Paulo', estado: 'SP' },
  };

  test('replaces the stored address except for values changed in the form', async ({ page }) => {
    await page.request.post('/api/vendedores', { data: KEPT, headers: apiHeaders });
    await page.goto('/cadastros/vendedores');
    await page.getByRole('button', { name: 'Editar Rui' }).click();
    await field(page, 'Bairro').fill('Sé, junto ao metrô');
    await field(page, 'CEP').fill('80010000');
    await expectValues(page, { ...CURITIBA, Bairro: 'Sé, junto ao metrô', Número: '12' });
    await expect(toast(page, 'CEP encontrado')).toContainText('Endereço preenchido automaticamente');
  });
});

test.describe('a CEP typed again', () => {
  test('fills fields that were emptied meanwhile, and says if there was nothing to fill', async ({
    page,
  }) => {
    await page.goto(VENDEDOR);
    const asked = consultasOf(page);
    await field(page, 'CEP').pressSequentially('80010000');
    await expectValues(page, CURITIBA);
    await field(page, 'Endereço').fill('');
    await field(page, 'CEP').press('End');
    await field(page, 'CEP').press('Backspace');
    await field(page, 'CEP').press('0');
    await expectValues(page, CURITIBA);
    expect(asked).toEqual(['80010000']);
    for (const [label, value] of Object.entries({ ...CURITIBA, Endereço: 'Minha rua', Bairro: 'Meu bairro' }))
      await field(page, label).fill(value);
    await field(page, 'Cidade').fill('Minha cidade');
    await field(page, 'Estado').fill('SC');
    await field(page, 'CEP').fill('01001000');
    await expect(toast(page, 'CEP encontrado').first()).toContainText('Nada foi trocado');
    await expectValues(page, { Endereço: 'Minha rua', Cidade: 'Minha cidade', Estado: 'SC' });
  });
});

test.describe('a CNPJ', () => {
  test('replaces the values of another CNPJ, and a CEP typed later replaces its address', async ({
    page,
  }) => {
    await page.goto(CLIENTE);
    await field(page, 'Nome').fill('Como eu a chamo');
    await field(page, 'CPF/CNPJ').fill('12ABC34501DE35');
    await expect(field(page, 'Nome Fantasia')).toHaveValue('ALFA PECAS');
    await field(page, 'CPF/CNPJ').fill('19131243000197');
    await expectValues(page, { 'Nome Fantasia': 'REDE PELO CONHECIMENTO LIVRE', Cidade: 'SAO PAULO' });
    await field(page, 'CEP').fill('');
    await field(page, 'CEP').pressSequentially('80010000');
    // The number is cleared, because it belonged to the earlier street.
    await expectValues(page, { ...CURITIBA, Nome: 'Como eu a chamo', Número: '', Complemento: '' });
  });

  test('of a company at another address keeps the address of a CEP that the person typed', async ({
    page,
  }) => {
    await page.goto(CLIENTE);
    await field(page, 'CEP').pressSequentially('80010000');
    await expectValues(page, CURITIBA);
    await field(page, 'CPF/CNPJ').fill('33000167000101');
    await expect(toast(page, 'CNPJ encontrado')).toBeVisible();
    await expect(field(page, 'Nome')).not.toHaveValue('');
    await expectValues(page, { CEP: '80010-000', ...CURITIBA, Número: '' });
  });

  test("[LOOK-15] fills the company's e-mail when a registry returns it", async ({ page }) => {
    const cnpj = aCnpj(10);
    await failConsultas(page, 'cnpj', cnpj, { spare: 'opencnpj' });
    await page.goto(CLIENTE);
    await field(page, 'CPF/CNPJ').fill(cnpj);
    await expect(field(page, 'Email')).toHaveValue(`contato@${cnpj}.com.br`);
  });

  test('shows its situacao as long as it is in the field', async ({ page }) => {
    await page.goto(CLIENTE);
    const badge = dialog(page).getByText('Situação na Receita: BAIXADA');
    await field(page, 'CPF/CNPJ').pressSequentially('11444777000161');
    await expect(badge).toBeVisible();
    await field(page, 'CPF/CNPJ').press('Backspace');
    await expect(badge).toHaveCount(0);
    await field(page, 'CPF/CNPJ').press('1');
    await expect(badge).toBeVisible();
    await field(page, 'CPF/CNPJ').fill('19131243000197');
    await expect(field(page, 'Nome')).toHaveValue('OPEN KNOWLEDGE BRASIL');
    await expect(dialog(page).getByText(/Situação na Receita/)).toHaveCount(0);
  });
});
