import { accessDenied, badRequest } from '#mercado-livre/errors.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { type Draft, orderId } from './draft.ts';
import { ownOrder } from './find.ts';
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
      const draft = ownOrder(call);
      return draft instanceof Response
        ? draft
        : Response.json(call.seller.orderBook.body(draft, call.world.clock.now()));
    },
  },
  {
    name: 'GET /orders/:id/discounts',
    permission: 'vendas',
    answer: (call) => {
      const draft = ownOrder(call);
      return draft instanceof Response ? draft : Response.json(discountsOf(call, draft));
    },
  },
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
