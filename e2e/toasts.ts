import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const area = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** The toast whose title is exactly this. */
export const toastTitled = (page: Page, title: string): Locator =>
  area(page)
    .getByRole('listitem')
    .filter({ has: page.locator('[data-title]').getByText(title, { exact: true }) });

/** Expects one error toast with exactly this title and, if given, exactly this description. */
export async function expectFailure(page: Page, title: string, text?: string): Promise<void> {
  const titled = toastTitled(page, title);
  const shown = text
    ? titled.filter({ has: page.locator('[data-description]').getByText(text, { exact: true }) })
    : titled;
  await expect(shown).toHaveCount(1);
  await expect(shown).toBeVisible();
  await expect(shown).toHaveAttribute('data-type', 'error');
}

/** Expects a success toast with exactly this title and, if given, this description. */
export async function expectSuccess(page: Page, title: string, text?: string): Promise<void> {
  const shown = toastTitled(page, title);
  await expect(shown).toBeVisible();
  await expect(shown).toHaveAttribute('data-type', 'success');
  if (text) await expect(shown.locator('[data-description]')).toHaveText(text);
}

/** The errors that the page logs from now on. */
export function errorsOf(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  return logged;
}
