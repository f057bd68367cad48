import { DAY_MS } from '#mercado-livre/clock.ts';
import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { buildColumns, type Columns } from './columns.ts';
import { type Draft, draftOf } from './draft.ts';
import { createdAtOf, lifeCode, NEVER, nearK } from './life.ts';
import { orderOf } from './order.ts';

/** The numbers of sales made through control routes start here. */
const FIRST_SALE = 500_000_000;

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
  sell(sale: Omit<Draft, 'k' | 'pack'>): Draft;
  /** Gives the order this life, starting at this second. */
  change(
    draft: Draft,
    life: string,
    second: number,
    changes?: Partial<Pick<Draft, 'refund' | 'cancelDetail'>>,
  ): void;
  orderOfPack(leader: number, size?: number): Draft[];
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
    if (k >= FIRST_SALE) return sales.find((sale) => sale.k === k);
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
    sell(sale) {
      const k = FIRST_SALE + sales.length;
      const draft = { ...sale, k, pack: { leader: k, size: 1, isNumbered: false } };
      sales.push(draft);
      return draft;
    },
    change({ k }, life, second, changed = {}) {
      const turned = { life: lifeCode(life), eventAt: second, ...changed };
      const sale = sales.find((each) => each.k === k);
      if (sale) {
        Object.assign(sale, turned);
        return;
      }
      changes.set(k, { ...changes.get(k), ...turned });
      const { first, event, life: lives } = built();
      version += 1;
      event[k - first] = second;
      lives[k - first] = turned.life;
    },
    orderOfPack: (leader, size = 3) =>
      Array.from({ length: size }, (_, n) => find(leader + n)).filter(
        (draft): draft is Draft => draft?.pack.leader === leader,
      ),
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
