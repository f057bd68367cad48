import { setTimeout as sleep } from 'node:timers/promises';
import { isTold, type Pair, type Shape, type Wave } from './prove-chaos.pairs.ts';
import type { Account, Site } from './prove-chaos.site.ts';
import { aRun, type Fault, type Run, type Step, WORKS } from './prove-chaos.works.ts';

export interface Past {
  runs: Run[];
  /** Not through when the fault was over. */
  lasted: Set<Run>;
  /** How long those nearby took, each. */
  besideMs: number[];
  /** When everything of it is through, or was given time enough. */
  settled: Promise<void>;
}

export interface Limits {
  /** A fault is there for so long at least, and at most. */
  faultMs: readonly [number, number];
  /** After it, until everything must be through. */
  settleMs: number;
  /** How many are at work nearby, without faults. */
  beside: number;
}

const LOOK_MS = 1500;
const AT_ONCE = 8;
const SHARE = 0.4;
/** Work enough for its speed to be told. */
const NEARBY: Shape = { anuncios: 200, vendas: 1500, fotos: 0 };

/** All pairs of a wave at once, each in an empresa of its own, with its fault or, in calm, without. */
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
      // What cannot even be asked is no end; it is asked again.
      run.isDone = await step().catch((error: unknown) => !run.odd.push(String(error)));
  });
  const besideMs: number[] = [];
  const others = nearby.map(async (account) => {
    await workNearby(site, account, beside === 'import' ? 'import' : 'sync');
    besideMs.push(Date.now() - began);
  });
  const all = Promise.all([...loops, ...others]);
  // Whoever waits for it is told.
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

/** Whose orders are to change later has them here before; whose token is to be renewed has an old one. */
async function prepare(site: Site, runs: readonly Run[]): Promise<void> {
  const changing = runs.filter(({ pair }) => pair.work === 'notifications');
  await Promise.all(changing.map(({ account }) => workNearby(site, account, 'sync')));
  for (const { pair, account } of runs) if (pair.isLapsed) await site.lapse(account);
}

async function strike(site: Site, { kind, route, mode }: Pair, { seller }: Account): Promise<void> {
  if (kind === 'revogado') await site.control(`/vendedores/${seller}/revogar`, {});
  else if (kind === 'sem-permissao')
    await site.control(`/vendedores/${seller}/recursos`, { com: ['sem_permissao_de_vendas'] });
  else
    await site.misbehave({
      'mercado-livre': kind,
      rota: `${route} ${seller}`,
      ...(mode === 'while' ? { vezes: 1_000_000 } : { parte: SHARE }),
    });
}

async function relent(site: Site, runs: readonly Run[]): Promise<void> {
  await site.behave();
  for (const { pair, account } of runs)
    if (pair.kind === 'sem-permissao')
      await site.control(`/vendedores/${account.seller}/recursos`, { sem: ['sem_permissao_de_vendas'] });
}

/** Looks often: what is measured is the work, not the looking. */
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
