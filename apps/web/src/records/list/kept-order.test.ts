import { expect, test } from 'vitest';
import { inKeptOrder } from './kept-order.ts';

const rows = (ids: string) => Array.from(ids, (id) => ({ id }));
const ordered = (before: string, now: string) =>
  inKeptOrder(Array.from(before), rows(now))
    .map(({ id }) => id)
    .join('');

test('a row that the server moved to the top stays where the person sees it', () => {
  expect(ordered('abcd', 'cabd')).toBe('abcd');
});

test('a row that is gone leaves no gap', () => {
  expect(ordered('abcd', 'dac')).toBe('acd');
});

test('a new row appears at the place that the server gave it', () => {
  expect(ordered('abc', 'xabc')).toBe('xabc');
  expect(ordered('abc', 'cxab')).toBe('axbc');
  expect(ordered('abc', 'abcx')).toBe('abcx');
});

test('the rows are the ones of the answer, with their new figures', () => {
  const [row] = inKeptOrder(['a'], [{ id: 'a', quantidade: '7' }]);
  expect(row).toEqual({ id: 'a', quantidade: '7' });
});
