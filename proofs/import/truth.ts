import type { Item } from '../../apps/sandbox/src/mercado-livre/listings/listing.ts';
import { pictureOf } from '../../apps/sandbox/src/mercado-livre/pictures/picture.ts';
import type { SellerInput } from '../../apps/sandbox/src/mercado-livre/users/seller-seed.ts';
import { openSellers } from '../../apps/sandbox/src/mercado-livre/users/sellers.ts';

/** The expected result of an import, computed from the generator of the listings without any code of the product. */
export interface Truth {
  /** All listings of the account. */
  listings: string[];
  refused: Set<string>;
  /**
   * The number of categories of all listings, imported or refused. The product requests each category once.
   */
  categories: number;
  /** Each produto, by the key of its first unit. */
  produtos: Map<string, TrueProduto>;
  /** From the key of a unit to the key of the first unit of its produto. */
  produtoOf: Map<string, string>;
}

interface TrueProduto {
  nome: string;
  preco: string;
  estoque: number;
  /** The number of photos that can be copied. */
  fotos: number;
  /** The number of photos that cannot be copied. */
  fotosRecusadas: number;
}

interface Unit {
  key: string;
  nome: string;
  preco: string;
  quantity: number;
  sku: string | null;
  gtins: string[];
  isFull: boolean;
  physical: string | null;
  related: string[];
  pictures: boolean[];
}

/** A listing as the stand-in returns it. */
interface Written {
  id: string;
  title: string;
  category_id: string;
  status: string;
  sub_status: string[];
  price: number;
  available_quantity: number;
  user_product_id: string | null;
  seller_custom_field: string | null;
  shipping: { logistic_type: string };
  attributes: { id: string; value_name: string }[];
  item_relations: { id: string }[];
  variations: (Pick<
    Written,
    'price' | 'available_quantity' | 'user_product_id' | 'seller_custom_field' | 'attributes'
  > & {
    id: number;
    attribute_combinations: { value_name: string }[];
    picture_ids: string[];
  })[];
}

const IMPORTED = ['active', 'paused', 'closed'];

/**
 * The expected result for a seller: the one that `input` describes or, if it is null, the stand-in's own
 * `sellerId`.
 */
export function truthOf(sellerId: number, input: SellerInput | null): Truth {
  const sellers = openSellers(Date.now(), Date.now);
  const seller = input ? sellers.add(input) : sellers.find(sellerId);
  if (!seller) throw new Error('no such seller');
  const listings: string[] = [];
  const refused = new Set<string>();
  const categories = new Set<string>();
  const units: Unit[] = [];
  for (let index = 0; index < seller.listings; index++) {
    const shown: Item = seller.catalogue.item(index, { picturesUrl: '', includesAll: true });
    const item = shown as unknown as Written;
    listings.push(item.id);
    categories.add(item.category_id);
    if (!IMPORTED.includes(item.status) || item.sub_status.includes('deleted')) refused.add(item.id);
    else {
      const pictures = Array.from({ length: seller.pictures ?? 0 }, (_, n) => pictureOf(seller, index, n));
      units.push(...unitsOf(item, pictures));
    }
  }
  return { listings, refused, categories: categories.size, ...produtosOf(units) };
}

function unitsOf(item: Written, pictures: readonly { id: string; kind: string }[]): Unit[] {
  const isFull = item.shipping.logistic_type === 'fulfillment';
  const isGood = ({ kind }: { kind: string }) => kind !== 'missing' && kind !== 'page';
  const skuIn = (attributes: Written['attributes']) =>
    attributes.find(({ id }) => id === 'SELLER_SKU')?.value_name;
  const gtinsIn = (attributes: Written['attributes']) =>
    attributes.filter(({ id }) => id === 'GTIN').flatMap(({ value_name }) => value_name.split(','));
  if (item.variations.length === 0)
    return [
      {
        key: `${item.id}/`,
        nome: item.title,
        preco: item.price.toFixed(2),
        quantity: item.status === 'closed' ? 0 : item.available_quantity,
        sku: skuIn(item.attributes) ?? item.seller_custom_field,
        gtins: gtinsIn(item.attributes),
        isFull,
        physical: item.user_product_id,
        related: item.item_relations.map(({ id }) => `${id}/`),
        pictures: pictures.map(isGood),
      },
    ];
  const skus = item.variations.map(
    (each) =>
      skuIn(each.attributes) ??
      skuIn(item.attributes) ??
      each.seller_custom_field ??
      item.seller_custom_field,
  );
  return item.variations.map((variation, n) => {
    const sku = skus[n] ?? null;
    const isShared = sku !== null && skus.filter((other) => other === sku).length > 1;
    const own = pictures.filter(({ id }) => variation.picture_ids.includes(id));
    return {
      key: `${item.id}/${variation.id}`,
      nome: `${item.title} — ${variation.attribute_combinations.map(({ value_name }) => value_name).join(' / ')}`,
      preco: variation.price.toFixed(2),
      quantity: item.status === 'closed' ? 0 : variation.available_quantity,
      sku: isShared ? `${sku}-${variation.id}` : sku,
      gtins: gtinsIn(variation.attributes),
      isFull,
      physical: variation.user_product_id,
      related: [],
      pictures: (own.length > 0 ? own : pictures).map(isGood),
    };
  });
}

/**
 * Units that are the same physical item, are related or share a SKU form one produto, transitively. A person
 * has confirmed the uncertain matches. Units that share a GTIN also form one produto, unless different SKUs
 * show that they are different items.
 */
function produtosOf(units: readonly Unit[]): Pick<Truth, 'produtos' | 'produtoOf'> {
  const sorted = units.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const byName = new Map<string, Unit[]>();
  const byGtin = Map.groupBy(
    sorted.flatMap((unit) => unit.gtins.map((gtin) => ({ gtin, unit }))),
    ({ gtin }) => gtin,
  );
  const isKit = (gtin: string) => new Set(byGtin.get(gtin)?.flatMap(({ unit }) => unit.sku ?? [])).size > 1;
  const namesOf = (unit: Unit) => [
    unit.key,
    ...unit.related,
    ...(unit.physical === null ? [] : [`physical ${unit.physical}`]),
    ...(unit.sku === null ? [] : [`sku ${unit.sku}`]),
    ...unit.gtins.filter((gtin) => unit.sku === null || !isKit(gtin)).map((gtin) => `gtin ${gtin}`),
  ];
  for (const unit of sorted)
    for (const name of namesOf(unit)) byName.set(name, [...(byName.get(name) ?? []), unit]);
  const produtoOf = new Map<string, string>();
  const produtos = new Map<string, TrueProduto>();
  for (const first of sorted) {
    if (produtoOf.has(first.key)) continue;
    const members: Unit[] = [];
    const waiting = [first];
    for (let unit = waiting.pop(); unit; unit = waiting.pop()) {
      if (produtoOf.has(unit.key)) continue;
      produtoOf.set(unit.key, first.key);
      members.push(unit);
      waiting.push(...namesOf(unit).flatMap((name) => byName.get(name) ?? []));
    }
    members.sort((a, b) => (a.key < b.key ? -1 : 1));
    const pictures = members.find((unit) => unit.pictures.length > 0)?.pictures ?? [];
    produtos.set(first.key, {
      nome: first.nome,
      preco: first.preco,
      estoque: members.find(({ isFull, quantity }) => !isFull && quantity > 0)?.quantity ?? 0,
      fotos: pictures.filter(Boolean).length,
      fotosRecusadas: pictures.filter((isGood) => !isGood).length,
    });
  }
  return { produtos, produtoOf };
}
