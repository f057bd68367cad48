import * as z from 'zod';

/**
 * An amount as JSON has it, a float, into the decimal it was written as: the shortest text of a number is what was sent.
 * Beyond cents it is rounded, half away from zero, in digits.
 */
export function toDecimal(amount: number): string {
  const [, sign = '', whole = '0', digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(amount)) ?? [];
  const cents = BigInt(whole + digits.padEnd(2, '0').slice(0, 2)) + (Number(digits[2] ?? 0) >= 5 ? 1n : 0n);
  const text = String(cents).padStart(3, '0');
  return `${cents === 0n ? '' : sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Very small ones are written with an exponent. */
const plain = (amount: number) => (Math.abs(amount) < 1e-6 ? amount.toFixed(20) : String(amount));

/** Beyond it a float holds no cents, and no order has such an amount. */
const LARGEST = 1e13;

export const decimal = z.number().min(-LARGEST).max(LARGEST).transform(toDecimal);
