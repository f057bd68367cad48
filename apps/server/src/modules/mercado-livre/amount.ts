import * as z from 'zod';

/**
 * Returns the decimal text of an amount that JSON gives as a float. The shortest text of the number is the
 * text that was sent. Digits beyond cents are rounded half away from zero.
 */
export function toDecimal(amount: number): string {
  const [, sign = '', whole = '0', digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(amount)) ?? [];
  const cents = BigInt(whole + digits.padEnd(2, '0').slice(0, 2)) + (Number(digits[2] ?? 0) >= 5 ? 1n : 0n);
  const text = String(cents).padStart(3, '0');
  return `${cents === 0n ? '' : sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** JavaScript writes very small numbers with an exponent. */
const plain = (amount: number) => (Math.abs(amount) < 1e-6 ? amount.toFixed(20) : String(amount));

/** The largest amount accepted. A larger float cannot hold cents, and no order has such an amount. */
const LARGEST = 1e13;

export const decimal = z.number().min(-LARGEST).max(LARGEST).transform(toDecimal);
