import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../playwright.config.ts';
import { pressEvery, recognisesScans } from '../../tools/scanner.ts';
import type { Place } from '../kit/proof.ts';
import type { Dice } from '../kit/random.ts';
import { type Effect, effectOf, watchEffects } from './effects.ts';
import { PECAS, type Peca } from './produtos.ts';
import type { Pacote } from './sales.ts';
import { SENHA, type Site } from './site.ts';

/** The pause between two keys of a scanner. */
const KEY_MS = 8;
/** A person who sees nothing for so long scans again. */
const PATIENCE_S = 15;

/** What the packing showed, over all parcels. */
export interface Packing {
  scans: number;
  /** The parcels that the person put into boxes and that the screen called packed. */
  packed: Pacote[];
  /** For each of them, the seconds between its scans and what the screen showed for them. */
  seconds: number[];
  unlike: string[];
  late: string[];
  dead: string[];
}

export const nothingPacked = (): Packing => ({
  ...{ scans: 0, packed: [], seconds: [], unlike: [], late: [], dead: [] },
});

export async function openBrowser({ onEnd }: Pick<Place, 'onEnd'>): Promise<Browser> {
  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  return browser;
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const DESK = { viewport: { width: 1440, height: 900 } };

/** A page of the person who packs. */
export async function openPage(
  browser: Browser,
  { origin, operator }: Pick<Site, 'origin' | 'operator'>,
  size: typeof PHONE | typeof DESK,
): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: origin, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' },
    ...size,
  });
  context.setDefaultTimeout(PATIENCE_S * 4000);
  const data = { email: operator.email, senha: SENHA };
  const answer = await context.request.post('/api/sessoes', { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}: ${await answer.text()}`);
  const page = await context.newPage();
  await watchEffects(page);
  return page;
}

interface Work {
  /** How many parcels stay unpacked. */
  left: number;
  dice: Dice;
  packing: Packing;
  /** Called when the screen shows something that a person sees only for a moment. */
  onSight: (what: 'pedido-aberto' | 'varios-itens' | 'conferencia' | 'separado') => Promise<void>;
}

/**
 * Packs open parcels on the screen, as a person does who has all their parts on the table: scans any part, looks at the
 * parcel that opens, and scans what else belongs into its box.
 */
export async function pack(
  page: Page,
  open: Set<Pacote>,
  { left, dice, packing, onSight }: Work,
): Promise<void> {
  await recognisesScans(page);
  const scan = async (code: string): Promise<Effect | undefined> => {
    packing.scans++;
    const effect = await effectOf(page, () => pressEvery(page, code, KEY_MS), PATIENCE_S);
    if (!effect) packing.dead.push(`${code} at ${new URL(page.url()).search}`);
    return effect;
  };
  while (open.size > left) {
    const meant = dice.pick([...open]);
    const { peca } = dice.pick(meant.itens);
    const began = await scan(codeOf(peca, dice));
    const pacote = began && (await lookAt(page, began, { peca, open, packing }));
    if (!began || !pacote) {
      // The person puts the part aside and goes on with another one.
      open.delete(meant);
      await page.keyboard.press('Escape');
      continue;
    }
    await onSight(pacote.itens.length > 1 ? 'varios-itens' : 'pedido-aberto');
    let ms = began.ms;
    let last: Effect | undefined;
    for (const code of furtherCodes(pacote, peca, dice)) {
      if (last?.texto === 'Peça lida') await onSight('conferencia');
      last = await scan(code);
      ms += last?.ms ?? 0;
    }
    if (last?.texto === 'Pedido separado') {
      packing.packed.push(pacote);
      packing.seconds.push(ms / 1000);
      await onSight('separado');
    } else if (last)
      packing.unlike.push(`${named(pacote)}: after its last part the screen said ${last.texto}`);
    open.delete(pacote);
  }
}

interface Sight {
  peca: Peca;
  open: ReadonlySet<Pacote>;
  packing: Packing;
}

/** Compares the parcel that has opened with what was sold. Returns it if the part belongs into it. */
async function lookAt(
  page: Page,
  { is, texto }: Effect,
  { peca, open, packing: { unlike, late } }: Sight,
): Promise<Pacote | undefined> {
  const needs = (pacote: Pacote) => pacote.itens.some((item) => item.peca === peca);
  const pacote = [...open].find(({ pedidos }) => is === 'pedido' && pedidos.includes(texto));
  if (!pacote || !needs(pacote)) {
    unlike.push(`${peca.sku} opened ${texto}, which does not need it`);
    return;
  }
  const sooner = [...open].find((other) => needs(other) && other.prazo < pacote.prazo);
  if (sooner) late.push(`${peca.sku} opened ${named(pacote)} before ${named(sooner)}`);
  const shown = await itemsOn(page);
  const sold = pacote.itens.map((item) => `${item.peca.sku} ×${item.quantidade}`).sort();
  if (shown.join() !== sold.join()) unlike.push(`${named(pacote)} shows ${shown}, and ${sold} were sold`);
  return pacote;
}

const named = ({ pedidos }: Pacote) => `pedido ${pedidos[0]}`;

/** A part has its barcode or only its SKU on it. */
const codeOf = ({ codigo, sku }: Peca, dice: Dice) => (codigo && dice.chance(0.8) ? codigo : sku);

/** The same part again if it is the only one, and otherwise each of the others. */
function furtherCodes({ itens }: Pacote, peca: Peca, dice: Dice): string[] {
  const others = itens.filter((item) => item.peca !== peca);
  return (others.length > 0 ? others : itens).map((item) => codeOf(item.peca, dice));
}

/** The parts and their units as the open parcel names them. */
async function itemsOn(page: Page): Promise<string[]> {
  const texts = await page.getByRole('list', { name: 'Itens' }).getByRole('listitem').allTextContents();
  return texts
    .map((text) => {
      const peca = PECAS.find(({ sku }) => text.includes(sku));
      return `${peca?.sku ?? text} ×${/×(\d+)/.exec(text)?.[1] ?? ''}`;
    })
    .sort();
}
