import type { Locator, Page } from '@playwright/test';
import { expect, hold, sentTo, sql, test } from './fixtures.ts';
import { button, dialog, field } from './register-page.ts';
import { NOVA_SENHA } from './secrets.ts';

/** The tests enter these numbers in the form of clientes and check them up to the database. */
const NUMERIC_CNPJS = [
  '00.000.000/0001-91 19.131.243/0001-97 33.683.111/0002-80 33.000.167/0001-01 60.701.190/0001-04',
  '12.345.678/0001-95 11.222.333/0001-81 11.444.777/0001-61 90.021.382/0001-22 90.024.778/0001-23',
  '90.025.108/0001-21 90.025.255/0001-00 90.024.420/0001-09',
];
const CNPJS_WITH_LETTERS = [
  '12.ABC.345/01DE-35 13.45C.3A5/0001-06 R5.523.1B3/0007-57 6T.S1H.J0S/0001-70 0X.0J9.2JY/0001-96',
  'AB.CDE.FGH/IJKL-80 Q0.SLF.MBD/7VX4-39 A1.B2C.3D4/0001-93 AB.12C.D34/EF56-02 0A.0B0.C0D/0E0F-22',
  '7K.9M2.P4R/0002-01',
];
const CPFS = [
  '529.982.247-25 111.444.777-35 123.456.789-09 390.533.447-05 987.654.321-00 000.000.001-91',
  '168.995.350-09 012.345.678-90 280.012.389-38',
];
/** Unusual numbers that are valid, because their check digits are right. */
const ODD = ['11.111.111/1111-80 99.999.999/9999-62 AA.AAA.AAA/AAAA-45'];

const WRONG_CNPJ = 'Este CNPJ não confere. Verifique os caracteres digitados.';
const WRONG_CPF = 'Este CPF não confere. Verifique os números digitados.';
const INCOMPLETE = 'Documento incompleto: um CPF tem 11 números e um CNPJ, 14 caracteres.';

const bare = (shown: string) => shown.replaceAll(/[./-]/g, '');
const split = (lines: string[]) => lines.flatMap((line) => line.split(' '));
const documento = (page: Page) => field(page, 'CPF/CNPJ');

/** Types the keys one after the other without delay, as a scanner does. */
async function scan(input: Locator, text: string): Promise<void> {
  await input.fill('');
  await input.pressSequentially(text, { delay: 0 });
}

/** Copies the text from another field, as a person would from another window. */
async function paste(page: Page, input: Locator, text: string): Promise<void> {
  await field(page, 'Complemento').fill(text);
  await field(page, 'Complemento').selectText();
  await page.keyboard.press('Control+c');
  await input.fill('');
  await input.focus();
  await page.keyboard.press('Control+v');
}

/** Saves the form and returns the server's answer. */
async function save(page: Page): Promise<unknown> {
  await field(page, 'Nome').fill('Cliente');
  await field(page, 'Email').fill('cliente@exemplo.com.br');
  await field(page, 'Senha').fill(NOVA_SENHA);
  await field(page, 'Confirmar Senha').fill(NOVA_SENHA);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button(page, 'Salvar Cliente').click();
  const answer = await answered;
  expect(answer.status()).toBe(201);
  await expect(dialog(page)).toBeHidden();
  return answer.json();
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Novo Cliente' }).click();
  await expect(documento(page)).toBeVisible();
}

const savedBy = async ({ empresaId }: { empresaId: string }) =>
  (await sql('select cpf_cnpj from clientes where empresa_id = $1 order by created_at', [empresaId])).map(
    (cliente) => cliente['cpf_cnpj'],
  );

test.beforeEach(async ({ operator, page }) => {
  expect(operator.userId).toBeTruthy();
  // Holds the lookup back, because these tests do not need its data and no save waits for it.
  await hold(page, /\/api\/consultas\//);
  await page.goto('/cadastros/clientes');
});

for (const [kind, lines] of Object.entries({
  'numeric CNPJs': NUMERIC_CNPJS,
  'CNPJs with letters': CNPJS_WITH_LETTERS,
  CPFs: CPFS,
  'CNPJs that look wrong and are not': ODD,
})) {
  test(`${kind} are shown masked, cause no warning, and are saved bare in upper case`, async ({
    page,
    operator,
  }) => {
    await openForm(page);
    const numbers = split(lines);
    for (const [n, shown] of numbers.entries()) {
      // Alternates between a scanner, a scanner with lower case, and the clipboard with and without mask.
      const text = [bare(shown), bare(shown).toLowerCase(), shown, bare(shown).toLowerCase()][n % 4] ?? '';
      if (n % 4 < 2) await scan(documento(page), text);
      else await paste(page, documento(page), text);
      await expect(documento(page)).toHaveValue(shown);
      await documento(page).blur();
      await expect(documento(page)).toHaveAccessibleDescription('');
    }
    const last = bare(numbers.at(-1) ?? '');
    expect(await save(page)).toMatchObject({ cpf_cnpj: last, avisos: [] });
    expect(await savedBy(operator)).toEqual([last]);
  });
}

/** The typed text, and the part of it that fits the mask. */
const WRONG: Record<string, [typed: string, shown: string][]> = {
  [WRONG_CNPJ]: [
    ['00000000000000', '00.000.000/0000-00'],
    ['11111111111111', '11.111.111/1111-11'],
    ['12345678000190', '12.345.678/0001-90'],
    ['12ABC34501DE34', '12.ABC.345/01DE-34'],
    ['R55231B3000700', 'R5.523.1B3/0007-00'],
    ['90025108000101', '90.025.108/0001-01'],
  ],
  [INCOMPLETE]: [
    // A check digit is never a letter.
    ['12ABC34501DEA5', '12.ABC.345/01DE-5'],
    ['90.024.420/0001A2', '90.024.420/0001-2'],
    ['12ABC34501D35', '12.ABC.345/01D3-5'],
    ['90.025.255/0001', '90.025.255/0001'],
    ['12ÁBC34501DE35', '12.BC3.450/1DE3-5'],
    ['529982247255', '52.998.224/7255'],
    ['5299822472A', '52.998.224/72A'],
  ],
  [WRONG_CPF]: [
    ...Array.from('0123456789', (digit): [string, string] => [
      digit.repeat(11),
      '###.###.###-##'.replaceAll('#', digit),
    ]),
    ['12345678900', '123.456.789-00'],
    ['52998224724', '529.982.247-24'],
  ],
};

for (const [warning, numbers] of Object.entries(WRONG)) {
  test(`a documento is saved with the warning: ${warning}`, async ({ page, operator }) => {
    await openForm(page);
    for (const [n, [typed, shown]] of numbers.entries()) {
      if (n % 2 === 0) await scan(documento(page), typed);
      else await paste(page, documento(page), typed);
      await expect(documento(page)).toHaveValue(shown);
      await documento(page).blur();
      await expect(documento(page)).toHaveAccessibleDescription(warning);
    }
    const last = bare(numbers.at(-1)?.[1] ?? '');
    const avisos = [{ campo: 'cpf_cnpj', mensagem: warning }];
    expect(await save(page)).toMatchObject({ cpf_cnpj: last, avisos });
    expect(await savedBy(operator)).toEqual([last]);
  });
}

test('a documento cannot be too long, and one that is too short is refused', async ({ page, operator }) => {
  await openForm(page);
  await scan(documento(page), '12345678000195X');
  await expect(documento(page)).toHaveValue('12.345.678/0001-95');
  await paste(page, documento(page), 'CNPJ: 12.345.678/0001-95');
  await expect(documento(page)).toHaveValue('12.345.678/0001-95');
  await scan(documento(page), '1345c3A5000106');
  await expect(documento(page)).toHaveValue('13.45C.3A5/0001-06');

  const sent = sentTo(page, '/api/clientes');
  await scan(documento(page), '5299822472');
  await expect(documento(page)).toHaveValue('529.982.247-2');
  await documento(page).blur();
  await expect(documento(page)).toHaveAccessibleDescription(INCOMPLETE);
  await button(page, 'Salvar Cliente').click();
  await expect(documento(page)).toHaveAccessibleDescription('CPF/CNPJ é obrigatório');
  await documento(page).press('End');
  await documento(page).press('5');
  await expect(documento(page)).toHaveAccessibleDescription('');
  expect(sent).toHaveLength(0);
  expect(await save(page)).toMatchObject({ cpf_cnpj: '52998224725', avisos: [] });
  expect(await savedBy(operator)).toEqual(['52998224725']);
});

test('a warning that appears on blur does not move the button away from the pointer', async ({
  page,
  operator,
}) => {
  await openForm(page);
  await field(page, 'Nome').fill('Cliente');
  await field(page, 'CPF/CNPJ').fill('12345678900');
  await field(page, 'Email').fill('cliente@exemplo.com.br');
  await field(page, 'Senha').fill(NOVA_SENHA);
  await field(page, 'Confirmar Senha').fill(NOVA_SENHA);
  await field(page, 'CEP').fill('8001');
  await button(page, 'Salvar Cliente').click();
  await expect(dialog(page)).toBeHidden();
  expect(await savedBy(operator)).toEqual(['12345678900']);
});

test('a CNPJ can be edited in the middle, and the caret stays there', async ({ page }) => {
  await openForm(page);
  const input = documento(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await input.press(key);
  };
  const stands = async (shown: string, caret: string) => {
    await expect(input).toHaveValue(shown);
    expect(await input.evaluate((element: HTMLInputElement) => element.selectionStart)).toBe(caret.length);
  };
  // The fourth character is missing.
  await scan(input, '12ac34501de35');
  await stands('12.AC3.450/1DE3-5', '12.AC3.450/1DE3-5');
  await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await press('b');
  await stands('12.ABC.345/01DE-35', '12.AB');
  await press('x');
  await stands('12.ABC.345/01DE-35', '12.AB');
  await press('ArrowLeft', 'Delete');
  await stands('12.AC3.450/1DE3-5', '12.A');
  await press('B', 'Backspace', 'b');
  await stands('12.ABC.345/01DE-35', '12.AB');
  await press('ArrowRight', 'ArrowRight', '7');
  await expect(input).toHaveValue('12.ABC.345/01DE-35');
  // The first Backspace moves the caret over the separator, the second deletes the character before it.
  await press('Backspace', 'Backspace');
  await stands('12.AB3.450/1DE3-5', '12.AB');
  await press('c');
  await expect(input).toHaveValue('12.ABC.345/01DE-35');
});
