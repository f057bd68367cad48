import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { randomOf } from './prove-analytics.compare.ts';
import { fetchMissed, skewed } from './prove-chaos.apart.ts';
import { DEFECTS } from './prove-chaos.defects.ts';
import { badJobs, oddWords, type Produto, produtosOf, silent, wrongOf } from './prove-chaos.judge.ts';
import { allWaves, fewPairs, nameOf, type Pair, SMALL, type Wave, WITH_PHOTOS } from './prove-chaos.pairs.ts';
import { openSite, type Site } from './prove-chaos.site.ts';
import { type Limits, type Past, runWave } from './prove-chaos.wave.ts';
import type { Run } from './prove-chaos.works.ts';

/**
 * Mercado Livre fails in every way it can, on every route the product asks, while pedidos are synchronised, anuncios
 * imported, tokens renewed, notifications read and contas disconnected: each route and fault in an empresa and with a
 * seller of its own, all calls for a while or a share of them as long. Afterwards all numbers are the stand-in's own,
 * nothing is stuck, and whatever lasted was said on a screen; those nearby went on at their usual speed.
 * `--seed=<n>` chooses the same pairs in the short form, `--only=<pattern>` those whose name fits it.
 */
const LIMITS: Limits = isShort
  ? { faultMs: [2000, 15_000], settleMs: 60_000, beside: 0 }
  : { faultMs: [15_000, 150_000], settleMs: 300_000, beside: 3 };
const PLANTED: Limits = { faultMs: [5000, 40_000], settleMs: 40_000, beside: 1 };
const SPEED = 0.7;

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const argOf = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

await prove(async ({ folder, port, onEnd }) => {
  const seed = Number(argOf('seed') ?? Math.floor(Math.random() * 2 ** 20));
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  const settings = { fsync: 'off', max_connections: '200' };
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port, settings });
  onEnd(postgres.stop);
  const place = { folder, port, postgres, onEnd };
  if (defects.length === 0) return report(await openSite(place, 'prumo', []), seed);
  for (const [n, name] of defects.entries()) {
    const { edits, pairs, beside, by } = DEFECTS[name];
    const site = await openSite(place, `prumo_${n}`, edits);
    const wave = { name, pairs, beside };
    const usual = beside === null ? 0 : await calmSpeed(site, wave, PLANTED);
    const pasts = await storm(site, [wave], PLANTED);
    const speeds = pasts.map(({ besideMs }) => usual / mean(besideMs)).filter((speed) => speed < SPEED);
    const counts = [
      ...(await judge(site, pasts, await referencesOf(site, pairs))),
      { name: 'speed nearby', findings: speeds.map(String) },
    ];
    const noticed = counts.filter((count) => by.test(count.name) && count.findings.length > 0);
    planted(
      name,
      noticed.flatMap((count) => count.findings.map((finding) => `${count.name}: ${finding}`)),
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
      `speed of a ${wave.beside} nearby, beside the same without faults`,
      usual / mean(besideMs),
      { min: SPEED },
      size,
    );
  }
  const size = `${new Set(pairs.map(({ route, kind }) => `${route} ${kind}`)).size} routes and faults, ${pairs.length} empresas`;
  for (const { name, findings } of await judge(site, pasts, references)) {
    figure(name, findings.length, { exactly: 0 }, size);
    for (const finding of findings.slice(0, isShort ? 5 : 40)) note(finding);
  }
  if (!isShort && only === undefined) {
    for (const [name, found] of [
      ['wrong numbers with its clock hours ahead or behind', await skewed(site)],
      ['missed notifications lost among faults', await fetchMissed(site)],
    ] as const) {
      figure(name, found.length, { exactly: 0 });
      for (const finding of found.slice(0, 5)) note(finding);
    }
  }
  const lasted = pasts.reduce((sum, past) => sum + past.lasted.size, 0);
  figure('runs a fault held up as long as it lasted', lasted, { min: 1 }, `of ${pairs.length}`);
}

/** One after another; what is left of each goes on beside the next. */
async function storm(site: Site, waves: readonly Wave[], limits: Limits): Promise<Past[]> {
  const pasts: Past[] = [];
  for (const wave of waves) {
    const began = Date.now();
    const past = await runWave(site, wave, limits);
    note(
      `${wave.pairs.length} runs, ${seconds(Date.now() - began)}, ${past.lasted.size} held up: ${wave.name}`,
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
    `${wave.pairs.length} runs without faults, ${seconds(Date.now() - began)}, ${lasted.size} not through`,
  );
  return mean(besideMs);
}

type References = ReadonlyMap<Pair['shape'], readonly Produto[]>;

/** What comes of the same listings where nothing fails. */
async function referencesOf(site: Site, pairs: readonly Pair[]): Promise<References> {
  const imports = pairs.filter(({ work }) => work === 'import');
  const shapes = [SMALL, WITH_PHOTOS].filter((shape) => imports.some((pair) => pair.shape === shape));
  const calm = shapes.flatMap((shape) => imports.find((pair) => pair.shape === shape) ?? []);
  const { runs, settled } = await runWave(site, { name: 'calm', pairs: calm, beside: null }, LIMITS, true);
  await settled;
  const of = async (run: Run) => {
    if (!run.isDone) throw new Error(`an import without faults is not through: ${[...run.said]}`);
    return [run.pair.shape, await produtosOf(site, run.account)] as const;
  };
  return new Map(await Promise.all(runs.map(of)));
}

interface Count {
  name: string;
  findings: string[];
}

async function judge(site: Site, pasts: readonly Past[], references: References): Promise<Count[]> {
  const runs = pasts.flatMap((past) => past.runs);
  const lasted = new Set(pasts.flatMap((past) => [...past.lasted]));
  const wrong: string[] = [];
  for (const run of runs)
    if (run.isDone) wrong.push(...(await wrongOf(site, run, references.get(run.pair.shape) ?? [])));
  const stuck = runs.filter(({ isDone }) => !isDone);
  return [
    { name: 'runs that ended in wrong numbers', findings: wrong },
    {
      name: 'runs not through after the fault',
      findings: stuck.map(({ pair, said }) => `${nameOf(pair)}: ${[...said].join(' ')}`),
    },
    { name: 'jobs that failed for good or are stuck', findings: await badJobs(site) },
    { name: 'failures that lasted without a sentence', findings: silent(runs, lasted) },
    { name: 'answers that are no sentence', findings: oddWords(runs) },
    { name: 'processes that ended', findings: site.dead() > 0 ? [`${site.dead()}`] : [] },
  ];
}
