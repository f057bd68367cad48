import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { aPerson, givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { launchOptions } from '../../playwright.config.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { countOf, note, planted, show } from '../kit/figures.ts';
import { prove } from '../kit/proof.ts';
import { FAULTS, type Fault, LASTS_MS } from './faults.ts';
import { JOURNEYS, type Journey, lostTyping, type Step, TYPED } from './journeys.ts';

/**
 * Disturbs the network at each step of ten journeys through the built web (run `pnpm build` first). Whatever happens,
 * the screen must stay usable: after the fault, the same controls finish the journey, and typed text is still there.
 * `--planted` plants what the web did before: a page that reloads itself, and an error screen in place of the page.
 */
const SENHA = 'prumo-prova-1';
/** A person who sees no effect tries again, at most this often. */
const TRIES = 8;
const LASTS = isShort ? LASTS_MS.short : LASTS_MS.full;

const DEFECTS = {
  'reloads-itself': (page: Page) => page.reload(),
  'error-screen': (page: Page) =>
    page.evaluate(() => document.getElementById('root')?.replaceChildren('Unexpected Application Error!')),
};

interface Findings {
  dead: string[];
  lost: string[];
  drills: number;
}

interface Visit {
  browser: Browser;
  product: Product;
  pool: pg.Pool;
  /** What a planted defect does to the page during the fault. */
  defect?: (page: Page) => Promise<unknown>;
}

/** A page of a new empresa, on the dashboard. */
async function arrive({ browser, product, pool }: Visit): Promise<Page> {
  const person = await aPerson(pool, 'Ana Souza');
  await givePassword(pool, person.userId, await hashPassword(SENHA));
  const context = await browser.newContext({
    baseURL: product.url,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  const headers = { origin: product.url };
  await context.request.post('/api/sessoes', { data: { email: person.email, senha: SENHA }, headers });
  for (const nome of ['Bosch', 'Valeo'])
    await context.request.post('/api/marcas', { data: { nome, descricao: null, logo_url: null }, headers });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Does a step, presses the offered retry, or does it again, until the screen shows its effect. */
async function finish(page: Page, step: Step, tries: number): Promise<boolean> {
  for (let tried = 0; tried < tries; tried++) {
    if (await step.sees(page).catch(() => false)) return true;
    const retry = page.getByRole('button', { name: 'Tentar de novo' }).first();
    if (await retry.isVisible().catch(() => false)) await retry.click({ timeout: 2000 }).catch(() => {});
    else await step.act(page).catch(() => {});
    for (let looked = 0; looked < 20 && !(await step.sees(page).catch(() => false)); looked++)
      await pause(150);
  }
  return step.sees(page).catch(() => false);
}

/** True for the browser's own error page, for the error screen, and for a page without a word. */
const isDead = async (page: Page) => {
  if (!page.url().startsWith('http')) return true;
  const words = await page
    .locator('#root')
    .innerText({ timeout: 5000 })
    .catch(() => '');
  return words.trim() === '' || words.includes('Unexpected Application Error!');
};

async function drill(
  visit: Visit,
  journey: Journey,
  at: number,
  [name, fault]: [string, Fault],
  found: Findings,
) {
  const page = await arrive(visit);
  const place = { page, devtools: await page.context().newCDPSession(page), httpPid: visit.product.httpPid };
  const drilled = `${journey.name}, step ${at + 1}, ${name}`;
  found.drills++;
  try {
    for (const step of journey.steps.slice(0, at))
      if (!(await finish(page, step, TRIES)))
        throw new Error(`${drilled}: the journey did not reach the step`);
    const step = journey.steps[at];
    if (!step) throw new Error(`${journey.name} has no step ${at + 1}`);
    const end = await fault(place);
    await step.act(page).catch(() => {});
    await visit.defect?.(page);
    await pause(LASTS);
    if (await isDead(page)) found.dead.push(`${drilled}: dead during the fault`);
    await end();
    const values = TYPED[journey.name];
    // The text was typed in the last step but one, or in the last.
    const typedAt = journey.steps.length - (journey.name === 'produto' ? 1 : 2);
    if (values && at > typedAt) {
      const lost = await lostTyping(page, values);
      // A dialog that closes while its fields are read has saved what was typed. The row of the last step shows it.
      if (await page.getByRole('dialog').isVisible())
        for (const label of lost) found.lost.push(`${drilled}: ${label}`);
    }
    for (const rest of journey.steps.slice(at))
      if (!(await finish(page, rest, TRIES))) {
        found.dead.push(`${drilled}: the journey could not be finished`);
        break;
      }
  } finally {
    await page.context().close();
  }
}

async function drills(visit: Visit, journeys: readonly Journey[], faults: readonly [string, Fault][]) {
  const found: Findings = { dead: [], lost: [], drills: 0 };
  for (const journey of journeys)
    for (const [index] of journey.steps.entries()) {
      // The short form disturbs each step once, each time by another fault.
      const chosen = isShort ? faults.filter((_, fault) => fault === found.drills % faults.length) : faults;
      for (const fault of chosen) await drill(visit, journey, index, fault, found);
    }
  return found;
}

await prove(async ({ port, onEnd }) => {
  const product = await startProduct(port);
  onEnd(product.stop);
  const pool = new pg.Pool({ connectionString: product.postgres.url(product.database), max: 2 });
  onEnd(() => pool.end());
  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  const visit: Visit = { browser, product, pool };
  const [first] = JOURNEYS;
  if (!first) throw new Error('There is no journey.');

  const defects = plantedOf(DEFECTS);
  for (const name of defects) {
    const found: Findings = { dead: [], lost: [], drills: 0 };
    // The last step comes after the typing.
    await drill(
      { ...visit, defect: DEFECTS[name] },
      first,
      first.steps.length - 1,
      ['slow', FAULTS.slow],
      found,
    );
    planted(name, [...found.dead, ...found.lost]);
  }
  if (defects.length > 0) return;

  // The short form is the one of a developer's machine; `pnpm e2e` contains the drills of `.ci/run`.
  const journeys = isShort ? JOURNEYS.slice(0, 4) : JOURNEYS;
  const { dead, lost, drills: done } = await drills(visit, journeys, Object.entries(FAULTS));
  show([countOf('dead screens', dead, `${done} drills`), countOf('lost texts', lost, `${done} drills`)]);
  note(`${journeys.length} journeys, faults: ${Object.keys(FAULTS).join(', ')}`);
});
