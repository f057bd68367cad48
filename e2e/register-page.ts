import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { PORT } from './setup.ts';

/** A toast with this text in its title or its description. `expectFailure` distinguishes the two. */
export const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text });
export const row = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });
export const dialog = (page: Page) => page.getByRole('dialog');
export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });
export const question = (page: Page) => page.getByRole('alertdialog');

/** The numbers that the page looks up at the server from now on, in order. */
export function consultasOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, numero] = /\/api\/consultas\/\w+\/(\w+)$/.exec(request.url()) ?? [];
    if (numero) asked.push(numero);
  });
  return asked;
}

const SERVICES = { cep: ['viacep', 'brasilapi', 'opencep'], cnpj: ['brasilapi', 'minhareceita', 'opencnpj'] };

/** Makes each public service fail once for this number, except the one to spare. */
export async function failConsultas(
  page: Page,
  kind: keyof typeof SERVICES,
  numero: string,
  { spare }: { spare?: string } = {},
): Promise<void> {
  for (const service of SERVICES[kind].filter((name) => name !== spare)) {
    const response = await page.request.post(`http://127.0.0.1:${PORT + 5}/_falhas`, {
      data: { [service]: '500', numero },
    });
    expect(response.status()).toBe(204);
  }
}

/** Reaches the action of the newest toast by keyboard. */
export async function tabToUndo(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Desfazer' }).first();
  const hasFocus = () => undo.evaluate((element) => element === document.activeElement);
  await page.keyboard.press('Alt+t');
  for (let tabs = 0; tabs < 5 && !(await hasFocus()); tabs++) await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
}
