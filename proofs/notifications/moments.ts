import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { type Measure, median, timeBar } from '../kit/figures.ts';
import { untilNothingPends } from './burst.ts';
import { judge } from './judge.ts';
import type { Site, TrueOrder } from './site.ts';

/** The number of orders that a worker reads in one batch. */
const BATCH = 20;

const tell = async (site: Site, seller: number, orderId: number): Promise<number> => {
  const answer = await fetch(
    `${site.api}/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        resource: `/orders/${orderId}`,
        user_id: seller,
        topic: 'orders_v2',
        application_id: Number(MERCADO_LIVRE_CLIENT.id),
      }),
    },
  );
  await answer.text();
  return answer.status;
};

/**
 * Tests whether the duration of an answer reveals that a seller is connected. It sends one request at a time,
 * alternately about a connected and an unknown seller.
 */
export async function sameTime(site: Site, times: number): Promise<Measure[]> {
  const known = await site.aSeller(100);
  const [order] = await site.truth(known);
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let n = -5; n < times; n++)
    for (const [who, seller] of [
      ['known', known],
      ['unknown', known + 1_000_000],
    ] as const) {
      const began = performance.now();
      await tell(site, seller, (order?.id ?? 0) + n);
      if (n >= 0) took[who].push(performance.now() - began);
    }
  await site.sql('delete from notificacoes');
  return [
    {
      name: 'answer for a connected seller later than for an unknown one, ms',
      value: Math.abs(median(took.known) - median(took.unknown)),
      bar: timeBar(1),
      size: `medians ${median(took.known).toFixed(1)} and ${median(took.unknown).toFixed(1)} of ${times} each`,
    },
  ];
}

async function aBatch(site: Site) {
  const seller = await site.aSeller(200);
  const orders = (await site.truth(seller)).slice(0, BATCH);
  await site.sql('truncate escritas');
  const { reads } = await site.calls();
  await Promise.all(orders.map(({ id }) => tell(site, seller, id)));
  // Waits until the worker has read half of the batch, so that the other half is still unread.
  while ((await site.calls()).reads < reads + BATCH / 2) await sleep(20);
  return { seller, orders, told: new Map<number, readonly TrueOrder[]>([[seller, orders]]) };
}

/** All orders change after the worker has read half of the batch and before it writes the batch. */
export async function changedWhileRead(site: Site): Promise<Measure[]> {
  const { orders, told } = await aBatch(site);
  await Promise.all(orders.map((order) => site.change(order)));
  await untilNothingPends(site, 60);
  return judge(site, told, ', changed while they were read');
}

/** The workers freeze between reading and writing, and another worker reads their batch. */
export async function heldStill(site: Site): Promise<Measure[]> {
  const { seller, orders, told } = await aBatch(site);
  // Pauses both workers, because either may hold the batch.
  for (const { child } of site.workers) child.kill('SIGSTOP');
  for (const order of orders) await site.change(order);
  // Makes the leases of the paused workers expire.
  await site.sql('update notificacoes set proxima_em = now() where seller_id = $1 and pendente', [seller]);
  const third = site.aWorker();
  const isRead = await untilNothingPends(site, 60);
  for (const { child } of site.workers) child.kill('SIGCONT');
  // The resumed workers finish the batch that they had begun.
  await sleep((BATCH / site.callsPerSecond) * 1000 + 3000);
  await third.kill();
  return [
    {
      name: 'batches of a frozen worker that another worker read',
      value: isRead ? 1 : 0,
      bar: { exactly: 1 },
    },
    ...(await judge(site, told, ', read by a frozen worker')),
  ];
}

/** Kills the http process with SIGKILL while it answers. Every acknowledged notification must be stored. */
export async function killed(site: Site, rounds: number): Promise<Measure[]> {
  const seller = await site.aSeller(50);
  const lost: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const first = 100_000_000 + round * 1000;
    const dying = 20 + Math.floor(Math.random() * 100);
    const answered: string[] = [];
    await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        await sleep(n);
        if ((await tell(site, seller, first + n).catch(() => 0)) !== 200) return;
        if (answered.push(String(first + n)) === dying) site.http.child.kill('SIGKILL');
      }),
    );
    acknowledged += answered.length;
    const rows = await site.sql('select recurso from notificacoes where seller_id = $1', [seller]);
    const kept = new Set(rows.map(({ recurso }) => recurso));
    lost.push(...answered.filter((each) => !kept.has(each)));
    await site.serveAgain();
  }
  return [
    {
      name: 'notifications acknowledged and lost',
      value: lost.length,
      bar: { exactly: 0 },
      size: `${acknowledged} acknowledged, ${rounds} kills`,
      findings: lost,
    },
  ];
}
