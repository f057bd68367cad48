import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { aPerson, givePassword, hashPassword } from '../apps/server/src/testing/people.ts';
import { launchOptions } from '../playwright.config.ts';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, percentile, prove } from './proof.ts';
import { RARE } from './prove-catalogue.words.ts';
import { environment, ROOT, start, untilReady } from './stack.ts';

/**
 * The screen of produtos in Chromium, over the data an earlier `prove:catalogue --keep <dir>` left there (`pnpm build`
 * first): how soon the first rows are there, how soon the answer to a filter is, and that scrolling does not stumble.
 */
const ROUNDS = isShort ? 3 : 20;
const PRODUTOS = '/catalogo/produtos';
const SENHA = 'segredo-da-Prova-1';
/** Neither those that say that rows are on their way, nor what holds the place of the ones out of sight. */
const ROWS = 'tr[aria-rowindex]';

await prove(async ({ folder, port, onEnd }) => {
  const kept = process.argv[process.argv.indexOf('--keep') + 1] ?? '';
  const dir = resolve(kept);
  if (!process.argv.includes('--keep') || !existsSync(join(dir, 'PG_VERSION')))
    throw new Error('--keep names no folder a run of prove:catalogue has left');
  const postgres = await startPostgres({ dir, port, settings: { fsync: 'off', shared_buffers: '4GB' } });
  onEnd(postgres.stop);
  const admin = new pg.Pool({ connectionString: postgres.url('prumo'), max: 1 });
  // Ending, a connection may still hear that the server stops.
  admin.on('error', () => {});
  onEnd(() => admin.end());
  const { rows } = await admin.query<{ id: string; produtos: number }>(
    `select empresa_id as id, sum(delta)::int as produtos from contadores where nome = 'produtos'
     group by 1 order by 2 desc limit 1`,
  );
  const [large] = rows;
  if (!large) throw new Error('no empresa has produtos');
  note(`${large.produtos.toLocaleString('en')} produtos`);

  const ports = { web: port + 1, api: port + 1, media: port + 2, smtp: port + 3, sandbox: port + 4 };
  const http = start('dist/main.http.js', {
    ...environment(postgres, 'prumo', ports, folder),
    NODE_ENV: 'test',
    WEB_DIST: join(ROOT, 'apps/web/dist'),
    LOG_LEVEL: 'error',
    RATE_LIMIT: '0',
  });
  // Its orderly end would wait for a balancer.
  onEnd(async () => http.child.kill('SIGKILL'));
  await untilReady(`http://127.0.0.1:${ports.api}/readyz`);

  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  const url = `http://localhost:${ports.web}`;
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
  // The first visit also fills the browser's cache; people come back.
  for (let round = -1; round < ROUNDS; round++) {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(PRODUTOS, { waitUntil: 'commit' });
    await page.locator(ROWS).first().waitFor();
    if (round >= 0) times.push(performance.now() - began);
    await page.close();
  }
  print('first rows after navigation', times, 1000);
}

/** From the last key to the answer drawn: every row has what was typed. */
async function proveFilters(page: Page): Promise<void> {
  const filters = page.getByRole('search', { name: 'Filtros' });
  const times: number[] = [];
  const texts = [RARE, 'Tempra', 'filtro', 'wastegate', 'Troller'];
  // The first time each is read from the disk.
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
  print('a filter answered after the last key', times, 300);
  await filters.getByLabel('Nome do Produto', { exact: true }).fill('');
}

/** The longest that one frame of a scrolled page takes. */
async function proveScrolling(page: Page): Promise<void> {
  // Only the rows in sight and some around them are there.
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
  figure(
    'longest frame while scrolling: ms',
    Math.max(...frames),
    { max: isShort ? 300 : 100 },
    `${frames.length} frames`,
  );
}

function print(name: string, times: readonly number[], max: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const p50 = percentile(sorted, 0.5).toFixed(0);
  figure(
    `${name}: p95 ms`,
    percentile(sorted, 0.95),
    { max: isShort ? 3 * max : max },
    `p50 ${p50}; ${sorted.length} times`,
  );
}
