import { type Browser, chromium, type Page } from '@playwright/test';
import { LOOKUP_FAULT_KINDS } from '../apps/sandbox/src/consultas/lookup-faults.ts';
import { launchOptions } from '../playwright.config.ts';
import type { Product } from './product.ts';
import { isShort } from './proof.ts';
import type { Measure } from './prove-lookups.load.ts';
import { aNumber, breakServices, mendServices, SERVICES, type Tipo } from './prove-lookups.world.ts';
import { DEMO } from './seed.ts';

/** How each form asks, and what it says. Where it says nothing of a success, the filled fields do. */
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
  /** Found, or refused as specified; otherwise nothing came. */
  outcome: 'found' | 'refused' | 'nothing';
  blocked: boolean;
  overwritten: boolean;
}

/** What a broken form would do, done to the page: the figures must notice. */
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

/** One fault in every form, with the page doing what it must not. */
export async function proveForm(product: Product, name: keyof typeof FORM_DEFECTS): Promise<Measure[]> {
  const browser = await chromium.launch(launchOptions);
  const [form] = FORMS;
  if (!form) throw new Error('no form');
  const seen = await lookUpIn(browser, product, form, { what: name, ...FORM_DEFECTS[name] });
  await browser.close();
  return figuresOf([seen]);
}

/** Every form, with each of its services failing in every way, as somebody who goes on typing sees it. */
export async function proveForms(product: Product): Promise<Measure[]> {
  const browser = await chromium.launch(launchOptions);
  const seen: Seen[] = [];
  try {
    for (const kind of KINDS)
      for (const place of PLACES) {
        // The services are the same for all forms, so those of one fault can be tried side by side.
        for (const tipo of ['cep', 'cnpj'] as const) {
          const service = SERVICES[tipo][place];
          if (service === undefined) throw new Error(`${tipo} has no service at ${place}`);
          await breakServices(product.sandbox, kind, [service]);
          const forms = FORMS.filter((form) => form.tipo === tipo);
          const what = (path: string) => `${path} ${tipo}, ${service}: ${kind}`;
          const lookUps = forms.map((form) => lookUpIn(browser, product, form, { what: what(form.path) }));
          seen.push(...(await Promise.all(lookUps)));
          await mendServices(product.sandbox);
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
  // Kept back until the form has been looked at: a service that answers at once would hide a form that waits.
  const { promise: looked, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/consultas\//, async (route) => {
    await looked;
    await route.fallback();
  });
  await field(tipo === 'cep' ? 'CEP' : 'CPF/CNPJ').pressSequentially(aNumber(tipo, true));
  // The lookup of a fornecedor begins on leaving the field; nobody waits in it anyway.
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

/** At this moment, without waiting for it to become otherwise. */
const isBlocked = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const controls = [...dialog.querySelectorAll<HTMLInputElement>('input, textarea, button')];
    return controls.length < 8 || controls.some((each) => each.matches(':disabled') || each.readOnly);
  });

/** Every number that exists has a town, whoever says so. */
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
      name: 'forms: share filled by another service',
      value: seen.filter(({ outcome }) => outcome === 'found').length / seen.length,
      bar: { exactly: 1 },
      size: `${seen.length} lookups; slowest ${Math.round(Math.max(...seen.map(({ ms }) => ms)))} ms`,
    },
    {
      name: 'forms: lookups without an outcome within 5 s',
      ...count(({ outcome, ms }) => outcome === 'nothing' || ms > IN_TIME_MS),
    },
    { name: 'forms: blocked while looking up', ...count(({ blocked }) => blocked) },
    { name: 'forms: what was typed overwritten', ...count(({ overwritten }) => overwritten) },
  ];
}
