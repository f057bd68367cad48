import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { isShort } from './proof.ts';
import { judge, type Measure } from './prove-notifications.judge.ts';
import type { Sending, Sent } from './prove-notifications.sender.ts';
import type { Site, TrueOrder } from './prove-notifications.site.ts';

export interface BurstSize {
  perSecond: number;
  seconds: number;
  things: number;
  changes: number;
  /** In so many seconds all is to be read. */
  patience: number;
}

const WARM_SECONDS = isShort ? 1 : 5;
const SHARES = { duplicated: 0.2, reordered: 0.2, strange: 0.05 };

/** Notifications as they come on a busy day, of two sellers, while some of what they are about really changes. */
export async function burst(site: Site, size: BurstSize, p99Bar: number): Promise<Measure[]> {
  const told = new Map<number, TrueOrder[]>();
  for (const seller of [await site.aSeller(size.things * 2), await site.aSeller(size.things * 2)])
    told.set(seller, (await site.truth(seller)).slice(0, size.things / 2));
  const orders = [...told.values()].flat();
  if (orders.length !== size.things) throw new Error(`${orders.length} orders to tell of`);
  const things = [...told].flatMap(([seller, of]) =>
    of.map(({ id }) => ({ user_id: seller, topic: 'orders_v2', resource: `/orders/${id}` })),
  );

  // The first ones, all made up, only warm it up.
  const load = { port: site.port, ...SHARES, things, applicationId: MERCADO_LIVRE_CLIENT.id };
  await send({ ...load, perSecond: 500, seconds: WARM_SECONDS, strange: 1 });

  const pace = watchCalls(site);
  const idle = processorMs(site);
  const sending = send({ ...size, ...load });
  const began = performance.now();
  for (let n = 0; n < size.changes; n++) {
    const order = orders[Math.floor(Math.random() * orders.length)];
    if (order) await site.change(order);
    const due = ((n + 1) / size.changes) * size.seconds * 1000;
    await sleep(Math.max(0, began + due - performance.now()));
  }
  const sent = await sending;
  const worked = processorMs(site) - idle;
  const ended = performance.now();
  const drained = await untilNothingPends(site, size.patience);
  const { busiest, refused, reads, seconds } = await pace.stop();
  const [noted] = await site.sql('select count(*)::int as n from notificacoes');
  const about = `${size.perSecond}/s for ${size.seconds} s over ${size.things} things, ${size.changes} changes`;
  return [
    {
      name: 'answered 200',
      value: ((sent.status['200'] ?? 0) * 100) / sent.sent,
      bar: { exactly: 100 },
      size: `%, of ${sent.sent}: ${JSON.stringify(sent.status)}`,
    },
    { name: 'answer p50, ms', value: sent.p50 },
    { name: 'answer p99, ms', value: sent.p99, bar: { max: p99Bar }, size: about },
    {
      name: 'answer slowest, ms',
      value: sent.longest,
      size: `sender at most ${Math.round(sent.behindMs)} ms behind`,
    },
    {
      name: 'processor of the http process, ms a notification',
      value: worked / sent.sent,
      size: 'whatever else the machine does',
    },
    {
      name: 'things noted',
      value: noted?.n,
      bar: { exactly: size.things },
      size: 'one row for each, and none of the strange',
    },
    {
      name: 'drained after, s',
      value: drained ? (performance.now() - ended) / 1000 : Number.POSITIVE_INFINITY,
      bar: { max: size.patience },
    },
    {
      name: 'readings of a thing',
      value: reads / size.things,
      // At most one each five seconds, and what came last.
      bar: { max: Math.ceil(seconds / 5) + 1 },
      size: `${reads} readings for ${sent.sent} notifications`,
    },
    {
      name: 'calls in the busiest ten seconds, of those allowed',
      value: busiest / (10 * site.callsPerSecond),
      bar: { max: 1 },
      size: `${site.callsPerSecond} a second allowed`,
    },
    { name: 'calls refused for their number', value: refused, bar: { exactly: 0 } },
    ...(await judge(site, told)),
  ];
}

/** Where the machine does not take the rate asked for: the highest of these it does, for ten seconds each. */
export async function highestRate(site: Site, asked: number, p99Bar: number): Promise<Measure[]> {
  const seller = await site.aSeller(200);
  const orders = (await site.truth(seller)).slice(0, 100);
  const things = orders.map(({ id }) => ({
    user_id: seller,
    topic: 'orders_v2',
    resource: `/orders/${id}`,
  }));
  const sending = { port: site.port, seconds: 10, ...SHARES, things, applicationId: MERCADO_LIVRE_CLIENT.id };
  for (const share of [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) {
    const perSecond = Math.round(asked * share);
    const { p99 } = await send({ ...sending, perSecond });
    if (p99 <= p99Bar)
      return [{ name: 'highest rate that holds, /s', value: perSecond, size: `p99 ${Math.round(p99)} ms` }];
  }
  return [{ name: 'highest rate that holds, /s', value: 0 }];
}

function send(sending: Sending): Promise<Sent> {
  const child = fork(join(import.meta.dirname, 'prove-notifications.sender.ts'));
  return new Promise<Sent>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sender ended with ${code}`)));
    child.once('message', (sent: Sent) => {
      child.removeAllListeners('exit');
      child.disconnect();
      resolve(sent);
    });
    child.send(sending);
  });
}

export async function untilNothingPends(site: Site, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(250))
    if ((await site.pending()) === 0) return true;
  return false;
}

/** What the http process has used of it, in ticks of ten milliseconds. */
function processorMs(site: Site): number {
  const [user, system] = readFileSync(`/proc/${site.http.child.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}

/** The stand-in's own count of calls, twice a second. */
function watchCalls(site: Site) {
  const seen: { at: number; total: number }[] = [];
  const began = Date.now();
  const stopping = new AbortController();
  const before = site.calls();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      seen.push({ at: Date.now(), total: (await site.calls()).total });
      await sleep(500, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      const [{ reads: readBefore, refused: refusedBefore }, { reads, refused }] = [
        await before,
        await site.calls(),
      ];
      const busiest = seen.map(({ at, total }) => {
        const last = seen.findLast((each) => each.at <= at + 10_000);
        return (last?.total ?? total) - total;
      });
      return {
        busiest: Math.max(...busiest),
        reads: reads - readBefore,
        refused: refused - refusedBefore,
        seconds: (Date.now() - began) / 1000,
      };
    },
  };
}
