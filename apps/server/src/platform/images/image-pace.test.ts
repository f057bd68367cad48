import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAST_FOR_MS, KILLED_FOR_MS, openImagePace, SLOW_CPU_MS, SLOW_FOR_MS } from './image-pace.ts';

const step = fc.record({
  empresa: fc.constantFrom('a', 'b'),
  cost: fc.oneof(fc.constant('killed' as const), fc.integer({ min: 0, max: 2 * SLOW_CPU_MS })),
  afterMs: fc.integer({ min: 0, max: KILLED_FOR_MS }),
});

test('`isSlow` and `isFast` equal those of a model that keeps the whole past', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const pace = openImagePace();
      const past: { empresa: string; cost: number | 'killed'; at: number }[] = [];
      let now = 0;
      for (const { empresa, cost, afterMs } of steps) {
        pace.note(empresa, cost, now);
        past.push({ empresa, cost, at: now });
        now += afterMs;
        for (const each of ['a', 'b']) {
          const isSlow = past.some(
            (image) =>
              image.empresa === each &&
              ((image.cost === 'killed' && image.at + KILLED_FOR_MS > now) ||
                (Number(image.cost) > SLOW_CPU_MS && image.at + SLOW_FOR_MS > now)),
          );
          const isFast = past.some(
            (image) =>
              image.empresa === each && Number(image.cost) <= SLOW_CPU_MS && image.at + FAST_FOR_MS > now,
          );
          expect(pace.isSlow(each, now)).toBe(isSlow);
          expect(pace.isFast(each, now)).toBe(isFast && !isSlow);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('beyond ten thousand slow empresas, the one noted longest ago is forgotten', () => {
  const pace = openImagePace();
  for (let n = 0; n < 10_000; n++) pace.note(`n${n}`, 'killed', 0);
  expect(pace.isSlow('n0', 1)).toBe(true);
  pace.note('one more', 'killed', 1);
  expect(['n0', 'n1', 'one more'].map((each) => pace.isSlow(each, 2))).toEqual([false, true, true]);
});
