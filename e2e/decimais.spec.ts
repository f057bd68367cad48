import type { Page } from '@playwright/test';
import { expect, sql, test } from './fixtures.ts';
import { caretOf, paste, putCaret, scan, VENDEDOR } from './keyboard.ts';
import { dialog, field } from './register-page.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('[FMT-07] a decimal field', () => {
  const comissao = (page: Page) => field(page, 'Comissão (%)');
  const empty = (page: Page) => comissao(page).fill('');

  test.beforeEach(({ page }) => page.goto(VENDEDOR));

  test('keeps typed text with comma or dot at any speed, and formats it on blur', async ({ page }) => {
    for (const [typed, shown] of [
      ['12,34', '12,34'],
      ['12.34', '12,34'],
      ['1234,5', '1.234,5'],
      ['1.234,5', '1.234,5'],
      ['1234.56', '1.234,56'],
      ['0,05', '0,05'],
      ['5%', '5'],
    ] as const) {
      for (const delay of [0, 5]) {
        await empty(page);
        await comissao(page).pressSequentially(typed, { delay });
        await expect(comissao(page)).toHaveValue(typed);
        await comissao(page).blur();
        await expect(comissao(page)).toHaveValue(shown);
      }
      await empty(page);
      await scan(page, comissao(page), typed);
      await expect(comissao(page)).toHaveValue(typed);
      await comissao(page).blur();
      await expect(comissao(page)).toHaveValue(shown);
    }
  });

  test('reads pasted text like typed text, and immediately shows an error for text it cannot read', async ({
    page,
  }) => {
    for (const [pasted, shown] of [
      ['12,34', '12,34'],
      ['12.34', '12,34'],
      ['1234.56', '1.234,56'],
      ['1.234,56', '1.234,56'],
      [' 18,50% ', '18,5'],
    ] as const) {
      await empty(page);
      await paste(page, comissao(page), pasted);
      await comissao(page).blur();
      await expect(comissao(page)).toHaveValue(shown);
    }
    for (const [pasted, sentence] of [
      ['1,234.56', /^Escreva 1\.234,56:/],
      ['R$ 12', /^Tire o “R\$”/],
      ['1e3', /^Escreva todos os algarismos/],
    ] as const) {
      await empty(page);
      await paste(page, comissao(page), pasted);
      await expect(comissao(page)).toHaveValue(pasted);
      await expect(comissao(page)).toHaveAccessibleDescription(sentence);
    }
    // Browser autofill sets the whole text in one step.
    for (const text of ['12,34', '12.34']) {
      await comissao(page).fill(text);
      await comissao(page).blur();
      await expect(comissao(page)).toHaveValue('12,34');
    }
    await empty(page);
    await comissao(page).pressSequentially('19');
    await putCaret(comissao(page), 1);
    await paste(page, comissao(page), '2,5');
    await expect(comissao(page)).toHaveValue('12,59');
    expect(await caretOf(comissao(page))).toBe('12,5'.length);
    await page.keyboard.press('Control+z');
    await expect(comissao(page)).toHaveValue('19');
  });

  test('does not join the cells of a pasted column', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('10\r\n20\r\n'));
    await comissao(page).focus();
    await page.keyboard.press('Control+v');
    await expect(comissao(page)).toHaveValue('10; 20');
    await expect(comissao(page)).toHaveAccessibleDescription('Há mais de um número aqui. Deixe só um.');
    await empty(page);
    await page.evaluate(() => navigator.clipboard.writeText('10\r\n'));
    await comissao(page).focus();
    await page.keyboard.press('Control+v');
    await expect(comissao(page)).toHaveValue('10');
  });

  test('is saved by a scanner that ends with Enter', async ({ page, operator }) => {
    await field(page, 'Nome *').fill('Leitor');
    await field(page, 'CPF *').fill('52998224725');
    await field(page, 'Email *').fill('a@exemplo.com.br');
    await scan(page, comissao(page), '12');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    expect(await sql('select comissao from vendedores where empresa_id = $1', [operator.empresaId])).toEqual([
      { comissao: '12.00' },
    ]);
  });

  test('steps by a hundredth with the arrow keys, not below zero and not above its limit', async ({
    page,
  }) => {
    await comissao(page).press('ArrowDown');
    await expect(comissao(page)).toHaveValue('0,00');
    for (let step = 0; step < 3; step++) await comissao(page).press('ArrowUp');
    await expect(comissao(page)).toHaveValue('0,03');
    await empty(page);
    await comissao(page).pressSequentially('0,29');
    await comissao(page).press('ArrowUp');
    await expect(comissao(page)).toHaveValue('0,30');
    await comissao(page).press('ArrowDown');
    await comissao(page).press('ArrowDown');
    await expect(comissao(page)).toHaveValue('0,28');
    await empty(page);
    await comissao(page).pressSequentially('99,99');
    for (let step = 0; step < 3; step++) await comissao(page).press('ArrowUp');
    await expect(comissao(page)).toHaveValue('100,00');
    await expect(comissao(page)).toHaveAttribute('inputmode', 'decimal');
  });

  test('is saved as an exact decimal, and shown as it was saved', async ({ page, operator }) => {
    await field(page, 'Nome *').fill('Decimal');
    await field(page, 'CPF *').fill('52998224725');
    await field(page, 'Email *').fill('a@exemplo.com.br');
    await comissao(page).pressSequentially('12.3');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page)).toBeHidden();
    const saved = () => sql('select comissao from vendedores where empresa_id = $1', [operator.empresaId]);
    expect(await saved()).toEqual([{ comissao: '12.30' }]);
    await page.getByRole('button', { name: 'Editar Decimal' }).click();
    await expect(comissao(page)).toHaveValue('12,3');
    await empty(page);
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await saved()).toEqual([{ comissao: null }]);
  });
});
