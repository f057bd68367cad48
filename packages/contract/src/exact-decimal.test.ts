import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUnits, isDecimal, toUnits, writeDecimal } from './exact-decimal.ts';

test.each(['0', '5', '0.5', '12.30', '-5', '-0.01', '007', '99999999999999999999.99'])(
  '%j is a decimal',
  (text) => {
    expect(isDecimal(text)).toBe(true);
  },
);

test.each(['', '-', '.', '5.', '.5', '1,5', '1.2.3', 'abc', '1e3', ' 5', '+5', '--5', '٥'])(
  '%j is not a decimal',
  (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(() => toUnits(text, 2)).toThrow(RangeError);
  },
);

test('a decimal with more places than requested is never truncated', () => {
  expect(toUnits('1.2300', 2)).toBe(123n);
  expect(toUnits('5.0', 0)).toBe(5n);
  expect(() => toUnits('0.019', 2)).toThrow(RangeError);
  expect(() => toUnits('5.5', 0)).toThrow(RangeError);
});

test.each([
  ['3', 300n],
  ['3.5', 350n],
  ['0.05', 5n],
  ['-0.50', -50n],
  ['-12.34', -1234n],
] as const)('%s is %d hundredths', (text, hundredths) => {
  expect(toUnits(text, 2)).toBe(hundredths);
});

test('every number of units survives the round trip, with any number of places', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: 0, max: 6 }),
      (units, places) => {
        const decimal = fromUnits(units, places);
        expect(isDecimal(decimal)).toBe(true);
        expect(toUnits(decimal, places)).toBe(units);
      },
    ),
  );
});

test('a decimal is written as Intl writes it, digit by digit', () => {
  const intl = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 4 });
  const two = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (units) => {
      const decimal = fromUnits(units, 4);
      expect(writeDecimal(decimal)).toBe(intl.format(decimal as Intl.StringNumericLiteral));
      expect(writeDecimal(decimal, 2)).toBe(two.format(decimal as Intl.StringNumericLiteral));
    }),
  );
});
