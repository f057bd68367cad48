import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from './share-out.ts';

const weights = fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 1, maxLength: 8 });

/** Hands out cent by cent: each cent goes to the part that lies furthest behind its exact share, the first of equal ones. */
function byHand(cents: bigint, used: readonly bigint[]): bigint[] {
  const given = used.some((each) => each > 0n) ? used : used.map(() => 1n);
  const total = given.reduce((sum, each) => sum + each, 0n);
  const size = cents < 0n ? -cents : cents;
  const parts = given.map(() => 0n);
  for (let cent = 0n; cent < size; cent++) {
    let behind = 0;
    for (let at = 1; at < parts.length; at++) {
      const gap = (n: number) => size * (given[n] ?? 0n) - (parts[n] ?? 0n) * total;
      if (gap(at) > gap(behind)) behind = at;
    }
    parts[behind] = (parts[behind] ?? 0n) + 1n;
  }
  return cents < 0n ? parts.map((each) => -each) : parts;
}

test('the parts add up to the amount, and each is within a cent of its exact share', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -10_000_000n, max: 10_000_000n }), weights, (cents, given) => {
      const parts = shareOut(cents, given);
      expect(parts.reduce((sum, each) => sum + each, 0n)).toBe(cents);
      const total = given.reduce((sum, each) => sum + each, 0n);
      if (total === 0n) return;
      for (const [at, part] of parts.entries()) {
        const off = part * total - cents * (given[at] ?? 0n);
        expect((off < 0n ? -off : off) < total).toBe(true);
      }
    }),
  );
});

test('the parts are those of a hand that gives out one cent after the other', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -500n, max: 500n }), weights, (cents, given) => {
      expect(shareOut(cents, given)).toEqual(byHand(cents, given));
    }),
  );
});
