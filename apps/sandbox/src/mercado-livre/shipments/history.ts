import { chance, noise } from '#mercado-livre/noise.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import { isCalledOff, lifeOf } from '#mercado-livre/orders/life.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Logistic } from './logistic.ts';
import { pathOf, type Step } from './path.ts';

const SALT = { leaves: 210, arrives: 211, fate: 212, returns: 213 };
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The orders of a cart and how their goods travel. */
export interface Cart {
  leader: number;
  drafts: readonly Draft[];
  logistic: Logistic;
}

/** Why a shipment was cancelled, by the life of its orders. */
const CANCELLED: Readonly<Record<string, string>> = {
  fraude: 'fraudulent',
  dividida: 'pack_splitted',
  desfeita_pelo_vendedor: 'cancelled_manually',
  sem_estoque: 'unfulfillable',
};
export const cancelledStep = ({ life }: Draft, at: number): Step => ({
  status: 'cancelled',
  substatus: CANCELLED[lifeOf(life).name] ?? null,
  at,
});

/** The paid orders of a cart, or all of them if none was paid. */
export function paidOf(drafts: readonly Draft[]): readonly Draft[] {
  const paid = drafts.filter(({ life }) => lifeOf(life).isPaid);
  return paid.length > 0 ? paid : drafts;
}

/**
 * All states of a generated shipment, also those to come. It leaves and arrives at seconds that only the seed
 * determines, so that a later change to an order does not change the past of its shipment.
 */
export function historyOf(seller: SellerSeed, { leader, drafts, logistic }: Cart): Step[] {
  const parts = paidOf(drafts);
  const [first] = parts;
  if (!first) return [];
  const begin = Math.min(...parts.map(({ paidAt }) => paidAt));
  const end = calledOffAt(parts);
  if (!lifeOf(first.life).isPaid) {
    const waiting: Step = { status: 'pending', substatus: 'waiting_for_payment', at: begin };
    return end === undefined ? [waiting] : [waiting, cancelledStep(first, end)];
  }
  const { seed } = seller;
  const leaves = begin + 2 * HOUR_S + Math.floor(chance(seed, leader, SALT.leaves) * 60 * HOUR_S);
  const arrives = leaves + DAY_S + Math.floor(chance(seed, leader, SALT.arrives) * 9 * DAY_S);
  const when = (share: number) =>
    Math.floor(share <= 1 ? begin + share * (leaves - begin) : leaves + (share - 1) * (arrives - leaves));
  const steps = pathOf(logistic, seller.features.has('exige_nota')).map(
    ({ status, substatus, when: share }): Step => ({ status, substatus, at: when(share) }),
  );
  const fate = noise(seed, leader, SALT.fate) % 200;
  if (end !== undefined && end < leaves)
    return [...steps.filter((step) => step.at <= end), cancelledStep(first, end)];
  if (end !== undefined && end < arrives) return comesBack(seller, leader, steps, end, logistic);
  if (fate < 4) return comesBack(seller, leader, steps, arrives, logistic);
  if (fate === 4) return [...steps.slice(0, -1), { status: 'not_delivered', substatus: 'lost', at: arrives }];
  return steps;
}

function comesBack(
  { seed }: SellerSeed,
  leader: number,
  steps: readonly Step[],
  from: number,
  logistic: Logistic,
): Step[] {
  const back = from + 2 * DAY_S + Math.floor(chance(seed, leader, SALT.returns) * 6 * DAY_S);
  const isFull = logistic === 'fulfillment';
  return [
    ...steps.filter((step) => step.at < from),
    {
      status: 'not_delivered',
      substatus: isFull ? 'returning_to_warehouse' : 'returning_to_sender',
      at: from,
    },
    { status: 'not_delivered', substatus: isFull ? 'returned_to_warehouse' : 'returned', at: back },
  ];
}

/** The second at which the last order of the cart was called off, if all of them were. */
function calledOffAt(drafts: readonly Draft[]): number | undefined {
  if (!drafts.every(({ life }) => isCalledOff(lifeOf(life)))) return;
  return Math.max(...drafts.map(({ eventAt }) => eventAt));
}
