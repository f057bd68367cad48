import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../playwright.config.ts';
import { startProduct } from './product.ts';
import { figure, isShort, median, note, planted, plantedOf, prove } from './proof.ts';
import { audit } from './prove-web.lighthouse.ts';
import { STATES } from './prove-web.states.ts';
import { DEMO, seedDemo } from './seed.ts';

/**
 * The built web (`pnpm build` first): no axe violation on any screen and state, light and dark, wide and narrow; what
 * the first visit downloads; and Lighthouse. That everything works by keyboard alone is shown by `pnpm e2e`.
 * --planted: takes the accessible name of a button away, which axe must find.
 */
const KB = 1024;
const WIDTHS = [1440, 390] as const;
const THEMES = ['light', 'dark'] as const;
/** One run on a busy machine says little; the promise is the full run's median. */
const PERFORMANCE = { min: isShort ? 80 : 95 };
const DEFECTS = ['nameless-button'] as const;

interface Visitor {
  browser: Browser;
  url: string;
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

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    // All in the page itself: otherwise each look opens another one to sum up.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // What is drawn in a portal stands outside the landmarks by its nature.
    .disableRules(['region'])
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

async function accessibility(visitor: Visitor, defect?: (typeof DEFECTS)[number]): Promise<string[]> {
  const findings: string[] = [];
  let looked = 0;
  // The journeys of `pnpm e2e` look at every screen in both colours; the short form at one state in three.
  const states = isShort ? STATES.filter((_, index) => index % 3 === 0) : STATES;
  for (const width of isShort ? [WIDTHS[0]] : WIDTHS)
    for (const theme of isShort ? [THEMES[0]] : THEMES)
      for (const state of states) {
        const context = await visit(visitor, { width, theme });
        if (state.anonymous) await context.clearCookies();
        const page = await context.newPage();
        await state.reach(page, width);
        if (defect) await page.evaluate(() => document.querySelector('button')?.replaceChildren());
        if (defect)
          await page.evaluate(() => document.querySelector('button')?.removeAttribute('aria-label'));
        for (const finding of await violations(page))
          findings.push(`${state.name} ${width} ${theme}: ${finding}`);
        looked++;
        await context.close();
        if (defect) return findings;
      }
  note(`${looked} states looked at`);
  return findings;
}

/** Scripts a first visit downloads, each compressed by itself as a server would. */
async function firstLoad(visitor: Visitor, path: string, anonymous: boolean): Promise<number> {
  const context = await visit(visitor, { width: 1440, theme: 'light' });
  if (anonymous) await context.clearCookies();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  await context.close();
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

await prove(async ({ port, onEnd }) => {
  const product = await startProduct(port);
  onEnd(product.stop);
  await seedDemo(product.postgres.url(product.database));
  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  const visitor = { browser, url: product.url };

  const defects = plantedOf(DEFECTS);
  for (const defect of defects) planted(defect, await accessibility(visitor, defect));
  if (defects.length > 0) return;

  const found = await accessibility(visitor);
  figure('axe violations', found.length, { exactly: 0 });
  for (const finding of found.slice(0, 20)) note(finding);
  figure('first-load JavaScript of marcas, kB gzip', await firstLoad(visitor, '/cadastros/marca', false), {
    max: 225,
  });
  figure('first-load JavaScript of login, kB gzip', await firstLoad(visitor, '/auth/login', true), {
    max: 190,
  });

  const audited = [
    ['login', '/auth/login', false],
    ['dashboard', '/', true],
    ['marcas', '/cadastros/marca', true],
    ['produtos', '/catalogo/produtos', true],
  ] as const;
  for (const [name, path, signedIn] of audited) {
    // One of them, the heaviest, shows a page that has become much slower.
    if (isShort && name !== 'produtos') continue;
    const runs = await audit({ url: product.url, path, signedIn, runs: isShort ? 1 : 3, port: port + 8 });
    figure(
      `lighthouse ${name}: performance`,
      median(runs.map((run) => run.performance)),
      PERFORMANCE,
      `${runs.length} runs`,
    );
    figure(`lighthouse ${name}: accessibility`, Math.min(...runs.map((run) => run.accessibility)), {
      min: 100,
    });
    figure(`lighthouse ${name}: best practices`, Math.min(...runs.map((run) => run.bestPractices)), {
      min: 100,
    });
  }
});
