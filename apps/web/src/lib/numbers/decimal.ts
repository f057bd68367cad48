import { fromUnits, toUnits, writeDecimal } from '@prumo/contract/exact-decimal.ts';

/**
 * True for a decimal of up to two places, such as `'-12.3'`. A field holds the typed text as long as the text
 * is not such an amount.
 */
export const isAmount = (text: string): boolean => /^-?\d+(\.\d{1,2})?$/.test(text);

/**
 * Compares amounts by value, because the stock is `5.00` where a person types `5`. Any other text equals only
 * itself.
 */
export const isSameAmount = (one: string, other: string): boolean =>
  isAmount(one) && isAmount(other) ? writeDecimal(one) === writeDecimal(other) : one === other;

/**
 * Adds exactly 0.01 to a decimal as it is sent (`'12.3'`). An empty text counts as 0. The step stops at
 * `max`.
 */
export function stepUp(value: string, places: number, max: string | undefined): string {
  const now = toUnits(value || '0', places);
  const next = now + hundredth(places);
  const top = max === undefined ? next : toUnits(max, places);
  if (next <= top) return fromUnits(next, places);
  // A value typed above the limit stays unchanged, because the person must correct it.
  return now > top ? value : fromUnits(top, places);
}

/** Subtracts exactly 0.01. The step stops at zero. */
export function stepDown(value: string, places: number): string {
  const next = toUnits(value || '0', places) - hundredth(places);
  return fromUnits(next > 0n ? next : 0n, places);
}

const hundredth = (places: number): bigint => 10n ** BigInt(places - 2);

/** The exact sum of amounts; undefined while one of the texts is not an amount. */
export const sumOf = (values: readonly string[]): string | undefined =>
  values.every(isAmount)
    ? fromUnits(
        values.reduce((total, value) => total + toUnits(value, 2), 0n),
        2,
      )
    : undefined;

/** The exact product of two amounts, with four places; undefined while one of the texts is not an amount. */
export const productOf = (one: string, other: string): string | undefined =>
  isAmount(one) && isAmount(other) ? fromUnits(toUnits(one, 2) * toUnits(other, 2), 4) : undefined;

export interface Margem {
  /** The price minus the cost, exact. */
  lucro: string;
  /** The part of the price that is profit, in percent with one place. A half is rounded away from zero. */
  percentual: string;
}

/** The margin of a price over a cost. Undefined while one of the texts is not an amount, and for a price of 0. */
export function margemOf(custo: string, preco: string): Margem | undefined {
  if (!isAmount(custo) || !isAmount(preco)) return undefined;
  const price = toUnits(preco, 2);
  if (price <= 0n) return undefined;
  const lucro = price - toUnits(custo, 2);
  const size = (lucro < 0n ? -lucro : lucro) * 1000n;
  const tenths = (2n * size + price) / (2n * price);
  return { lucro: fromUnits(lucro, 2), percentual: fromUnits(lucro < 0n ? -tenths : tenths, 1) };
}
