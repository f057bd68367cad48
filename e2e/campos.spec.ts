import { apiHeaders, expect, sql, test } from './fixtures.ts';
import { caretOf, FORNECEDOR, paste, putCaret, scan, VENDEDOR } from './keyboard.ts';
import { dialog, field } from './register-page.ts';
import { expectSound } from './sound.ts';

/** The forms that have fields for a postal address. */
const FORMS = {
  clientes: '/cadastros/clientes?abrir=novo',
  fornecedores: FORNECEDOR,
  vendedores: VENDEDOR,
  depositos: '/configuracao/deposito?abrir=novo',
};

const masked: [name: string, path: string, label: string, typed: string, shown: string][] = [
  ['a CEP', VENDEDOR, 'CEP', '80010000', '80010-000'],
  ['a CPF', VENDEDOR, 'CPF *', '52998224725', '529.982.247-25'],
  ['a CPF where a CNPJ may stand', FORNECEDOR, 'CPF/CNPJ', '52998224725', '529.982.247-25'],
  ['a numeric CNPJ', FORNECEDOR, 'CPF/CNPJ', '19131243000197', '19.131.243/0001-97'],
  ['a CNPJ in small letters', FORNECEDOR, 'CPF/CNPJ', '12abc34501de35', '12.ABC.345/01DE-35'],
  ['a landline', FORNECEDOR, 'Telefone', '4130001234', '(41) 3000-1234'],
  ['a mobile', FORNECEDOR, 'Telefone', '41987654321', '(41) 98765-4321'],
  ['a number without DDD', FORNECEDOR, 'Telefone', '08007771234', '0800 777 1234'],
  ['a UF', VENDEDOR, 'Estado', 'pr', 'PR'],
];

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('a masked field', () => {
  for (const [name, path, label, typed, shown] of masked) {
    test(`${name} gets its mask however it is entered`, async ({ page }) => {
      await page.goto(path);
      const input = field(page, label);
      await input.pressSequentially(typed, { delay: 0 });
      await expect(input).toHaveValue(shown);
      await input.fill('');
      await input.pressSequentially(typed, { delay: 5 });
      await expect(input).toHaveValue(shown);
      await input.fill('');
      await scan(page, input, typed);
      await expect(input).toHaveValue(shown);
      for (const text of [typed, shown, `  ${shown}  `]) {
        await input.fill('');
        await paste(page, input, text);
        await expect(input).toHaveValue(shown);
      }
      // Browser autofill sets the whole text in one step, without key events.
      await input.fill('');
      await input.fill(typed);
      await expect(input).toHaveValue(shown);
      for (let key = typed.length; key > 0; key--) await input.press('Backspace');
      for (let sign = shown.length - typed.length; sign > 0; sign--) await input.press('Backspace');
      await expect(input).toHaveValue('');
    });
  }

  for (const [name, path, label, typed, shown] of masked) {
    if (name === 'a landline' || name === 'a CPF where a CNPJ may stand') continue;
    test(`${name} that is complete refuses another character and keeps the others`, async ({ page }) => {
      await page.goto(path);
      const input = field(page, label);
      await input.fill(typed);
      for (const caret of [shown.length, 0, 1]) {
        await putCaret(input, caret);
        await input.press('7');
        await input.press('B');
      }
      await expect(input).toHaveValue(shown);
    });
  }

  for (const [noun, path] of Object.entries(FORMS)) {
    test(`[FMT-04] [FMT-05] the form of ${noun} accepts nine characters of a CEP and two of a UF`, async ({
      page,
    }) => {
      await page.goto(path);
      await field(page, 'CEP').pressSequentially('800100007');
      await expect(field(page, 'CEP')).toHaveValue('80010-000');
      await expect(field(page, 'Cidade')).toHaveValue('Curitiba');
      await field(page, 'Estado').fill('');
      await field(page, 'Estado').pressSequentially('scp');
      await expect(field(page, 'Estado')).toHaveValue('SC');
    });
  }

  test('a CEP pasted with dots or with its town is accepted', async ({ page }) => {
    await page.goto(VENDEDOR);
    const cep = field(page, 'CEP');
    for (const text of ['80.010-000', 'CEP: 80010-000 Curitiba']) {
      await cep.fill('');
      await paste(page, cep, text);
      await expect(cep).toHaveValue('80010-000');
    }
  });

  test('a telefone pasted with the country code loses it', async ({ page }) => {
    await page.goto(FORNECEDOR);
    await paste(page, field(page, 'Telefone'), '+55 (41) 98765-4321');
    await expect(field(page, 'Telefone')).toHaveValue('(41) 98765-4321');
  });

  test('the caret stays where the person edits', async ({ page }) => {
    await page.goto(FORNECEDOR);
    const documento = field(page, 'CPF/CNPJ');
    await documento.pressSequentially('52998224725');
    await putCaret(documento, '529.9'.length);
    await documento.press('Delete');
    await expect(documento).toHaveValue('529.922.472-5');
    expect(await caretOf(documento)).toBe('529.9'.length);
    await documento.press('8');
    await expect(documento).toHaveValue('529.982.247-25');
    expect(await caretOf(documento)).toBe('529.98'.length);
    await documento.press('Backspace');
    await documento.press('Backspace');
    await expect(documento).toHaveValue('529.224.725');
    await documento.press('9');
    await documento.press('8');
    await expect(documento).toHaveValue('529.982.247-25');
    expect(await caretOf(documento)).toBe('529.98'.length);
    // A twelfth character in the middle turns the CPF into a CNPJ. Removing it turns the CNPJ back into a
    // CPF.
    await documento.press('7');
    await expect(documento).toHaveValue('52.998.722/4725');
    expect(await caretOf(documento)).toBe('52.998.7'.length);
    await documento.press('Backspace');
    await expect(documento).toHaveValue('529.982.247-25');
  });

  test('typing or pasting replaces a selection', async ({ page }) => {
    await page.goto(VENDEDOR);
    const cep = field(page, 'CEP');
    await cep.pressSequentially('80010000');
    await cep.selectText();
    await cep.press('0');
    await expect(cep).toHaveValue('0');
    await cep.pressSequentially('1001000');
    await expect(cep).toHaveValue('01001-000');
    await cep.selectText();
    await paste(page, cep, '80010-000');
    await expect(cep).toHaveValue('80010-000');
  });

  test('an input method that composes letters leaves no gap', async ({ page }) => {
    await page.goto(FORNECEDOR);
    const documento = field(page, 'CPF/CNPJ');
    await documento.focus();
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['1', '12', '12a', '12ab'])
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await keyboard.send('Input.insertText', { text: '12abc' });
    await expect(documento).toHaveValue('12.ABC');
    await documento.pressSequentially('34501de35');
    await expect(documento).toHaveValue('12.ABC.345/01DE-35');
  });

  test('characters that fit no mask are refused, such as letters in a CPF and accents in a CNPJ', async ({
    page,
  }) => {
    await page.goto(VENDEDOR);
    await field(page, 'CPF *').pressSequentially('5a2é9');
    await expect(field(page, 'CPF *')).toHaveValue('529');
    await page.goto(FORNECEDOR);
    await field(page, 'CPF/CNPJ').pressSequentially('12áb_c');
    await expect(field(page, 'CPF/CNPJ')).toHaveValue('12.BC');
  });

  test('a masked field has the input attributes for keyboards and autofill', async ({ page }) => {
    await page.goto(FORNECEDOR);
    for (const label of ['CEP', 'Telefone'])
      await expect(field(page, label)).toHaveAttribute('inputmode', 'numeric');
    const documento = field(page, 'CPF/CNPJ');
    await expect(documento).toHaveAttribute('inputmode', 'text');
    await expect(documento).toHaveAttribute('autocapitalize', 'characters');
    await expect(documento).toHaveAttribute('autocomplete', 'off');
    await expect(documento).toHaveAttribute('spellcheck', 'false');
  });

  test('a stored text that does not fit the mask is shown and saved unchanged', async ({
    page,
    operator,
  }) => {
    const data = { nome: 'Importada', email: 'a@b.com', cpf: 'ABC45678901234', comissao: null };
    const address = { cep: null, numero: null, endereco: null, bairro: null, cidade: null, estado: null };
    const saved = await page.request.post('/api/vendedores', {
      data: { ...data, ...address },
      headers: apiHeaders,
    });
    expect(saved.status()).toBe(201);
    const { id } = (await saved.json()) as { id: string };
    await page.goto(`/cadastros/vendedores?abrir=${id}`);
    const cpf = field(page, 'CPF *');
    await expect(cpf).toHaveValue('ABC45678901234');
    await field(page, 'Nome *').fill('Importada e mudada');
    await cpf.focus();
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(dialog(page)).toBeHidden();
    const stored = await sql('select nome, cpf from vendedores where empresa_id = $1', [operator.empresaId]);
    expect(stored).toEqual([{ nome: 'Importada e mudada', cpf: 'ABC45678901234' }]);

    await page.goto(`/cadastros/vendedores?abrir=${id}`);
    await cpf.press('End');
    await cpf.press('Backspace');
    await expect(cpf).toHaveValue('ABC4567890123');
    // Once the text fits, the mask applies again.
    await cpf.fill('529.982.247-2');
    await cpf.press('5');
    await expect(cpf).toHaveValue('529.982.247-25');
  });
});

test.describe('a warning', () => {
  const WRONG_CPF = 'Este CPF não confere. Verifique os números digitados.';

  test('appears on blur, disappears with its cause, and does not prevent saving', async ({
    page,
    operator,
  }) => {
    await page.goto(VENDEDOR);
    const cpf = field(page, 'CPF *');
    await cpf.pressSequentially('52998224724');
    await expect(cpf).toHaveAccessibleDescription('');
    await cpf.blur();
    await expect(cpf).toHaveAccessibleDescription(WRONG_CPF);
    await expect(cpf).not.toHaveAttribute('aria-invalid');
    await expectSound(page, '[role=dialog]');
    await cpf.press('End');
    await cpf.press('Backspace');
    await expect(cpf).toHaveAccessibleDescription('CPF incompleto: são 11 números.');
    await cpf.press('5');
    await expect(cpf).toHaveAccessibleDescription('');
    await cpf.press('Backspace');
    await cpf.press('4');
    await expect(cpf).toHaveAccessibleDescription('');
    await cpf.blur();
    await expect(cpf).toHaveAccessibleDescription(WRONG_CPF);

    await field(page, 'CEP').pressSequentially('8001');
    await field(page, 'CEP').blur();
    await expect(field(page, 'CEP')).toHaveAccessibleDescription('CEP incompleto: são 8 números.');
    await field(page, 'CEP').fill('');
    await expect(field(page, 'CEP')).toHaveAccessibleDescription('');
    await field(page, 'Nome *').fill('Com aviso');
    await field(page, 'Email *').fill('aviso@exemplo.com.br');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page)).toBeHidden();
    const saved = await sql('select cpf from vendedores where empresa_id = $1', [operator.empresaId]);
    expect(saved).toEqual([{ cpf: '52998224724' }]);
  });

  test('waits while a button is being pressed', async ({ page }) => {
    await page.goto(VENDEDOR);
    await field(page, 'CPF *').pressSequentially('52998224724');
    const save = dialog(page).getByRole('button', { name: 'Cadastrar' });
    await save.hover();
    await page.mouse.down();
    await expect(field(page, 'CPF *')).not.toBeFocused();
    await expect(field(page, 'CPF *')).toHaveAccessibleDescription('');
    await page.mouse.up();
    await expect(field(page, 'Nome *')).toHaveAccessibleDescription('Nome é obrigatório');
    await expect(field(page, 'CPF *')).toHaveAccessibleDescription(WRONG_CPF);
  });

  test('is hidden by an error of the same field', async ({ page }) => {
    await page.goto(VENDEDOR);
    await field(page, 'CPF *').pressSequentially('529');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(field(page, 'CPF *')).toHaveAccessibleDescription('CPF inválido');
    await expect(field(page, 'CPF *')).toHaveAttribute('aria-invalid', 'true');
  });
});
