import type { Locator, Page } from '@playwright/test';
import { dialog } from './register-page.ts';

/** Forms whose fields the tests of the inputs type into: a vendedor has a CPF, a fornecedor a CPF or CNPJ. */
export const VENDEDOR = '/cadastros/vendedores?abrir=novo';
export const FORNECEDOR = '/cadastros/fornecedores?abrir=novo';

export const caretOf = (input: Locator) =>
  input.evaluate((element: HTMLInputElement) => element.selectionStart);
export const putCaret = (input: Locator, at: number) =>
  input.evaluate((element: HTMLInputElement, position) => {
    element.focus();
    element.setSelectionRange(position, position);
  }, at);

/** Every key of a scanner, without waiting for the page in between. */
export async function scan(page: Page, input: Locator, text: string): Promise<void> {
  await input.focus();
  const keyboard = await page.context().newCDPSession(page);
  await Promise.all(
    Array.from(text, (key) => keyboard.send('Input.dispatchKeyEvent', { type: 'char', text: key })),
  );
  await keyboard.detach();
}

/** Copied from the name of the record, as a person would from another window. */
export async function paste(page: Page, input: Locator, text: string): Promise<void> {
  const name = dialog(page).locator('input[name="nome"]');
  await name.fill(text);
  await name.selectText();
  await page.keyboard.press('Control+c');
  await input.focus();
  await page.keyboard.press('Control+v');
}
