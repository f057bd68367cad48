import { chance, noise } from '#mercado-livre/noise.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { leafOf, productIndex } from './identity.ts';

const SALT = {
  status: 20,
  price: 21,
  cents: 22,
  quantity: 23,
  sold: 24,
  soldNone: 25,
  logistic: 26,
  start: 27,
  updated: 28,
  variations: 29,
};

export const STATUSES = [
  'active',
  'paused',
  'closed',
  'under_review',
  'inactive',
  'not_yet_active',
  'payment_required',
] as const;
export type ItemStatus = (typeof STATUSES)[number];

/** The fields that searches need, without generating the whole listing. */
export interface Face {
  status: ItemStatus;
  subStatus: readonly string[];
  /** In centavos. */
  price: number;
  quantity: number;
  sold: number;
  isFull: boolean;
  startedAt: number;
  updatedAt: number;
  /** The number of variations in the old model. */
  variations: number;
}

const FIRST_START = Date.UTC(2021, 0, 1);
const STARTS_OVER = Date.UTC(2024, 0, 1) - FIRST_START;
const UPDATES_OVER = Date.UTC(2025, 5, 1) - Date.UTC(2024, 0, 1);

/**
 * Generates the face of a listing. Start times rise with the index, so the default order of a search needs no
 * sorting.
 */
export function faceOf(seller: SellerSeed, index: number, count: number): Face {
  const { seed } = seller;
  const { status, subStatus } = statusOf(chance(seed, index, SALT.status));
  const isOut = subStatus.includes('out_of_stock');
  const product = productIndex(index);
  return {
    status,
    subStatus,
    price: priceOf(seller, index),
    quantity: isOut || status === 'closed' ? 0 : 1 + (noise(seed, product, SALT.quantity) % 120),
    sold: chance(seed, index, SALT.soldNone) < 0.25 ? 0 : noise(seed, index, SALT.sold) % 900,
    isFull: chance(seed, product, SALT.logistic) < 0.12,
    startedAt:
      FIRST_START +
      Math.floor((STARTS_OVER * (index + chance(seed, index, SALT.start))) / Math.max(count, 1)),
    updatedAt: Date.UTC(2024, 0, 1) + Math.floor(chance(seed, index, SALT.updated) * UPDATES_OVER),
    variations: variationsOf(seller, index),
  };
}

function statusOf(dice: number): { status: ItemStatus; subStatus: readonly string[] } {
  if (dice < 0.7) return { status: 'active', subStatus: [] };
  if (dice < 0.8) return { status: 'paused', subStatus: ['out_of_stock'] };
  if (dice < 0.86) return { status: 'paused', subStatus: ['paused_by_seller'] };
  if (dice < 0.93) return { status: 'closed', subStatus: [] };
  if (dice < 0.95) return { status: 'closed', subStatus: ['expired'] };
  if (dice < 0.96) return { status: 'closed', subStatus: ['deleted'] };
  if (dice < 0.98) return { status: 'under_review', subStatus: ['waiting_for_patch'] };
  if (dice < 0.985) return { status: 'under_review', subStatus: ['forbidden'] };
  if (dice < 0.99) return { status: 'inactive', subStatus: ['suspended'] };
  if (dice < 0.995) return { status: 'not_yet_active', subStatus: ['picture_download_pending'] };
  return { status: 'payment_required', subStatus: [] };
}

/** A price in centavos: in whole reais, with the usual centavos of shops, or with any centavos. */
export function priceOf(seller: SellerSeed, index: number): number {
  const { from, to } = leafOf(seller, index);
  const price = from + (noise(seller.seed, productIndex(index), SALT.price) % (to - from));
  const dice = noise(seller.seed, productIndex(index), SALT.cents) % 10;
  if (dice < 5) return price - (price % 100) + 90;
  if (dice < 7) return price - (price % 100) + 99;
  return dice === 7 ? price - (price % 100) : price;
}

/** The number of variations: none, or two to five. In the new model there are none. */
function variationsOf(seller: SellerSeed, index: number): number {
  if (seller.features.has('user_product_seller') || index % 7 !== 3 || index % 10 >= 8) return 0;
  return 2 + (noise(seller.seed, index, SALT.variations) % 4);
}
