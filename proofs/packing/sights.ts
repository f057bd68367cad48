import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violationsOn } from '../../tools/axe.ts';

const THEMES = { claro: 'light', escuro: 'dark' } as const;

/** What the wide page does to show the same as the phone. A file is not printed twice for a picture. */
const ON_DESK: Readonly<Record<string, ((desk: Page) => Promise<unknown>) | null>> = {
  etiquetas: async (desk) => {
    await desk.getByRole('button', { name: /^Imprimir \d+ etiquetas?$/ }).click();
    await desk.getByRole('dialog', { name: 'Imprimir etiquetas' }).waitFor();
  },
  'etiquetas-baixadas': null,
};

/**
 * Looks at each screen once: on the phone as the person has it, and on a wide page at the same address. Both in both
 * themes. Collects the findings of axe, and keeps pictures if there is a folder for them.
 */
export function openSights(phone: Page, desk: Page, folder: string | undefined) {
  const findings: string[] = [];
  const seen = new Set<string>();

  async function look(page: Page, name: string): Promise<void> {
    await isDrawn(page);
    const width = page.viewportSize()?.width;
    // A message disappears after some seconds, so the pictures come first.
    if (folder)
      for (const [theme, colorScheme] of Object.entries(THEMES)) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
      }
    for (const [theme, colorScheme] of Object.entries(THEMES)) {
      await page.emulateMedia({ colorScheme });
      // The themes differ only in their colours.
      const only = theme === 'claro' ? undefined : 'color-contrast';
      for (const finding of await violationsOn(page, 'body', only))
        findings.push(`${name} ${width} ${theme}: ${finding}`);
    }
    await page.emulateMedia({ colorScheme: THEMES.claro });
  }

  return {
    ...{ findings, seen },
    /** `address` opens a screen that the phone does not show yet. */
    async see(name: string, address?: string): Promise<void> {
      if (seen.has(name)) return;
      seen.add(name);
      if (folder) await mkdir(folder, { recursive: true });
      if (address) await phone.goto(address);
      await look(phone, name);
      const reach = ON_DESK[name];
      if (reach === null) return;
      await desk.goto(phone.url());
      await isDrawn(desk);
      await reach?.(desk);
      await look(desk, name);
    },
  };
}

/** Waits until everything on the screen is loaded, its photos too. Photos out of sight load when they are reached. */
const isDrawn = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.skeleton, [aria-busy="true"]') &&
      [...document.images].every(
        (image) =>
          image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
      ),
  );
