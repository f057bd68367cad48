import { isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { grouped, type Measure, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openStage, type Stage, THROWAWAY } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { diceOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { judge } from './judge.ts';
import { openTally, runLane, type Tally } from './lane.ts';
import { labelOf, openSite, type Site } from './site.ts';

/**
 * Sends every write of an empresa several times at once with one `Idempotency-Key`, cuts connections at random bytes,
 * and compares the answers and the database with a record of its own.
 */
const REQUESTS = numberArgOf('requests') ?? (isShort ? 5_000 : 100_000);
const PLANTED_REQUESTS = 600;
const LANES = 6;

await prove(async (place) => {
  note(`seed ${seed}`);
  const stage = await openStage(place, { ...THROWAWAY, max_connections: '200' });
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) {
    show(await run(stage, { database: 'prumo', requests: REQUESTS }), 20);
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await run(stage, { database: `prumo_${n}`, requests: PLANTED_REQUESTS, edits }), by);
  }
});

interface Size {
  database: string;
  requests: number;
  edits?: readonly Edit[];
}

async function run(stage: Stage, { database, requests, edits = [] }: Size): Promise<Measure[]> {
  const site = await openSite(stage, database, edits);
  const tally = openTally();
  const isOver = () => tally.noted.length >= requests;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: LANES }, (_, n) => runLane(site, tally, diceOf(seed * 100 + n), isOver)),
  );
  printTally(site, tally, (performance.now() - began) / 1000);
  const measures = [
    { name: 'logical requests', value: tally.noted.length, bar: { min: requests } },
    ...(await judge(site, tally)),
  ];
  await site.end();
  return measures;
}

function printTally({ routes }: Site, { noted, copies, busy, accepted }: Tally, seconds: number): void {
  const byStatus = Map.groupBy(noted, ({ status }) => status);
  note(`${grouped(copies)} copies in ${Math.round(seconds)} s, ${busy} answered 503 or 429 or not at all`);
  const statuses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, each]) => `${status}: ${each.length}`);
  note(`answers by status: ${statuses.join(', ')}`);
  note(`${accepted.size} of ${routes.length} routes accepted a request`);
  const never = routes.filter((route) => !accepted.has(route)).map(labelOf);
  if (never.length > 0) note(`routes that accepted none: ${never.join(', ')}`);
}
