import { readFile } from 'node:fs/promises';
import { isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { figure, isShortOf, note, plantedBy, show } from '../kit/figures.ts';
import { openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { type BurstSize, burst, highestRate } from './burst.ts';
import { DEFECTS } from './defects.ts';
import { flood } from './flood.ts';
import { changedWhileRead, heldStill, killed, sameTime } from './moments.ts';
import { openSite, type Site } from './site.ts';

/**
 * Proves that the product acknowledges every notification of Mercado Livre in time and stores every announced
 * change exactly once. The proof sends thousands of notifications, some of them duplicated, out of order or
 * made up. Meanwhile orders change, also while a worker reads them. A worker freezes between reading and
 * writing, and an http process is killed while it answers. One http process and two workers run with
 * PostgreSQL's default durability (fsync on) and the default rate limits. `--rate=<n>` sets the notifications
 * per second.
 */

/** The burst of the short form, and of a run with planted defects. */
const SMALL: BurstSize = { perSecond: 200, seconds: 3, things: 40, changes: 15, patience: 30 };
const SIZE: BurstSize = isShort
  ? SMALL
  : { perSecond: numberArgOf('rate') ?? 1000, seconds: 60, things: 500, changes: 300, patience: 300 };
/** The maximum p99 of the answers to the notifications of the burst. */
const P99_MS = 200;
/**
 * The calls per second that Mercado Livre allows and that the product may make. The full form uses the
 * product's default. The short form allows more calls, so that it ends soon.
 */
const CALLS_PER_SECOND = isShort ? 20 : 5;

/** The number of made-up notifications, and how many arrive per second. */
const SMALL_FLOOD = { madeUp: 2000, perSecond: 200 };
const FLOOD = isShort ? SMALL_FLOOD : { madeUp: 10_000, perSecond: 500 };

const PARTS = {
  burst: (site: Site) => burst(site, SMALL, P99_MS),
  sameTime: (site: Site) => sameTime(site, 60),
  changedWhileRead,
  heldStill,
  killed: (site: Site) => killed(site, 2),
  flood: (site: Site) => flood(site, SMALL_FLOOD),
};

await prove(async (place) => {
  const stage = await openStage(place);
  const defects = plantedOf(DEFECTS);
  for (const [n, name] of defects.entries()) {
    const { part, by, ...defect } = DEFECTS[name];
    const site = await openSite(stage, { database: `prumo_${n}`, callsPerSecond: 20, ...defect });
    plantedBy(name, await PARTS[part](site), by);
    await site.close();
  }
  if (defects.length > 0) return;

  const site = await openSite(stage, { database: 'prumo', callsPerSecond: CALLS_PER_SECOND });
  if (!isShort) show(await sameTime(site, 200));
  const measures = await burst(site, SIZE, P99_MS);
  show(measures);
  if (!isShort && measures.some((each) => each.name.startsWith('answer p99') && isShortOf(each)))
    show(await highestRate(site, SIZE.perSecond, P99_MS));
  show(await changedWhileRead(site));
  show(await flood(site, FLOOD));
  if (!isShort) {
    show(await heldStill(site));
    show(await killed(site, 5));
  }
  const log = await readFile(site.log, 'utf8');
  if (!log.includes('/api/contas'))
    throw new Error('The log of the server contains no request, so the search would prove nothing.');
  note(`${log.split('\n').length} lines of log`);
  figure('resources of notifications in the log', (log.match(/\/orders\/\d/g) ?? []).length, { exactly: 0 });
});
