import type { Seller } from '#mercado-livre/users/seller.ts';
import { lowerBound } from './columns.ts';
import { buyerOf, type Draft, listingOfOrder, orderId } from './draft.ts';
import { FIRST_STATUS, LIVES, packOf } from './life.ts';
import { stageOf, tagsOf } from './order.ts';

/** A span in seconds; both ends are inclusive. */
interface Span {
  from: number;
  to: number;
}

export interface OrderFilter {
  created: Span;
  closed?: Span;
  updated?: Span;
  statuses?: readonly string[];
  /** The status that is excluded if the query names none. */
  without?: string;
  listing?: number;
  buyer?: number;
  tags?: readonly string[];
  withoutTags?: readonly string[];
  /** The id of an order. */
  id?: number;
}

/** A page of the matching orders, sorted by creation date, and the number of matches. */
export function searchOrders(seller: Seller, filter: OrderFilter, second: number) {
  const generated = matchGenerated(seller, filter, second);
  const sold = seller.orderBook
    .sales()
    .filter((sale) => fits(seller, sale, filter, second))
    .sort((a, b) => a.createdAt - b.createdAt || a.k - b.k);
  const total = generated.length + sold.length;
  return {
    total,
    page(offset: number, limit: number, isDescending: boolean): Draft[] {
      const count = Math.max(0, Math.min(limit, total - offset));
      return Array.from({ length: count }, (_, n) =>
        nth(seller, generated, sold, isDescending ? total - 1 - offset - n : offset + n),
      );
    },
  };
}

/**
 * The n-th order of two lists merged by date. A sale through a control route comes after the generated orders
 * of the same second.
 */
function nth(seller: Seller, generated: Uint32Array, sold: readonly Draft[], n: number): Draft {
  const { created } = seller.orderBook.columns();
  let before = 0;
  for (const sale of sold) {
    let low = 0;
    let high = generated.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((created[generated[middle] ?? 0] ?? 0) <= sale.createdAt) low = middle + 1;
      else high = middle;
    }
    if (low + before === n) return sale;
    if (low + before > n) break;
    before += 1;
  }
  return seller.orderBook.at(generated[n - before] ?? 0);
}

interface Match {
  found: Uint32Array;
  version: number;
  /** The second from which on the result is valid. */
  from: number;
  /** The second at which the next order changes its state, so that the result becomes invalid. */
  until: number;
}
const matches = new WeakMap<Seller, Map<string, Match>>();
const KEPT = 8;

/**
 * The matching generated orders. A client reads the pages of one search in sequence, so the matches are
 * cached.
 */
function matchGenerated(seller: Seller, filter: OrderFilter, second: number): Uint32Array {
  const kept = matches.get(seller) ?? new Map<string, Match>();
  matches.set(seller, kept);
  const key = JSON.stringify(filter);
  const known = kept.get(key);
  const { version } = seller.orderBook;
  if (known?.version === version && second >= known.from && second < known.until) return known.found;
  const match = { ...matchColumns(seller, filter, second), version, from: second };
  kept.delete(key);
  kept.set(key, match);
  for (const [oldest] of kept) if (kept.size > KEPT) kept.delete(oldest);
  return match.found;
}

/** Searches only the columns, which takes about ten milliseconds for half a million orders. */
function matchColumns(seller: Seller, filter: OrderFilter, second: number): Pick<Match, 'found' | 'until'> {
  const { created, paid, event, life, first } = seller.orderBook.columns();
  const low = lowerBound(created, filter.created.from);
  const high = lowerBound(created, Math.min(filter.created.to, second) + 1);
  const wanted = (status: string) =>
    (filter.statuses?.includes(status) ?? status !== filter.without) ? 1 : 0;
  const after = Uint8Array.from(LIVES, (each) => wanted(each.after));
  const before = Uint8Array.from(LIVES, (each) => wanted(each.before));
  const early = Uint8Array.from(LIVES, (each) =>
    wanted(each.before === 'payment_required' ? each.before : FIRST_STATUS),
  );
  const closes = Uint8Array.from(LIVES, (each) => (each.isPaid || each.before === 'confirmed' ? 1 : 0));
  const { closed, updated, listing, buyer } = filter;
  const isRare = filter.tags !== undefined || filter.withoutTags !== undefined || filter.id !== undefined;
  const listings = seller.orderBook.listings;
  const found = new Uint32Array(Math.max(0, high - low));
  let count = 0;
  let until = created[high] ?? Number.POSITIVE_INFINITY;
  for (let at = low; at < high; at += 1) {
    const paidAt = paid[at] ?? 0;
    const eventAt = event[at] ?? 0;
    const kind = life[at] ?? 0;
    if (second < eventAt && eventAt < until) until = eventAt;
    if (second < paidAt && paidAt < until) until = paidAt;
    const allowed = second >= eventAt ? after[kind] : second >= paidAt ? before[kind] : early[kind];
    if (allowed !== 1) continue;
    if (updated) {
      const updatedAt = second >= eventAt ? eventAt : second >= paidAt ? paidAt : (created[at] ?? 0);
      if (updatedAt < updated.from || updatedAt > updated.to) continue;
    }
    if (closed && (closes[kind] !== 1 || second < paidAt || paidAt < closed.from || paidAt > closed.to))
      continue;
    if (listing !== undefined && listingOfOrder(seller, first + at, listings) !== listing) continue;
    if (buyer !== undefined && buyerOf(seller, packOf(seller, first + at).leader) !== buyer) continue;
    if (isRare && !fits(seller, seller.orderBook.at(at), filter, second)) continue;
    found[count] = at;
    count += 1;
  }
  return { found: found.slice(0, count), until };
}

/** Whether one complete order matches the filter. */
export function fits(seller: Seller, draft: Draft, filter: OrderFilter, second: number): boolean {
  const within = (span: Span | undefined, at: number) => !span || (at >= span.from && at <= span.to);
  const { status, updatedAt, life } = stageOf(draft, second);
  const isClosed = second >= draft.paidAt && (life.isPaid || life.before === 'confirmed');
  if (draft.createdAt > second || !within(filter.created, draft.createdAt)) return false;
  if (
    !within(filter.updated, updatedAt) ||
    (filter.closed && !(isClosed && within(filter.closed, draft.paidAt)))
  )
    return false;
  if (!(filter.statuses?.includes(status) ?? status !== filter.without)) return false;
  if (filter.listing !== undefined && filter.listing !== draft.listing) return false;
  if (filter.buyer !== undefined && filter.buyer !== draft.buyer) return false;
  if (filter.id !== undefined && filter.id !== orderId(seller, draft.k)) return false;
  const tags = tagsOf(draft, second);
  return (
    (filter.tags?.every((tag) => tags.includes(tag)) ?? true) &&
    !(filter.withoutTags?.some((tag) => tags.includes(tag)) ?? false)
  );
}
