import { setTimeout as sleep } from 'node:timers/promises';
import { isTold, type Pair, type Shape, type Wave } from './pairs.ts';
import { aParcel } from './papers.ts';
import { hasNews, openShop, sellAll } from './sales.ts';
import type { Account, Site } from './site.ts';
import { aRun, type Fault, type Run, type Step, WORKS } from './works.ts';

export interface Past {
  runs: Run[];
  /** The runs that were unfinished when the fault ended. */
  lasted: Set<Run>;
  /** How long each task of an undisturbed empresa took. */
  besideMs: number[];
  /** Resolves when every run has finished or has reached its time limit. */
  settled: Promise<void>;
}

export interface Limits {
  /** The minimum and the maximum duration of a fault. */
  faultMs: readonly [number, number];
  /** The time after the fault within which every run has to finish. */
  settleMs: number;
  /** How many undisturbed empresas run a task at the same time. */
  beside: number;
}

/** The mean pause between two requests of a screen. */
const LOOK_MS = 1500;
/** How many accounts the proof prepares or disturbs concurrently. */
const AT_ONCE = 8;
/** The fraction of the calls that a fault of mode 'share' affects. */
const SHARE = 0.4;
/** The size of an undisturbed seller, large enough that the speed of its task is measurable. */
const NEARBY: Shape = { anuncios: 200, vendas: 1500, fotos: 0 };

/** Runs all pairs of a wave concurrently, each in its own empresa. With `isCalm` it plants no fault. */
export async function runWave(
  site: Site,
  { pairs, beside }: Wave,
  { faultMs, settleMs, ...limits }: Limits,
  isCalm = false,
): Promise<Past> {
  const runs = await atOnce(pairs, async (pair) => aRun(pair, await site.anAccount(pair.shape)));
  const nearby = await atOnce(Array(beside ? limits.beside : 0).fill(NEARBY), site.anAccount);
  await prepare(site, runs);
  const fault: Fault = { isOver: isCalm };
  if (!isCalm) await atOnce(runs, ({ pair, account }) => strike(site, pair, account));

  const began = Date.now();
  let until = Number.POSITIVE_INFINITY;
  const loops = runs.map(async (run) => {
    const step = await WORKS[run.pair.work](site, run, fault);
    for (; !run.isDone && Date.now() < until; await sleep(LOOK_MS * (0.75 + Math.random() / 2)))
      // A failed request does not end the run. The loop repeats the step.
      run.isDone = await step().catch((error: unknown) => !run.odd.push(String(error)));
  });
  const besideMs: number[] = [];
  const others = nearby.map(async (account) => {
    await workNearby(site, account, beside === 'import' ? 'import' : 'sync');
    besideMs.push(Date.now() - began);
  });
  const all = Promise.all([...loops, ...others]);
  // The caller awaits `settled`, which rejects with the error. This line only prevents an unhandled
  // rejection.
  all.catch(() => {});
  const hasShown = ({ isDone, said, pair }: Run) => isDone || said.size > 0 || !isTold(pair);
  const [least, most] = isCalm ? [0, settleMs] : faultMs;
  for (;;) {
    const passed = Date.now() - began;
    const isSeen = besideMs.length === nearby.length && runs.every(isCalm ? isThrough : hasShown);
    if ((isSeen && passed >= least) || passed >= most) break;
    await sleep(200);
  }
  const lasted = new Set(runs.filter((run) => !isThrough(run)));
  if (!isCalm) await relent(site, runs);
  fault.isOver = true;
  until = Date.now() + settleMs;
  const settled = all.then(() => {});
  return { runs, lasted, besideMs, settled };
}

const isThrough = ({ isDone }: Run) => isDone;

const PACKING: readonly Pair['work'][] = ['labels', 'notes'];
const SELLING: readonly Pair['work'][] = ['sales', 'freights', 'bills', ...PACKING];
const CHANGING: readonly Pair['work'][] = ['notifications', ...SELLING];

/**
 * Synchronises the orders that a run changes later, opens the stock that its sales draw from, and sells the parcel that a
 * person packs, because a fault that pauses every call would keep it from the screen. Makes the access token nearly
 * expire if the run must refresh it.
 */
async function prepare(site: Site, runs: readonly Run[]): Promise<void> {
  const changing = runs.filter(({ pair }) => CHANGING.includes(pair.work));
  await Promise.all(changing.map(({ account }) => workNearby(site, account, 'sync')));
  const selling = runs.filter(({ pair }) => SELLING.includes(pair.work));
  await atOnce(selling, async (run) => {
    run.shop = await openShop(site, run.account);
  });
  // Goods that left before a person chose the start of the reservas draw nothing, so no sale may be that early.
  await site.standIn.catchUp();
  await atOnce(selling, async (run) => {
    if (PACKING.includes(run.pair.work)) run.parcel = await aParcel(site, run.account);
    if (run.pair.work !== 'freights' || !run.shop) return;
    await sellAll(site, run.account, run.shop);
    while (await hasNews(site, run.account)) await sleep(200);
  });
  for (const { pair, account } of runs) if (pair.isLapsed) await site.lapse(account);
}

async function strike(site: Site, { kind, route, mode }: Pair, { seller }: Account): Promise<void> {
  if (kind === 'revogado') await site.standIn.control('POST', `/vendedores/${seller}/revogar`);
  else if (kind === 'sem-permissao')
    await site.standIn.control('POST', `/vendedores/${seller}/recursos`, {
      com: ['sem_permissao_de_vendas'],
    });
  else
    await site.standIn.misbehave({
      'mercado-livre': kind,
      rota: `${route} ${seller}`,
      ...(mode === 'while' ? { vezes: 1_000_000 } : { parte: SHARE }),
    });
}

async function relent(site: Site, runs: readonly Run[]): Promise<void> {
  await site.standIn.behave();
  for (const { pair, account } of runs)
    if (pair.kind === 'sem-permissao')
      await site.standIn.control('POST', `/vendedores/${account.seller}/recursos`, {
        sem: ['sem_permissao_de_vendas'],
      });
}

/**
 * Runs a task of an undisturbed empresa to its end. It checks often, so that the pause hardly adds to the
 * duration.
 */
export async function workNearby(site: Site, account: Account, work: 'sync' | 'import'): Promise<void> {
  const pair: Pair = { work, route: '', kind: '500', mode: 'share', shape: NEARBY, isLapsed: false };
  const step: Step = await WORKS[work](site, aRun(pair, account), { isOver: true });
  while (!(await step())) await sleep(300);
}

async function atOnce<T, R>(rows: readonly T[], work: (row: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = rows.entries();
  const worker = async () => {
    for (const [n, row] of left) results[n] = await work(row);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
