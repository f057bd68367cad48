import { LEAVES, type Leaf } from '#mercado-livre/categories/tree.ts';
import { chance, noise, pick } from '#mercado-livre/noise.ts';
import { itemNumber, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';

const SALT = { leaf: 1, sku: 2, twinSku: 3, oddSku: 4, gtin: 5, gtinKind: 6 };
const PARTS = LEAVES.filter(({ isPart }) => isPart);

export const itemId = (seller: SellerSeed, index: number) => `MLB${itemNumber(seller, index)}`;

/**
 * Whether the listing is a twin. One in ten listings sells the same product as the previous one, on a
 * catalogue page.
 */
export const isTwin = (index: number) => index % 10 === 9;

/** The index of the product. A twin has the product of the previous listing. */
export const productIndex = (index: number) => (isTwin(index) ? index - 1 : index);

export const userProductId = (seller: SellerSeed, index: number) =>
  `MLBU${itemNumber(seller, productIndex(index))}`;

/** In the new model three products form a family. */
export const familyId = (seller: SellerSeed, index: number) =>
  7_000_000_000_000 + Math.floor(itemNumber(seller, productIndex(index)) / 3);

/** The number of the first item of a family. */
export const familyIdOfNumber = (family: number) => (family - 7_000_000_000_000) * 3;

export const leafOf = (seller: SellerSeed, index: number): Leaf => {
  const product = productIndex(index);
  const family = seller.features.has('user_product_seller')
    ? Math.floor(itemNumber(seller, product) / 3)
    : product;
  return pick(seller.features.has('so_pecas') ? PARTS : LEAVES, noise(seller.seed, family, SALT.leaf));
};

/**
 * Where a listing has its SKU: in the attribute, in the old field, in both, in both with different values, or
 * nowhere.
 */
export function skuPlaces(seller: SellerSeed, index: number): { attribute?: string; field?: string } {
  const dice = chance(seller.seed, productIndex(index), SALT.sku);
  const sku = skuOf(seller, index);
  if (dice < 0.4) return { attribute: sku };
  if (dice < 0.58) return { field: sku };
  if (dice < 0.74) return { attribute: sku, field: sku };
  if (dice < 0.78) return { attribute: sku, field: `ANTIGO-${index}` };
  return {};
}

/**
 * The SKU of a product. Some products have the SKU of the previous one. `skuCandidates` finds both by its
 * number.
 */
function skuOf(seller: SellerSeed, index: number): string {
  const product = productIndex(index);
  const isShared = product > 0 && chance(seller.seed, product, SALT.twinSku) < 0.04;
  const number = isShared ? product - 1 : product;
  const written = `${leafOf(seller, number).sku}-${String(number).padStart(5, '0')}`;
  return chance(seller.seed, number, SALT.oddSku) < 0.03
    ? `${written.toLowerCase().replace('-', ' ')}/Ç`
    : written;
}

/** The listings that may have a SKU. The caller checks which of them do. */
export function skuCandidates(sku: string): number[] {
  const [, digits] = /(\d{1,7})/.exec(sku) ?? [];
  if (digits === undefined) return [];
  const number = Number(digits);
  return [number, number + 1, number + 2];
}

/**
 * The attribute with one valid GTIN, with several, or with the reason for having none. Some listings have no
 * attribute.
 */
export function gtinAttribute(
  seller: SellerSeed,
  index: number,
): { id: string; name: string; value: string } | undefined {
  const product = productIndex(index);
  const dice = chance(seller.seed, product, SALT.gtinKind);
  const gtin = gtinOf(noise(seller.seed, product, SALT.gtin) % 1_000_000_000);
  const named = { id: 'GTIN', name: 'Código universal de produto' };
  if (dice < 0.55) return { ...named, value: gtin };
  if (dice < 0.6) return { ...named, value: `${gtin},${gtinOf(product)}` };
  if (dice < 0.72)
    return {
      id: 'EMPTY_GTIN_REASON',
      name: 'Motivo de GTIN vazio',
      value: 'O produto não tem código cadastrado',
    };
  return;
}

export function gtinOf(number: number): string {
  const digits = `789${String(number).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
