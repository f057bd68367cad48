import type { Page } from '@playwright/test';
import { type Measure, percentile, timeBar } from '../kit/figures.ts';
import { choice, type Empresa, foot, openTab, type Screen } from './browser.ts';

/** Measures a switch of empresa: from the press on its name until the tab shows the other empresa. */
export async function switches(screen: Screen, count: number): Promise<Measure[]> {
  const page = await openTab(screen, screen.empresas[0]);
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    const empresa = screen.empresas[n % 2 === 0 ? 0 : 1];
    await foot(page).click();
    await choice(page, empresa).waitFor();
    times.push(await timeOf(page, empresa));
  }
  await page.close();
  times.sort((a, b) => a - b);
  const size = `${count} switches, p50 ${Math.round(percentile(times, 0.5))} ms`;
  return [
    { name: 'switch of empresa on screen, ms p95', value: percentile(times, 0.95), bar: timeBar(300), size },
  ];
}

/** Watches the page from inside, because the calls of the driver take longer than a switch. */
function timeOf(page: Page, empresa: Empresa): Promise<number> {
  return choice(page, empresa).evaluate((button, nome) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const began = performance.now();
    const look = () => {
      const shown = document.querySelector<HTMLElement>('button[aria-haspopup="dialog"][title]')?.title;
      const isShown = shown === nome && document.querySelector('h1') && !document.querySelector('.skeleton');
      // The frame after next has been painted with the change.
      if (isShown)
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
      else requestAnimationFrame(look);
    };
    (button as HTMLButtonElement).click();
    look();
    return promise;
  }, empresa.nome);
}
