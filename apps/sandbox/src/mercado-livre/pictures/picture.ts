import { noise } from '#mercado-livre/noise.ts';
import { itemNumber, locateItem, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';

const SALT = { count: 60, kind: 61, size: 62 };

const SIZES = [
  [90, 90],
  [120, 96],
  [200, 150],
  [500, 411],
] as const;

/** The content at the address of a picture. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'missing' | 'page';

export interface Picture {
  id: string;
  kind: PictureKind;
  width: number;
  height: number;
}

/** The number of pictures of a listing: 0 to 12, or the fixed number of the seller. */
export const pictureCount = (seller: SellerSeed, index: number) =>
  seller.pictures ?? noise(seller.seed, index, SALT.count) % 13;

/**
 * An id such as `963513-MLB49868862376_012026`. Its first number determines which picture of the listing it
 * is.
 */
export const pictureId = (seller: SellerSeed, index: number, n: number) =>
  `${600_000 + n}-MLB${40_000_000_000 + itemNumber(seller, index)}_012026`;

/** The seller's slot, the listing and the picture with this id. */
export function readPictureId(id: string): { slot: number; index: number; n: number } | undefined {
  const [, first = '', number = ''] = /^(\d{6})-MLB(\d{11})_012026$/.exec(id) ?? [];
  const place = locateItem(Number(number) - 40_000_000_000);
  const n = Number(first) - 600_000;
  return place && n >= 0 ? { ...place, n } : undefined;
}

/**
 * A picture of a listing. One in fifty is missing, one in a hundred is a web page, and the others are images.
 */
export function pictureOf(seller: SellerSeed, index: number, n: number): Picture {
  const dice = noise(seller.seed, index * 16 + n, SALT.kind) % 100;
  const kind = kindOf(dice);
  // Only a PNG can have any size, because the other formats are constants.
  const size = kind === 'png' ? noise(seller.seed, index * 16 + n, SALT.size) % SIZES.length : 1;
  const [width, height] = SIZES[size] ?? SIZES[1];
  return { id: pictureId(seller, index, n), kind, width, height };
}

function kindOf(dice: number): PictureKind {
  if (dice < 2) return 'missing';
  if (dice === 2) return 'page';
  if (dice < 23) return 'jpeg';
  return dice < 33 ? 'webp' : 'png';
}
