import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { median } from './proof.ts';
import { untilNothingPends } from './prove-notifications.burst.ts';
import { judge, type Measure } from './prove-notifications.judge.ts';
import type { Site, TrueOrder } from './prove-notifications.site.ts';

/** What one worker takes at once. */
const BATCH = 20;

const tell = async (site: Site, seller: number, orderId: number): Promise<number> => {
  const answer = await fetch(`${site.api}/api/notificacoes/mercado-livre`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: `/orders/${orderId}`,
      user_id: seller,
      topic: 'orders_v2',
      application_id: Number(MERCADO_LIVRE_CLIENT.id),
    }),
  });
  await answer.text();
  return answer.status;
};

/** Whether the time of an answer tells that a seller is connected here; asked in turns, one at a time. */
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
      name: 'answer for a connected seller later than for a stranger, ms',
      value: Math.abs(median(took.known) - median(took.unknown)),
      bar: { max: 1 },
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
  // Some of them were answered to whoever reads, the others were not asked for yet.
  while ((await site.calls()).reads < reads + BATCH / 2) await sleep(20);
  return { seller, orders, told: new Map<number, readonly TrueOrder[]>([[seller, orders]]) };
}

/** Everything changes between its reading and the end of the batch. */
export async function changedWhileRead(site: Site): Promise<Measure[]> {
  const { orders, told } = await aBatch(site);
  await Promise.all(orders.map((order) => site.change(order)));
  await untilNothingPends(site, 60);
  return judge(site, told, ', changed while they were read');
}

/** A worker stands still between what it has read and its writing, and what it held is read by the other. */
export async function heldStill(site: Site): Promise<Measure[]> {
  const { seller, orders, told } = await aBatch(site);
  // Whichever of the two holds it.
  for (const { child } of site.workers) child.kill('SIGSTOP');
  for (const order of orders) await site.change(order);
  // As if their time were over.
  await site.sql('update notificacoes set proxima_em = now() where user_ml_id = $1 and pendente', [seller]);
  const third = site.aWorker();
  const isRead = await untilNothingPends(site, 60);
  for (const { child } of site.workers) child.kill('SIGCONT');
  // They come to the end of what they had begun.
  await sleep((BATCH / site.callsPerSecond) * 1000 + 3000);
  await third.kill();
  return [
    {
      name: 'left by a worker that stood still, and read by another',
      value: isRead ? 1 : 0,
      bar: { exactly: 1 },
    },
    ...(await judge(site, told, ', read by one that stood still')),
  ];
}

/** The http process is killed with -9 while it answers: what it acknowledged is there. */
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
    const rows = await site.sql('select recurso from notificacoes where user_ml_id = $1', [seller]);
    const kept = new Set(rows.map(({ recurso }) => recurso));
    lost.push(...answered.filter((each) => !kept.has(each)));
    await site.serveAgain();
  }
  return [
    {
      name: 'acknowledged and lost',
      value: lost.length,
      bar: { exactly: 0 },
      size: `${acknowledged} acknowledged, ${rounds} kills`,
      findings: lost,
    },
  ];
}
