import type { Application } from './application.ts';
import { itemId } from './listing-identity.ts';
import { aNotification, type Notification } from './notification.ts';
import { orderId } from './order-draft.ts';
import type { Seller } from './seller.ts';
import type { World } from './world.ts';

export interface BurstInput {
  porSegundo: number;
  segundos: number;
  /** Over how many resources. */
  recursos: number;
  /** The share that is sent twice, and the share that comes after a later one. */
  duplicadas: number;
  reordenadas: number;
  topico: 'orders_v2' | 'items';
}

export interface BurstReport {
  terminada: boolean;
  planejadas: number;
  enviadas: number;
  respondidas: number;
  latencia: { p50: number; p99: number; max: number };
  status: Record<string, number>;
}

const TICK_MS = 20;

/** Posts so many a second, whether the last ones were answered or not. */
export function startBurst(
  world: World,
  application: Application,
  seller: Seller,
  input: BurstInput,
): BurstReport {
  const messages = planMessages(world, application, seller, input);
  const latencies: number[] = [];
  const report: BurstReport = {
    terminada: false,
    planejadas: messages.length,
    enviadas: 0,
    respondidas: 0,
    latencia: { p50: 0, p99: 0, max: 0 },
    status: {},
  };
  const began = performance.now();
  let heard = 0;
  const timer = setInterval(() => {
    const due = Math.min(
      messages.length,
      Math.floor(((performance.now() - began) / 1000) * input.porSegundo),
    );
    for (const message of messages.slice(report.enviadas, due)) {
      void world.notifier.send(application, message, {
        onFirst({ status, ms }) {
          heard += 1;
          if (status !== 0) report.respondidas += 1;
          report.status[status] = (report.status[status] ?? 0) + 1;
          latencies.push(ms);
          if (heard === messages.length) finish();
        },
      });
    }
    report.enviadas = Math.max(due, report.enviadas);
    if (due === messages.length) clearInterval(timer);
  }, TICK_MS);
  timer.unref();

  function finish(): void {
    latencies.sort((a, b) => a - b);
    const at = (share: number) =>
      latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
    report.latencia = { p50: at(0.5), p99: at(0.99), max: at(1) };
    report.terminada = true;
  }
  return report;
}

/** In the order in which they are sent. */
function planMessages(
  world: World,
  application: Application,
  seller: Seller,
  input: BurstInput,
): Notification[] {
  const messages: Notification[] = [];
  let different = 0;
  for (let n = 0; n < input.porSegundo * input.segundos; n += 1) {
    const last = messages.at(-1);
    if (last && isDue(n, input.duplicadas)) {
      messages.push(last);
      continue;
    }
    const about = {
      resource: resourceOf(seller, input, different % input.recursos),
      user_id: seller.id,
      topic: input.topico,
      application_id: Number(application.id),
    };
    different += 1;
    messages.push(aNotification(about, world.clock.now() + n));
  }
  for (let n = 1; n < messages.length; n += 1) {
    const [before, after] = [messages[n - 1], messages[n]];
    if (before && after && isDue(n, input.reordenadas)) [messages[n - 1], messages[n]] = [after, before];
  }
  return messages;
}

/** Evenly spread, so that the share is exact. */
const isDue = (n: number, share: number) => Math.floor((n + 1) * share) > Math.floor(n * share);

function resourceOf(seller: Seller, { topico }: BurstInput, n: number): string {
  if (topico === 'items') return `/items/${itemId(seller, n % Math.max(seller.listings, 1))}`;
  const { first, created } = seller.orderBook.columns();
  return `/orders/${orderId(seller, first + Math.max(created.length - 1 - n, 0))}`;
}
