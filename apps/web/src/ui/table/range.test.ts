import { expect, test } from 'vitest';
import { rangeOf } from './range.ts';

test('a range goes in both directions, and is one row when its start is on another page', () => {
  const page = ['a', 'b', 'c', 'd'];
  expect(rangeOf(page, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(page, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(page, 'x', 'c')).toEqual(['c']);
  expect(rangeOf(page, 'a', 'x')).toEqual([]);
});
