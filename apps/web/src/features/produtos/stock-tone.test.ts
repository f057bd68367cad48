import { expect, test } from 'vitest';
import { stockLevel } from './stock-tone.ts';

const toneOf = (estoque: string, minimo: string | null) => stockLevel(estoque, minimo).tone;

test('an empty stock is bad, a stock below ten is low, as the cards count them', () => {
  expect(toneOf('0.00', null)).toBe('bad');
  expect(toneOf('0.01', null)).toBe('warn');
  expect(toneOf('9.99', null)).toBe('warn');
  expect(toneOf('10.00', null)).toBe('ok');
});

test('a stock below its own minimum is low, and a smaller minimum does not hide a stock below ten', () => {
  expect(toneOf('29.00', '30.00')).toBe('warn');
  expect(toneOf('30.00', '30.00')).toBe('ok');
  expect(toneOf('4.00', '2.00')).toBe('warn');
});

test('the bar is full at three times the minimum, which is ten where nobody set one', () => {
  expect(stockLevel('15.00', null).filled).toBe(0.5);
  expect(stockLevel('30.00', '30.00').filled).toBeCloseTo(1 / 3);
  expect(stockLevel('5000.00', '2.00').filled).toBe(1);
  expect(stockLevel('0.00', '2.00').filled).toBe(0);
  expect(stockLevel('3.00', '0.00').filled).toBe(0.1);
});
