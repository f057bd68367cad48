import { noise } from './noise.ts';
import { itemNumber, locateItem, type SellerSeed } from './seller.ts';

const SALT = { count: 60, kind: 61, size: 62 };

const SIZES = [
  [90, 90],
  [120, 96],
  [200, 150],
  [500, 411],
] as const;

/** What is found where a picture should be. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'missing' | 'page';

export interface Picture {
  id: string;
  kind: PictureKind;
  width: number;
  height: number;
}

/** From none to twelve, or as many as the seller always has. */
export const pictureCount = (seller: SellerSeed, index: number) =>
  seller.pictures ?? noise(seller.seed, index, SALT.count) % 13;

/** `963513-MLB49868862376_012026`: the first number says which of the pictures it is. */
export const pictureId = (seller: SellerSeed, index: number, n: number) =>
  `${600_000 + n}-MLB${40_000_000_000 + itemNumber(seller, index)}_012026`;

/** Where an id leads, whatever seller it is of. */
export function readPictureId(id: string): { slot: number; index: number; n: number } | undefined {
  const [, first = '', number = ''] = /^(\d{6})-MLB(\d{11})_012026$/.exec(id) ?? [];
  const place = locateItem(Number(number) - 40_000_000_000);
  const n = Number(first) - 600_000;
  return place && n >= 0 ? { ...place, n } : undefined;
}

/** One in fifty is gone and one in a hundred is a web page; the rest can be shown. */
export function pictureOf(seller: SellerSeed, index: number, n: number): Picture {
  const dice = noise(seller.seed, index * 16 + n, SALT.kind) % 100;
  const kind = kindOf(dice);
  // Only one of the formats can be made in any size.
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
