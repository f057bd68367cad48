import { historyStart, packDate } from '#mercado-livre/clock.ts';
import { accessDenied, badRequest, notFound, refuse } from '#mercado-livre/errors.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { type Draft, locateOrder, orderId, packId } from './draft.ts';
import { stageOf } from './order.ts';
import { readOrderQuery } from './query.ts';
import { searchOrders } from './search.ts';

const SORTS = [
  { id: 'date_asc', name: 'Date ascending' },
  { id: 'date_desc', name: 'Date descending' },
];

export const ORDER_ROUTES: readonly Route[] = [
  { name: 'GET /orders/search', permission: 'vendas', answer: search },
  {
    name: 'GET /orders/:id',
    permission: 'vendas',
    answer: (call) => {
      const draft = findOrder(call);
      return draft instanceof Response
        ? draft
        : Response.json(call.seller.orderBook.body(draft, call.world.clock.now()));
    },
  },
  {
    name: 'GET /orders/:id/discounts',
    permission: 'vendas',
    answer: (call) => {
      const draft = findOrder(call);
      return draft instanceof Response ? draft : Response.json(discountsOf(call, draft));
    },
  },
  { name: 'GET /packs/:id', permission: 'vendas', answer: showPack },
];

function search(call: Call): Response {
  const { world, query, seller } = call;
  const asked = query.get('seller');
  if (asked === null && !query.has('scroll_id')) return badRequest('seller or buyer is a required parameter');
  if (asked !== null && asked !== String(seller.id)) return accessDenied();
  const read = readOrderQuery(call);
  if (read instanceof Response) return read;
  const { filter, isDescending, limit } = read;
  const isScan = query.get('search_type') === 'scan';
  const scroll = isScan ? world.scrolls.turn(call, 'orders') : undefined;
  if (scroll instanceof Response) return scroll;
  const offset = scroll?.position ?? read.offset;

  const now = world.clock.now();
  const { total, page } = searchOrders(seller, filter, Math.floor(now / 1000));
  const results = page(offset, limit, isDescending).map((draft) => seller.orderBook.body(draft, now));
  const scrollId = scroll?.next(offset + results.length, results.length < limit);
  return Response.json({
    query: query.get('q') ?? '',
    display: isScan ? 'partial' : 'complete',
    paging: { total, offset: isScan ? 0 : offset, limit, ...(isScan && { scroll_id: scrollId ?? null }) },
    results,
    sort: SORTS[isDescending ? 1 : 0],
    available_sorts: SORTS.filter((_, n) => n !== (isDescending ? 1 : 0)),
    filters: [],
    available_filters: [],
  });
}

function findOrder({ world, seller, params }: Call): Draft | Response {
  const place = locateOrder(params['id'] ?? '', 'order');
  const owner = place && world.sellers.bySlot(place.slot);
  const draft = owner?.orderBook.find(place?.k ?? 0);
  const now = world.clock.now();
  // The history covers twelve months, so an older order does not exist.
  const isThere = draft && draft.createdAt * 1000 <= now && draft.createdAt >= historyStart(now);
  if (!draft || !isThere) return notFound('Order does not exist');
  if (owner !== seller) return refuse(403, 'forbidden', 'The user has not access to the order');
  return draft;
}

function discountsOf({ seller }: Call, draft: Draft) {
  const discount = (draft.fullPrice - draft.unitPrice) * draft.quantity;
  const item = { id: `${orderId(seller, draft.k)}`, quantity: draft.quantity };
  if (discount === 0) return { details: [] };
  return {
    details: [
      {
        type: 'discount',
        items: [
          { ...item, amounts: { total: reais(discount), seller: reais(discount), full: reais(discount) } },
        ],
        supplier: { offer_id: 'OFFER-MLB', meli_campaign: null, funding_mode: null },
      },
    ],
  };
}

function showPack({ world, seller, params }: Call): Response {
  const place = locateOrder(params['id'] ?? '', 'pack');
  const owner = place && world.sellers.bySlot(place.slot);
  const now = world.clock.now();
  const drafts = (owner?.orderBook.orderOfPack(place?.k ?? 0) ?? []).filter(
    (draft) => draft.createdAt * 1000 <= now && draft.pack.isNumbered,
  );
  const [first] = drafts;
  if (!first) return notFound('Pack does not exist');
  if (owner !== seller) return accessDenied();
  const stages = drafts.map((draft) => stageOf(draft, Math.floor(now / 1000)));
  return Response.json({
    id: packId(seller, first.k),
    status: stages.every(({ status }) => status === 'cancelled') ? 'cancelled' : 'released',
    orders: drafts.map(({ k }) => ({ id: orderId(seller, k) })),
    shipment: { id: 40_000_000_000 + seller.slot * 100_000_000 + (first.k % 100_000_000) },
    buyer: { id: first.buyer },
    date_created: packDate(first.createdAt * 1000),
    last_updated: packDate(Math.max(...stages.map(({ updatedAt }) => updatedAt)) * 1000),
  });
}
