import { expect, test } from 'vitest';
import { sheetsOf } from './sheets.ts';

const labels = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('labels fill one sheet after the other', () => {
  expect(sheetsOf(labels(5), { perSheet: 2, skipped: 0 })).toEqual([[1, 2], [3, 4], [5]]);
});

test('used positions of the first sheet stay empty', () => {
  expect(sheetsOf(labels(2), { perSheet: 3, skipped: 2 })).toEqual([[null, null, 1], [2]]);
});

test('no label needs no sheet', () => {
  expect(sheetsOf([], { perSheet: 3, skipped: 0 })).toEqual([]);
});
