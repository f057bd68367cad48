import { VARIATION_VALUES } from '#mercado-livre/categories/tree.ts';
import { pictureCount, pictureId } from '#mercado-livre/pictures/picture.ts';
import { itemNumber, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Face } from './face.ts';
import { gtinOf, leafOf, skuPlaces } from './identity.ts';
import { inventoryId } from './inventory.ts';

/** A remaining variation and its stock. */
export interface VariationState {
  n: number;
  quantity: number;
}

export const variationId = (seller: SellerSeed, index: number, n: number) =>
  170_000_000_000 + itemNumber(seller, index) * 10 + n;

/** The stock of the listing is the sum of its variations. */
export function variationStates(face: Face): VariationState[] {
  const { variations, quantity } = face;
  const each = Math.floor(quantity / Math.max(variations, 1));
  return Array.from({ length: variations }, (_, n) => ({
    n,
    quantity: n === 0 ? quantity - each * (variations - 1) : each,
  }));
}

/**
 * Variations of the old model. Their own attributes, with SKU and GTIN, are included only if all attributes are
 * requested.
 */
export function variationsOf(
  seller: SellerSeed,
  index: number,
  face: Face,
  states: readonly VariationState[] = variationStates(face),
  includesAll = false,
) {
  const { varies } = leafOf(seller, index);
  const values = VARIATION_VALUES[varies];
  const sku = skuPlaces(seller, index).attribute;
  return states.map(({ n, quantity }) => ({
    id: variationId(seller, index, n),
    price: face.price / 100,
    available_quantity: quantity,
    sold_quantity: Math.floor(face.sold / Math.max(states.length, 1)),
    attribute_combinations: [
      {
        id: varies,
        name: varies === 'COLOR' ? 'Cor' : 'Tamanho',
        value_id: String(52_049 + n),
        value_name: values[(index + n) % values.length] ?? 'Único',
      },
    ],
    sale_terms: [],
    picture_ids: pictureCount(seller, index) > 0 ? [pictureId(seller, index, 0)] : [],
    seller_custom_field: skuPlaces(seller, index).field ?? null,
    catalog_product_id: null,
    inventory_id: face.isFull ? inventoryId(seller, index, n) : null,
    user_product_id: `MLBU${itemNumber(seller, index)}${n}`,
    ...(includesAll && {
      attributes: [
        ...(sku === undefined ? [] : [{ id: 'SELLER_SKU', name: 'SKU', value_name: `${sku}-${n + 1}` }]),
        ...(index % 2 === 0
          ? [{ id: 'GTIN', name: 'Código universal de produto', value_name: gtinOf(index * 10 + n) }]
          : []),
      ],
    }),
    item_relations: [],
  }));
}
