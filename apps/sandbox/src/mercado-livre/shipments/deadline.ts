import { brasiliaDay, DAY_MS } from '#mercado-livre/clock.ts';
import { noise } from '#mercado-livre/noise.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Shipment } from './book.ts';
import { isOut } from './path.ts';

const HOUR_S = 3600;
const SALT = 220;

/** The second until which the goods must leave: the end of the next day in Brasília, or an hour. */
export function deadlineOf({ deadline, isProximity, steps }: Shipment): number {
  if (deadline !== undefined) return deadline;
  const begin = steps[0]?.at ?? 0;
  if (isProximity) return begin + HOUR_S;
  const day = brasiliaDay(begin * 1000 + DAY_MS);
  return Math.floor(Date.parse(`${day}T23:59:59-03:00`) / 1000);
}

/** The second at which the goods left, if they have left by `second`. */
export const leftAt = ({ steps }: Pick<Shipment, 'steps'>, second: number) =>
  steps.find((step) => isOut(step) && step.at <= second)?.at;

export function serviceOf({ seed }: SellerSeed, { isProximity, logistic, leader }: Shipment): string | null {
  if (isProximity) return 'instant_gm';
  return logistic === 'cross_docking' && noise(seed, leader, SALT) % 3 === 0 ? 'xd_same_day' : null;
}

/** The delays of a shipment, oldest first. */
export function delaysOf(shipment: Shipment, second: number) {
  const deadline = deadlineOf(shipment);
  const left = leftAt(shipment, second);
  if ((left ?? second) <= deadline) return [];
  const date = new Date(deadline * 1000).toISOString().replace('.000Z', 'Z');
  return [
    { type: 'handling_delayed', date, source: 'shipping-delays' },
    { type: 'sla_delayed', date, source: 'shipping-delays' },
  ];
}
