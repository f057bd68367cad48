import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { ChangesAsked, ChangesFound, Pedido } from '#modules/marketplace/orders.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { ORDER_PAGE, searchOrders, sorted } from './orders.ts';

const HOUR_MS = 3_600_000;
/** Each search starts this much earlier, because it may show a change only some time after it was made. */
const OVERLAP_MS = 2 * HOUR_MS;
/** The end of a search lies this far in the future, because Mercado Livre's clock may differ from ours. */
const OPEN_MS = 366 * 24 * HOUR_MS;
/** The maximum number of pages that a poll reads. A synchronisation reads further pages. */
const MOST_PAGES = 8;

/**
 * The position. We have stored all cancellations before `cancelledSince`. `next` is the search of the next
 * quiet poll. There are two searches, because a plain search omits cancelled orders.
 */
const Position = z.object({ cancelledSince: z.number(), next: z.enum(['all', 'cancelled']) });

/**
 * Reads the changes. Quiet polls alternate between the search of all orders and the search of cancelled
 * orders, so that a poll whose changes fit on a page makes one call.
 */
export async function orderChanges(client: Client, asker: Asker, asked: ChangesAsked): Promise<ChangesFound> {
  const { isQuiet, since } = asked;
  const position =
    asked.position === null
      ? { cancelledSince: since, next: 'cancelled' as const }
      : Position.parse(JSON.parse(asked.position));
  const found: ChangesFound = { pedidos: [], isWhole: true, since, position: null };
  const reached = (cancelledSince: number): ChangesFound => {
    const next = isQuiet ? (position.next === 'all' ? 'cancelled' : 'all') : position.next;
    return { ...found, position: JSON.stringify({ cancelledSince, next }) };
  };
  if (!isQuiet || position.next === 'all') {
    const changes = await readChanges(client, asker, asked, since);
    add(found, changes);
    // A search that was not read to its end does not advance `since`, because the synchronisation has to
    // start there.
    if (changes.isWhole) found.since = latest(changes.pedidos, since);
    // If the plain search shows cancelled orders, no second search is needed.
    if (isQuiet || changes.pedidos.some(({ situacao }) => situacao === 'cancelado'))
      return reached(position.cancelledSince);
  }
  const cancelled = await readChanges(client, asker, asked, position.cancelledSince, 'cancelled');
  add(found, cancelled);
  return reached(
    cancelled.isWhole ? latest(cancelled.pedidos, position.cancelledSince) : position.cancelledSince,
  );
}

type Read = Pick<ChangesFound, 'pedidos' | 'isWhole'>;

/**
 * Reads the orders that changed since an instant, page by page. The total of the search cannot shorten this,
 * because an order whose status changed does not change the total.
 */
async function readChanges(
  client: Client,
  asker: Asker,
  { sellerId }: ChangesAsked,
  since: number,
  status?: 'cancelled',
): Promise<Read> {
  // Rounds down to the hour, because the filter may drop the minutes.
  const from = Math.floor((since - OVERLAP_MS) / HOUR_MS) * HOUR_MS;
  const search = {
    ...({ sellerId, by: 'date_last_updated', status } as const),
    ...{ from: new Date(from), to: new Date(Date.now() + OPEN_MS) },
  };
  const pedidos: Pedido[] = [];
  for (let offset = 0, pages = 0; ; pages++) {
    if (pages === MOST_PAGES) return { pedidos, isWhole: false };
    const found = await searchOrders(client, asker, search, offset);
    const page = sorted(found);
    pedidos.push(...page.pedidos);
    // A synchronisation reads unreadable and partial orders one by one.
    if (page.unread.length > 0 || page.pedidos.some(({ estornado }) => estornado === null))
      return { pedidos, isWhole: false };
    offset += ORDER_PAGE;
    if (offset >= found.paging.total) return { pedidos, isWhole: true };
  }
}

function add(found: ChangesFound, { pedidos, isWhole }: Read): void {
  found.pedidos.push(...pedidos);
  found.isWhole &&= isWhole;
}

const latest = (pedidos: readonly Pedido[], since: number) =>
  pedidos.reduce((last, { atualizado_em }) => Math.max(last, Date.parse(atualizado_em)), since);
