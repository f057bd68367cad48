import * as z from 'zod';
import { MarketplaceError } from '#modules/contas/marketplace.ts';
import { decimal } from './amount.ts';
import type { Asker, Client } from './client.ts';

/** The largest page it gives, and the last place it reaches. */
const PAGE = 51;
const CEILING = 10_000;
/** Its filters of dates may drop the minutes: no window is narrower. */
const HOUR_MS = 3_600_000;
/** A search whose total moved while it was read is read once more. */
const READINGS = 3;
/** Nobody sells more of a thing at once. */
const MOST_UNITS = 1_000_000;

const id = z.number().int().transform(String);
/** As it can be stored: no NUL, no half of a character. */
const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const instant = z.iso.datetime({ offset: true });

/** Only what we read; nothing of the buyer. */
const Order = z.object({
  id,
  status: text,
  date_created: instant,
  last_updated: instant,
  total_amount: decimal,
  currency_id: z.string(),
  pack_id: id.nullish(),
  tags: z.array(z.string()).nullish(),
  order_items: z.array(
    z.object({
      item: z.object({ id: text, title: text }),
      quantity: z.number().min(0).max(MOST_UNITS),
      unit_price: decimal,
      /** Of one unit. */
      sale_fee: decimal.nullish(),
    }),
  ),
  /** Missing in a partial answer. */
  payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).optional(),
});
export type Order = z.infer<typeof Order>;

/** One of which we can tell no more than this. What does not even say which it is makes the answer a wrong one. */
const Unread = z.object({ id, date_created: instant.nullish().catch(null) });
export type Unread = z.infer<typeof Unread>;

/** Each by itself: one of another shape takes none of the others with it. */
const Entry = z.union([
  Order.transform((order) => ({ order, unread: null })),
  Unread.transform((unread) => ({ order: null, unread })),
]);

const Found = z.object({ paging: z.object({ total: z.number().int() }), results: z.array(Entry) });

export interface OrderPage {
  orders: Order[];
  unread: Unread[];
}

export interface OrderWindow {
  sellerId: string;
  /** Which date the window is of. */
  by: 'date_created' | 'date_last_updated';
  from: Date;
  to: Date;
  /** Cancelled orders are not in a search without it. */
  status?: string;
}

/**
 * The orders of a window of time, newest first, a page at a time. A window with more than can be reached is halved. The
 * same order may come twice, and one from just outside the window may come too.
 */
export async function* searchOrders(
  client: Client,
  asker: Asker,
  window: OrderWindow,
): AsyncGenerator<OrderPage> {
  const first = await readPage(client, asker, window, 0);
  const span = window.to.getTime() - window.from.getTime();
  if (first.paging.total > CEILING - PAGE && span > HOUR_MS) {
    const middle = new Date(window.from.getTime() + Math.ceil(span / 2 / HOUR_MS) * HOUR_MS);
    yield* searchOrders(client, asker, { ...window, from: middle });
    yield* searchOrders(client, asker, { ...window, to: middle });
    return;
  }
  for (let reading = 1, page = first; ; reading++, page = await readPage(client, asker, window, 0)) {
    const { total } = page.paging;
    let isSteady = true;
    for (let offset = 0; page.results.length > 0; ) {
      yield {
        orders: page.results.flatMap(({ order }) => order ?? []),
        unread: page.results.flatMap(({ unread }) => unread ?? []),
      };
      // An answer with entries twice is longer than the page it stands for.
      offset += Math.min(page.results.length, PAGE);
      if (offset >= total || offset + PAGE > CEILING) break;
      page = await readPage(client, asker, window, offset);
      if (page.paging.total !== total) isSteady = false;
    }
    if (isSteady || reading === READINGS) return;
  }
}

async function readPage(client: Client, asker: Asker, window: OrderWindow, offset: number) {
  const query = new URLSearchParams({
    seller: window.sellerId,
    [`order.${window.by}.from`]: window.from.toISOString(),
    [`order.${window.by}.to`]: window.to.toISOString(),
    ...(window.status && { 'order.status': window.status }),
    sort: 'date_desc',
    limit: String(PAGE),
    offset: String(offset),
  });
  const path = `/orders/search?${query}`;
  return (await client.get(asker, { route: '/orders/search', path, schema: Found })).body;
}

/** Throws `misconfigured` for one that is there and that we cannot read: it would be the same the next time. */
export async function readOrder(client: Client, asker: Asker, orderId: string): Promise<Order> {
  const path = `/orders/${encodeURIComponent(orderId)}`;
  const { order, unread } = (await client.get(asker, { route: '/orders/:id', path, schema: Entry })).body;
  if (order) return order;
  throw new MarketplaceError(unread.id === orderId ? 'misconfigured' : 'uncertain');
}
