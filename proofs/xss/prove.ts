import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { NOMES_DAS_COLUNAS } from '../../packages/contract/src/lotes.ts';
import { launchOptions } from '../../playwright.config.ts';
import { isPlanted, isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { countOf, grouped, type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { type Operator, openStage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { formulasIn } from './csv.ts';
import { DEFECTS } from './defects.ts';
import { mailFindings } from './mail.ts';
import { payloads } from './payloads.ts';
import { openSite, SENHA, type Site } from './site.ts';
import {
  nothingSeen,
  open,
  SCREENS,
  visitAnonymous,
  visitOthers,
  visitPages,
  visitScreen,
} from './visits.ts';
import { fill } from './writes.ts';

/** Fills every text field with payloads, and visits every screen of the built web (README.md). */
const COUNT = numberArgOf('payloads') ?? (isPlanted ? 8 : isShort ? 20 : 200);
/** The pages of a list that are visited. The full form visits all of them. */
const PAGES = isShort || isPlanted ? 1 : 20;
const LISTS = SCREENS.filter((path) => /^\/(cadastros|catalogo)\//.test(path));

interface Options {
  edits?: readonly Edit[];
  rewrite?: (script: string) => string;
}

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);
  const browser = await chromium.launch(launchOptions);
  place.onEnd(() => browser.close());

  async function run(name: string, { edits = [], rewrite }: Options = {}): Promise<Measure[]> {
    const site = await openSite(stage, name, edits);
    try {
      return await measure(site, browser, rewrite);
    } finally {
      await site.close();
    }
  }

  const defects = plantedOf(DEFECTS);
  for (const [index, name] of defects.entries()) {
    const { by, ...options }: Options & { by: RegExp } = DEFECTS[name];
    plantedBy(name, await run(`p${index}`, options), by);
  }
  if (defects.length === 0) show(await run('prumo'), 15);
});

async function measure(site: Site, browser: Browser, rewrite: Options['rewrite']): Promise<Measure[]> {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const texts = payloads(COUNT);
  const operator = await site.anOperator('Ana Souza');
  const filled = await fill(site, operator, texts);
  note(`${texts.length} payloads in the fields after ${seconds()} s`);
  await signInFrom(site, operator, texts);
  await deleteSome(site, operator);
  await invite(site, operator);

  const seen = nothingSeen();
  const visitor = { browser, site, seen, ...(rewrite && { rewrite }) };
  const page = await open(visitor, operator);
  const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? '';
  // A page whose texts are broken by a planted defect has nothing to click.
  for (const path of rewrite ? ['/', '/cadastros/marca', '/catalogo/produtos'] : SCREENS)
    await visitScreen(visitor, page, path);
  if (!rewrite) {
    for (const path of LISTS) await visitPages(visitor, page, path, PAGES);
    await visitOthers(visitor, page, texts);
    await visitAnonymous(visitor, invitations(site), texts);
  }
  await page.context().close();

  note(`${seen.visited} screens and dialogs visited after ${seconds()} s`);
  const letters = site.received.flatMap((message) => mailFindings(message, site.origin));
  const csv = await readCsvs(site, operator);
  const stored = [...filled.stored];
  const taking = stored.filter(([, times]) => times > 0);
  const size = `${seen.visited} screens and dialogs, ${seen.shown} of them showed a payload`;
  return [
    {
      name: 'payloads stored',
      value: taking.reduce((sum, [, times]) => sum + times, 0),
      bar: { min: COUNT },
      size: `${COUNT} payloads to each of ${stored.length} text fields of the contract; ${taking.length} fields store some, the others refused every one`,
    },
    countOf('answers of 5xx', filled.broken),
    countOf('executions', seen.executions, size),
    countOf('violations of the content security policy', seen.violations, size),
    countOf('requests that a payload sent', seen.requests, size),
    countOf('errors in the console', seen.errors, size),
    countOf(
      'directives that the policy lacks',
      [
        "script-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "base-uri 'none'",
      ].filter((directive) => !policy.includes(directive)),
    ),
    { name: 'screens and dialogs that showed a payload', value: seen.shown, bar: { min: rewrite ? 0 : 20 } },
    countOf('texts that became markup or headers of messages', letters, `${site.received.length} messages`),
    countOf('formulas in CSV files', csv.formulas, `${grouped(csv.cells)} cells`),
  ];
}

/** The screen of sessions and a message show the browser, which its owner names freely. */
async function signInFrom(site: Site, { email }: Operator, texts: readonly string[]): Promise<void> {
  const printable = texts.filter((text) => /^[\x20-\x7e]+$/.test(text)).slice(0, 5);
  for (const agent of printable)
    await site.ask({}, 'POST', '/api/sessoes', { email, senha: SENHA }, { 'user-agent': agent });
}

/** Deletes a record of each register, so that each trash shows one. */
async function deleteSome(site: Site, operator: Operator): Promise<void> {
  for (const noun of [
    'produtos',
    'vendedores',
    'clientes',
    'depositos',
    'marcas',
    'categorias',
    'fornecedores',
  ]) {
    const { text } = await site.ask(operator, 'GET', `/api/${noun}`);
    const { itens = [] } = JSON.parse(text) as { itens?: { id: string }[] };
    for (const { id } of itens.slice(-2)) await site.ask(operator, 'DELETE', `/api/${noun}/${id}`);
  }
}

/** Invites a person, whose message names the empresa and the person who invites. */
async function invite(site: Site, operator: Operator): Promise<void> {
  const before = site.received.length;
  await site.confirm(operator);
  const answer = await site.ask(operator, 'POST', '/api/convites', {
    ...{ emails: [`bia${before}@exemplo.com.br`], papel: 'administrador', ve_custo: false },
  });
  if (answer.status !== 201) throw new Error(`the convite: ${answer.text}`);
  for (let tries = 0; tries < 300 && invitations(site).length === 0; tries++) await sleep(100);
}

function invitations({ received }: Site): string[] {
  return received.flatMap(({ html }) => /http\S+#convite=[\w.-]+/.exec(html)?.[0] ?? []).slice(0, 3);
}

async function readCsvs(site: Site, operator: Operator) {
  await site.confirm(operator);
  const produtos = { selecao: { filtro: {}, exceto: [] }, colunas: NOMES_DAS_COLUNAS };
  const files = [
    await site.ask(operator, 'POST', '/api/lotes/arquivo', produtos),
    await site.ask(operator, 'GET', '/api/atividades/arquivo'),
  ];
  const failed = files.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`a CSV answered ${failed[0]?.status}: ${failed[0]?.text}`);
  const texts = files.map(({ text }) => text);
  return { formulas: texts.flatMap(formulasIn), cells: texts.join('').split(';').length };
}
