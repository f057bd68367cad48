import type { StandIn } from './stand-in.ts';

/**
 * An order of the stand-in. This file computes the expected figures of an analysis from the stand-in's own
 * orders. It uses no code of the product: amounts are whole cents, and Intl determines the days.
 */
export interface TrueOrder {
  at: number;
  day: string;
  status: string;
  total: bigint;
  refunded: bigint;
  fees: bigint;
  units: number;
  item: string;
}

const DAY_OF = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
export const dayOf = (instant: number) => DAY_OF.format(instant);

/** The instant at which the day begins in the product's time zone. */
export function midnightOf(day: string): number {
  for (let at = Date.parse(`${day}T00:00:00Z`); ; at += 1_800_000) if (dayOf(at) === day) return at;
}

const cents = (amount: number) => BigInt(amount.toFixed(2).replace('.', ''));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

function decimal(amount: bigint): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

interface Line {
  date_created: string;
  status: string;
  tags: string[];
  total_amount: number;
  order_items: { item: { id: string }; quantity: number; sale_fee: number }[];
  payments: { transaction_amount_refunded: number }[];
}

/** All current orders of a seller, without test orders. */
export async function readOrders(standIn: StandIn, seller: number): Promise<TrueOrder[]> {
  const orders: TrueOrder[] = [];
  for await (const order of standIn.orders<Line>(seller))
    if (!order.tags.includes('test_order')) orders.push(read(order));
  return orders;
}

function read({ date_created, status, total_amount, order_items, payments }: Line): TrueOrder {
  const at = Date.parse(date_created);
  return {
    at,
    day: dayOf(at),
    status,
    total: cents(total_amount),
    refunded: sum(payments.map((each) => cents(each.transaction_amount_refunded))),
    fees: sum(order_items.map(({ sale_fee, quantity }) => cents(sale_fee) * BigInt(quantity))),
    units: order_items.reduce((units, { quantity }) => units + quantity, 0),
    item: order_items[0]?.item.id ?? '',
  };
}

export const isSold = ({ status }: TrueOrder) =>
  status === 'paid' || status === 'partially_refunded' || status === 'refunded';

/** The figures of the orders created from `from` until just before `to`. */
export function figuresOf(orders: readonly TrueOrder[], from: number, to: number) {
  const made = orders.filter(({ at }) => at >= from && at < to);
  const sold = made.filter(isSold);
  const cancelled = made.filter(({ status }) => status === 'cancelled');
  const total = sum(sold.map((each) => each.total));
  const count = BigInt(sold.length);
  return {
    revenue: {
      total: decimal(total),
      orders_count: sold.length,
      average_ticket: decimal(count === 0n ? 0n : (2n * total + count) / (2n * count)),
      units: sold.reduce((units, each) => units + each.units, 0),
      refunds: decimal(sum(sold.map(({ refunded }) => refunded))),
      fees: decimal(sum(sold.map(({ fees }) => fees))),
      canceled_count: cancelled.length,
      canceled_total: decimal(sum(cancelled.map((each) => each.total))),
    },
    dias: daysOf(sold, from, to),
    mais_vendidos: bestOf(sold),
  };
}

function daysOf(sold: readonly TrueOrder[], from: number, to: number) {
  const byDay = Map.groupBy(sold, ({ day }) => day);
  const days: { dia: string; total: string; pedidos: number }[] = [];
  const last = dayOf(to - 1);
  for (let dia = dayOf(from); dia <= last; dia = dayAfter(dia)) {
    const own = byDay.get(dia) ?? [];
    days.push({ dia, total: decimal(sum(own.map(({ total }) => total))), pedidos: own.length });
  }
  return days;
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function bestOf(sold: readonly TrueOrder[]) {
  const all = [...Map.groupBy(sold, ({ item }) => item)].map(([anuncio_id, own]) => ({
    anuncio_id,
    cents: sum(own.map(({ total }) => total)),
    pedidos: own.length,
    unidades: own.reduce((units, each) => units + each.units, 0),
  }));
  all.sort((a, b) =>
    a.cents === b.cents ? (a.anuncio_id < b.anuncio_id ? -1 : 1) : a.cents > b.cents ? -1 : 1,
  );
  return all.slice(0, 10).map(({ cents: brought, ...rest }) => ({ ...rest, total: decimal(brought) }));
}
