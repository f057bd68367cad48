import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing for axe to find in what is open, and nothing wider than the window. Dark differs in its colours alone. */
export async function expectSound(page: Page, open = 'body'): Promise<void> {
  // All in the page itself: otherwise each look opens another one to sum up.
  const scan = () => new AxeBuilder({ page }).setLegacyMode().include(open);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await settled(page);
  const light = scan()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // What is drawn in a portal stands outside the landmarks by its nature.
    .disableRules(['region']);
  await expectNoViolation(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await settled(page);
  await expectNoViolation(scan().withRules(['color-contrast']));
  await expectNotWider(page);
}

/** Colours fade from one theme to the other; half-way they are nobody's. What would come to its end is brought there. */
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
