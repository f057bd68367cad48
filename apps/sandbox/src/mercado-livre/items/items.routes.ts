import { itemDate } from '#mercado-livre/clock.ts';
import { notFound } from '#mercado-livre/errors.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { descriptionOf } from '#mercado-livre/listings/words.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import { select } from '#mercado-livre/protocol/selection.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { owned } from './owned.ts';
import { putItem } from './put.ts';

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
    // No simulated seller has migrated.
    answer: (call) => owned(call, () => notFound('migration not found')),
  },
];

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
