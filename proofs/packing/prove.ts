import { argOf, isShort, plantedOf, seed } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { countOf, figure, type Measure, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { diceOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { judgeLabels, judgePacking, judgeStock } from './judge.ts';
import { print } from './labels.ts';
import { DESK, nothingPacked, openBrowser, openPage, PHONE, pack } from './packer.ts';
import { type Pacote, sell } from './sales.ts';
import { openSights } from './sights.ts';
import { openSite, type Site } from './site.ts';

/**
 * Packs parcels as the person who packs does, on a phone in Chromium with a scanner (run `pnpm build` first). The stand-in
 * sells, and its notifications bring the sales. The person scans the parts, prints the labels and hands the parcels over.
 * What was packed, printed and taken from the stock is compared with the stand-in. `--pictures=<folder>` keeps pictures of
 * every screen.
 */
const PARCELS = isShort ? 8 : 40;
const PLANTED_PARCELS = 8;
const FORMATS = ['PDF', 'ZPL'] as const;
const PATIENCE_S = 180;
/** The product has read everything that it was told. */
const QUIET = 'not exists (select from notificacoes where pendente)';
const FILA = '/vendas/pedidos';
const A_PREPARAR = `${FILA}?aba=preparar`;

await prove(async (place) => {
  note(`seed ${seed}`);
  const stage = await openStage(place);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) await run(stage);
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await runPlanted(stage, `prumo_${n}`, edits), by);
  }
});

/** Sells, and waits until the product shows each parcel with its deadline. */
async function open(stage: Stage, database: string, count: number, edits: readonly Edit[] = []) {
  const site = await openSite(stage, database, edits);
  const pacotes = await sell(site, count, diceOf(seed));
  const known = pacotes.map(({ envio, prazo }) => `('${envio}', ${prazo / 1000})`).join(', ');
  const isRead = await site.counts(
    `select count(*) from pedidos_fila where aba = 'preparar'
       and (envio_id, extract(epoch from prazo)) in (values ${known}) and ${QUIET}`,
    count,
    PATIENCE_S,
  );
  if (!isRead) throw new Error('the product did not read all sales');
  const browser = await openBrowser(stage);
  const phone = await openPage(browser, site, PHONE);
  await phone.goto(A_PREPARAR);
  return { site, pacotes, phone, desk: await openPage(browser, site, DESK), close: () => browser.close() };
}

async function runPlanted(stage: Stage, database: string, edits: readonly Edit[]): Promise<Measure[]> {
  const { site, pacotes, phone, close } = await open(stage, database, PLANTED_PARCELS, edits);
  const packing = nothingPacked();
  await pack(phone, new Set(pacotes), { left: 0, dice: diceOf(seed), packing, onSight: async () => {} });
  const measures = await judgePacking(site, pacotes, packing);
  await close();
  await site.close();
  return measures;
}

async function run(stage: Stage): Promise<void> {
  const { site, pacotes, phone, desk } = await open(stage, 'prumo', PARCELS);
  const sights = openSights(phone, desk, argOf('pictures'));
  await sights.see('separacao', `${FILA}/separacao`);
  await sights.see('a-preparar', A_PREPARAR);
  noteLoad();

  const packing = nothingPacked();
  const printed: number[] = [];
  const unpacked = new Set(pacotes);
  const dice = diceOf(seed);
  let printingS = 0;
  for (const [n, formato] of FORMATS.entries()) {
    await phone.goto(A_PREPARAR);
    // Each format prints its part of the labels.
    const left = PARCELS - Math.ceil((PARCELS * (n + 1)) / FORMATS.length);
    await pack(phone, unpacked, { left, dice, packing, onSight: sights.see });
    await phone.goto(`${FILA}?aba=imprimir`);
    await sights.see('imprimir');
    const { envios, seconds } = await print(phone, { formato, onSight: sights.see });
    printed.push(...envios);
    printingS += seconds;
  }
  show(await judgePacking(site, pacotes, packing));
  show(await judgeLabels(site, pacotes, printed));
  figure('printing a label, s', printingS / PARCELS, undefined, `in ${FORMATS.length} files`);
  await dispatch(site, pacotes);
  show(await judgeStock(site));
  await sights.see('despachados', `${FILA}?aba=despachados`);
  await sights.see('nada-a-preparar', A_PREPARAR);
  const { findings, seen } = sights;
  show([countOf('axe findings', findings, `${seen.size} screens, in both widths and themes`)], 20);
  noteLoad();
}

/** The carrier takes all parcels, and the product reads it. */
async function dispatch({ standIn, counts }: Site, pacotes: readonly Pacote[]): Promise<void> {
  for (const { envio } of pacotes) await standIn.control('POST', `/envios/${envio}/avancar`, { ate: 'saiu' });
  const isRead = await counts(
    `select count(*) from vendas_envios where despachado_em is not null
       and ${QUIET}`,
    pacotes.length,
    PATIENCE_S,
  );
  if (!isRead) note('the product did not read every dispatch in time');
}
