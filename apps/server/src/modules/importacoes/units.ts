import { isSameCodigo, MAX_FOTOS } from '@prumo/contract/produtos.ts';
import type { Attribute, Listing, Variation } from '#modules/mercado-livre/listing.ts';
import { isPossible } from './units-refusal.ts';

/** What has stock and a SKU of its own: a listing without variations, or one variation. A row of `anuncios`. */
export interface Unit {
  anuncio_id: string;
  variacao_id: string;
  titulo: string;
  variacao: string;
  estado: string;
  categoria_ml_id: string;
  sku: string;
  sku_proprio: boolean;
  marca: string | null;
  gtins: string[];
  codigos: string[];
  preco: string;
  quantidade: number;
  is_full: boolean;
  fotos: string[];
  produto_fisico: string | null;
  gemeos: string[];
  atualizado_em: string;
}

const LONGEST = { titulo: 300, variacao: 200, marca: 100, codigo: 100, sku: 100, url: 2000 };
const MOST_CODES = 200;
const GTIN_LENGTHS = [8, 12, 13, 14];
const PART_NUMBERS = [
  'PART_NUMBER',
  'OEM',
  'OEM_PART_NUMBER',
  'MPN',
  'ALTERNATIVE_PART_NUMBER',
  'MANUFACTURER_PART_NUMBER',
];

/** How a unit is called among those of its seller. */
export const keyOf = (anuncioId: string, variacaoId: string | number | null | undefined) =>
  `${anuncioId}/${variacaoId ?? ''}`;

export function unitsOf(listing: Listing): Unit[] {
  const variations = new Map(listing.variations?.map((variation) => [variation.id, variation]));
  if (variations.size === 0) return [unitOf(listing, null)];
  const units = [...variations.values()].map((variation) => unitOf(listing, variation));
  // A SKU of the listing is one for all of its variations: they must stay apart.
  const isShared = ({ sku }: Unit) => units.filter((other) => other.sku === sku).length > 1;
  const shared = new Set(units.filter(isShared));
  return units.map((unit) => (shared.has(unit) ? { ...unit, ...toldApart(unit) } : unit));
}

function toldApart({ anuncio_id, variacao_id, sku }: Unit): Pick<Unit, 'sku' | 'sku_proprio'> {
  const own = `${sku}-${variacao_id}`;
  if (own.length <= LONGEST.sku) return { sku: own, sku_proprio: true };
  return { sku: `${anuncio_id}-${variacao_id}`, sku_proprio: false };
}

function unitOf(listing: Listing, variation: Variation | null): Unit {
  const { id } = listing;
  const own = variation?.attributes ?? [];
  const sku = skuOf(listing, variation);
  const gtins = distinct([...valuesOf(own, ['GTIN']), ...gtinsOf(listing, variation)].filter(isGtin));
  const parts = [...valuesOf(own, PART_NUMBERS), ...valuesOf(listing.attributes, PART_NUMBERS)];
  const isClosed = listing.status === 'closed';
  const relations = (variation ? variation.item_relations : listing.item_relations) ?? [];
  return {
    anuncio_id: id,
    variacao_id: variation?.id ?? '',
    titulo: clean(listing.title).slice(0, LONGEST.titulo).toWellFormed(),
    variacao: variation ? variationName(variation) : '',
    estado: listing.status,
    categoria_ml_id: listing.category_id,
    sku: sku ?? (variation ? `${id}-${variation.id}` : id),
    sku_proprio: sku !== null,
    marca:
      valuesOf([...own, ...listing.attributes], ['BRAND'], null)[0]
        ?.slice(0, LONGEST.marca)
        .trim() || null,
    gtins,
    codigos: distinct([...gtins, ...parts])
      .slice(gtins.length)
      .slice(0, MOST_CODES - gtins.length),
    preco: fitting(variation?.price ?? listing.price),
    // What is closed is sold no more, whatever it still says.
    quantidade: isClosed ? 0 : countOf((variation ?? listing).available_quantity),
    is_full: listing.shipping.logistic_type === 'fulfillment',
    fotos: fotosOf(listing, variation),
    produto_fisico: (variation ? variation.user_product_id : listing.user_product_id) ?? null,
    gemeos: relations.map((relation) => keyOf(relation.id, relation.variation_id)),
    atualizado_em: listing.last_updated,
  };
}

/** One no produto can have is refused; it must not keep the others from being read. */
const fitting = (price: string | null) => (price !== null && isPossible(price) ? price : '0.00');

const countOf = (quantity: number) => Math.min(Math.max(0, Math.round(quantity)), 9_999_999_999);

/** Null where the seller gave none that can be used. */
function skuOf(listing: Listing, variation: Variation | null): string | null {
  const candidates = [
    ...valuesOf(variation?.attributes ?? [], ['SELLER_SKU'], null),
    ...valuesOf(listing.attributes, ['SELLER_SKU'], null),
    clean(variation?.seller_custom_field ?? ''),
    clean(listing.seller_custom_field ?? ''),
  ];
  return candidates.find((sku) => sku !== '' && sku.length <= LONGEST.sku) ?? null;
}

/** Those of a listing with variations are not of any one of them. */
const gtinsOf = (listing: Listing, variation: Variation | null) =>
  variation === null || listing.variations?.length === 1 ? valuesOf(listing.attributes, ['GTIN']) : [];

const isGtin = (code: string) => /^\d+$/.test(code) && GTIN_LENGTHS.includes(code.length);

/** Several may be in one text. `separator` null: it is one whatever it holds. */
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
      .map(clean)
      .filter((text) => text !== ''),
  );
}

function distinct(codes: readonly string[]): string[] {
  const kept: string[] = [];
  for (const code of codes)
    if (code.length <= LONGEST.codigo && !kept.some((each) => isSameCodigo(each, code))) kept.push(code);
  return kept;
}

const variationName = ({ attribute_combinations }: Variation) =>
  (attribute_combinations ?? [])
    .map(({ value_name }) => clean(value_name ?? ''))
    .filter((name) => name !== '')
    .join(' / ')
    .slice(0, LONGEST.variacao)
    .toWellFormed();

/** Of a variation its own, if it names any. */
function fotosOf({ pictures }: Listing, variation: Variation | null): string[] {
  const ids = variation?.picture_ids ?? [];
  const own = ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  return (own.length > 0 ? own : pictures)
    .flatMap(({ secure_url, url }) => secure_url ?? url ?? [])
    .filter((url) => /^https?:\/\//.test(url) && url.length <= LONGEST.url)
    .slice(0, MAX_FOTOS);
}

/** One line, of what can be stored and seen. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
