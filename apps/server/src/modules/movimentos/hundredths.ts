import { fromUnits, toUnits, writeDecimal } from '@prumo/contract/exact-decimal.ts';

/**
 * Converts a decimal text to hundredths. Quantities are exact integers, because a float would lose precision.
 */
export const toHundredths = (decimal: string): bigint => toUnits(decimal, 2);

/** Formats hundredths as PostgreSQL does: `3.50`. */
export const toDecimal = (hundredths: bigint): string => fromUnits(hundredths, 2);

/** Formats hundredths for people: `1.234,5`. */
export const toReading = (hundredths: bigint): string => writeDecimal(toDecimal(hundredths));
