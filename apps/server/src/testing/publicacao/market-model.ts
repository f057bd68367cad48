import { metasOf } from '#modules/anuncios/metas/metas.ts';
import { freeAtCounter, type nextStep, type Publicado } from '#modules/publicacao/next-step.ts';

/** One unit that a buyer took from a listing. */
interface Sale {
  listing: number;
  isCalledOff: boolean;
  /** What our stock has counted of the sale. */
  heard: 'nothing' | 'sold' | 'released';
}

export interface Outcome {
  /** Units that were sold although nothing was there. */
  oversold: number;
  /** The largest sum of all listings beyond what was there. */
  excess: number;
  /** Whether every listing shows its meta once nothing happens any more. */
  isSettled: boolean;
}

/** Returns an integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

const COLCHAO = 1;

/**
 * Plays a shop with one produto, several independent listings of it and a counter. It moves single units between the
 * shelf, the listings and the buyers, and repeats no rule of the product: only `step` decides what is written. A write
 * replaces the quantity of a listing, whatever happened since the reading before it. Notifications come late and in any
 * order. At most one unit of a listing is sold in the gap between a reading and its write.
 */
export function playMarket(
  { listings, units, moves }: { listings: number; units: number; moves: number },
  draw: Draw,
  step: typeof nextStep,
): Outcome {
  let shelf = units;
  /** What our stock counts: it hears of the sales later. */
  let disponivel = units;
  const shown = Array.from({ length: listings }, () => 0);
  const known: Publicado[] = shown.map((_, n) => ({
    id: `${n}`,
    lido: null,
    vendido: 0,
    enviado: null,
    parado: false,
  }));
  const sales: Sale[] = [];
  const outcome: Outcome = { oversold: 0, excess: 0, isSettled: false };

  const anySale = () => sales[draw(Math.max(1, sales.length))];

  function look(): void {
    const sum = shown.reduce((all, quantity) => all + quantity, 0);
    outcome.excess = Math.max(outcome.excess, sum - Math.max(0, shelf));
  }

  function buy(listing: number): void {
    if ((shown[listing] ?? 0) === 0) return;
    shown[listing] = (shown[listing] ?? 0) - 1;
    shelf--;
    if (shelf < 0) outcome.oversold++;
    sales.push({ listing, isCalledOff: false, heard: 'nothing' });
  }

  /** A message shows the newest state of a sale. Once it is called off, its listing may or may not have the unit. */
  function hear(sale: Sale): void {
    const grupo = known[sale.listing] as Publicado;
    if (sale.isCalledOff && sale.heard !== 'released') {
      if (sale.heard === 'sold') disponivel++;
      sale.heard = 'released';
      grupo.lido = null;
    } else if (sale.heard === 'nothing') {
      disponivel--;
      sale.heard = 'sold';
      grupo.vendido++;
    }
  }

  /** The marketplace puts the unit back on the listing, or it does not. */
  function callOff(sale: Sale | undefined): void {
    if (!sale || sale.isCalledOff) return;
    sale.isCalledOff = true;
    shelf++;
    if (draw(2) === 0) shown[sale.listing] = (shown[sale.listing] ?? 0) + 1;
  }

  /** Reads a listing and then asks for its sales, so that they contain all those before the reading. */
  function read(listing: number): Publicado {
    const grupo = known[listing] as Publicado;
    Object.assign(grupo, { lido: shown[listing], vendido: 0, enviado: null });
    if (draw(4) === 0) buy(listing);
    if (draw(8) === 0) callOff(anySale());
    for (const sale of sales) if (sale.listing === listing) hear(sale);
    return grupo;
  }

  const metasNow = () =>
    metasOf(
      disponivel,
      { modo: 'cotas', retidas: COLCHAO },
      known.map(({ id }) => ({ id, cota: null, fixo: null })),
    );
  const plan = () => step(known, metasNow(), Math.max(0, disponivel - COLCHAO));

  /** Reads the listing of the next step, plans again, and writes what the plan then says. */
  function publish(): void {
    const first = plan();
    if (!first) return;
    const grupo = read(Number(first.id));
    const passo = plan();
    if (passo?.id !== grupo.id || passo.quantidade === null) return;
    grupo.enviado = passo.quantidade;
    if (draw(3) === 0) buy(Number(grupo.id));
    // A lost request changes nothing, and the shop does not learn that it was lost.
    if (draw(8) > 0) shown[Number(grupo.id)] = passo.quantidade;
  }

  const acts = [
    () => buy(draw(listings)),
    () => buy(draw(listings)),
    publish,
    publish,
    publish,
    () => {
      const sale = anySale();
      if (sale) hear(sale);
    },
    () => callOff(anySale()),
    () => {
      const more = draw(4);
      shelf += more;
      disponivel += more;
    },
    () => {
      const taken = Math.min(draw(3), freeAtCounter(known, disponivel, COLCHAO));
      shelf -= taken;
      disponivel -= taken;
      if (shelf < 0) outcome.oversold++;
    },
  ];
  for (let n = 0; n < moves; n++) {
    acts[draw(acts.length)]?.();
    look();
  }
  outcome.isSettled = settle();
  return outcome;

  /** Without buyers and lost requests, a few steps bring every listing to its meta. */
  function settle(): boolean {
    for (const sale of sales) hear(sale);
    for (let n = 0; n < listings * 20; n++) {
      const first = plan();
      if (!first) break;
      const grupo = known[Number(first.id)] as Publicado;
      Object.assign(grupo, { lido: shown[Number(first.id)], vendido: 0, enviado: null });
      const passo = plan();
      if (passo?.id !== grupo.id || passo.quantidade === null) continue;
      grupo.enviado = passo.quantidade;
      shown[Number(grupo.id)] = passo.quantidade;
      look();
    }
    const metas = metasNow();
    return shown.every((quantity, n) => quantity === metas.get(`${n}`));
  }
}
