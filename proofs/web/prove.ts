import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../playwright.config.ts';
import { violationsOn } from '../../tools/axe.ts';
import { startProduct } from '../../tools/product.ts';
import { DEMO, seedDemo } from '../../tools/seed/demo.ts';
import { seedProdutos } from '../../tools/seed/produtos.ts';
import { argOf, isShort, plantedOf } from '../kit/arguments.ts';
import { figure, median, note, planted, speedBar } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { audit, type Scores } from './lighthouse.ts';
import { STATES } from './states.ts';

/**
 * Checks the built web (run `pnpm build` first). axe must find no violation on any screen and state, light
 * and dark, wide and narrow, and no screen may be wider than its window. The scripts of a first visit and the
 * scores of Lighthouse have bars. `pnpm e2e` shows that everything works by keyboard alone. `--planted` removes
 * the accessible name of a button, which axe must find.
 */
const KB = 1024;
const WIDTHS = [1440, 390] as const;
const THEMES = ['light', 'dark'] as const;
/** The narrowest and the widest window, and one of 1440 px at a zoom of 200 %. */
const OTHER_WIDTHS = [320, 720, 1920] as const;

/** The change that each planted defect makes to a screen. */
const DEFECTS = {
  'nameless-button': (page: Page) =>
    page.evaluate(() => {
      const button = document.querySelector('button');
      button?.replaceChildren();
      button?.removeAttribute('aria-label');
    }),
};

interface Visitor {
  browser: Browser;
  url: string;
  port: number;
}

async function visit(
  { browser, url }: Visitor,
  options: { width: number; theme: 'light' | 'dark' },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width, height: 900 },
    colorScheme: options.theme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  await context.request.post('/api/sessoes', { data: DEMO, headers: { origin: url } });
  return context;
}

async function accessibility(visitor: Visitor, defect?: keyof typeof DEFECTS): Promise<string[]> {
  const findings: string[] = [];
  let looked = 0;
  // The journeys of `pnpm e2e` check every screen in both themes, so the short form checks only one state in three.
  const states = isShort ? STATES.filter((_, index) => index % 3 === 0) : STATES;
  for (const width of isShort ? [WIDTHS[0]] : WIDTHS)
    for (const theme of isShort ? [THEMES[0]] : THEMES)
      for (const state of states) {
        const context = await visit(visitor, { width, theme });
        if (state.anonymous) await context.clearCookies();
        const page = await context.newPage();
        await state.reach(page, width);
        if (defect) await DEFECTS[defect](page);
        for (const finding of await violationsOn(page))
          findings.push(`${state.name} ${width} ${theme}: ${finding}`);
        looked++;
        await context.close();
        if (defect) return findings;
      }
  note(`${looked} states checked`);
  return findings;
}

/** The states whose content is wider than the window, so that a person has to scroll sideways. */
async function widerThanWindow(visitor: Visitor): Promise<string[]> {
  const findings: string[] = [];
  for (const width of OTHER_WIDTHS)
    for (const state of STATES) {
      const context = await visit(visitor, { width, theme: 'light' });
      if (state.anonymous) await context.clearCookies();
      const page = await context.newPage();
      await state.reach(page, width);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) findings.push(`${state.name} at ${width} px: ${wider} px wider`);
      await context.close();
    }
  return findings;
}

/** The size of the scripts that a first visit downloads, each compressed separately as a server does. */
async function firstLoad(visitor: Visitor, path: string, anonymous: boolean): Promise<number> {
  const context = await visit(visitor, { width: 1440, theme: 'light' });
  if (anonymous) await context.clearCookies();
  const page = await context.newPage();
  // The web fetches a chunk and then imports it from the cache, which is a second response but no second download.
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && !bodies.has(pathname)) bodies.set(pathname, response.body());
  });
  // An open stream of changes would keep the network from ever being idle.
  await page.route('**/api/novidades*', (route) => route.fulfill({ status: 204 }));
  await page.goto(path);
  // On a busy machine the network is also idle while the first scripts run and have not asked for the others yet.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(bodies.values())).map((body) => gzipSync(body, { level: 9 }).length);
  await context.close();
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

/** The parts of the proof, in their order. `--only=<part>` runs one of them. */
const PARTS = {
  async axe(visitor: Visitor) {
    const found = await accessibility(visitor);
    figure('axe violations', found.length, { exactly: 0 });
    for (const finding of found.slice(0, 20)) note(finding);
  },
  async widths(visitor: Visitor) {
    if (isShort) return;
    const wider = await widerThanWindow(visitor);
    const size = `at ${OTHER_WIDTHS.join(', ')} px`;
    figure('screens wider than their window', wider.length, { exactly: 0 }, size);
    for (const finding of wider.slice(0, 20)) note(finding);
  },
  async scripts(visitor: Visitor) {
    for (const [name, path] of [
      ['marcas', '/cadastros/marca'],
      ['produtos', '/catalogo/produtos'],
      ['login', '/auth/login'],
    ] as const)
      figure(`first-load JavaScript of ${name}, kB gzip`, await firstLoad(visitor, path, name === 'login'), {
        max: 190,
      });
  },
  async lighthouse({ url, port }: Visitor) {
    for (const [name, path, signedIn, least] of [
      ['login', '/auth/login', false, 95],
      ['dashboard', '/', true, 98],
      ['marcas', '/cadastros/marca', true, 95],
      ['produtos', '/catalogo/produtos', true, 98],
    ] as const) {
      // The short form audits only the heaviest page, which shows whether pages have become much slower.
      if (isShort && name !== 'produtos') continue;
      const runs = await audit({ url, path, signedIn, runs: isShort ? 1 : 3, port: port + 8 });
      const lowest = (score: (each: Scores) => number) => Math.min(...runs.map(score));
      const performance = median(runs.map((run) => run.performance));
      figure(`lighthouse ${name}: performance`, performance, speedBar(least), `${runs.length} runs`);
      figure(
        `lighthouse ${name}: accessibility`,
        lowest((run) => run.accessibility),
        { min: 100 },
      );
      figure(
        `lighthouse ${name}: best practices`,
        lowest((run) => run.bestPractices),
        { min: 100 },
      );
    }
  },
};

await prove(async ({ port, onEnd }) => {
  const product = await startProduct(port);
  onEnd(product.stop);
  await seedDemo(product.postgres.url(product.database));
  await seedProdutos(product.url, product.url, DEMO);
  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  const visitor = { browser, url: product.url, port };

  const defects = plantedOf(DEFECTS);
  for (const defect of defects) planted(defect, await accessibility(visitor, defect));
  if (defects.length > 0) return;

  const only = argOf('only');
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) await part(visitor);
});
