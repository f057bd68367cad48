import { itemDate } from '#mercado-livre/clock.ts';
import { noise } from '#mercado-livre/noise.ts';
import { pictureCount, pictureOf } from '#mercado-livre/pictures/picture.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import { logisticOfListing } from '#mercado-livre/shipments/logistic.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Face } from './face.ts';
import { familyId, gtinAttribute, isTwin, itemId, leafOf, skuPlaces, userProductId } from './identity.ts';
import { inventoryId } from './inventory.ts';
import { type VariationState, variationsOf } from './variations.ts';
import { brandOf, familyNameOf, slugOf, titleOf } from './words.ts';

const SALT = { type: 80, relation: 81, partNumber: 82, freeShipping: 83, offer: 85 };

/** The changes of a generated listing that are not in its face. */
export interface Edits {
  title?: string;
  attributes?: readonly unknown[];
  pictures?: readonly unknown[];
  shipping?: Readonly<Record<string, unknown>>;
  sale_terms?: readonly unknown[];
  variations?: readonly VariationState[];
  condition?: string;
  listing_type_id?: string;
}

export type Item = Readonly<Record<string, unknown>>;

/** The whole listing as its owner sees it. `picturesUrl` is the base address of the pictures. */
export function listingOf(
  seller: SellerSeed,
  index: number,
  face: Face,
  edits: Edits,
  options: { picturesUrl: string; includesAll: boolean; hasNext: boolean },
): Item {
  const { seed } = seller;
  const id = itemId(seller, index);
  const leaf = leafOf(seller, index);
  const title = edits.title ?? titleOf(seller, index);
  const isNewModel = seller.features.has('user_product_seller');
  const pictures = picturesOf(seller, index, options.picturesUrl);
  const variations = variationsOf(seller, index, face, edits.variations, options.includesAll);
  const started = itemDate(face.startedAt);
  const isOffer = noise(seed, index, SALT.offer) % 12 === 0;
  const places = skuPlaces(seller, index);
  return {
    id,
    site_id: 'MLB',
    title,
    family_name: isNewModel ? familyNameOf(seller, index) : null,
    ...(isNewModel && { family_id: familyId(seller, index) }),
    seller_id: seller.id,
    category_id: leaf.id,
    user_product_id: variations.length > 0 ? null : userProductId(seller, index),
    inventory_id: face.isFull && variations.length === 0 ? inventoryId(seller, index) : null,
    official_store_id: null,
    price: reais(face.price),
    base_price: reais(face.price),
    original_price: isOffer ? reais(Math.round(face.price * 1.2)) : null,
    currency_id: 'BRL',
    initial_quantity: face.quantity + face.sold,
    available_quantity: face.quantity,
    sold_quantity: face.sold,
    sale_terms: edits.sale_terms ?? [],
    buying_mode: 'buy_it_now',
    listing_type_id: edits.listing_type_id ?? listingTypeOf(seller, index),
    start_time: started,
    stop_time: itemDate(face.startedAt + 20 * 365 * 86_400_000),
    condition: edits.condition ?? 'new',
    permalink: `https://produto.mercadolivre.com.br/MLB-${id.slice(3)}-${slugOf(title)}-_JM`,
    thumbnail_id: pictures[0]?.id ?? null,
    thumbnail: pictures[0]?.url.replace(/-O\.jpg$/, '-I.jpg') ?? null,
    pictures: edits.pictures ?? pictures,
    video_id: null,
    accepts_mercadopago: true,
    shipping: {
      mode: 'me2',
      methods: [],
      tags: face.isFull ? ['fulfillment'] : [],
      dimensions: null,
      local_pick_up: false,
      free_shipping: face.price >= 7900 || noise(seed, index, SALT.freeShipping) % 4 === 0,
      logistic_type: logisticOfListing(seller, index, face.isFull),
      store_pick_up: false,
      ...edits.shipping,
    },
    attributes: edits.attributes ?? attributesOf(seller, index),
    variations,
    status: face.status,
    sub_status: face.subStatus,
    tags: tagsOf(pictures.length > 0, face),
    warranty: 'Garantia do vendedor: 90 dias',
    catalog_product_id: isTwin(index) ? `MLB${14_000_000 + index}` : null,
    catalog_listing: isTwin(index),
    item_relations: relationsOf(seller, index, options.hasNext),
    domain_id: leaf.domain,
    seller_custom_field: variations.length > 0 ? null : (places.field ?? null),
    parent_item_id: null,
    differential_pricing: null,
    deal_ids: [],
    automatic_relist: false,
    date_created: started,
    last_updated: itemDate(face.updatedAt),
    health: null,
    channels: ['marketplace'],
  };
}

export const listingTypeOf = (seller: SellerSeed, index: number) =>
  noise(seller.seed, index, SALT.type) % 3 === 0 ? 'gold_pro' : 'gold_special';

const tagsOf = (hasPictures: boolean, { sold }: Face) => [
  ...(hasPictures ? ['good_quality_thumbnail'] : ['poor_quality_picture']),
  'immediate_payment',
  ...(sold > 0 ? ['cart_eligible'] : []),
];

/** A twin and the listing before it refer to each other. */
function relationsOf(seller: SellerSeed, index: number, hasNext: boolean): object[] {
  const related = (other: number) => [{ id: itemId(seller, other), variation_id: null, stock_relation: 1 }];
  if (isTwin(index)) return related(index - 1);
  return index % 10 === 8 && hasNext ? related(index + 1) : [];
}

function attributesOf(seller: SellerSeed, index: number): object[] {
  const leaf = leafOf(seller, index);
  const brand = brandOf(seller, index);
  const gtin = gtinAttribute(seller, index);
  const sku = skuPlaces(seller, index).attribute;
  const own = (id: string, name: string, value: string) => ({ id, name, value_id: null, value_name: value });
  return [
    ...(brand === undefined
      ? []
      : [{ id: 'BRAND', name: 'Marca', value_id: '11823494', value_name: brand, value_type: 'string' }]),
    ...(leaf.isPart && noise(seller.seed, index, SALT.partNumber) % 10 < 7
      ? [own('PART_NUMBER', 'Número de peça', `N-${leaf.sku}${index}`)]
      : []),
    ...(gtin === undefined ? [] : [own(gtin.id, gtin.name, gtin.value)]),
    ...(sku === undefined ? [] : [own('SELLER_SKU', 'SKU', sku)]),
    { id: 'ITEM_CONDITION', name: 'Condição do item', value_id: '2230284', value_name: 'Novo' },
  ];
}

function picturesOf(seller: SellerSeed, index: number, picturesUrl: string) {
  return Array.from({ length: pictureCount(seller, index) }, (_, n) => {
    const { id, width, height } = pictureOf(seller, index, n);
    const url = `${picturesUrl}/D_${id}-O.jpg`;
    // Both addresses are http, because the stand-in has no certificate.
    return {
      id,
      url,
      secure_url: url,
      size: `${width}x${height}`,
      max_size: `${width}x${height}`,
      quality: '',
    };
  });
}
