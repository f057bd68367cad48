import { type Comparison, compare } from '../kit/analises.compare.ts';
import { readOrders } from '../kit/analises.truth.ts';
import { isShort, plantedOf, seed } from '../kit/arguments.ts';
import { figure, note, noteLoad, planted } from '../kit/figures.ts';
import { openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { randomOf } from '../kit/random.ts';
import { openStandIn, type StandIn } from '../kit/stand-in.ts';
import { DEFECTS } from './defects.ts';
import { proveLarge } from './large.ts';
import { periodsOf } from './periods.ts';
import { openSite, type Site } from './site.ts';
import { openWorld, type Seller, type World } from './world.ts';

/**
 * Proves that an analysis equals the sales to the cent and answers fast. Sellers of the stand-in have
 * histories of different sizes, with sales around midnight, refunds and cancellations. The stand-in answers
 * some order searches partially (206). The product synchronises their pedidos through the API, and the proof
 * compares its analyses with sums over the stand-in's own orders. One seller has half a million orders.
 * During its synchronisation the proof kills the worker, and afterwards it measures the latency of each
 * period. `--seed=<n>` repeats a run.
 */
const SELLERS = isShort ? 10 : 100;
const SALES = [10, isShort ? 600 : 5000] as const;
/** With these sizes every planted defect changes a figure. */
const PLANTED = { sellers: 4, sales: [400, 1500] } as const;
const LARGE_SELLER = isShort ? 1001000050 : 5001100000;
const KILLS = isShort ? 0 : 5;
const SYNC_LIMIT_MS = isShort ? 60_000 : 1_800_000;

await prove(async (place) => {
  note(`seed ${seed}`);
  // The proof does not measure durability. The cache has the size of a small server's cache.
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' });
  const standIn = await openStandIn(place);
  const now = Math.floor(Date.now() / 1000) * 1000;
  const world = openWorld(standIn, now);
  await standIn.unlimited();
  await standIn.stopClock(now);
  const defects = plantedOf(DEFECTS);
  const { sellers: count, sales } = defects.length > 0 ? PLANTED : { sellers: SELLERS, sales: SALES };
  const sellers: Seller[] = [];
  for (let n = 0; n < count; n++) sellers.push(await world.aSeller(seed + n, sales));
  const all = { standIn, world, sellers, seed, now };
  if (defects.length === 0) {
    const site = await openSite(stage, 'prumo', []);
    report(await compareAll(site, all));
    noteLoad();
    await proveLarge({ site, ...all, random: randomOf(seed), seller: LARGE_SELLER, kills: KILLS });
    noteLoad();
  } else
    for (const [n, name] of defects.entries()) {
      const site = await openSite(stage, `prumo_${n}`, DEFECTS[name]);
      planted(
        name,
        (await compareAll(site, all)).flatMap(({ wrong }) => wrong),
      );
      await site.end();
    }
});

interface All {
  standIn: StandIn;
  world: World;
  sellers: readonly Seller[];
  seed: number;
  now: number;
}

/** Connects all sellers, waits until their pedidos are synchronised, and compares every period with the orders. */
async function compareAll(site: Site, { standIn, world, sellers, seed, now }: All): Promise<Comparison[]> {
  await world.answerInParts(0.3);
  const accounts = [];
  for (const { id } of sellers) {
    const account = await site.anAccount(id);
    await account.analyse(now - 7 * 86_400_000, now);
    accounts.push(account);
  }
  await site.settle(
    sellers.map(({ id }) => id),
    SYNC_LIMIT_MS,
  );
  await standIn.behave();
  const comparisons: Comparison[] = [];
  for (const [n, account] of accounts.entries()) {
    const orders = await readOrders(standIn, account.seller);
    for (const period of periodsOf(randomOf(seed + n), now, sellers[n]?.midnight ?? now))
      comparisons.push(await compare(account, orders, period));
  }
  return comparisons;
}

function report(comparisons: readonly Comparison[]): void {
  const wrong = comparisons.flatMap((each) => each.wrong);
  const sold = comparisons.reduce((sum, each) => sum + each.sold, 0);
  const refunds = comparisons.filter(({ hadRefunds }) => hadRefunds).length;
  const before = comparisons.filter(({ hadBefore }) => hadBefore).length;
  const size = `${SELLERS} sellers, ${comparisons.length} periods of ${sold} sold orders in total`;
  figure('figures that differ from the orders', wrong.length, { exactly: 0 }, size);
  for (const example of wrong.slice(0, 5)) note(example);
  figure(
    'periods with refunds',
    refunds,
    { min: SELLERS },
    `${before} periods also compared with the period before`,
  );
}
