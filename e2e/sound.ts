import { expect, type Page } from '@playwright/test';
import { violationsOn } from '../tools/axe.ts';

/**
 * Checks that axe finds no violation in the part `open` and that no content is wider than the window. The
 * dark theme differs only in its colours, so axe checks only contrast there.
 */
export async function expectSound(page: Page, open = 'body'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await settled(page);
  expect(await violationsOn(page, open)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await settled(page);
  expect(await violationsOn(page, open, 'color-contrast')).toEqual([]);
  await expectNotWider(page);
}

/**
 * Finishes all finite animations, because colours fade between the themes and axe would check a mixed colour.
 */
const settled = (page: Page) =>
  page.waitForFunction(() => {
    const running = document.getAnimations();
    for (const each of running) if (Number.isFinite(each.effect?.getComputedTiming().endTime)) each.finish();
    return running.length === 0;
  });

export async function expectNotWider(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
