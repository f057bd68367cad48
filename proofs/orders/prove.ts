import { argOf, isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { type Measure, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { diceOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { frozen } from './frozen.ts';
import { judge } from './judge.ts';
import { openSite, type Shop, type Site } from './site.ts';
import { speed } from './speed.ts';
import { type StormSize, storm } from './storm.ts';

/**
 * Proves that the stock shows what happened to the goods of every sale at the marketplace. Sellers sell, and their sales
 * are paid, printed, dispatched, called off, divided and returned. Notifications are lost, doubled, late and out of
 * order, and workers and PostgreSQL are killed. Then every order is compared with the truth of the stand-in.
 * `--orders=<n>`, `--sellers=<n>` and `--kills=<n>` set the size. `--rate=<n>` sets the orders per second of the part
 * about speed, and `--only=speed` runs that part alone.
 */
const ORDERS = numberArgOf('orders') ?? (isShort ? 300 : 100_000);
const SELLERS = numberArgOf('sellers') ?? (isShort ? 6 : 200);
const KILLS = numberArgOf('kills') ?? (isShort ? 3 : 24);
const ROUGH: StormSize = {
  ...{ orders: ORDERS, kills: KILLS, perRound: isShort ? 30 : 100, patience: isShort ? 180 : 1800 },
  weather: { lost: 0.2, doubled: 0.2, latestS: 1800 },
};
/** The size of a run with a planted defect. Most have no losses, so that no poll can hide the defect. */
const PLANTED: StormSize = {
  ...{ orders: 160, kills: 0, perRound: 60, patience: 60 },
  weather: { lost: 0, doubled: 0.2, latestS: 600 },
};
/** No notification is late here, because a late one makes the product read what a lost one would have told. */
const LOSSES: StormSize = { ...PLANTED, weather: { lost: 0.5, doubled: 0, latestS: 0 } };
const SPEED = {
  sellers: isShort ? 4 : 50,
  produtos: isShort ? 8 : 20,
  perSecond: numberArgOf('rate') ?? (isShort ? 20 : 100),
};

await prove(async (place) => {
  note(`seed ${seed}`);
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place);
  if (defects.length === 0) {
    await run(stage);
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by, part } = DEFECTS[name];
    plantedBy(name, await runPlanted(stage, { database: `prumo_${n}`, edits, part }), by);
  }
});

async function shopsOf(
  site: Site,
  count: number,
  size: { produtos: number; isScarce: boolean },
): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let n = 0; n < count; n++) shops.push(await site.aShop(size));
  return shops;
}

async function run(stage: Stage): Promise<void> {
  const site = await openSite(stage, { database: 'prumo', seed });
  const quick = await shopsOf(site, SPEED.sellers, { produtos: SPEED.produtos, isScarce: false });
  show(await speed(site, quick, SPEED));
  if (argOf('only') === 'speed') return void (await site.close());
  const shops = await shopsOf(site, SELLERS, { produtos: 6, isScarce: true });
  show(await storm(site, shops, ROUGH, diceOf(seed)));
  show(await judge(site, [...quick, ...shops]));
  show(await frozen(site, await site.aShop({ produtos: 6, isScarce: false })));
  await site.close();
}

async function runPlanted(
  stage: Stage,
  {
    database,
    edits,
    part,
  }: { database: string; edits: readonly Edit[]; part: 'storm' | 'losses' | 'frozen' },
): Promise<Measure[]> {
  const site = await openSite(stage, { database, edits, seed });
  const measures =
    part === 'frozen'
      ? await frozen(site, await site.aShop({ produtos: 6, isScarce: false }))
      : await stormOf(site, part === 'losses' ? LOSSES : PLANTED);
  await site.close();
  return measures;
}

async function stormOf(site: Site, size: StormSize): Promise<Measure[]> {
  const shops = await shopsOf(site, 2, { produtos: 6, isScarce: true });
  const measures = await storm(site, shops, size, diceOf(seed));
  return [...measures, ...(await judge(site, shops))];
}
