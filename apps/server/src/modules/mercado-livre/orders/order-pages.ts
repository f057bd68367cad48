import type { Asker } from '#modules/marketplace/calls.ts';
import type { OrderPage, OrderWindow } from '#modules/marketplace/orders.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import type { FoundOrders } from './order.ts';
import { ORDER_PAGE, searchOrders, sorted } from './orders.ts';

/** The largest offset that Mercado Livre allows. A time span with more orders is halved. */
const CEILING = 10_000;
const HOUR_MS = 3_600_000;
/**
 * The date filters may ignore the minutes. A search is therefore an hour wider at both ends, and no span is
 * narrower than an hour.
 */
const MARGIN_MS = HOUR_MS;
/** An open end lies this far in the future, because Mercado Livre's clock may differ from ours. */
const OPEN_MS = 366 * 24 * HOUR_MS;
/** A plain search omits cancelled orders, so two searches together show every order. */
const STATUSES = { every: [undefined, 'cancelled'], most: [undefined] } as const;
/** The maximum number of readings of a span. A span is read again if its total changed during the reading. */
const STEADY_READINGS = 3;
/**
 * The maximum number of readings of a search with partial answers. Orders that are still missing are read one
 * by one.
 */
const READINGS = 2;
/**
 * If a page has at most this many unreadable orders, they are read one by one and the search is not repeated.
 */
const FEW = 3;

type Span = readonly [from: number, to: number];

/** The cursor, which says where in the searches the next page is. */
interface Place {
  /** The index of the search. */
  search: number;
  /** The number of times that the search was begun. */
  reading: number;
  isPartial: boolean;
  /** The remaining spans of the search. The first one is being read. */
  spans: Span[];
  /** The number of times that the first span was begun. */
  spanReading: number;
  total: number | null;
  /** False when a later page of the span reported another total. */
  isSteady: boolean;
  offset: number;
}

/**
 * Returns the dates to search for. They are wide enough that no interpretation of the filters omits an order.
 */
export function askedFor({ from, to, wants }: Pick<OrderWindow, 'from' | 'to' | 'wants'>, now: number): Span {
  const end = to === null ? now + OPEN_MS : to.getTime() + MARGIN_MS;
  return [wants === 'every' ? from.getTime() - MARGIN_MS : floorHour(from.getTime()), end];
}

const floorHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS;

/** Reads a page with one call. A span with too many orders costs one more call for each time it is halved. */
export async function ordersPage(
  client: Client,
  asker: Asker,
  window: OrderWindow,
  cursor: string | null,
): Promise<OrderPage> {
  const whole = askedFor(window, Date.now());
  let place = cursor === null ? beginning(0, whole) : (JSON.parse(cursor) as Place);
  for (;;) {
    const [span = whole, ...others] = place.spans;
    const found = await searchOrders(client, asker, searchOf(window, place.search, span), place.offset);
    const halves = place.offset === 0 && halvesOf(span, found.paging.total);
    if (halves) {
      place = { ...place, spans: [...halves, ...others] };
      continue;
    }
    const next = after(place, found, { window, whole });
    return { ...sorted(found), cursor: next && JSON.stringify(next) };
  }
}

function searchOf({ sellerId, by, wants }: OrderWindow, search: number, [from, to]: Span) {
  return {
    sellerId,
    by: by === 'created' ? ('date_created' as const) : ('date_last_updated' as const),
    from: new Date(from),
    to: new Date(to),
    status: STATUSES[wants][search],
  };
}

/**
 * Returns the two halves, the newer one first. Returns null when all orders of the span can be reached, or
 * when the span cannot be narrower.
 */
function halvesOf([from, to]: Span, total: number): [Span, Span] | null {
  if (total <= CEILING - ORDER_PAGE || to - from <= HOUR_MS) return null;
  const middle = from + Math.ceil((to - from) / 2 / HOUR_MS) * HOUR_MS;
  return [
    [middle, to],
    [from, middle],
  ];
}

const beginning = (search: number, whole: Span, reading = 1): Place => ({
  search,
  reading,
  isPartial: false,
  spans: [whole],
  ...SPAN,
});

const SPAN = { spanReading: 1, total: null, isSteady: true, offset: 0 };

/**
 * Returns the cursor of the next page: later in this span, at the start of this span, in the next span, at
 * the start of this search, or in the next search.
 */
function after(place: Place, found: FoundOrders, { window, whole }: { window: OrderWindow; whole: Span }) {
  const total = place.total ?? found.paging.total;
  const isSteady = place.isSteady && found.paging.total === total;
  const isPartial = place.isPartial || isInParts(found);
  // An answer with duplicate entries is longer than a page.
  const offset = place.offset + Math.min(found.results.length, ORDER_PAGE);
  if (found.results.length > 0 && offset < total && offset + ORDER_PAGE <= CEILING)
    return { ...place, isPartial, total, isSteady, offset };
  const { search, reading, spanReading, spans } = place;
  if (!isSteady && spanReading < STEADY_READINGS)
    return { ...place, ...SPAN, isPartial, spanReading: spanReading + 1 };
  if (spans.length > 1) return { ...place, ...SPAN, isPartial, spans: spans.slice(1) };
  if (window.wants === 'every' && isPartial && reading < READINGS)
    return beginning(search, whole, reading + 1);
  return search + 1 < STATUSES[window.wants].length ? beginning(search + 1, whole) : null;
}

const isInParts = ({ results }: FoundOrders) =>
  results.filter(({ unread }) => unread !== null).length > FEW ||
  results.some(({ order }) => order !== null && order.payments === undefined);
