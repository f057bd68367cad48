import { setTimeout as sleep } from 'node:timers/promises';
import { argOf, isPlanted, isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { countOf, grouped, type Measure, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { type Change, changesOf, isFilled, KILLED, PREPARATION } from './changes.ts';
import { DEFECTS } from './defects.ts';
import { killed } from './kills.ts';
import { type Load, p99, startLoad } from './load.ts';
import { provePrevious } from './previous.ts';
import { openReleaseStep } from './release-step.ts';
import { seed } from './seed.ts';

/**
 * Applies each allowed kind of migration to a large table of produtos while people work, kills the backfill and the
 * index build, and compares the latency of the people with the time before. With `--previous=<revision>` it runs
 * journeys of that revision on the schema of this one instead.
 */
const PRODUTOS = numberArgOf('produtos') ?? (isPlanted || isShort ? 50_000 : 10_000_000);
const PER_SECOND = numberArgOf('rate') ?? (isShort ? 40 : 200);
/** How many rows of a hundred the backfill changes. It reads all of them. */
const PERCENT = numberArgOf('percent') ?? (isShort ? 100 : 1);
const EMPRESAS = 10;
const KILLS = isShort ? 2 : 5;
/** The shortest time over which a latency is measured. */
const WINDOW_S = numberArgOf('window') ?? (isShort ? 3 : 10);
/** In the short form, one slow second of a busy machine decides a p99 of so few requests. */
const RATIO = { max: isShort ? 10 : 2 };

await prove(async (place) => {
  const previous = argOf('previous');
  if (previous !== undefined) return provePrevious(place, previous);
  const defects = plantedOf(DEFECTS);
  const stage = await openStage(place, { shared_buffers: '1GB', max_wal_size: '4GB' });
  if (defects.length === 0) {
    show(await run(stage, 'prumo', changesOf(PERCENT)), 20);
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { sql, by } = DEFECTS[name];
    plantedBy(name, await run(stage, `prumo_${n}`, [{ name, sql, file: '9000_planted.sql' }]), by);
  }
});

async function run(stage: Stage, database: string, changes: readonly Change[]): Promise<Measure[]> {
  const product = await openProduct(stage, { database, settings: NO_LIMITS });
  const shops = await seed(product, EMPRESAS, PRODUTOS);
  await product.serve();
  note(`${grouped(PRODUTOS)} produtos, ${PER_SECOND} requests/s, Node ${process.version}`);
  const step = await openReleaseStep(product);
  await step.add(PREPARATION);
  const failedSteps: string[] = [];
  await product.sql('create extension amcheck');
  if ((await step.start().ended) !== 0) throw new Error('The release step of the preparation failed.');

  const load = startLoad(product, shops, PER_SECOND);
  // The first requests fill the caches.
  await sleep(WINDOW_S * 1000);
  const began = performance.now();
  const quiet: number[] = [];
  const during: { name: string; latencies: number[]; seconds: number }[] = [];
  const kills: { name: string; count: number }[] = [];
  for (const change of changes) {
    load.during('quiet');
    quiet.push(...(await window(load)));
    load.during(change.name);
    await step.add(change);
    const from = performance.now();
    if (Object.values(KILLED).includes(change.name))
      kills.push({ name: change.name, count: await killed(product, step, change, KILLS) });
    if ((await step.start().ended) !== 0) failedSteps.push(change.name);
    const seconds = (performance.now() - from) / 1000;
    during.push({ name: change.name, seconds, latencies: await window(load, from) });
    const [last] = during.slice(-1);
    note(`${change.name}: ${seconds.toFixed(1)} s, p99 ${p99(last?.latencies ?? []).toFixed(0)} ms`);
    if (failedSteps.length > 0) break;
    // amcheck compares every row of the table with the entries of the index that was killed. It fails by an error.
    if (change.name === KILLED.index) await product.sql("select bt_index_check('produtos_prova_idx', true)");
  }
  const seconds = (performance.now() - began) / 1000;
  await load.stop();
  const measures = judge(load, quiet, during, failedSteps);
  const wrong = isPlanted ? [] : await wrongSchema(product.sql);
  await product.kill();
  return [
    ...measures,
    ...kills.map(({ name, count }) => ({ name: `kills of: ${name}`, value: count, bar: { min: KILLS } })),
    countOf('rows or indexes that are not as the migrations say', wrong),
    { name: 'requests/s', value: load.sent() / (seconds + WINDOW_S), bar: { min: PER_SECOND * 0.95 } },
  ];
}

/** The latencies of at least `WINDOW_S`, from now or from an earlier instant. */
async function window(load: Load, from = performance.now()): Promise<number[]> {
  await sleep(Math.max(0, from + WINDOW_S * 1000 - performance.now()));
  return load.latencies(from, performance.now());
}

function judge(
  load: Load,
  quiet: readonly number[],
  during: readonly { name: string; latencies: number[] }[],
  failedSteps: readonly string[],
): Measure[] {
  const calm = p99([...quiet].sort((a, b) => a - b));
  return [
    { name: 'p99 of a quiet time, ms', value: calm, size: `${grouped(quiet.length)} requests` },
    ...during.map(({ name, latencies }) => ({
      name: `p99 during: ${name}, times the quiet one`,
      value: p99(latencies) / calm,
      bar: RATIO,
      size: `${p99(latencies).toFixed(0)} ms, ${grouped(latencies.length)} requests`,
    })),
    countOf('failed requests', tally(load.failed), `of ${grouped(load.sent())}`, load.failed.length),
    countOf('release steps that failed', failedSteps),
  ];
}

/** Equal texts once, each with its number, the most frequent first. */
function tally(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${count} times ${text}`);
}

/** Compares the table with what the migrations promise. */
async function wrongSchema(sql: (text: string) => Promise<Record<string, unknown>[]>): Promise<string[]> {
  const rows = await sql(
    `select 'a row is not filled: ' || id as what from produtos where prova is distinct from left(nome, 20) and ${isFilled(PERCENT)}
     union all select conname || ' is not valid' from pg_constraint
       where conrelid = 'produtos'::regclass and not convalidated
     union all select indexrelid::regclass || ' is INVALID' from pg_index
       where indrelid = 'produtos'::regclass and not indisvalid
     union all select 'the constraint ' || k || ' is missing' from unnest(array[
       'produtos_prova_check', 'produtos_prova_fkey']) k
       where not exists (select from pg_constraint where conname = k)`,
  );
  return rows.map(({ what }) => String(what));
}
