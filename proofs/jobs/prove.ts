import { setTimeout as sleep } from 'node:timers/promises';
import { isPlanted, isShort, numberArgOf, plantedOf, seed } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { grouped, type Measure, note, noteLoad, plantedBy, show, timeBar } from '../kit/figures.ts';
import { openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { belowOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { type Ask, aHouse, asksOf, confirmImports, type House } from './houses.ts';
import { judge, UNFINISHED, undone } from './judge.ts';
import { openSite, type Site } from './site.ts';
import { openWorkers, watchOldest } from './workers.ts';

/**
 * Asks for lotes, convites, imports, synchronisations and exports over HTTP while two workers are killed again and
 * again, waits until the queue is empty, and compares every effect with a record of its own.
 */
const HOUSES = numberArgOf('empresas') ?? (isShort ? 12 : 120);
const KILLS = numberArgOf('kills') ?? (isShort ? 25 : 260);
const JOBS = isShort ? 500 : 5_000;
const PLANTED = { houses: 3, kills: 8 };
/** How long a due job may wait while a worker lives. */
const OLDEST_SECONDS = 30;
/**
 * The time without progress after which the proof ends and reports what is not done. The queue notices a killed worker
 * within 20 s, and a job that was killed several times waits up to 30 s more.
 */
const STUCK_MS = isPlanted ? 60_000 : 180_000;

await prove(async (place) => {
  note(`seed ${seed}`);
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place, { max_connections: '200' });
  if (defects.length === 0) {
    show(await run(stage, { database: 'prumo', houses: HOUSES, kills: KILLS, jobs: JOBS }));
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await run(stage, { database: `prumo_${n}`, ...PLANTED, jobs: 0, edits }), by);
  }
});

interface Size {
  database: string;
  houses: number;
  kills: number;
  jobs: number;
  edits?: readonly Edit[];
}

async function run(
  stage: Stage,
  { database, houses: count, kills, jobs, edits = [] }: Size,
): Promise<Measure[]> {
  const site = await openSite(stage, database, edits);
  const houses: House[] = [];
  for (let n = 1; n <= count; n++) houses.push(await aHouse(site, n));
  const began = performance.now();
  const oldestOf = watchOldest(site, 250);
  const workers = await openWorkers(site, belowOf(seed));
  await askWhileKilling(site, { houses, kills, killOne: workers.killOne });
  const asked = (performance.now() - began) / 1000;
  await untilDone(site, houses, workers.revive);
  const oldest = await oldestOf();
  note(
    `asked and killed for ${asked.toFixed(0)} s, all done after ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const done = await site.sql<{ kind: string; done: number; again: number }>(
    `select name as kind, count(*)::int as done, count(*) filter (where retry_count > 0)::int as again
     from pgboss.job where completed_on is not null group by 1 order by 2 desc`,
  );
  note(done.map((each) => `${each.kind} ${each.done} (${each.again} after a kill)`).join(', '));
  note(`${workers.restarts()} workers ended by themselves and were started again`);
  const sum = (of: 'done' | 'again') => done.reduce((total, each) => total + each[of], 0);
  const measures = [
    { name: 'jobs done', value: sum('done'), bar: { min: jobs } },
    { name: 'workers killed', value: workers.kills(), bar: { min: kills } },
    { name: 'jobs whose worker was killed', value: sum('again'), bar: { min: 1 } },
    ...(await judge(site, houses)),
    {
      name: 'seconds that the oldest due job waited',
      value: oldest.seconds,
      bar: timeBar(OLDEST_SECONDS),
      size: `${oldest.kind}, ${grouped(oldest.samples)} samples`,
    },
  ];
  await site.end();
  return measures;
}

interface Killing {
  houses: readonly House[];
  kills: number;
  killOne: () => Promise<void>;
}

/** Spreads the requests over the kills. The empresas take turns, and their turns begin one after another. */
async function askWhileKilling(site: Site, { houses, kills, killOne }: Killing): Promise<void> {
  const queues = houses.map((house) => asksOf(site, house));
  const total = queues.reduce((sum, queue) => sum + queue.length, 0);
  const waiting: Ask[] = [];
  /** So many empresas ask at a time, so that the lotes of one do not reach their limit. */
  const atOnce = Math.min(12, queues.length);
  const open = queues.splice(0, atOnce);
  while (open.length > 0) {
    for (const queue of [...open]) {
      const ask = queue.shift();
      if (ask) waiting.push(ask);
      if (queue.length > 0) continue;
      open.splice(open.indexOf(queue), 1);
      const next = queues.shift();
      if (next) open.push(next);
    }
  }
  for (let n = 1; n <= kills; n++) {
    for (let left = Math.ceil(total / kills); left > 0 && waiting.length > 0; left--) await askNext(waiting);
    await confirmImports(site, houses);
    await killOne();
  }
  while (waiting.length > 0) {
    const before = waiting.length;
    await askNext(waiting);
    if (waiting.length === before) await sleep(200);
  }
}

/** Asks for the next thing. What the product refuses for now goes to the end. */
async function askNext(waiting: Ask[]): Promise<void> {
  const ask = waiting.shift();
  if (ask && !(await ask())) waiting.push(ask);
}

/** Waits until everything is done and no job is left, or until nothing more happens. */
async function untilDone(site: Site, houses: readonly House[], revive: () => void): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let at = Date.now();
  for (;;) {
    revive();
    await confirmImports(site, houses);
    const left = (await undone(site, houses)).length + (await site.sql(UNFINISHED)).length;
    if (left === 0) return;
    if (left < fewest) {
      fewest = left;
      at = Date.now();
    }
    if (Date.now() - at > STUCK_MS) return;
    await sleep(250);
  }
}
