import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { aPerson, givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { launchOptions } from '../../playwright.config.ts';
import { ROOT } from '../../tools/stack.ts';
import { isShort } from '../kit/arguments.ts';
import { figure, grouped, note, percentile, timeBar } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { RARE } from '../kit/produtos.words.ts';
import { prove } from '../kit/proof.ts';

/**
 * Measures the screen of produtos in Chromium: the time until the first rows, the time until a filter shows
 * its result, and the longest frame while scrolling. It needs the folder of an earlier `prove:catalogue
 * --keep <dir>` and a build (`pnpm build`).
 */
const ROUNDS = isShort ? 3 : 20;
const PRODUTOS = '/catalogo/produtos';
const SENHA = 'segredo-da-Prova-1';
/**
 * Matches rows with data, not the skeleton rows of a loading list and not the spacers for rows out of sight.
 */
const ROWS = 'tr[aria-rowindex]';

await prove(async (place) => {
  const kept = process.argv[process.argv.indexOf('--keep') + 1] ?? '';
  const dir = resolve(kept);
  if (!process.argv.includes('--keep') || !existsSync(join(dir, 'PG_VERSION')))
    throw new Error('--keep must name a folder that an earlier run of prove:catalogue kept');
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '4GB' }, dir);
  const settings = { ...NO_LIMITS, NODE_ENV: 'test', WEB_DIST: join(ROOT, 'apps/web/dist') };
  const product = await openProduct(stage, { settings });
  const { admin } = product;
  const { rows } = await admin.query<{ id: string; produtos: number }>(
    `select empresa_id as id, sum(delta)::int as produtos from contadores where nome = 'produtos'
     group by 1 order by 2 desc limit 1`,
  );
  const [large] = rows;
  if (!large) throw new Error('no empresa has produtos');
  note(`${grouped(large.produtos)} produtos`);

  await product.serve({ PUBLIC_URL: `http://localhost:${product.ports.api}` });
  const browser = await chromium.launch(launchOptions);
  place.onEnd(() => browser.close());
  const url = `http://localhost:${product.ports.api}`;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
  });
  const { userId, email } = await aPerson(admin, 'Ana Souza', large.id);
  await givePassword(admin, userId, await hashPassword(SENHA));
  const signedIn = await context.request.post('/api/sessoes', {
    data: { email, senha: SENHA },
    headers: { origin: url },
  });
  if (!signedIn.ok()) throw new Error(await signedIn.text());

  await proveFirstRows(context);
  const page = await context.newPage();
  await page.goto(PRODUTOS);
  await page.locator(ROWS).first().waitFor();
  await proveFilters(page);
  await proveScrolling(page);
});

async function proveFirstRows(context: BrowserContext): Promise<void> {
  const times: number[] = [];
  // The first visit only fills the browser's cache and does not count.
  for (let round = -1; round < ROUNDS; round++) {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(PRODUTOS, { waitUntil: 'commit' });
    await page.locator(ROWS).first().waitFor();
    if (round >= 0) times.push(performance.now() - began);
    await page.close();
  }
  print('time from navigation to the first rows', times, 1000);
}

/** Measures the time from the last key until every drawn row contains the typed text. */
async function proveFilters(page: Page): Promise<void> {
  const filters = page.getByRole('search', { name: 'Filtros' });
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  const times: number[] = [];
  const texts = [RARE, 'Tempra', 'filtro', 'wastegate', 'Troller'];
  // The first round of each text reads from disk and does not count.
  for (let round = -texts.length; round < ROUNDS; round++) {
    const text = texts[(round + texts.length) % texts.length] ?? RARE;
    const field = filters.getByLabel('Nome do Produto', { exact: true });
    await field.fill('');
    await page.waitForURL((url) => !url.searchParams.has('nome'));
    await page.waitForFunction(
      () =>
        new Set([...document.querySelectorAll('tr[aria-rowindex]')].map((row) => row.textContent)).size > 10,
    );
    await field.pressSequentially(text.slice(0, -1), { delay: 60 });
    await page.evaluate(() => {
      addEventListener('keydown', () => Object.assign(window, { lastKey: performance.now() }), {
        once: true,
        capture: true,
      });
    });
    await field.press(text.slice(-1));
    const taken = await page.waitForFunction(
      (sought) => {
        const rows = [...document.querySelectorAll('tr[aria-rowindex]')];
        const all = rows.length > 0 && rows.every((row) => row.textContent?.toLowerCase().includes(sought));
        const { lastKey } = window as unknown as { lastKey: number };
        return all && performance.now() - lastKey;
      },
      text.toLowerCase(),
      { polling: 10 },
    );
    if (round >= 0) times.push(Number(await taken.jsonValue()));
  }
  print('time from the last key to the filtered rows', times, 300);
  await filters.getByLabel('Nome do Produto', { exact: true }).fill('');
  await page.keyboard.press('Escape');
}

/** Measures the longest frame while the page scrolls. */
async function proveScrolling(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('tr[aria-rowindex]').length > 15);
  await page.locator(ROWS).nth(5).hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { frames });
  });
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 120);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2));
  figure('longest frame while scrolling: ms', Math.max(...frames), timeBar(100), `${frames.length} frames`);
}

function print(name: string, times: readonly number[], max: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const p50 = percentile(sorted, 0.5).toFixed(0);
  figure(`${name}: p95 ms`, percentile(sorted, 0.95), timeBar(max), `p50 ${p50}; ${sorted.length} times`);
}
