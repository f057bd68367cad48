import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { isShort } from '../kit/arguments.ts';
import { answerOf } from '../kit/child.ts';
import { cpuSeconds } from '../kit/cpu.ts';
import { type Measure, speedBar, timeBar } from '../kit/figures.ts';
import { judge } from './judge.ts';
import type { Sending, Sent } from './sender.ts';
import type { Site, TrueOrder } from './site.ts';

export interface BurstSize {
  /** Notifications per second. */
  perSecond: number;
  seconds: number;
  /** The number of orders that the notifications are about. */
  things: number;
  /** The number of real changes of orders during the burst. */
  changes: number;
  /** The maximum time, in seconds, until the product has read every pending order after the burst. */
  patience: number;
}

/** How long the proof sends made-up notifications before it measures. */
const WARM_SECONDS = isShort ? 1 : 5;
/**
 * The fractions of the notifications that are duplicated, out of order, or not about an order of a connected
 * seller.
 */
const SHARES = { duplicated: 0.2, reordered: 0.2, strange: 0.05 };

/** Sends the notifications of a busy day about two sellers, while some of their orders really change. */
export async function burst(site: Site, size: BurstSize, p99Bar: number): Promise<Measure[]> {
  const told = new Map<number, TrueOrder[]>();
  for (const seller of [await site.aSeller(size.things * 2), await site.aSeller(size.things * 2)])
    told.set(seller, (await site.truth(seller)).slice(0, size.things / 2));
  const orders = [...told.values()].flat();
  if (orders.length !== size.things)
    throw new Error(`${orders.length} orders to notify about instead of ${size.things}`);
  const things = [...told].flatMap(([seller, of]) =>
    of.map(({ id }) => ({ user_id: seller, topic: 'orders_v2', resource: `/orders/${id}` })),
  );

  // The first notifications are all made up. They warm the server up, and no figure counts them.
  const load = { port: site.port, ...SHARES, things, applicationId: MERCADO_LIVRE_CLIENT.id };
  await send({ ...load, perSecond: 500, seconds: WARM_SECONDS, strange: 1 });

  const pace = watchCalls(site);
  const pids = [site.http.child.pid ?? 0];
  const idle = await cpuSeconds(pids);
  const sending = send({ ...size, ...load });
  const began = performance.now();
  for (let n = 0; n < size.changes; n++) {
    const order = orders[Math.floor(Math.random() * orders.length)];
    if (order) await site.change(order);
    const due = ((n + 1) / size.changes) * size.seconds * 1000;
    await sleep(Math.max(0, began + due - performance.now()));
  }
  const sent = await sending;
  const worked = ((await cpuSeconds(pids)) - idle) * 1000;
  const ended = performance.now();
  const drained = await untilNothingPends(site, size.patience);
  const { busiest, refused, reads, seconds } = await pace.stop();
  // The stand-in also announces the listing of an order that it marks as paid, because the units leave it.
  const [noted] = await site.sql("select count(*)::int as n from notificacoes where topico <> 'anuncios'");
  const about = `${size.perSecond}/s for ${size.seconds} s about ${size.things} orders, ${size.changes} changes`;
  return [
    {
      name: 'notifications answered 200, %',
      value: ((sent.status['200'] ?? 0) * 100) / sent.sent,
      // A machine that is too slow for the burst refuses a part of it, and the marketplace sends that again.
      bar: speedBar(100),
      size: `of ${sent.sent}: ${JSON.stringify(sent.status)}`,
    },
    {
      name: 'notifications answered neither 200 nor 503',
      value: sent.sent - (sent.status['200'] ?? 0) - (sent.status['503'] ?? 0),
      bar: { exactly: 0 },
    },
    { name: 'answer p50, ms', value: sent.p50 },
    { name: 'answer p99, ms', value: sent.p99, bar: timeBar(p99Bar), size: about },
    {
      name: 'slowest answer, ms',
      value: sent.longest,
      size: `sender at most ${Math.round(sent.behindMs)} ms behind`,
    },
    {
      name: 'CPU time of the http process per notification, ms',
      value: worked / sent.sent,
      size: 'independent of other load on the machine',
    },
    {
      name: 'orders recorded',
      value: noted?.n,
      bar: { exactly: size.things },
      size: 'one row for each order, and none for notifications about anything else',
    },
    {
      name: 'time from the end of the burst until every order is read, s',
      value: drained ? (performance.now() - ended) / 1000 : Number.POSITIVE_INFINITY,
      bar: { max: size.patience },
    },
    {
      name: 'reads per order',
      value: reads / size.things,
      // The product reads an order at most once every five seconds, and once more at the end.
      bar: { max: Math.ceil(seconds / 5) + 1 },
      size: `${reads} reads for ${sent.sent} notifications`,
    },
    {
      name: 'calls in the busiest ten seconds / allowed calls',
      value: busiest / (10 * site.callsPerSecond),
      bar: { max: 1 },
      size: `${site.callsPerSecond} calls per second allowed`,
    },
    { name: 'calls refused with 429', value: refused, bar: { exactly: 0 } },
    ...(await judge(site, told)),
  ];
}

/**
 * Measures the highest rate, in steps of a tenth of `asked`, at which p99 stays within its bar for ten
 * seconds.
 */
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
      return [
        {
          name: 'highest rate within the bar, notifications/s',
          value: perSecond,
          size: `p99 ${Math.round(p99)} ms`,
        },
      ];
  }
  return [{ name: 'highest rate within the bar, notifications/s', value: 0 }];
}

export async function send(sending: Sending): Promise<Sent> {
  const child = fork(join(import.meta.dirname, 'sender.ts'));
  const sent = await answerOf<Sent>(child, sending);
  child.disconnect();
  return sent;
}

export async function untilNothingPends(site: Site, seconds: number): Promise<boolean> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(250))
    if ((await site.pending()) === 0) return true;
  return false;
}

/** Samples the stand-in's own count of calls twice a second. */
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
