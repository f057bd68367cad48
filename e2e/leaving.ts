import { expect, type Page } from '@playwright/test';

/** Closes the tab and expects that the browser asks first. The question is dismissed, so the tab stays open. */
export async function expectClosingAsks(page: Page): Promise<void> {
  const asked: string[] = [];
  page.once('dialog', (leaving) => {
    asked.push(leaving.type());
    void leaving.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
}
