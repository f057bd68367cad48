import { isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { figure, type Measure, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { judge, monthsOf } from './judge.ts';
import { openSite, type Shop } from './site.ts';

/**
 * Proves that what sales cost is what the marketplace charged. Sellers with a history of carts, refunds, cancellations and
 * Full are connected, their sales and their bills are read while the worker is killed, and every line, every pedido and
 * the sum are compared with the bill of the stand-in. `--orders=<n>` is the number of orders of a year, and
 * `--sellers=<n>` that of sellers.
 */
const ORDERS = numberArgOf('orders') ?? (isShort ? 1500 : 60_000);
const SELLERS = numberArgOf('sellers') ?? (isShort ? 2 : 13);
const KILLS = numberArgOf('kills') ?? (isShort ? 2 : 5);
const PLANTED = { orders: 1200, sellers: 1, kills: 0 };
const PATIENCE_S = isShort ? 600 : 14_400;
const FIRST_SELLER = 7_200_000_000;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  const stage = await openStage(place);
  if (defects.length === 0) {
    show(await run(stage, { database: 'prumo', orders: ORDERS, sellers: SELLERS, kills: KILLS }));
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await run(stage, { ...PLANTED, database: `prumo_${n}`, edits }), by);
  }
});

interface Size {
  database: string;
  orders: number;
  sellers: number;
  kills: number;
  edits?: readonly Edit[];
}

async function run(stage: Stage, { database, orders, sellers, kills, edits = [] }: Size): Promise<Measure[]> {
  const site = await openSite(stage, database, edits);
  const shops: Shop[] = [];
  for (let n = 0; n < sellers; n++) shops.push(await site.aShop(FIRST_SELLER + n, orders));
  await site.readSales(PATIENCE_S);
  const began = Date.now();
  await site.runJob(
    'faturas.fretes',
    kills,
    async () => (await site.count('select count(*) from vendas_envios where frete_lido_em is null')) === 0,
    PATIENCE_S,
  );
  const months = monthsOf(site).length;
  // The worker may have read a bill before all sales were known. It reads every bill again on the next day.
  await site.aDayPasses();
  const isRead = async () =>
    (await site.count(
      "select count(*) from faturas where lida_em > now() - interval '12 hours' and tentativas = 0",
    )) ===
    sellers * months;
  await site.runJob('faturas.ler', kills, isRead, PATIENCE_S);
  figure('seconds to read the freights and the bills', (Date.now() - began) / 1000);
  const measures = await judge(site, shops);
  await site.close();
  return measures;
}
