import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { createdAtOf, timesOf } from './life.ts';

/** The fields that a search needs, 13 bytes for each order, sorted by creation date. */
export interface Columns {
  /** The number of the order at position 0. */
  first: number;
  created: Uint32Array;
  paid: Uint32Array;
  event: Uint32Array;
  life: Uint8Array;
}

export function buildColumns(
  seller: SellerSeed,
  perDay: number,
  [first, end]: readonly [number, number],
): Columns {
  const length = Math.max(0, end - first);
  const columns = {
    first,
    created: new Uint32Array(length),
    paid: new Uint32Array(length),
    event: new Uint32Array(length),
    life: new Uint8Array(length),
  };
  for (let position = 0; position < length; position += 1) {
    const createdAt = createdAtOf(seller, first + position, perDay);
    const { code, paidAt, eventAt } = timesOf(seller, first + position, createdAt);
    columns.created[position] = createdAt;
    columns.paid[position] = paidAt;
    columns.event[position] = eventAt;
    columns.life[position] = code;
  }
  return columns;
}

/** The first position whose value is at least `second`. */
export function lowerBound(sorted: Uint32Array, second: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  return low;
}
