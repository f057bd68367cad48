import { argOf, isShort, plantedOf, seed } from '../kit/arguments.ts';
import { countOf, figure, type Measure, note, plantedBy, show } from '../kit/figures.ts';
import { openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { randomOf } from '../kit/random.ts';
import { fetchMissed, skewed } from './apart.ts';
import { DEFECTS } from './defects.ts';
import { badJobs, oddWords, type Produto, produtosOf, silent, wrongOf } from './judge.ts';
import {
  allWaves,
  fewPairs,
  nameOf,
  type Pair,
  SMALL,
  undisturbed,
  type Wave,
  WITH_PHOTOS,
} from './pairs.ts';
import { openSite, type Site } from './site.ts';
import { type Limits, type Past, runWave } from './wave.ts';
import type { Run } from './works.ts';

/**
 * Plants every kind of fault in Mercado Livre, on the routes that `pairs.ts` lists, while the product
 * synchronises pedidos, imports anuncios, refreshes tokens, reads notifications and disconnects contas. Each
 * pair of route and fault has its own empresa and seller. A fault affects all calls while it lasts, or a
 * fraction of them. Afterwards all numbers must equal the stand-in's own, no run may be stuck, and a screen
 * must have shown every lasting failure of a task that a person watches. The tasks of undisturbed empresas
 * must keep at least 0.7 of their usual speed. `--seed=<n>` repeats the choice of pairs of a short run,
 * `--only=<pattern>` runs the pairs whose name matches.
 */

/** The limits of a wave without a planted defect. */
const LIMITS: Limits = isShort
  ? { faultMs: [2000, 15_000], settleMs: 60_000, beside: 0 }
  : { faultMs: [15_000, 150_000], settleMs: 300_000, beside: 3 };
/** The limits of a wave with a planted defect. The fault outlasts a reading with the repeats of its calls. */
const PLANTED: Limits = { faultMs: [15_000, 40_000], settleMs: 40_000, beside: 1 };
/** The minimum speed of an undisturbed task during faults, as a fraction of its speed without faults. */
const SPEED = 0.7;

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  const stage = await openStage(place, { fsync: 'off' });
  if (defects.length === 0) return report(await openSite(stage, 'prumo', []), seed);
  for (const [n, name] of defects.entries()) {
    const { edits, pairs, beside, by } = DEFECTS[name];
    const site = await openSite(stage, `prumo_${n}`, edits);
    const wave = { name, pairs, beside };
    const usual = beside === null ? 0 : await calmSpeed(site, wave, PLANTED);
    const pasts = await storm(site, [wave], PLANTED);
    const speeds = pasts.map(({ besideMs }) => usual / mean(besideMs)).filter((speed) => speed < SPEED);
    const judged = await judge(site, pasts, await referencesOf(site, pairs));
    plantedBy(
      name,
      [...judged, countOf('waves in which the speed of undisturbed empresas is too low', speeds.map(String))],
      by,
    );
    await site.close();
  }
});

async function report(site: Site, seed: number): Promise<void> {
  const only = argOf('only');
  const isWanted = (pair: Pair) => only === undefined || new RegExp(only).test(nameOf(pair));
  if (isShort) note(`seed ${seed}`);
  const few: Wave = { name: 'some', pairs: fewPairs(randomOf(seed)), beside: null };
  const waves = (isShort ? [few] : allWaves())
    .map((wave) => ({ ...wave, pairs: wave.pairs.filter(isWanted) }))
    .filter(({ pairs }) => pairs.length > 0);
  const pairs = waves.flatMap((wave) => wave.pairs);
  const references = await referencesOf(site, pairs);
  const calm = new Map<Wave, number>();
  for (const wave of waves) if (!isShort && wave.beside) calm.set(wave, await calmSpeed(site, wave, LIMITS));

  const pasts = await storm(site, waves, LIMITS);
  for (const [n, { besideMs }] of pasts.entries()) {
    const wave = waves[n];
    if (!wave || besideMs.length === 0) continue;
    const usual = calm.get(wave) ?? Number.NaN;
    const size = `${wave.name}; ${seconds(usual)} without faults, ${seconds(mean(besideMs))} with`;
    figure(
      `speed of an undisturbed ${wave.beside}, ratio to the speed without faults`,
      usual / mean(besideMs),
      { min: SPEED },
      size,
    );
  }
  const size = `${new Set(pairs.map(({ route, kind }) => `${route} ${kind}`)).size} routes and faults, ${pairs.length} empresas`;
  const judged = await judge(site, pasts, references);
  show(
    judged.map((each) => ({ ...each, size })),
    isShort ? 5 : 40,
  );
  if (!isShort && only === undefined)
    show([
      countOf("wrong sums with Mercado Livre's clock hours ahead or behind", await skewed(site)),
      countOf('missed notifications that the product did not fetch after faults', await fetchMissed(site)),
      countOf('routes that the product called and no fault disturbed', undisturbed(await site.called())),
    ]);
  const lasted = pasts.reduce((sum, past) => sum + past.lasted.size, 0);
  figure('runs that were unfinished when the fault ended', lasted, { min: 1 }, `of ${pairs.length}`);
}

/** Runs the waves one after another. Unfinished runs of a wave continue beside the next wave. */
async function storm(site: Site, waves: readonly Wave[], limits: Limits): Promise<Past[]> {
  const pasts: Past[] = [];
  for (const wave of waves) {
    const began = Date.now();
    const past = await runWave(site, wave, limits);
    note(
      `${wave.pairs.length} runs, ${seconds(Date.now() - began)}, ${past.lasted.size} unfinished when the fault ended: ${wave.name}`,
    );
    pasts.push(past);
  }
  for (const { settled } of pasts) await settled;
  return pasts;
}

async function calmSpeed(site: Site, wave: Wave, limits: Limits): Promise<number> {
  const began = Date.now();
  const { besideMs, settled, lasted } = await runWave(site, wave, limits, true);
  await settled;
  note(
    `${wave.pairs.length} runs without faults, ${seconds(Date.now() - began)}, ${lasted.size} not finished`,
  );
  return mean(besideMs);
}

type References = ReadonlyMap<Pair['shape'], readonly Produto[]>;

/** The produtos that the same listings give without faults. */
async function referencesOf(site: Site, pairs: readonly Pair[]): Promise<References> {
  const imports = pairs.filter(({ work }) => work === 'import');
  const shapes = [SMALL, WITH_PHOTOS].filter((shape) => imports.some((pair) => pair.shape === shape));
  const calm = shapes.flatMap((shape) => imports.find((pair) => pair.shape === shape) ?? []);
  const { runs, settled } = await runWave(site, { name: 'calm', pairs: calm, beside: null }, LIMITS, true);
  await settled;
  const of = async (run: Run) => {
    if (!run.isDone) throw new Error(`an import without faults has not finished: ${[...run.said]}`);
    return [run.pair.shape, await produtosOf(site, run.account)] as const;
  };
  return new Map(await Promise.all(runs.map(of)));
}

async function judge(site: Site, pasts: readonly Past[], references: References): Promise<Measure[]> {
  const runs = pasts.flatMap((past) => past.runs);
  const lasted = new Set(pasts.flatMap((past) => [...past.lasted]));
  const wrong: string[] = [];
  for (const run of runs)
    if (run.isDone) wrong.push(...(await wrongOf(site, run, references.get(run.pair.shape) ?? [])));
  const stuck = runs.filter(({ isDone }) => !isDone);
  return [
    countOf('wrong numbers and texts after finished runs', wrong),
    countOf(
      'runs not finished in time after the fault',
      stuck.map(({ pair, said, lacks }) => `${nameOf(pair)}: ${[...said, ...lacks.slice(0, 2)].join(' ')}`),
    ),
    countOf('kinds of jobs that failed for good, wait for a retry or are stuck', await badJobs(site)),
    countOf('lasting failures without a sentence on the screen', silent(runs, lasted)),
    countOf('texts that are no sentences, answers 500 and failed requests', oddWords(runs)),
    countOf('processes that ended', site.dead() > 0 ? [`${site.dead()}`] : []),
  ];
}
