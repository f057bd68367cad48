import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The content of a React portal is outside the landmarks by design.
  rules: { region: { enabled: false } },
};

/**
 * The violations that axe finds in a part of the page. Loads axe once for each document and asks for
 * violations alone: `@axe-core/playwright` loads it for each scan and takes twice the time.
 */
export async function violationsOn(page: Page, part = 'body', only?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await settled(page);
  const options = only ? { runOnly: { type: 'rule' as const, values: [only] } } : ALL_RULES;
  return page.evaluate(
    async ([context, chosen]) => {
      // A dialog may still be opening, or give way to the next one.
      while (!document.querySelector(context)) await new Promise(requestAnimationFrame);
      const { violations } = await window.axe.run(context, { ...chosen, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    [part, options] as const,
  );
}

/** Finishes all finite animations, because axe would check a colour that is still fading. */
const settled = (page: Page) =>
  page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    for (const each of running) each.finish();
    return running.length === 0;
  });

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
