import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decimal } from './decimal.ts';

const percent = decimal({ places: 2, max: 100, message: 'De 0 a 100.' });
const accepts = (value: unknown) => z.safeParse(percent, value).success;

test.each(['0', '0.01', '5', '5.5', '7.25', '99.99', '100', '100.00', '007', ' 5 '])(
  '%j is a valid decimal',
  (text) => {
    expect(z.parse(percent, text)).toBe(text.trim());
  },
);

test.each([
  ...['', ' ', '-1', '+1', '100.01', '101', '1.234', '.5', '5.', '5,5', '1e1', '0x10', 'Infinity', 'NaN'],
  ...['1 0', '٥', '1'.repeat(16), 5, null],
])('%j is refused', (value) => {
  expect(accepts(value)).toBe(false);
});

test('a refusal shows the message of the field once for each broken rule', () => {
  expect(z.safeParse(percent, '101').error?.issues.map(({ message }) => message)).toEqual(['De 0 a 100.']);
});

test('every number of cents up to the limit keeps all its digits', () => {
  fc.assert(
    fc.property(fc.nat(20_000), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      expect(accepts(text)).toBe(cents <= 10_000);
      if (cents <= 10_000) expect(z.parse(percent, text)).toBe(text);
    }),
  );
});

test('a decimal with more places than the column is refused', () => {
  const weight = decimal({ places: 3, max: 1_000_000, message: 'Peso.' });
  expect(z.safeParse(weight, '0.125').success).toBe(true);
  expect(z.safeParse(weight, '0.1255').success).toBe(false);
});

test('a value that is too large gets the separate message that the field defines for it', () => {
  const preco = decimal({
    places: 2,
    max: 9_999_999_999.99,
    message: 'Zero ou mais.',
    tooLarge: 'Até dez bilhões.',
  });
  const said = (text: string) => z.safeParse(preco, text).error?.issues.map(({ message }) => message);
  for (const text of ['9999999999.99', '9999999999.98', '0']) expect(said(text)).toBeUndefined();
  for (const text of ['10000000000', '10000000000.00', '9'.repeat(15), '9'.repeat(16), '9'.repeat(40)])
    expect(said(text)).toEqual(['Até dez bilhões.']);
  for (const text of ['-1', 'abc', '1e3', '']) expect(said(text)).toEqual(['Zero ou mais.']);
});
