import type { Page } from '@playwright/test';
import { expect, sql, test } from './fixtures.ts';
import { caretOf, paste, putCaret, scan, VENDEDOR } from './keyboard.ts';
import { dialog, field } from './register-page.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('[FMT-07] a decimal field', () => {
  const comissao = (page: Page) => field(page, 'Comissão (%)');
  /** The field puts the caret back a moment after each key, which on a busy machine undoes what `fill` has selected. */
  const empty = (page: Page) =>
    expect(async () => {
      await comissao(page).fill('');
      await expect(comissao(page)).toHaveValue('', { timeout: 500 });
    }).toPass();

  test.beforeEach(({ page }) => page.goto(VENDEDOR));

  test('takes comma or dot, typed at any speed, and two decimals', async ({ page }) => {
    for (const [typed, shown] of [
      ['12,34', '12,34'],
      ['12.34', '12,34'],
      ['1234,5', '1.234,5'],
      ['1234.56', '1.234,56'],
      ['12,345', '12,34'],
      ['1a2-b,3', '12,3'],
      ['0,05', '0,05'],
    ] as const) {
      for (const delay of [0, 5]) {
        await empty(page);
        await comissao(page).pressSequentially(typed, { delay });
        await expect(comissao(page)).toHaveValue(shown);
      }
      await empty(page);
      await scan(page, comissao(page), typed);
      await expect(comissao(page)).toHaveValue(shown);
    }
  });

  test('reads what is pasted, and leaves out what it cannot be sure of', async ({ page }) => {
    for (const [pasted, shown] of [
      ['12,34', '12,34'],
      ['12.34', '12,34'],
      ['1234.56', '1.234,56'],
      ['1.234,56', '1.234,56'],
      ['R$ 1.234,56', '1.234,56'],
      ['1.234', '1.234'],
      ['1,234.56', ''],
      ['-5', ''],
    ] as const) {
      await empty(page);
      await paste(page, comissao(page), pasted);
      await expect(comissao(page)).toHaveValue(shown);
    }
    // Filled in by the browser: the whole text at once.
    for (const text of ['12,34', '12.34']) {
      await comissao(page).fill(text);
      await expect(comissao(page)).toHaveValue('12,34');
    }
    await empty(page);
    await comissao(page).pressSequentially('19');
    await comissao(page).blur();
    await putCaret(comissao(page), 1);
    await paste(page, comissao(page), '2.5');
    await expect(comissao(page)).toHaveValue('12,59');
    expect(await caretOf(comissao(page))).toBe('12,5'.length);
  });

  test('steps by a hundredth with the arrow keys, never below zero nor above its limit', async ({ page }) => {
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
    await expect(comissao(page)).toHaveValue('12,30');
    await empty(page);
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await saved()).toEqual([{ comissao: null }]);
  });
});
