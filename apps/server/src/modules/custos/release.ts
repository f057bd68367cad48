/** What the goods of an item cost when they left, less what came back: cents and units. */
export interface Levado {
  cents: bigint;
  units: number;
}

/**
 * The value of units that come back to the stock: their part of what the goods cost when they left, rounded to the cent.
 * The last units take what is left, so that an item that came back whole cost nothing.
 */
export function releaseOf({ cents, units }: Levado, back: number): bigint {
  if (units <= 0) return 0n;
  if (back >= units) return cents;
  return (cents * BigInt(back) * 2n + BigInt(units)) / (BigInt(units) * 2n);
}
