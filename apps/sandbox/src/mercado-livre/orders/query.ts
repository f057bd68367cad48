import { historyStart, readInstant } from '#mercado-livre/clock.ts';
import { badRequest } from '#mercado-livre/errors.ts';
import { readCount, unknownIn } from '#mercado-livre/protocol/query.ts';
import type { Call } from '#mercado-livre/router.ts';
import type { OrderFilter } from './search.ts';

const STATUSES = [
  'confirmed',
  'payment_required',
  'payment_in_process',
  'partially_paid',
  'paid',
  'partially_refunded',
  'pending_cancel',
  'cancelled',
  'invalid',
];
const DATES = ['date_created', 'date_closed', 'date_last_updated'] as const;
const KNOWN = [
  'seller',
  'buyer',
  'item',
  'q',
  'tags',
  'tags.not',
  'order.status',
  'sort',
  'limit',
  'offset',
  'search_type',
  'scroll_id',
  ...DATES.flatMap((date) => [`order.${date}.from`, `order.${date}.to`]),
];
const LARGEST_PAGE = 51;
const LAST_PLACE = 10_000;
const HOUR_S = 3600;
const LATEST_S = 0xffff_fffe;

export interface OrderQuery {
  filter: OrderFilter;
  isDescending: boolean;
  limit: number;
  offset: number;
}

/** The parsed query, or the refusal. */
export function readOrderQuery({ world, query, seller }: Call): OrderQuery | Response {
  const unknown = unknownIn(query, KNOWN);
  if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
  const limit = readCount(query, 'limit', 50);
  const offset = readCount(query, 'offset', 0);
  if (limit === undefined || offset === undefined) return badRequest('Invalid limit and offset values');
  if (limit > LARGEST_PAGE) return tooFar('Limit must be a lower or equal than 51');
  if (offset + limit > LAST_PLACE) return tooFar('Limit must be a lower or equal than 10000');
  const sort = query.get('sort') ?? 'date_asc';
  if (sort !== 'date_asc' && sort !== 'date_desc') return badRequest(`Invalid sort ${sort}`);
  const statuses = query.get('order.status')?.split(',');
  if (statuses?.some((status) => !STATUSES.includes(status))) return badRequest('Invalid order.status');
  const spans = readSpans(query, world.settings.precisaoDeHora);
  if (spans instanceof Response) return spans;

  const now = world.clock.now();
  const oldest = historyStart(now);
  const { date_created: created, date_closed: closed, date_last_updated: updated } = spans;
  const item = query.get('item') ?? (/^MLB\d+$/.test(query.get('q') ?? '') ? query.get('q') : null);
  const place = item === null ? undefined : world.sellers.ofItem(item);
  const buyer = query.get('buyer');
  const q = query.get('q');
  return {
    isDescending: sort === 'date_desc',
    limit,
    offset,
    filter: {
      // The search covers twelve months, even if the query has an earlier date.
      created: {
        from: Math.max(created?.from ?? oldest, oldest),
        to: created?.to ?? LATEST_S,
      },
      ...(closed && { closed }),
      ...(updated && { updated }),
      ...(statuses ? { statuses } : !world.settings.canceladosNaBusca && { without: 'cancelled' }),
      ...(item !== null && { listing: place?.seller === seller ? place.index : -1 }),
      ...(buyer !== null && { buyer: Number(buyer) }),
      ...(query.has('tags') && { tags: (query.get('tags') ?? '').split(',') }),
      ...(query.has('tags.not') && { withoutTags: (query.get('tags.not') ?? '').split(',') }),
      ...(q !== null && item === null && { id: Number(q) }),
    },
  };
}

type Spans = Partial<Record<(typeof DATES)[number], { from: number; to: number }>>;

/**
 * Reads the dates. It drops the minutes of both ends, as one team observed, which is the stricter of two
 * readings. A client that requests a wider window and filters the result is correct under both.
 */
function readSpans(query: URLSearchParams, hasHourPrecision: boolean): Spans | Response {
  const spans: Spans = {};
  for (const date of DATES) {
    const [from, to] = [query.get(`order.${date}.from`), query.get(`order.${date}.to`)];
    if (from === null && to === null) continue;
    const begin = from === null ? 0 : readInstant(from);
    const end = to === null ? LATEST_S * 1000 : readInstant(to);
    if (begin === undefined || end === undefined) return badRequest(`Invalid date in order.${date}`);
    const coarse = (instant: number) => Math.floor(instant / 1000 / HOUR_S) * HOUR_S;
    spans[date] = hasHourPrecision
      ? { from: coarse(begin), to: coarse(end) }
      : { from: Math.ceil(begin / 1000), to: Math.floor(end / 1000) };
  }
  return spans;
}

const tooFar = (message: string) =>
  Response.json({ error: 'limit.maximum_exceeded', message, status: 400, cause: [] }, { status: 400 });
