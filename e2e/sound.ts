import { expect, type Page } from '@playwright/test';
import { violationsOn } from '../tools/axe.ts';

/**
 * Checks that axe finds no violation in the part `open` and that no content is wider than the window. The
 * dark theme differs only in its colours, so axe checks only contrast there.
 */
export async function expectSound(page: Page, open = 'body'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await violationsOn(page, open)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(await violationsOn(page, open, 'color-contrast')).toEqual([]);
  await expectNotWider(page);
}

export async function expectNotWider(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
