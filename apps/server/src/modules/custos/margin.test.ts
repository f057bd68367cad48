import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRounded, marginOf, taxOf } from './margin.ts';
import { releaseOf } from './release.ts';

test('the margin of the example of the screen is R$ 131,34, 22,7%', () => {
  const custos = [9277n, 2490n, taxOf(57_980n, 600n), 29_600n];
  expect(taxOf(57_980n, 600n)).toBe(3479n);
  expect(marginOf(57_980n, 0n, custos)).toEqual({ base: 57_980n, margem: 13_134n, decimos: 227n });
});

test('a sale of which everything was refunded has no percentage', () => {
  expect(marginOf(1000n, 1000n, [200n])).toEqual({ base: 0n, margem: -200n, decimos: null });
});

test('a division rounds half away from zero', () => {
  expect([divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(4n, 3n)]).toEqual([3n, -3n, 1n]);
});

test('goods that come back in any parts cost nothing in the end', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      (cents, backs) => {
        let left = { cents, units: backs.reduce((sum, each) => sum + each, 0) };
        for (const back of backs) {
          const released = releaseOf(left, back);
          expect(released >= 0n && released <= left.cents).toBe(true);
          left = { cents: left.cents - released, units: left.units - back };
        }
        expect(left).toEqual({ cents: 0n, units: 0 });
      },
    ),
  );
});
