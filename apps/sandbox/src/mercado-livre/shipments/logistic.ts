import { noise } from '#mercado-livre/noise.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';

/** How goods travel. `default` is a parcel that the seller sends on their own. */
export const LOGISTICS = [
  'cross_docking',
  'xd_drop_off',
  'drop_off',
  'self_service',
  'fulfillment',
  'default',
] as const;
export type Logistic = (typeof LOGISTICS)[number];

const OF_LISTING = ['cross_docking', 'xd_drop_off', 'drop_off', 'self_service', 'not_specified'] as const;
const SALT = { logistic: 84, both: 200, each: 201 };

/** The `logistic_type` that a listing shows. */
export const logisticOfListing = ({ seed }: SellerSeed, index: number, isFull: boolean) =>
  isFull
    ? 'fulfillment'
    : (OF_LISTING[noise(seed, index, SALT.logistic) % OF_LISTING.length] ?? 'cross_docking');

/** Whether the seller also sends this listing, which is stored at Mercado Livre, from their own address. */
const hasFlexToo = ({ seed }: SellerSeed, index: number) => noise(seed, index, SALT.both) % 4 === 0;

/**
 * How the goods of the cart with this first order travel. A listing of Full may also be sold by Flex, so only
 * the shipment says where the goods come from.
 */
export function logisticOfCart(
  seller: SellerSeed,
  { leader, listing, isFull }: { leader: number; listing: number; isFull: boolean },
): Logistic {
  const shown = logisticOfListing(seller, listing, isFull);
  if (shown === 'not_specified') return 'default';
  if (shown !== 'fulfillment') return shown;
  const isFlex = hasFlexToo(seller, listing) && noise(seller.seed, leader, SALT.each) % 2 === 0;
  return isFlex ? 'self_service' : 'fulfillment';
}

export const modeOf = (logistic: Logistic) => (logistic === 'default' ? 'me1' : 'me2');
