import type { Locator, Page } from '@playwright/test';
import { DOUBTFUL, EMPTY, READ, REFUSED } from '../packages/contract/src/brazilian-number.vectors.ts';
import { startFirefox } from './firefox.ts';
import { expect, ORIGIN, test } from './fixtures.ts';
import {
  aDeposito,
  aProduto,
  choose,
  fillRequired,
  NEW,
  PRODUTOS,
  produtoDialog,
  produtoField,
  quantidade,
  references,
  saldo,
  saldos,
  saveProduto,
  stored,
  tab,
} from './produtos-page.ts';
import { row, toast } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const MIL = 'Lido como 1.000,00 (mil). Se for decimal, use vírgula: 1,000.';
const preco = (page: Page) => produtoField(page, 'Preço de Venda');

test('[FMT-07] a price typed key by key with thousands dots is saved as that price', async ({
  page,
  operator,
}) => {
  await references(page);
  await page.goto(NEW);
  await fillRequired(page);
  await produtoField(page, 'Custo Unitário').pressSequentially('1.234');
  await preco(page).pressSequentially('1.234,56');
  await expect(preco(page)).toHaveValue('1.234,56');
  // The text 1.234 was ambiguous, so a line says how it is read. The line stays, so that the form does not
  // jump.
  await expect(preco(page)).toHaveAccessibleDescription(/^Lido como R\$\s1\.234,56\.$/);
  await preco(page).blur();
  await expect(preco(page)).toHaveAccessibleDescription(/^Margem: R\$\s0,56 \(0%\)$/);
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  await expect(row(page, 'Pastilha')).toContainText('R$ 1.234,56');
  expect(await stored(operator.empresaId)).toMatchObject([
    { custo_unitario: '1234.00', preco_venda: '1234.56' },
  ]);
});

for (const width of [1440, 390])
  test(`at ${width} px an ambiguous quantity is read as thousands, and the form says so before it is saved`, async ({
    page,
    operator,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await references(page);
    await aDeposito(page, 'Matriz');
    await page.goto(NEW);
    await fillRequired(page);
    await tab(page, 'Estoque').click();
    await choose(page, 'Adicionar depósito', 'Matriz');
    await quantidade(page, 'Matriz').fill('');
    await quantidade(page, 'Matriz').pressSequentially('1.000');
    await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription(MIL);
    await expect(produtoDialog(page).locator('[aria-live]')).toContainText([MIL]);
    await quantidade(page, 'Matriz').blur();
    await expect(produtoDialog(page).getByRole('paragraph').filter({ hasText: MIL })).toBeVisible();
    await expectSound(page, '[role=dialog]');
    await expectNotWider(page);
    await saveProduto(page).click();
    await expect(produtoDialog(page)).toBeHidden();
    expect(await saldos(operator.empresaId)).toEqual([{ nome: 'Matriz', quantidade: '1000.00' }]);
  });

test('an unreadable text stays in the field with an error, and saving moves the focus to it', async ({
  page,
  operator,
}) => {
  await references(page);
  await aDeposito(page, 'Matriz');
  await page.goto(NEW);
  await fillRequired(page);
  const custo = produtoField(page, 'Custo Unitário');
  await custo.pressSequentially('0,019');
  await expect(custo).toHaveAccessibleDescription('');
  await custo.blur();
  await expect(custo).toHaveValue('0,019');
  await expect(custo).toHaveAccessibleDescription('Use até duas casas decimais: 0,019 tem três.');
  await expect(produtoField(page, 'Custo Total')).toHaveValue('-');
  await tab(page, 'Estoque').click();
  await choose(page, 'Adicionar depósito', 'Matriz');
  await quantidade(page, 'Matriz').fill('1.234.5');
  await saveProduto(page).click();
  await expect(quantidade(page, 'Matriz')).toBeFocused();
  await expect(quantidade(page, 'Matriz')).toHaveValue('1.234.5');
  await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription(/^Confira os pontos e a vírgula/);
  await expectSound(page, '[role=dialog]');
  await quantidade(page, 'Matriz').fill('1.234,5');
  await page.keyboard.press('Enter');
  await expect(custo).toBeFocused();
  await expect(custo).toHaveAccessibleDescription('Use até duas casas decimais: 0,019 tem três.');
  await custo.fill('0,02');
  await preco(page).fill('99.999.999.999');
  await saveProduto(page).click();
  await expect(preco(page)).toBeFocused();
  await expect(preco(page)).toHaveAccessibleDescription(
    /^Informe um valor de até R\$\s9\.999\.999\.999,99\.$/,
  );
  await preco(page).fill('R$ 1.234,5');
  await page.keyboard.press('Enter');
  await expect(produtoDialog(page)).toBeHidden();
  expect(await stored(operator.empresaId)).toMatchObject([
    { custo_unitario: '0.02', preco_venda: '1234.50', estoque_inicial: '1234.50' },
  ]);
});

test('[PROD-30] a quantity that is not a number becomes 0, and the form shows the typed text', async ({
  page,
}) => {
  await aDeposito(page, 'Matriz');
  await page.goto(NEW);
  await tab(page, 'Estoque').click();
  await choose(page, 'Adicionar depósito', 'Matriz');
  for (const none of ['abc', '-5']) {
    await quantidade(page, 'Matriz').fill(none);
    await quantidade(page, 'Matriz').blur();
    await expect(quantidade(page, 'Matriz')).toHaveValue('0');
    await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription(
      `“${none}” não é uma quantidade e virou 0.`,
    );
  }
  await quantidade(page, 'Matriz').fill('7');
  await quantidade(page, 'Matriz').blur();
  await expect(quantidade(page, 'Matriz')).toHaveAccessibleDescription('');
});

test('a number above a thousand is edited without its dots, by mouse, by Tab and by key, and undone key by key', async ({
  page,
  operator,
}) => {
  const of = await references(page);
  const matriz = await aDeposito(page, 'Matriz');
  await aProduto(page, of, { preco_venda: '1234.56', depositos: [saldo(matriz.id, '1000')] });
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Editar Pastilha de freio' }).click();
  await expect(preco(page)).toHaveValue('1.234,56');
  // The person clicks behind the last digit, and the caret is there.
  const box = await preco(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(preco(page)).toHaveValue('1234,56');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  await expect(preco(page)).toHaveValue('1234,57');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(preco(page)).toHaveValue('1234,56');
  // The person types in the middle, where the formatted number would have a dot.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('9');
  await expect(preco(page)).toHaveValue('19234,56');
  // Ctrl+Z undoes a step of an arrow key as it undoes a typed character.
  await page.keyboard.press('ArrowUp');
  await expect(preco(page)).toHaveValue('19234,57');
  await page.keyboard.press('Control+z');
  await expect(preco(page)).toHaveValue('19234,56');
  // Tab selects the whole number, so that a new price replaces it.
  await page.keyboard.press('Shift+Tab');
  await expect(preco(page)).toHaveValue('19.234,56');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2.000,5');
  await page.keyboard.press('Tab');
  await expect(preco(page)).toHaveValue('2.000,50');
  await tab(page, 'Estoque').click();
  await expect(quantidade(page, 'Matriz')).toHaveValue('1.000');
  await quantidade(page, 'Matriz').focus();
  await expect(quantidade(page, 'Matriz')).toHaveValue('1000');
  await page.keyboard.press('End');
  await page.keyboard.type(',5');
  await page.keyboard.press('Tab');
  await expect(quantidade(page, 'Matriz')).toHaveValue('1.000,5');
  await saveProduto(page).click();
  await expect(toast(page, 'Produto atualizado com sucesso!')).toBeVisible();
  expect(await stored(operator.empresaId)).toMatchObject([
    { preco_venda: '2000.50', estoque_inicial: '1000.50' },
  ]);
});

interface Shown {
  value: string;
  said: string;
  isWrong: boolean;
}

/** Reads the state of a field. This function runs in the page. */
const look = (input: HTMLInputElement): Shown => ({
  value: input.value,
  said: (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' '),
  isWrong: input.getAttribute('aria-invalid') === 'true',
});

const inFull = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });
const shown = (value: string) => inFull.format(value as Intl.StringNumericLiteral);

/**
 * The state of the field after each text of the table was typed and the field lost focus. No person can type
 * a tab.
 */
const TABLE: readonly (readonly [text: string, shown: Shown])[] = [
  ...READ.map(([text, value]) => [text, { value: shown(value), said: '', isWrong: false }] as const),
  ...DOUBTFUL.map(([text, value, said]) => [text, { value: shown(value), said, isWrong: false }] as const),
  ...REFUSED.map(([text, said]) => [text, { value: text, said, isWrong: true }] as const),
  ...EMPTY.map((text) => [text, { value: '', said: '', isWrong: false }] as const),
].filter(([text]) => !text.includes('\t'));

/** The time limit for typing the whole table, which takes 70 s on an idle machine. */
const TABLE_MS = 600_000;

test('every text of the table, typed into the field in Chromium, is read as the table says', async ({
  page,
}) => {
  test.setTimeout(TABLE_MS);
  await page.goto(NEW);
  const input: Locator = preco(page);
  await expect(input).toBeVisible();
  const read: [string, Shown][] = [];
  for (const [text] of TABLE) {
    await input.fill('');
    await page.keyboard.type(text);
    await input.blur();
    read.push([text, await input.evaluate(look)]);
  }
  expect(read).toEqual(TABLE);
});

test('every text of the table, typed into the field in Firefox, is read as the table says', async ({
  operator: { email, senha },
}) => {
  test.setTimeout(TABLE_MS);
  const [DELETE, TAB, UP] = ['\ue017', '\ue004', '\ue013'];
  const firefox = await startFirefox();
  try {
    await firefox.goto(`${ORIGIN}/auth/login`);
    const body = JSON.stringify({ email, senha });
    const headers = { 'content-type': 'application/json' };
    await firefox.run(
      `fetch('/api/sessoes', { method: 'POST', body: ${JSON.stringify(body)}, headers: ${JSON.stringify(headers)} })`,
    );
    await firefox.goto(ORIGIN + NEW);
    const input = `document.querySelector('[name=preco_venda]')`;
    await expect.poll(() => firefox.run(`Boolean(${input})`)).toBe(true);
    const read: [string, Shown][] = [];
    for (const [text] of TABLE) {
      await firefox.run(`${input}.focus(), ${input}.select()`);
      await firefox.press(DELETE + text + TAB);
      const answer = await firefox.run(`JSON.stringify((${look})(${input}))`);
      read.push([text, JSON.parse(String(answer))]);
    }
    expect(read).toEqual(TABLE);
    // In Firefox too, Ctrl+Z undoes a step of an arrow key as it undoes a typed character.
    await firefox.run(`${input}.focus(), ${input}.select()`);
    await firefox.press(`${DELETE}1.234${UP}`);
    expect(await firefox.run(`${input}.value`)).toBe('1234,01');
    await firefox.run(`document.execCommand('undo')`);
    expect(await firefox.run(`${input}.value`)).toBe('1.234');
  } finally {
    await firefox.stop();
  }
});
