/** Quantities are counted in hundredths, exactly: a float would lose some. */
export function toHundredths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const hundredths = BigInt(whole) * 100n;
  const rest = BigInt(fraction.padEnd(2, '0'));
  return whole.startsWith('-') ? hundredths - rest : hundredths + rest;
}

/** As PostgreSQL writes it: `3.50`. */
export function toDecimal(hundredths: bigint): string {
  const [sign, size] = hundredths < 0n ? ['-', -hundredths] : ['', hundredths];
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** As a person reads it: `1.234,5`. */
export function toReading(hundredths: bigint): string {
  const whole = String(hundredths / 100n).replace(/\B(?=(\d{3})+$)/g, '.');
  const fraction = String(hundredths % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return fraction ? `${whole},${fraction}` : whole;
}
