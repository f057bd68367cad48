import { type Browser, chromium, type Page } from '@playwright/test';
import { LOOKUP_FAULT_KINDS } from '../../apps/sandbox/src/consultas/lookup-faults.ts';
import { launchOptions } from '../../playwright.config.ts';
import type { Product } from '../../tools/product.ts';
import { DEMO } from '../../tools/seed/demo.ts';
import { isShort } from '../kit/arguments.ts';
import type { Measure } from '../kit/figures.ts';
import { faultsAt } from '../kit/stand-in.ts';
import { aNumber, breakServices, SERVICES, type Tipo } from './world.ts';

/**
 * The forms with a lookup, the type of number that each looks up, and the messages of a failed lookup. A
 * successful lookup shows no message: it fills the fields.
 */
const FORMS: readonly { path: string; tipo: Tipo; missing: string; failed: string }[] = [
  ...['/cadastros/clientes', '/cadastros/vendedores', '/cadastros/fornecedores'].map((path) => ({
    path,
    tipo: 'cep' as const,
    missing: 'CEP não encontrado',
    failed: 'Erro ao buscar CEP',
  })),
  {
    path: '/configuracao/deposito',
    tipo: 'cep',
    missing: 'Não foi possível encontrar o CEP informado.',
    failed: 'Não foi possível encontrar o CEP informado.',
  },
  ...['/cadastros/clientes', '/cadastros/fornecedores'].map((path) => ({
    path,
    tipo: 'cnpj' as const,
    missing: 'CNPJ não encontrado',
    failed: 'Erro ao buscar dados do CNPJ',
  })),
];

const KINDS = isShort ? (['lento', 'forma'] as const) : LOOKUP_FAULT_KINDS;
const PLACES = isShort ? [0] : [0, 1, 2];
const IN_TIME_MS = 5000;
const TYPED = 'Rua que o operador digitou';

interface Seen {
  what: string;
  ms: number;
  /**
   * `found`: the fields were filled. `refused`: the form showed a specified message. `nothing`: neither
   * happened.
   */
  outcome: 'found' | 'refused' | 'nothing';
  blocked: boolean;
  overwritten: boolean;
}

/**
 * Each defect makes the page behave as a broken form would. `by` matches the figure that must miss its bar.
 */
export const FORM_DEFECTS = {
  'form-blocked': {
    by: /blocked/,
    whileAsking: (page: Page) =>
      page.evaluate(() => {
        for (const input of document.querySelectorAll('input')) input.disabled = true;
      }),
  },
  'typing-overwritten': {
    by: /overwritten/,
    whileAsking: (page: Page) => page.getByRole('dialog').getByLabel('Endereço').fill('Outra rua'),
  },
} as const;

/** Runs one lookup in one form with this defect planted in its page. */
export async function proveForm(product: Product, name: keyof typeof FORM_DEFECTS): Promise<Measure[]> {
  const browser = await chromium.launch(launchOptions);
  const [form] = FORMS;
  if (!form) throw new Error('no form');
  const seen = await lookUpIn(browser, product, form, { what: name, ...FORM_DEFECTS[name] });
  await browser.close();
  return figuresOf([seen]);
}

/**
 * Tries every form with each of its services failing in every way. The operator has typed an address before.
 */
export async function proveForms(product: Product): Promise<Measure[]> {
  const browser = await chromium.launch(launchOptions);
  const seen: Seen[] = [];
  const faults = faultsAt(product.sandbox);
  try {
    for (const kind of KINDS)
      for (const place of PLACES) {
        // All forms use the same services, so the forms of one fault run concurrently.
        for (const tipo of ['cep', 'cnpj'] as const) {
          const service = SERVICES[tipo][place];
          if (service === undefined) throw new Error(`${tipo} has no service at ${place}`);
          await breakServices(faults, kind, [service]);
          const forms = FORMS.filter((form) => form.tipo === tipo);
          const what = (path: string) => `${path} ${tipo}, ${service}: ${kind}`;
          const lookUps = forms.map((form) => lookUpIn(browser, product, form, { what: what(form.path) }));
          seen.push(...(await Promise.all(lookUps)));
          await faults.behave();
        }
      }
  } finally {
    await browser.close();
  }
  return figuresOf(seen);
}

async function lookUpIn(
  browser: Browser,
  { url }: Product,
  { path, tipo, missing, failed }: (typeof FORMS)[number],
  { what, whileAsking }: { what: string; whileAsking?: (page: Page) => Promise<void> },
): Promise<Seen> {
  const context = await browser.newContext({ baseURL: url, locale: 'pt-BR', reducedMotion: 'reduce' });
  await context.request.post('/api/sessoes', { data: DEMO, headers: { origin: url } });
  const page = await context.newPage();
  await page.goto(`${path}?abrir=novo`);
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field('Endereço').fill(TYPED);
  await field('Número').waitFor();
  const asked = page.waitForRequest(/\/api\/consultas\//);
  // Holds the answer back until the form has been checked. An immediate answer would hide a form that blocks
  // while it waits.
  const { promise: looked, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/consultas\//, async (route) => {
    await looked;
    await route.fallback();
  });
  await field(tipo === 'cep' ? 'CEP' : 'CPF/CNPJ').pressSequentially(aNumber(tipo, true));
  // The form of a fornecedor starts the lookup when the field loses focus. In the other forms this has no
  // effect.
  await page.keyboard.press('Tab');
  await asked;
  await whileAsking?.(page);
  const blocked = await isBlocked(page);
  const began = performance.now();
  release();
  const outcome = await Promise.race([
    filled(page).then(() => 'found' as const),
    page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${missing}|${failed}`) })
      .first()
      .waitFor()
      .then(() => 'refused' as const),
    new Promise<'nothing'>((resolve) => setTimeout(resolve, IN_TIME_MS + 1000, 'nothing')),
  ]).catch(() => 'nothing' as const);
  const ms = performance.now() - began;
  const kept = (await field('Endereço').inputValue()) === TYPED;
  await context.close();
  return { what, ms, outcome, blocked, overwritten: !kept };
}

/** Whether a control of the dialog is disabled or read-only at this moment. */
const isBlocked = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const controls = [...dialog.querySelectorAll<HTMLInputElement>('input, textarea, button')];
    return controls.length < 8 || controls.some((each) => each.matches(':disabled') || each.readOnly);
  });

/** Waits until the town is filled in. Every service returns a town for every existing number. */
const filled = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="cidade"]')?.value);

function figuresOf(seen: readonly Seen[]): Measure[] {
  const count = (which: (each: Seen) => boolean) => {
    const [example] = seen.filter(which).map(({ what }) => what);
    const value = seen.filter(which).length;
    return { value, bar: { exactly: 0 }, size: example ?? `${seen.length} lookups in ${FORMS.length} forms` };
  };
  return [
    {
      name: 'forms: fraction of lookups filled by another service',
      value: seen.filter(({ outcome }) => outcome === 'found').length / seen.length,
      bar: { exactly: 1 },
      size: `${seen.length} lookups; slowest ${Math.round(Math.max(...seen.map(({ ms }) => ms)))} ms`,
    },
    {
      name: 'forms: lookups without an outcome within 5 s',
      ...count(({ outcome, ms }) => outcome === 'nothing' || ms > IN_TIME_MS),
    },
    { name: 'forms: lookups during which the form was blocked', ...count(({ blocked }) => blocked) },
    {
      name: 'forms: lookups after which typed text was overwritten',
      ...count(({ overwritten }) => overwritten),
    },
  ];
}
