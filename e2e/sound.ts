import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Checks that axe finds no violation in the part `open` and that no content is wider than the window. The
 * dark theme differs only in its colours, so axe checks only contrast there.
 */
export async function expectSound(page: Page, open = 'body'): Promise<void> {
  // Legacy mode runs axe in the page itself. Otherwise each scan opens another page to aggregate results.
  const scan = () => new AxeBuilder({ page }).setLegacyMode().include(open);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await settled(page);
  const light = scan()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Portals render outside the landmarks by design.
    .disableRules(['region']);
  await expectNoViolation(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await settled(page);
  await expectNoViolation(scan().withRules(['color-contrast']));
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

async function expectNoViolation(scan: AxeBuilder): Promise<void> {
  const { violations } = await scan.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}

export async function expectNotWider(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}
