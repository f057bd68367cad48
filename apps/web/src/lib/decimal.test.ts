import { expect, test } from 'vitest';
import { productOf, readPasted, stepDown, stepUp, sumOf } from './decimal.ts';

test.each([
  ['', '0.01'],
  ['0', '0.01'],
  ['0.29', '0.30'],
  ['12', '12.01'],
  ['12.3', '12.31'],
  ['12.99', '13.00'],
  ['999999999999999.99', '1000000000000000.00'],
  ['9007199254740993.01', '9007199254740993.02'],
])('[FMT-07] a step up from %j is %s, exactly', (from, to) => {
  expect(stepUp(from, 2, undefined)).toBe(to);
});

test.each([
  ['', '0.00'],
  ['0', '0.00'],
  ['0.01', '0.00'],
  ['0.10', '0.09'],
  ['1', '0.99'],
])('[FMT-07] a step down from %j is %s, and never below zero', (from, to) => {
  expect(stepDown(from, 2)).toBe(to);
});

test('a step stops at the limit, and leaves alone what was typed beyond it', () => {
  expect(stepUp('99.99', 2, '100')).toBe('100.00');
  expect(stepUp('99.995', 3, '100')).toBe('100.000');
  expect(stepUp('100', 2, '100')).toBe('100.00');
  expect(stepUp('150', 2, '100')).toBe('150');
});

test('with more decimals a step is still a hundredth', () => {
  expect(stepUp('1.2345', 4, undefined)).toBe('1.2445');
  expect(stepDown('1.2345', 4)).toBe('1.2245');
});

test.each([
  ['12,34', '12,34'],
  ['12.34', '12,34'],
  ['12.3', '12,3'],
  ['1234.56', '1234,56'],
  ['1.234', '1234'],
  ['1.234,56', '1234,56'],
  ['1.234.567', '1234567'],
  ['R$ 1.234,56', '1234,56'],
  ['R$\u00a01.234,50', '1234,50'],
  [' 18,50% ', '18,50'],
  ['5', '5'],
  ['.5', ',5'],
])('[FMT-07] pasted %j is read as %s', (pasted, typed) => {
  expect(readPasted(pasted)).toBe(typed);
});

test.each(['', 'abc', '-5', '1,234.56', '1.23456', '1.2.3', '12.3456,7', '1,2,3', '1e3'])(
  'pasted %j is left out: no reading of it is sure',
  (pasted) => {
    expect(readPasted(pasted)).toBeUndefined();
  },
);

test('where a sign may be typed it may be pasted too', () => {
  expect(readPasted('-5', true)).toBe('-5');
  expect(readPasted('-1.234,56', true)).toBe('-1234,56');
  expect(readPasted('--5', true)).toBeUndefined();
  expect(readPasted('- R$ x', true)).toBeUndefined();
});

test('a step from below zero goes up by a hundredth, and down to zero', () => {
  expect(stepUp('-5', 2, undefined)).toBe('-4.99');
  expect(stepUp('-0.01', 2, undefined)).toBe('0.00');
  expect(stepDown('-5', 2)).toBe('0.00');
});

test('sums and products are exact where floats are not', () => {
  expect(sumOf([])).toBe('0.00');
  expect(sumOf(['0.1', '0.2'])).toBe('0.30');
  expect(sumOf(['9999999999.99', '0.01', '12'])).toBe('10000000012.00');
  expect(productOf('1.1', '1.1')).toBe('1.2100');
  expect(productOf('9999999999.99', '9999999999.99')).toBe('99999999999800000000.0001');
  expect(productOf('-0.5', '3')).toBe('-1.5000');
});
