import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBmp } from '#testing/images/bmp.ts';
import { decodeBmp } from './bmp.ts';

const bitmap = fc
  .record({
    bits: fc.constantFrom(1, 4, 8, 16, 24, 32),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 6 }),
    isTopDown: fc.boolean(),
    seeds: fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 2, maxLength: 16 }),
  })
  .map(({ bits, width, height, isTopDown, seeds }) => {
    const colors = bits === 1 ? seeds.slice(0, 2) : seeds;
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => colors[(x * 3 + y * 5) % colors.length] ?? 0),
    );
    return { bits: bits as 24, width, rows, isTopDown };
  });

test('a decoded BMP has the colours that were written, at every depth and in both row orders', () => {
  fc.assert(
    fc.property(bitmap, (made) => {
      const { data, width, height } = decodeBmp(aBmp(made), 1_000_000);
      expect([width, height]).toEqual([made.width, made.rows.length]);
      const depth = Number(made.bits) === 16 ? 5 : 8;
      const expected = made.rows.flat().flatMap((color) => [color >> 16, color >> 8, color]);
      expect([...data].map((value) => value >> (8 - depth))).toEqual(
        expected.map((value) => (value & 255) >> (8 - depth)),
      );
    }),
  );
});

test('a corrupted BMP is decoded or refused, and never takes more memory than the pixel limit allows', () => {
  const start = aBmp({ bits: 8, width: 4, rows: [[1, 2, 3, 4]] });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(start.length - 1), fc.nat(255)), { maxLength: 20 }), (changes) => {
      const file = Buffer.from(start);
      for (const [at, value] of changes) file[at] = value;
      try {
        expect(decodeBmp(file, 10_000).data.length).toBeLessThanOrEqual(30_000);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
