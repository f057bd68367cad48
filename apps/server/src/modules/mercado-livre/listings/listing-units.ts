import { MAX_FOTOS } from '@prumo/contract/produtos.ts';
import { cleanText, distinctCodes, LONGEST_CODE } from '#modules/marketplace/listing-text.ts';
import { type Unit, unitKey } from '#modules/marketplace/listings.ts';
import type { Attribute, Item, Variation } from './listing.ts';
import { isPossible } from './listing-refusal.ts';

const LONGEST = { titulo: 300, variacao: 200, marca: 100, sku: LONGEST_CODE, url: 2000 };
const GTIN_LENGTHS = [8, 12, 13, 14];
const PART_NUMBERS = [
  'PART_NUMBER',
  'OEM',
  'OEM_PART_NUMBER',
  'MPN',
  'ALTERNATIVE_PART_NUMBER',
  'MANUFACTURER_PART_NUMBER',
];

/** The words for a state. A state that is not in this map has none. */
const ESTADOS: Readonly<Record<string, string>> = {
  active: 'ativo',
  paused: 'pausado',
  closed: 'encerrado',
  under_review: 'em revisão',
  inactive: 'inativo',
};

export function unitsOf(listing: Item): Unit[] {
  const variations = new Map(listing.variations?.map((variation) => [variation.id, variation]));
  if (variations.size === 0) return [unitOf(listing, null)];
  const units = [...variations.values()].map((variation) => unitOf(listing, variation));
  // Variations that share the listing's SKU must stay different units.
  const isShared = ({ sku }: Unit) => units.filter((other) => other.sku === sku).length > 1;
  const shared = new Set(units.filter(isShared));
  return units.map((unit) => (shared.has(unit) ? { ...unit, ...toldApart(unit) } : unit));
}

function toldApart({ anuncio_id, variacao_id, sku }: Unit): Pick<Unit, 'sku' | 'sku_proprio'> {
  const own = `${sku}-${variacao_id}`;
  if (own.length <= LONGEST.sku) return { sku: own, sku_proprio: true };
  return { sku: `${anuncio_id}-${variacao_id}`, sku_proprio: false };
}

function unitOf(listing: Item, variation: Variation | null): Unit {
  const { id } = listing;
  const own = variation?.attributes ?? [];
  const sku = skuOf(listing, variation);
  const gtins = distinctCodes([...valuesOf(own, ['GTIN']), ...gtinsOf(listing, variation)].filter(isGtin));
  const parts = [...valuesOf(own, PART_NUMBERS), ...valuesOf(listing.attributes, PART_NUMBERS)];
  const isClosed = listing.status === 'closed';
  const fotos = fotosOf(listing, variation);
  const relations = (variation ? variation.item_relations : listing.item_relations) ?? [];
  return {
    anuncio_id: id,
    variacao_id: variation?.id ?? '',
    titulo: cleanText(listing.title).slice(0, LONGEST.titulo).toWellFormed(),
    variacao: variation ? variationName(variation) : '',
    estado: ESTADOS[listing.status] ?? '',
    pausado_por: pausedBy(listing),
    categoria_externa_id: listing.category_id,
    sku: sku ?? (variation ? `${id}-${variation.id}` : id),
    sku_proprio: sku !== null,
    marca:
      valuesOf([...own, ...listing.attributes], ['BRAND'], null)[0]
        ?.slice(0, LONGEST.marca)
        .trim() || null,
    gtins,
    codigos: distinctCodes([...gtins, ...parts]).slice(gtins.length),
    preco: fitting(variation?.price ?? listing.price),
    // A closed listing is no longer sold, whatever quantity Mercado Livre reports.
    quantidade: isClosed ? 0 : countOf((variation ?? listing).available_quantity),
    is_full: listing.shipping.logistic_type === 'fulfillment',
    fotos,
    miniatura: miniaturaOf(fotos[0]),
    produto_fisico: (variation ? variation.user_product_id : listing.user_product_id) ?? null,
    gemeos: relations.map((relation) => unitKey(relation.id, String(relation.variation_id ?? ''))),
    atualizado_em: listing.last_updated,
  };
}

/** Mercado Livre adds a tag when it pauses a listing as a measure of its own. */
const PENALTY = 'moderation_penalty';

function pausedBy({ status, sub_status, tags }: Item): Unit['pausado_por'] {
  if (status === 'active' || status === 'closed') return null;
  const reasons = sub_status ?? [];
  if (status !== 'paused' || tags?.includes(PENALTY)) return 'marketplace';
  if (reasons.includes('out_of_stock')) return null;
  return reasons.every((reason) => reason === 'paused_by_seller') ? 'vendedor' : 'marketplace';
}

/**
 * Replaces a price that no produto can have by zero. `itemRefusal` refuses the listing. The reading of the
 * other listings must not fail.
 */
const fitting = (price: string | null) => (price !== null && isPossible(price) ? price : '0.00');

const countOf = (quantity: number) => Math.min(Math.max(0, Math.round(quantity)), 9_999_999_999);

/** Returns null when the seller gave no usable SKU. */
function skuOf(listing: Item, variation: Variation | null): string | null {
  const candidates = [
    ...valuesOf(variation?.attributes ?? [], ['SELLER_SKU'], null),
    ...valuesOf(listing.attributes, ['SELLER_SKU'], null),
    cleanText(variation?.seller_custom_field ?? ''),
    cleanText(listing.seller_custom_field ?? ''),
  ];
  return candidates.find((sku) => sku !== '' && sku.length <= LONGEST.sku) ?? null;
}

/**
 * Ignores the GTIN of a listing with several variations, because it does not say which variation it
 * identifies.
 */
const gtinsOf = (listing: Item, variation: Variation | null) =>
  variation === null || listing.variations?.length === 1 ? valuesOf(listing.attributes, ['GTIN']) : [];

const isGtin = (code: string) => /^\d+$/.test(code) && GTIN_LENGTHS.includes(code.length);

/** Splits a text that may hold several values. With `separator` null the text is one value. */
function valuesOf(
  attributes: readonly Attribute[],
  ids: readonly string[],
  separator: RegExp | null = /[,;]/,
): string[] {
  return ids.flatMap((id) =>
    attributes
      .filter((attribute) => attribute.id === id)
      .flatMap(({ value_name, values }) => [value_name, ...(values ?? []).map(({ name }) => name)])
      .flatMap((text) => (separator ? (text ?? '').split(separator) : [text ?? '']))
      .map(cleanText)
      .filter((text) => text !== ''),
  );
}

const variationName = ({ attribute_combinations }: Variation) =>
  (attribute_combinations ?? [])
    .map(({ value_name }) => cleanText(value_name ?? ''))
    .filter((name) => name !== '')
    .join(' / ')
    .slice(0, LONGEST.variacao)
    .toWellFormed();

/** Returns the variation's own photos if it names any, and otherwise those of the listing. */
function fotosOf({ pictures }: Item, variation: Variation | null): string[] {
  const ids = variation?.picture_ids ?? [];
  const own = ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  return (own.length > 0 ? own : pictures)
    .flatMap(({ secure_url, url }) => secure_url ?? url ?? [])
    .filter((url) => /^https?:\/\//.test(url) && url.length <= LONGEST.url)
    .slice(0, MAX_FOTOS);
}

/** Mercado Livre has each picture in several sizes: `-O` is the original, `-I` a small one. */
const miniaturaOf = (foto: string | undefined) =>
  foto?.startsWith('https://') ? foto.replace(/-O\.(jpg|webp)$/, '-I.$1') : null;
