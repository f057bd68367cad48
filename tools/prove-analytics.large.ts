import { setTimeout as sleep } from 'node:timers/promises';
import { figure, isShort, note, percentile } from './proof.ts';
import { compare, PERIODS, periodsOf, type Random } from './prove-analytics.compare.ts';
import type { Account, Site } from './prove-analytics.site.ts';
import { readOrders, type TrueOrder } from './prove-analytics.truth.ts';
import type { World } from './prove-analytics.world.ts';

/** The largest page of a search. */
const PAGE = 51;
const DAY_MS = 86_400_000;
const PER_SECOND = 20;
const REQUESTS = isShort ? 40 : 400;
/** A busy machine only shows what has become much slower; the promise is the full run's. */
const P95_MS = { max: isShort ? 400 : 100 };

interface Setting {
  site: Site;
  world: World;
  sandbox: string;
  random: Random;
  now: number;
  seller: number;
  /** How often the worker is killed while it brings the orders here. */
  kills: number;
}

/** A seller's twelve months through the API, then every period of it, right and at a steady arrival. */
export async function proveLarge(setting: Setting): Promise<void> {
  const { site, world, sandbox, random, now, seller } = setting;
  const midnight = await world.sellAround(random, seller);
  const before = await world.callsOf(seller);
  const account = await site.anAccount(seller);
  await synchronise(setting, account);
  const calls = (await world.callsOf(seller)) - before;
  const orders = await readOrders(sandbox, seller);
  const least = leastCalls(orders);
  figure('calls for orders', calls, undefined, `${least} are the least, ${PAGE} orders a call`);
  figure('calls for orders / the least possible', calls / least, { max: isShort ? 5 : 1.2 });
  const wrong: string[] = [];
  const periods = periodsOf(random, now, midnight);
  // As right after the first synchronisation: PostgreSQL has not counted anything yet, and plans without knowing.
  await site.admin.query(
    "delete from pg_statistic where starelid in (select oid from pg_class where relname like 'pedidos%')",
  );
  let slowest = 0;
  for (const period of periods) {
    const asked = performance.now();
    wrong.push(...(await compare(account, orders, period)).wrong);
    slowest = Math.max(slowest, performance.now() - asked);
  }
  figure('slowest analysis before anything is counted, compared: ms', slowest, { max: 3000 });
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

/** Full pages of all of them, the cancelled in searches of their own. */
function leastCalls(orders: readonly TrueOrder[]): number {
  const cancelled = orders.filter(({ status }) => status === 'cancelled').length;
  return Math.ceil((orders.length - cancelled) / PAGE) + Math.ceil(cancelled / PAGE);
}

/** Each begins when its time has come, whatever became of those before. */
async function measure(account: Account, random: Random, now: number, days: number): Promise<void> {
  const lasting = Array.from({ length: REQUESTS }, async (_, n) => {
    await sleep((n * 1000) / PER_SECOND);
    const began = performance.now();
    // Of the last hours: no two ask for the same instants.
    const to = now - Math.floor(random() * DAY_MS);
    const { revenue } = await account.analyse(Math.max(to - days * DAY_MS, now - 365 * DAY_MS), to);
    if (!revenue) throw new Error('an analysis without a sum');
    return performance.now() - began;
  });
  const times = (await Promise.all(lasting)).sort((a, b) => a - b);
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
  const size = `${REQUESTS} at ${PER_SECOND}/s; p50 ${p50}, p99 ${p99}, slowest ${slowest}`;
  figure(`analysis of ${days} days: p95 ms`, percentile(times, 0.95), P95_MS, size);
}
