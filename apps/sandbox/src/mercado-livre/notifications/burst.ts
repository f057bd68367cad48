import { itemId } from '#mercado-livre/listings/identity.ts';
import type { Application } from '#mercado-livre/oauth/application.ts';
import { orderId } from '#mercado-livre/orders/draft.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { aNotification, type Notification } from './notification.ts';

export interface BurstInput {
  porSegundo: number;
  segundos: number;
  /** The number of different resources. */
  recursos: number;
  /** The fraction of notifications that are sent twice. */
  duplicadas: number;
  /** The fraction of notifications that change places with a later one. */
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

/** Sends notifications at a fixed rate, without waiting for answers. */
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

/** The messages in the order of sending. */
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

/**
 * Whether the n-th message is one of the fraction `share`. Such messages are spread evenly, so the fraction
 * is exact.
 */
const isDue = (n: number, share: number) => Math.floor((n + 1) * share) > Math.floor(n * share);

function resourceOf(seller: Seller, { topico }: BurstInput, n: number): string {
  if (topico === 'items') return `/items/${itemId(seller, n % Math.max(seller.listings, 1))}`;
  const { first, created } = seller.orderBook.columns();
  return `/orders/${orderId(seller, first + Math.max(created.length - 1 - n, 0))}`;
}
