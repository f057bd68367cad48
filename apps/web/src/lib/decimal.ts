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

const scaled = (value: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(`0${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
};

const unscaled = (value: bigint, decimals: number): string => {
  const digits = String(value).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/**
 * A number from the clipboard as it would be typed here, `1234,56`. A single dot before one or two last digits is a
 * decimal one, as in a spreadsheet or a supplier's file; otherwise dots separate thousands. Nothing where neither
 * reading is sure: a number a thousand times too large is worse than none.
 */
export function readPasted(text: string): string | undefined {
  const number = text.replaceAll(/^\s*R\$|[\s%]/g, '');
  if (/^\d*\.\d{1,2}$/.test(number)) return number.replace('.', ',');
  if (/^\d{1,3}(\.\d{3})+(,\d*)?$/.test(number)) return number.replaceAll('.', '');
  return /^\d+(,\d*)?$|^,\d+$/.test(number) ? number : undefined;
}
