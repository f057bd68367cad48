import { expect, type Locator, type Page } from '@playwright/test';
import { dialog } from './register-page.ts';

/** The forms for the tests of fields. A vendedor has a CPF, a fornecedor a CPF or CNPJ. */
export const VENDEDOR = '/cadastros/vendedores?abrir=novo';
export const FORNECEDOR = '/cadastros/fornecedores?abrir=novo';

export const caretOf = (input: Locator) =>
  input.evaluate((element: HTMLInputElement) => element.selectionStart);
export const putCaret = (input: Locator, at: number) =>
  input.evaluate((element: HTMLInputElement, position) => {
    element.focus();
    element.setSelectionRange(position, position);
  }, at);

/** Sends the keys of a scanner without waiting for the page after each key. */
export async function scan(page: Page, input: Locator, text: string): Promise<void> {
  await input.focus();
  const keyboard = await page.context().newCDPSession(page);
  await Promise.all(
    Array.from(text, (key) => keyboard.send('Input.dispatchKeyEvent', { type: 'char', text: key })),
  );
  await keyboard.detach();
}

/** Copies the text from the name field, as a person would from another window. */
export async function paste(page: Page, input: Locator, text: string): Promise<void> {
  const name = dialog(page).locator('input[name="nome"]');
  await name.fill(text);
  await name.selectText();
  await page.keyboard.press('Control+c');
  await input.focus();
  await page.keyboard.press('Control+v');
}

/** Moves the focus to this control by Tab alone, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
