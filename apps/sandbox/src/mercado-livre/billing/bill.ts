import type { Seller } from '#mercado-livre/users/seller.ts';
import { type Charge, chargesOf } from './charges.ts';

export const DOCUMENT_TYPES = ['BILL', 'CREDIT_NOTE'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A line with its number. Numbers rise in the order in which the lines came into the bill. */
export interface Line extends Charge {
  id: number;
  document: DocumentType;
}

const FIRST_ID = 1_000_000_000;
const numbers = new WeakMap<Seller, Map<string, number>>();

/** The first second of a month in Brasília, such as `2026-11-01`. */
export const startOf = (key: string) => Date.parse(`${key}T03:00:00Z`) / 1000;

export function nextKey(key: string): string {
  const [year = 0, month = 0] = key.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/**
 * The lines of a month until `second`. A bonus for a charge of an earlier month is in a credit note. A line keeps its
 * number, and one that comes later has a greater number, also when it is about something earlier.
 */
export function linesOf(seller: Seller, key: string, second: number): Line[] {
  const from = startOf(key);
  const known = numbers.get(seller) ?? new Map<string, number>();
  numbers.set(seller, known);
  const charges = chargesOf(seller, from, Math.min(startOf(nextKey(key)) - 1, second));
  const here = new Set(charges.map((charge) => charge.key));
  return charges
    .map((charge): Line => {
      const id = known.get(charge.key) ?? FIRST_ID + known.size;
      known.set(charge.key, id);
      const isLate = charge.returns !== null && !here.has(charge.returns);
      return { ...charge, id, document: isLate ? 'CREDIT_NOTE' : 'BILL' };
    })
    .sort((one, other) => one.id - other.id);
}

/** The number of the line that a bonus returns. It may be one of an earlier month that nobody has read. */
export const numberOf = (seller: Seller, key: string) => numbers.get(seller)?.get(key) ?? null;
