import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, compare } from '../kit/analises.compare.ts';
import { readOrders, type TrueOrder } from '../kit/analises.truth.ts';
import { isShort } from '../kit/arguments.ts';
import { figure, note, percentile, timeBar } from '../kit/figures.ts';
import type { Random } from '../kit/random.ts';
import type { StandIn } from '../kit/stand-in.ts';
import { PERIODS, periodsOf } from './periods.ts';
import type { Site } from './site.ts';
import type { World } from './world.ts';

/** The maximum number of orders on a page of the order search. */
const PAGE = 51;
const DAY_MS = 86_400_000;
const PER_SECOND = 20;
const REQUESTS = isShort ? 40 : 400;
const P95_MS = timeBar(100);

interface Setting {
  site: Site;
  world: World;
  standIn: StandIn;
  random: Random;
  now: number;
  seller: number;
  /** How often the proof kills the worker while it synchronises the orders. */
  kills: number;
}

/**
 * Synchronises twelve months of a large seller through the API. Then it compares the analysis of every period
 * with the orders, and measures its latency under a steady load.
 */
export async function proveLarge(setting: Setting): Promise<void> {
  const { site, world, standIn, random, now, seller } = setting;
  const midnight = await world.sellAround(random, seller);
  const before = await world.callsOf(seller);
  const account = await site.anAccount(seller);
  await synchronise(setting, account);
  const calls = (await world.callsOf(seller)) - before;
  const orders = await readOrders(standIn, seller);
  const least = leastCalls(orders);
  figure('calls for orders', calls, undefined, `minimum ${least}, ${PAGE} orders per call`);
  figure('calls for orders / minimum number of calls', calls / least, { max: isShort ? 5 : 1.2 });
  const wrong: string[] = [];
  const periods = periodsOf(random, now, midnight);
  // Deletes the statistics. Right after a first synchronisation there are none, so the planner has no row
  // estimates.
  await site.admin.query(
    "delete from pg_statistic where starelid in (select oid from pg_class where relname like 'pedidos%')",
  );
  let slowest = 0;
  for (const period of periods) {
    const asked = performance.now();
    wrong.push(...(await compare(account, orders, period)).wrong);
    slowest = Math.max(slowest, performance.now() - asked);
  }
  figure('slowest analysis without statistics, with its comparison: ms', slowest, timeBar(3000));
  figure(
    'figures that differ from the orders, large seller',
    wrong.length,
    { exactly: 0 },
    `${orders.length} orders, ${periods.length} periods`,
  );
  for (const example of wrong.slice(0, 5)) note(example);
  await site.admin.query('vacuum analyze');
  for (const days of PERIODS) await measure(account, random, now, days);
}

async function synchronise({ site, random, seller, kills }: Setting, account: Account): Promise<void> {
  const began = performance.now();
  await account.analyse(Date.now() - 7 * DAY_MS, Date.now());
  let killed = 0;
  for (let last = Date.now(); ; await sleep(250)) {
    const { share, isDone } = await site.progressOf(seller);
    if (isDone) break;
    if (killed < kills && share > (killed + random()) / (kills + 1)) {
      await site.killWorker();
      killed += 1;
      note(`worker killed with -9 at ${Math.round(share * 100)} %`);
    }
    if (Date.now() - last > 60_000) {
      last = Date.now();
      note(`${Math.round(share * 100)} % after ${Math.round((performance.now() - began) / 1000)} s`);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  await site.settle([seller], 60_000);
  figure('synchronising twelve months: s', seconds, undefined, `killed ${killed} times`);
}

/**
 * The minimum number of calls: full pages of all orders. The product searches for cancelled orders
 * separately.
 */
function leastCalls(orders: readonly TrueOrder[]): number {
  const cancelled = orders.filter(({ status }) => status === 'cancelled').length;
  return Math.ceil((orders.length - cancelled) / PAGE) + Math.ceil(cancelled / PAGE);
}

/** Sends requests at a fixed rate, without waiting for earlier answers (open loop). */
async function measure(account: Account, random: Random, now: number, days: number): Promise<void> {
  const lasting = Array.from({ length: REQUESTS }, async (_, n) => {
    await sleep((n * 1000) / PER_SECOND);
    const began = performance.now();
    // The period ends at a random instant of the last day, so that no two requests are equal.
    const to = now - Math.floor(random() * DAY_MS);
    const { revenue } = await account.analyse(Math.max(to - days * DAY_MS, now - 365 * DAY_MS), to);
    if (!revenue) throw new Error('an analysis has no revenue');
    return performance.now() - began;
  });
  const times = (await Promise.all(lasting)).sort((a, b) => a - b);
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
  const size = `${REQUESTS} at ${PER_SECOND}/s; p50 ${p50}, p99 ${p99}, slowest ${slowest}`;
  figure(`analysis of ${days} days: p95 ms`, percentile(times, 0.95), P95_MS, size);
}
