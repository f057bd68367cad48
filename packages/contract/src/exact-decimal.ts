/**
 * Exact decimals are texts of digits, such as `'1234.50'`, from the form to the column, because a float would
 * lose digits.
 */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/**
 * Converts a decimal to whole units: `'12.3'` in hundredths is `1230n`. Throws where the conversion would
 * drop a digit.
 */
export function toUnits(decimal: string, places: number): bigint {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const rest = fraction.slice(places);
  if (whole === '' || /[1-9]/.test(rest))
    throw new RangeError(`Not a decimal of ${places} places: ${decimal}`);
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return sign ? -units : units;
}

/** Converts whole units to a decimal as PostgreSQL writes it: `1230n` hundredths are `'12.30'`. */
export function fromUnits(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
}

/** Formats `'1234.50'` in Brazilian notation: `1.234,5`, or `1.234,50` with at least two places. */
export function writeDecimal(decimal: string, atLeast = 0): string {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const shown = fraction.replace(/0+$/, '').padEnd(atLeast, '0');
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${shown && `,${shown}`}`;
}
