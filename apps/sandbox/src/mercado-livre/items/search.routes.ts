import { accessDenied, badRequest } from '#mercado-livre/errors.ts';
import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import { type Face, STATUSES } from '#mercado-livre/listings/face.ts';
import {
  gtinAttribute,
  itemId,
  skuCandidates,
  skuPlaces,
  userProductId,
} from '#mercado-livre/listings/identity.ts';
import { listingTypeOf } from '#mercado-livre/listings/listing.ts';
import { readCount, unknownIn } from '#mercado-livre/protocol/query.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';

const FILTERS = [
  'status',
  'sub_status',
  'seller_sku',
  'sku',
  'user_product_id',
  'listing_type_id',
  'missing_product_identifiers',
];
const KNOWN = [...FILTERS, 'orders', 'include_filters', 'limit', 'offset', 'search_type', 'scroll_id'];
/** The statuses that the search accepts. Listings can have others too. */
const ASKABLE = ['active', 'paused', 'closed', 'pending', 'not_yet_active', 'programmed'];
const LARGEST_PAGE = 100;
const LAST_OFFSET = 1000;
const MANY = 200_000;

const ORDERS: Readonly<Record<string, { name: string; key?: (face: Face) => number; isReversed?: true }>> = {
  stop_time_asc: { name: 'Order by stop time ascending' },
  stop_time_desc: { name: 'Order by stop time descending', isReversed: true },
  start_time_asc: { name: 'Order by start time ascending' },
  start_time_desc: { name: 'Order by start time descending', isReversed: true },
  last_updated_desc: { name: 'Order by last updated descending', key: ({ updatedAt }) => -updatedAt },
  price_asc: { name: 'Order by price ascending', key: ({ price }) => price },
  price_desc: { name: 'Order by price descending', key: ({ price }) => -price },
};

export const ITEMS_SEARCH_ROUTES: readonly Route[] = [
  { name: 'GET /users/:id/items/search', permission: 'publicacao', answer: search },
  {
    name: 'GET /users/:id/items/search/restrictions',
    permission: 'publicacao',
    answer: ({ params, seller }) =>
      params['id'] === String(seller.id)
        ? Response.json({
            seller_id: seller.id,
            include_filters: seller.listings <= MANY,
            total: seller.listings,
          })
        : accessDenied(),
  },
];

function search(call: Call): Response {
  const { world, query, seller, params } = call;
  if (params['id'] !== String(seller.id)) return accessDenied();
  const unknown = unknownIn(query, KNOWN);
  if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
  const limit = readCount(query, 'limit', 50);
  const offset = readCount(query, 'offset', 0);
  if (limit === undefined || offset === undefined || limit > LARGEST_PAGE)
    return badRequest('Invalid limit and offset values');
  if (offset >= 10_000) return badRequest('The offset must be lower than 10000; use search_type scan');
  if (offset > LAST_OFFSET) return badRequest('Invalid limit and offset values');
  const order = query.get('orders') ?? 'stop_time_asc';
  if (!Object.hasOwn(ORDERS, order)) return badRequest(`Invalid orders ${order}`);
  const status = query.get('status');
  if (status !== null && !ASKABLE.includes(status)) return badRequest(`Invalid status ${status}`);
  const searchType = query.get('search_type');
  if (searchType !== null && searchType !== 'scan') return badRequest('Invalid search_type');
  if (query.has('scroll_id') && searchType !== 'scan') return badRequest('Invalid scroll_id');

  const found = matching(seller, query, order);
  const scroll = searchType === 'scan' ? world.scrolls.turn(call, 'items') : undefined;
  if (scroll instanceof Response) return scroll;
  const start = scroll?.position ?? offset;
  const results = Array.from(found.page(start, limit), (index) => itemId(seller, index));
  const scrollId = scroll?.next(start + results.length, results.length === 0);
  const isTooMuch = query.get('include_filters') === 'true' && seller.listings > MANY;
  const body = {
    seller_id: String(seller.id),
    query: null,
    paging: { limit, offset: searchType === 'scan' ? 0 : offset, total: found.total },
    results,
    orders: [{ id: order, name: ORDERS[order]?.name }],
    available_orders: Object.entries(ORDERS).map(([id, { name }]) => ({ id, name })),
    ...(query.get('include_filters') === 'true' &&
      !isTooMuch && { filters: [], available_filters: filtersOf(seller) }),
    ...(scroll && { scroll_id: scrollId }),
    ...(scroll && results.length === 0 && endOf(seller)),
  };
  if (!isTooMuch) return Response.json(body);
  return Response.json(body, { status: 206, headers: { 'x-content-missing': 'available_filters' } });
}

/** The last page of a scan. It can have three different forms, and each simulated seller gets one of them. */
function endOf({ slot }: Seller): object {
  if (slot % 3 === 0) return {};
  return slot % 3 === 1 ? { results: null } : { scroll_id: 'Zmlt' };
}

/** The matching listings, and a page of their indexes. */
function matching(seller: Seller, query: URLSearchParams, order: string) {
  const { catalogue } = seller;
  const { key, isReversed = false } = ORDERS[order] ?? {};
  const isFiltered = FILTERS.some((name) => query.has(name));
  const sorted = key && catalogue.sorted(order, key);
  const found = isFiltered ? filterOnce(seller, query, order, sorted) : sorted;
  const total = found?.length ?? catalogue.count;
  return {
    total,
    page(offset: number, limit: number): number[] {
      const count = Math.max(0, Math.min(limit, total - offset));
      return Array.from({ length: count }, (_, n) => {
        const place = isReversed ? total - 1 - offset - n : offset + n;
        return found ? (found[place] ?? 0) : place;
      });
    },
  };
}

const filtered = new WeakMap<Seller, { key: string; version: number; found: Uint32Array }>();

/**
 * The matching listings. A client reads the pages of one search one after the other, so the matches are
 * cached.
 */
function filterOnce(seller: Seller, query: URLSearchParams, order: string, sorted: Uint32Array | undefined) {
  const key = JSON.stringify([order, ...FILTERS.map((name) => query.get(name))]);
  const { version } = seller.catalogue;
  const known = filtered.get(seller);
  if (known?.key === key && known.version === version) return known.found;
  const found = filter(seller, query, sorted);
  filtered.set(seller, { key, version, found });
  return found;
}

function filter(seller: Seller, query: URLSearchParams, sorted: Uint32Array | undefined): Uint32Array {
  const { catalogue } = seller;
  const few = candidates(seller, query);
  const all = few ?? sorted ?? Uint32Array.from({ length: catalogue.count }, (_, index) => index);
  const found = new Uint32Array(all.length);
  const status = query.get('status');
  const statuses = catalogue.statuses();
  const wanted = STATUSES.indexOf(status as (typeof STATUSES)[number]); // -1 if no simulated listing has this status
  const isSlow = FILTERS.some((name) => name !== 'status' && query.has(name));
  let count = 0;
  for (const index of all) {
    if (status !== null && statuses[index] !== wanted) continue;
    if (isSlow && !fits(seller, catalogue, index, query)) continue;
    found[count] = index;
    count += 1;
  }
  return found.subarray(0, count);
}

/** The few listings that a SKU or a product id of the query can belong to, or undefined if it has neither. */
function candidates(seller: Seller, query: URLSearchParams): number[] | undefined {
  const sku = query.get('seller_sku') ?? query.get('sku');
  const products = query.get('user_product_id')?.split(',');
  if (sku === null && products === undefined) return;
  const first = Number(itemId(seller, 0).slice(3));
  const near =
    products?.flatMap((id) => [Number(id.slice(4)) - first, Number(id.slice(4)) - first + 1]) ?? [];
  const known = [...(sku === null ? [] : skuCandidates(sku)), ...near, ...seller.catalogue.changed.keys()];
  return [...new Set(known)]
    .filter((index) => index >= 0 && index < seller.catalogue.count)
    .sort((a, b) => a - b);
}

function fits(seller: Seller, catalogue: Catalogue, index: number, query: URLSearchParams): boolean {
  const is = (name: string, value: string | undefined) => !query.has(name) || query.get(name) === value;
  const subStatus = query.get('sub_status');
  const products = query.get('user_product_id')?.split(',');
  const places = skuPlaces(seller, index);
  return (
    is('seller_sku', places.attribute) &&
    is('sku', places.field) &&
    is('listing_type_id', listingTypeOf(seller, index)) &&
    is('missing_product_identifiers', String(gtinAttribute(seller, index) === undefined)) &&
    (products?.includes(userProductId(seller, index)) ?? true) &&
    (subStatus === null || catalogue.face(index).subStatus.includes(subStatus))
  );
}

function filtersOf({ catalogue }: Seller): object[] {
  const statuses = catalogue.statuses();
  const values = STATUSES.filter((status) => ASKABLE.includes(status)).map((status) => ({
    id: status,
    name: status,
    results: statuses.reduce((sum, code) => sum + (code === STATUSES.indexOf(status) ? 1 : 0), 0),
  }));
  return [{ id: 'status', name: 'Status', values }];
}
