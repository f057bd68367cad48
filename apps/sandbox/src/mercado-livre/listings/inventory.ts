import { itemNumber, locateItem, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';

/** The id of the stock that Mercado Livre keeps for a listing, or for one of its variations. */
export const inventoryId = (seller: SellerSeed, listing: number, variation?: number) =>
  `INV${itemNumber(seller, listing)}${variation === undefined ? '' : `V${variation}`}`;

export function listingOfInventory(
  { slot }: SellerSeed,
  id: string,
): { listing: number; variation: number | undefined } | undefined {
  const [, number, variation] = /^INV(\d{10,11})(?:V(\d{1,3}))?$/.exec(id) ?? [];
  const place = number === undefined ? undefined : locateItem(Number(number));
  if (place?.slot !== slot) return;
  return { listing: place.index, variation: variation === undefined ? undefined : Number(variation) };
}
