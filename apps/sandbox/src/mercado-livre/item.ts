import { itemDate } from './clock.ts';
import { accessDenied, itemNotFoundBody, notFound } from './errors.ts';
import { putItem } from './item-put.ts';
import { reais } from './listing.ts';
import { itemId } from './listing-identity.ts';
import { descriptionOf } from './listing-words.ts';
import type { Call, Route } from './router.ts';
import { select } from './selection.ts';

export const ITEM_ROUTES: readonly Route[] = [
  { name: 'GET /items/:id', permission: 'publicacao', answer: (call) => owned(call, show) },
  { name: 'PUT /items/:id', permission: 'publicacao', answer: putItem },
  {
    name: 'GET /items/:id/description',
    permission: 'publicacao',
    answer: (call) =>
      owned(call, ({ seller }, index) =>
        Response.json({
          text: '',
          plain_text: descriptionOf(seller, index),
          last_updated: itemDate(seller.catalogue.face(index).updatedAt),
          date_created: itemDate(seller.catalogue.face(index).startedAt),
          snapshot: { url: '', width: 0, height: 0, status: '' },
        }),
      ),
  },
  {
    name: 'GET /items/:id/sale_price',
    permission: 'publicacao',
    answer: (call) => owned(call, showSalePrice),
  },
  { name: 'GET /items/:id/prices', permission: 'publicacao', answer: (call) => owned(call, showPrices) },
  {
    name: 'GET /items/:id/migration_live_listing',
    permission: 'publicacao',
    // Nobody here has migrated.
    answer: (call) => owned(call, () => notFound('migration not found')),
  },
];

/** The answer about an item of the caller's own. */
export function owned(
  call: Call,
  answer: (call: Call, index: number) => Response | Promise<Response>,
): Response | Promise<Response> {
  const id = call.params['id'] ?? '';
  const found = call.world.sellers.ofItem(id);
  if (!found) return Response.json(itemNotFoundBody(id), { status: 404 });
  return found.seller === call.seller ? answer(call, found.index) : accessDenied();
}

function show({ world, seller, query }: Call, index: number): Response {
  const item = seller.catalogue.item(index, {
    picturesUrl: world.urls.pictures,
    includesAll: query.get('include_attributes') === 'all',
  });
  const attributes = query.get('attributes');
  return Response.json(attributes === null ? item : select(item, attributes.split(',')));
}

function showSalePrice({ world, seller }: Call, index: number): Response {
  const { price } = seller.catalogue.face(index);
  const isOffer = index % 12 === 4;
  return Response.json({
    price_id: String(index + 1),
    amount: reais(isOffer ? Math.round(price * 0.9) : price),
    regular_amount: isOffer ? reais(price) : null,
    currency_id: 'BRL',
    reference_date: itemDate(world.clock.now()),
    metadata: isOffer ? { promotion_id: 'P-MLB1', promotion_type: 'PRICE_DISCOUNT' } : {},
  });
}

function showPrices({ seller }: Call, index: number): Response {
  const { price, updatedAt } = seller.catalogue.face(index);
  return Response.json({
    id: itemId(seller, index),
    prices: [
      {
        id: String(index + 1),
        type: 'standard',
        amount: reais(price),
        regular_amount: null,
        currency_id: 'BRL',
        last_updated: itemDate(updatedAt),
        conditions: { context_restrictions: [], start_time: null, end_time: null, eligible: true },
        metadata: {},
      },
    ],
  });
}
