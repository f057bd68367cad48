import * as z from 'zod';
import { decimal } from './amount.ts';
import type { Asker, Client } from './client.ts';

/** The largest page it gives, and the last place it reaches. */
const PAGE = 51;
const CEILING = 10_000;
/** Its filters of dates may drop the minutes: no window is narrower. */
const HOUR_MS = 3_600_000;
/** A search whose total moved while it was read is read once more. */
const READINGS = 3;

const id = z.number().int().transform(String);

/** Only what we read; nothing of the buyer. */
const Order = z.object({
  id,
  status: z.string(),
  date_created: z.iso.datetime({ offset: true }),
  last_updated: z.iso.datetime({ offset: true }),
  total_amount: decimal,
  currency_id: z.string(),
  pack_id: id.nullish(),
  tags: z.array(z.string()).nullish(),
  order_items: z.array(
    z.object({
      item: z.object({ id: z.string(), title: z.string() }),
      quantity: z.number(),
      unit_price: decimal,
      /** Of one unit. */
      sale_fee: decimal.nullish(),
    }),
  ),
  /** Missing in a partial answer. */
  payments: z.array(z.object({ transaction_amount_refunded: decimal.nullish() })).optional(),
});
export type Order = z.infer<typeof Order>;

const Found = z.object({ paging: z.object({ total: z.number().int() }), results: z.array(Order) });

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
): AsyncGenerator<Order[]> {
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
      yield page.results;
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

export async function readOrder(client: Client, asker: Asker, orderId: string): Promise<Order> {
  const path = `/orders/${encodeURIComponent(orderId)}`;
  return (await client.get(asker, { route: '/orders/:id', path, schema: Order })).body;
}
