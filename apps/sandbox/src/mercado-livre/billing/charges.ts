import { brasiliaDay, DAY_MS } from '#mercado-livre/clock.ts';
import { noise } from '#mercado-livre/noise.ts';
import { lowerBound } from '#mercado-livre/orders/columns.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import { isCalledOff, lifeOf } from '#mercado-livre/orders/life.ts';
import { saleFee } from '#mercado-livre/orders/order.ts';
import { leftAt } from '#mercado-livre/shipments/deadline.ts';
import { paidOf } from '#mercado-livre/shipments/history.ts';
import { freightOf } from '#mercado-livre/shipments/shipment.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';

/** A line of the bill, in centavos. Credits are positive too; `isBonus` says that they reduce the bill. */
export interface Charge {
  /** Names the charge once and for all. */
  key: string;
  at: number;
  amount: number;
  type: 'CV' | 'BV' | 'CXD' | 'PADS' | 'CFF';
  isBonus: boolean;
  /** The charge that a bonus returns. */
  returns: string | null;
  /** The orders that the line names. A charge for a parcel of a cart names only the parcel. */
  orders: readonly Draft[];
  /** The first order of the cart whose parcel the line names. */
  leader: number | null;
}

const SALT = { rebate: 300, weighed: 301, ads: 302, storage: 303 };
/** Orders and their parcels cause charges up to this long after the order. */
const LATEST_S = 60 * 86_400;

/** The fee as it is billed: Mercado Livre gives a rebate on some sales, which the order does not show. */
function commissionOf(seller: Seller, draft: Draft): { gross: number; rebate: number } {
  const gross = saleFee(seller, draft) * draft.quantity;
  return { gross, rebate: noise(seller.seed, draft.k, SALT.rebate) % 12 === 0 ? Math.round(gross * 0.2) : 0 };
}

export const saleFeeOf = (seller: Seller, draft: Draft) => {
  const { gross, rebate } = commissionOf(seller, draft);
  return { gross, rebate, net: gross - rebate };
};

/** The lines that one order causes until `second`. A test order causes none. */
function ofOrder(seller: Seller, draft: Draft, second: number): Charge[] {
  const life = lifeOf(draft.life);
  if (!life.isPaid || life.tag === 'test_order' || draft.paidAt > second) return [];
  const { net } = saleFeeOf(seller, draft);
  const key = `CV ${draft.k}`;
  // The official sample of a charge for a sale names the parcel too.
  const { leader } = draft.pack;
  const about = { orders: [draft], leader: seller.shipmentBook.find(leader) ? leader : null };
  const charge: Charge = {
    ...{ key, at: draft.paidAt, amount: net, type: 'CV', isBonus: false, returns: null },
    ...about,
  };
  const total = draft.unitPrice * draft.quantity;
  const returned = isCalledOff(life)
    ? net
    : life.after === 'partially_refunded'
      ? Math.round((net * draft.refund) / total)
      : 0;
  if (draft.eventAt > second || returned === 0) return [charge];
  const bonus: Charge = {
    ...{ key: `BV ${draft.k}`, at: draft.eventAt, amount: returned, type: 'BV', isBonus: true, returns: key },
    ...about,
  };
  return [charge, bonus];
}

/** The freight of a parcel that left. Some parcels weigh more than the seller said. */
function ofParcel(seller: Seller, leader: number, second: number): Charge[] {
  const shipment = seller.shipmentBook.find(leader);
  const at = shipment && leftAt(shipment, second);
  const orders = shipment ? paidOf(shipment.drafts).filter(({ paidAt }) => paidAt <= second) : [];
  if (!shipment || at === undefined || orders.length === 0) return [];
  const estimate = freightOf(seller, shipment);
  if (estimate === 0 || orders.some(({ life }) => lifeOf(life).tag === 'test_order')) return [];
  const amount = estimate + (noise(seller.seed, leader, SALT.weighed) % 9 === 0 ? 137 : 0);
  return [
    {
      ...{ key: `CXD ${leader}`, at, amount, type: 'CXD', isBonus: false, returns: null, leader },
      orders: orders.length > 1 ? [] : orders,
    },
  ];
}

/** Charges that belong to no order: ads of every day, and the storage of a month. */
function ofAccount(seller: Seller, [from, to]: readonly [number, number]): Charge[] {
  const charges: Charge[] = [];
  const about = { isBonus: false, returns: null, orders: [], leader: null };
  for (let at = from + 20 * 3600; at <= to; at += DAY_MS / 1000) {
    const day = brasiliaDay(at * 1000);
    const dice = noise(seller.seed, Math.floor(at / 86_400), SALT.ads);
    charges.push({ key: `PADS ${day}`, at, amount: 100 + (dice % 9000), type: 'PADS', ...about });
  }
  const last = from + 27 * 86_400;
  if (last <= to)
    charges.push({
      ...{ key: `CFF ${brasiliaDay(last * 1000)}`, at: last, type: 'CFF', ...about },
      amount: 4990 + (noise(seller.seed, Math.floor(last / 86_400), SALT.storage) % 1000),
    });
  return charges;
}

/** Every line from a second to another, in the order of their time. */
export function chargesOf(seller: Seller, from: number, to: number): Charge[] {
  const { orderBook } = seller;
  const { created } = orderBook.columns();
  const first = lowerBound(created, from - LATEST_S);
  const end = lowerBound(created, to + 1);
  const drafts = [
    ...Array.from({ length: end - first }, (_, n) => orderBook.at(first + n)),
    ...orderBook.sales().filter(({ createdAt }) => createdAt <= to),
  ];
  const leaders = new Set(drafts.map(({ pack }) => pack.leader));
  return [
    ...drafts.flatMap((draft) => ofOrder(seller, draft, to)),
    ...[...leaders].flatMap((leader) => ofParcel(seller, leader, to)),
    ...ofAccount(seller, [from, to]),
  ]
    .filter(({ at }) => at >= from && at <= to)
    .sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
}
