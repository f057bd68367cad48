/** A hundredth more, exactly, from a decimal as it is sent (`'12.3'`, `''`); not beyond `max`. */
export function stepUp(value: string, decimals: number, max: string | undefined): string {
  const now = scaled(value, decimals);
  const next = now + hundredth(decimals);
  const top = max === undefined ? next : scaled(max, decimals);
  if (next <= top) return unscaled(next, decimals);
  // What was typed beyond the limit is for the person to mend, not for a step.
  return now > top ? value : unscaled(top, decimals);
}

/** A hundredth less; not below zero. */
export function stepDown(value: string, decimals: number): string {
  const next = scaled(value, decimals) - hundredth(decimals);
  return unscaled(next > 0n ? next : 0n, decimals);
}

const hundredth = (decimals: number): bigint => 10n ** BigInt(decimals - 2);

/** The exact sum of decimals of up to two places. */
export const sumOf = (values: readonly string[]): string =>
  unscaled(
    values.reduce((total, value) => total + scaled(value, 2), 0n),
    2,
  );

/** The exact product of two decimals of up to two places: it has four. */
export const productOf = (one: string, other: string): string =>
  unscaled(scaled(one, 2) * scaled(other, 2), 4);

const scaled = (value: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const size = BigInt(`0${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return value.startsWith('-') ? -size : size;
};

const unscaled = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/**
 * A number from the clipboard as it would be typed here, `1234,56`. A single dot before one or two last digits is a
 * decimal one, as in a spreadsheet or a supplier's file; otherwise dots separate thousands. Nothing where neither
 * reading is sure: a number a thousand times too large is worse than none.
 */
export function readPasted(text: string, signed = false): string | undefined {
  const number = text.replaceAll(/^\s*R\$|[\s%]/g, '');
  if (signed && number.startsWith('-')) {
    const size = readPasted(number.slice(1));
    return size && `-${size}`;
  }
  if (/^\d*\.\d{1,2}$/.test(number)) return number.replace('.', ',');
  if (/^\d{1,3}(\.\d{3})+(,\d*)?$/.test(number)) return number.replaceAll('.', '');
  return /^\d+(,\d*)?$|^,\d+$/.test(number) ? number : undefined;
}
