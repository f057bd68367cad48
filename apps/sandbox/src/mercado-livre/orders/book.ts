import { DAY_MS } from '#mercado-livre/clock.ts';
import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { buildColumns, type Columns } from './columns.ts';
import { type Draft, draftOf, FIRST_SALE } from './draft.ts';
import { createdAtOf, lifeCode, NEVER, nearK, packOf } from './life.ts';
import { orderOf } from './order.ts';

/**
 * The orders of one seller. They are generated on demand. Only sales and changes through control routes are
 * stored.
 */
export interface OrderBook {
  /** Increases with every change to a generated order. */
  readonly version: number;
  /** The number of listings from which the history was generated. */
  listings: number;
  /** The seconds at which each order changes its state. */
  columns(): Columns;
  sales(): readonly Draft[];
  /** Finds an order by its number. A generated order outside the history does not exist. */
  find(k: number): Draft | undefined;
  at(position: number): Draft;
  body(draft: Draft, now: number): object;
  /** Adds the sales as one cart. A cart with one sale has no number, unless `isNumbered`. */
  sell(cart: readonly Omit<Draft, 'k' | 'pack'>[], isNumbered?: boolean): Draft[];
  /** Gives the order this life, starting at this second. */
  change(
    draft: Draft,
    life: string,
    second: number,
    changes?: Partial<Pick<Draft, 'refund' | 'cancelDetail' | 'paidAt' | 'feedback' | 'hadLeft'>>,
  ): void;
  /** Stores what does not change the life of an order: the feedback of the seller, or a claim. */
  mark(draft: Draft, marks: Partial<Pick<Draft, 'feedback' | 'hasClaim'>>): void;
  /** The orders with which a split replaced this one. */
  replacing(k: number): readonly Draft[];
  /** The orders of the cart with this first order. */
  orderOfPack(leader: number): Draft[];
}

export function openOrderBook(
  seller: SellerSeed,
  catalogue: Catalogue,
  { perYear, start }: { perYear: number; start: number },
): OrderBook {
  const listings = catalogue.count;
  const perDay = perYear / 365;
  const end = seller.features.has('vendas_ao_vivo') ? start + 60 * DAY_MS : start;
  const sales: Draft[] = [];
  const changes = new Map<number, Partial<Draft>>();
  const replacing = new Map<number, Draft[]>();
  let columns: Columns | undefined;
  let version = 0;

  const built = () => {
    columns ??= buildColumns(seller, perDay, rangeOfK(seller, perDay, start, end));
    return columns;
  };
  const at = (position: number): Draft => {
    const { first, created, paid, event, life } = built();
    const k = first + position;
    const times = {
      createdAt: created[position] ?? 0,
      paidAt: paid[position] ?? 0,
      eventAt: event[position] ?? NEVER,
      life: life[position] ?? 0,
    };
    return { ...draftOf(seller, k, listings, times), ...changes.get(k) };
  };
  const find = (k: number) => {
    if (k >= FIRST_SALE) return sales[k - FIRST_SALE];
    const position = k - built().first;
    return position >= 0 && position < built().created.length ? at(position) : undefined;
  };

  return {
    listings,
    get version() {
      return version;
    },
    columns: built,
    sales: () => sales,
    find,
    at,
    body: (draft, now) => orderOf(seller, catalogue.face(draft.listing), draft, now),
    sell(cart, isNumbered = cart.length > 1) {
      const leader = FIRST_SALE + sales.length;
      const pack = { leader, size: cart.length, isNumbered };
      const drafts = cart.map((sale, n) => ({ ...sale, k: leader + n, pack }));
      sales.push(...drafts);
      for (const draft of drafts)
        if (draft.replaces !== undefined)
          replacing.set(draft.replaces, [...(replacing.get(draft.replaces) ?? []), draft]);
      return drafts;
    },
    mark({ k }, marks) {
      const sale = k >= FIRST_SALE ? sales[k - FIRST_SALE] : undefined;
      if (sale) Object.assign(sale, marks);
      else changes.set(k, { ...changes.get(k), ...marks });
    },
    change({ k }, life, second, changed = {}) {
      const turned = { life: lifeCode(life), eventAt: second, ...changed };
      const sale = k >= FIRST_SALE ? sales[k - FIRST_SALE] : undefined;
      if (sale) {
        Object.assign(sale, turned);
        return;
      }
      changes.set(k, { ...changes.get(k), ...turned });
      const { first, paid, event, life: lives } = built();
      version += 1;
      event[k - first] = second;
      if (changed.paidAt !== undefined) paid[k - first] = changed.paidAt;
      lives[k - first] = turned.life;
    },
    replacing: (k) => replacing.get(k) ?? [],
    orderOfPack(leader) {
      const size =
        leader >= FIRST_SALE ? (sales[leader - FIRST_SALE]?.pack.size ?? 0) : packOf(seller, leader).size;
      return Array.from({ length: size }, (_, n) => find(leader + n)).filter(
        (draft): draft is Draft => draft?.pack.leader === leader,
      );
    },
  };
}

/** The first order, and one past the last, between a year before `start` and `end`. */
function rangeOfK(seller: SellerSeed, perDay: number, start: number, end: number): [number, number] {
  if (perDay === 0) return [0, 0];
  const firstAt = (instant: number) => {
    const second = Math.floor(instant / 1000);
    // Orders are not spread evenly over a day, so the scan begins a day earlier.
    let k = nearK(second, perDay) - Math.ceil(perDay) - 8;
    while (createdAtOf(seller, k, perDay) < second) k += 1;
    return k;
  };
  return [firstAt(start - 365 * DAY_MS), firstAt(end)];
}
