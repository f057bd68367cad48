import type { Budget } from '../../apps/server/src/modules/marketplace/calls.ts';
import { MarketplaceError } from '../../apps/server/src/modules/marketplace/errors.ts';
import type { Client } from '../../apps/server/src/modules/mercado-livre/client.ts';
import type { Clock } from '../../apps/server/src/platform/jobs/loop.ts';

/** The simulated duration of a call. */
const ANSWER_MS = 250;
const PAGE = 51;

interface Sale {
  id: number;
  seller: number;
  createdAt: number;
  updatedAt: number;
  status: 'paid' | 'cancelled';
}

/**
 * A simulated Mercado Livre with the orders of all sellers. It has the routes that the product reads, and
 * logs calls.
 */
export function openMarketplace(clock: Clock) {
  const sales = new Map<number, Sale>();
  const ofSeller = new Map<number, Sale[]>();
  const calls: { at: number; route: string; seller: number }[] = [];
  let ids = 2_000_000_000;

  const asOrder = (sale: Sale) => ({
    id: sale.id,
    status: sale.status,
    date_created: new Date(sale.createdAt).toISOString(),
    last_updated: new Date(sale.updatedAt).toISOString(),
    total_amount: 19.9,
    currency_id: 'BRL',
    tags: [],
    order_items: [
      { item: { id: `MLB${sale.seller}`, title: 'Peça' }, quantity: 1, unit_price: 19.9, sale_fee: 1.99 },
    ],
    payments: [{ transaction_amount_refunded: 0 }],
  });

  function search(query: URLSearchParams) {
    const by = query.has('order.date_last_updated.from') ? 'updatedAt' : 'createdAt';
    const field = by === 'updatedAt' ? 'date_last_updated' : 'date_created';
    const [from, to] = ['from', 'to'].map((end) => Date.parse(query.get(`order.${field}.${end}`) ?? ''));
    const status = query.get('order.status');
    const found = (ofSeller.get(Number(query.get('seller'))) ?? [])
      .filter((sale) => sale[by] >= (from ?? 0) && sale[by] <= (to ?? 0))
      // As Mercado Livre documents, a search returns cancelled orders only if it filters by that status.
      .filter((sale) => (status === null ? sale.status !== 'cancelled' : sale.status === status))
      .sort((a, b) => b.createdAt - a.createdAt);
    const offset = Number(query.get('offset'));
    return { paging: { total: found.length }, results: found.slice(offset, offset + PAGE).map(asOrder) };
  }

  function answer(path: string): unknown {
    const [address = '', query] = path.split('?');
    if (address === '/orders/search') return search(new URLSearchParams(query));
    const sale = sales.get(Number(address.split('/')[2]));
    if (!sale) throw new MarketplaceError('misconfigured');
    return asOrder(sale);
  }

  return {
    calls,
    /** Creates a sale of the seller, or changes an earlier one. */
    change(seller: number, random: () => number): Sale {
      const known = ofSeller.get(seller) ?? [];
      ofSeller.set(seller, known);
      const earlier = random() < 0.4 ? known[Math.floor(random() * known.length)] : undefined;
      const now = clock.now();
      if (earlier) {
        // Two changes of one sale never have the same timestamp.
        earlier.updatedAt = Math.max(now, earlier.updatedAt + 1);
        if (random() < 0.1) earlier.status = 'cancelled';
        return { ...earlier };
      }
      ids += 1;
      const sale: Sale = { id: ids, seller, createdAt: now, updatedAt: now, status: 'paid' };
      known.push(sale);
      sales.set(sale.id, sale);
      return { ...sale };
    },
    /** The client of one process. Each of its calls uses the budget of that process. */
    clientFor(budget: Budget): Client {
      return {
        counts: new Map(),
        send: () => Promise.reject(new Error('the simulation accepts no writes')),
        file: () => Promise.reject(new Error('the simulation has no files')),
        async get(asker, { route, path, schema }) {
          await budget.take(asker.turn);
          const seller = Number(
            /seller=(\d+)/.exec(path)?.[1] ?? sales.get(Number(path.split('/')[2]))?.seller ?? 0,
          );
          calls.push({ at: clock.now(), route, seller });
          await clock.sleep(ANSWER_MS);
          return { status: 200, headers: new Headers(), body: schema.parse(answer(path)) };
        },
      };
    },
    countCall: (route: string, seller: number) => calls.push({ at: clock.now(), route, seller }),
  };
}

export type SimulatedMarketplace = ReturnType<typeof openMarketplace>;
