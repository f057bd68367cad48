/**
 * Shares an amount out in proportion to weights, exactly to the cent: the parts always add up to the amount. Each part is
 * rounded towards zero, and the cents that are left go to the parts that lost most by it, the first one of equal parts
 * first. Equal weights are used where no weight is positive.
 */
export function shareOut(cents: bigint, weights: readonly bigint[]): bigint[] {
  const positive = weights.map((weight) => (weight > 0n ? weight : 0n));
  const isEven = positive.every((weight) => weight === 0n);
  const used = isEven ? positive.map(() => 1n) : positive;
  const total = used.reduce((sum, weight) => sum + weight, 0n);
  const size = cents < 0n ? -cents : cents;
  const parts = used.map((weight) => (size * weight) / total);
  const lost = used.map((weight, at) => ({ at, rest: (size * weight) % total }));
  const left = Number(size - parts.reduce((sum, part) => sum + part, 0n));
  const chosen = lost.toSorted((one, other) =>
    one.rest === other.rest ? one.at - other.at : one.rest > other.rest ? -1 : 1,
  );
  for (const { at } of chosen.slice(0, left)) parts[at] = (parts[at] ?? 0n) + 1n;
  return cents < 0n ? parts.map((part) => -part) : parts;
}
