import type { Asker } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Pedido } from '#modules/marketplace/orders.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { Entry, Found, type FoundOrders } from './order.ts';
import { pedidoOf } from './order-pedido.ts';

/** The largest page that Mercado Livre allows. */
export const ORDER_PAGE = 51;
export interface OrderSearch {
  sellerId: string;
  /** The date that the search filters by. */
  by: 'date_created' | 'date_last_updated';
  from: Date;
  to: Date;
  /** Without a status, the search omits cancelled orders. */
  status?: string | undefined;
}

/** Separates the orders that can be stored from the malformed orders. */
export const sorted = ({ results }: FoundOrders) => ({
  pedidos: results.flatMap(({ order }) => (order && pedidoOf(order)) ?? []),
  unread: results.flatMap(({ unread }) =>
    unread ? [{ id: unread.id, criadoEm: unread.date_created ?? null }] : [],
  ),
});

/** Returns one page of a search, newest first, and the number of orders in the whole search. */
export async function searchOrders(
  client: Client,
  asker: Asker,
  search: OrderSearch,
  offset: number,
): Promise<FoundOrders> {
  const query = new URLSearchParams({
    seller: search.sellerId,
    [`order.${search.by}.from`]: search.from.toISOString(),
    [`order.${search.by}.to`]: search.to.toISOString(),
    ...(search.status && { 'order.status': search.status }),
    sort: 'date_desc',
    limit: String(ORDER_PAGE),
    offset: String(offset),
  });
  const path = `/orders/search?${query}`;
  return (await client.get(asker, { route: '/orders/search', path, schema: Found })).body;
}

/**
 * Returns null for an order that is no sale. Throws `misconfigured` for an order with the right id that
 * cannot be parsed, because a retry would return the same.
 */
export async function readOrder(client: Client, asker: Asker, orderId: string): Promise<Pedido | null> {
  const path = `/orders/${encodeURIComponent(orderId)}`;
  const { order, unread } = (await client.get(asker, { route: '/orders/:id', path, schema: Entry })).body;
  if (order) return pedidoOf(order);
  throw new MarketplaceError(unread.id === orderId ? 'misconfigured' : 'uncertain');
}
