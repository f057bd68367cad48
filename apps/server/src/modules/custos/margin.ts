/** What is left of a sale, in cents. `base` is the sale without what was refunded. */
export interface Sobra {
  base: bigint;
  margem: bigint;
  /** In tenths of a percent of the base, rounded half away from zero. Null for a sale of nothing. */
  decimos: bigint | null;
}

export function marginOf(venda: bigint, estornado: bigint, custos: readonly bigint[]): Sobra {
  const base = venda - estornado;
  const margem = custos.reduce((left, each) => left - each, base);
  return { base, margem, decimos: base > 0n ? divideRounded(margem * 1000n, base) : null };
}

/** The tax on a sale. The rate is in hundredths of a percent. */
export const taxOf = (base: bigint, rate: bigint): bigint => divideRounded(base * rate, 10_000n);

/** Divides by a positive number, and rounds half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (size * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -rounded : rounded;
}
