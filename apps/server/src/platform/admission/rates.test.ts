import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRates } from './rates.ts';

test('every decision equals that of a model that refills its buckets step by step', () => {
  const request = fc.record({
    keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    after: fc.integer({ min: 0, max: 20_000 }),
  });
  const PER_MINUTE = { a: 3, b: 6, c: 60 };
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
      const rates = openRates();
      const level = { ...PER_MINUTE };
      let now = 1_000_000;
      for (const { keys, after } of requests) {
        now += after;
        for (const key of ['a', 'b', 'c'] as const)
          level[key] = Math.min(PER_MINUTE[key], level[key] + (after * PER_MINUTE[key]) / 60_000);
        const names = keys as ('a' | 'b' | 'c')[];
        const wait = rates.take(
          names.map((key) => ({ key, perMinute: PER_MINUTE[key] })),
          now,
        );
        const missing = Math.max(...names.map((key) => ((1 - level[key]) * 60_000) / PER_MINUTE[key]));
        expect(wait).toBeCloseTo(Math.max(0, missing), 3);
        if (wait === 0) for (const key of names) level[key] -= 1;
      }
    }),
    { numRuns: 1_000 },
  );
});

test('above the maximum number of keys, the least recently used bucket is dropped', () => {
  const rates = openRates(2);
  const take = (key: string) => rates.take([{ key, perMinute: 1 }], 0);
  expect(take('a')).toBe(0);
  expect(take('b')).toBe(0);
  expect(take('a')).toBe(60_000);
  expect(take('c')).toBe(0);
  expect(take('a')).toBe(0);
});
