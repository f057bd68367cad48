import { priceOf } from '#mercado-livre/listings/face.ts';
import { chance, noise } from '#mercado-livre/noise.ts';
import type { Logistic } from '#mercado-livre/shipments/logistic.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { packOf } from './life.ts';

/** The data from which an order is generated, in seconds and centavos. */
export interface Draft {
  k: number;
  createdAt: number;
  paidAt: number;
  eventAt: number;
  /** The index in LIVES. */
  life: number;
  listing: number;
  quantity: number;
  unitPrice: number;
  fullPrice: number;
  buyer: number;
  /** The first order of the cart, and the size of the cart. A cart with one order may have no number. */
  pack: { leader: number; size: number; isNumbered: boolean };
  /** The refunded amount of a partial refund. */
  refund: number;
  cancelDetail?: string;
  /** The number of the variation. A generated order derives it from its own number. */
  variation?: number;
  /** The number of the depot of a seller with stock per depot. A generated order derives it from its number. */
  depot?: number;
  /** How the goods travel. A generated order derives it from its listing. */
  logistic?: Logistic;
  /** The listing of the kit of which this order is a component. */
  kit?: number;
  /** The number of the order that a split replaced by this one. */
  replaces?: number;
  /** Whether the goods had left when a control route or the seller called the sale off. */
  hadLeft?: boolean;
  /** Whether the buyer opened a claim through a control route. */
  hasClaim?: boolean;
  /** What the seller said about the sale. */
  feedback?: Feedback;
}

/** The feedback that a seller may give once. */
export interface Feedback {
  fulfilled: boolean;
  rating: string;
  reason: string | null;
  message: string;
  restock: boolean;
  at: number;
}

const SALT = { listing: 120, quantity: 121, many: 122, discount: 123, buyer: 124, numbered: 125 };
/** The numbers of sales made through control routes start here. */
export const FIRST_SALE = 500_000_000;
const ORDER_ROOM = 1_000_000_000;
const FIRST_ORDER = 2_000_000_000_000_000;
const FIRST_PACK = 2_500_000_000_000_000;

export const orderId = ({ slot }: SellerSeed, k: number) => FIRST_ORDER + slot * ORDER_ROOM + k;
export const packId = ({ slot }: SellerSeed, k: number) => FIRST_PACK + slot * ORDER_ROOM + k;

/** The seller's slot and the number of the order with this order or pack id. */
export function locateOrder(id: string, kind: 'order' | 'pack'): { slot: number; k: number } | undefined {
  if (!/^\d{16}$/.test(id)) return;
  const place = Number(id) - (kind === 'order' ? FIRST_ORDER : FIRST_PACK);
  if (place < 0 || place >= FIRST_PACK - FIRST_ORDER) return;
  return { slot: Math.floor(place / ORDER_ROOM), k: place % ORDER_ROOM };
}

/** The listing of an order. Some listings sell much more than others. */
export const listingOfOrder = ({ seed }: SellerSeed, k: number, listings: number) =>
  Math.floor(chance(seed, k, SALT.listing) ** 2 * listings);

export const buyerOf = ({ seed }: SellerSeed, leader: number) =>
  100_000_000 + (noise(seed, leader, SALT.buyer) % 900_000_000);

export function draftOf(
  seller: SellerSeed,
  k: number,
  listings: number,
  times: Pick<Draft, 'createdAt' | 'paidAt' | 'eventAt' | 'life'>,
): Draft {
  const { seed } = seller;
  const listing = listingOfOrder(seller, k, listings);
  const fullPrice = priceOf(seller, listing);
  const isDiscounted = noise(seed, k, SALT.discount) % 7 === 0;
  const unitPrice = isDiscounted ? Math.round(fullPrice * 0.87) : fullPrice;
  const quantity = noise(seed, k, SALT.many) % 8 === 0 ? 2 + (noise(seed, k, SALT.quantity) % 9) : 1;
  const { leader, size } = packOf(seller, k);
  return {
    k,
    ...times,
    listing,
    quantity,
    unitPrice,
    fullPrice,
    buyer: buyerOf(seller, leader),
    pack: { leader, size, isNumbered: size > 1 || noise(seed, k, SALT.numbered) % 10 >= 3 },
    refund: Math.max(1, Math.floor((unitPrice * quantity) / 3)),
  };
}
