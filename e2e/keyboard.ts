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

/**
 * Presses the keys of the text and Enter into whatever has the focus, with this pause between them. The pauses are in
 * the times of the events, so that neither a slow machine nor the test changes them.
 */
export async function pressEvery(page: Page, text: string, pauseMs: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = [...Array.from(text, (key) => ({ key, text: key })), ENTER];
  await Promise.all(
    keys.flatMap((key, n) => {
      const timestamp = (start + n * pauseMs) / 1000;
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        keyboard.send('Input.dispatchKeyEvent', {
          type: 'keyUp',
          key: key.key,
          timestamp: timestamp + 0.001,
        }),
      ];
    }),
  );
  await keyboard.detach();
}

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };

/** Waits until the page recognises scanners. The code for it loads after the screen. */
export async function recognisesScans(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
      const { listeners } = await session.send('DOMDebugger.getEventListeners', {
        objectId: result.objectId ?? '',
      });
      return listeners.filter(({ type, useCapture }) => type === 'keydown' && useCapture).length;
    })
    .toBeGreaterThan(0);
  await session.detach();
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
