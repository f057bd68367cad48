import { expect, test } from 'vitest';
import { addDays } from '#lib/numbers/day.ts';
import { areaOf, datesOf, indexAt, indexByKey, lineOf, pointsOf, ticksOf, writeTick } from './chart-scale.ts';

const BOX = { width: 100, height: 50 };
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, n) => addDays(first, n));

test.each([
  [[], [0, 1]],
  [[0], [0, 1]],
  [[0.4], [0, 0.1, 0.2, 0.3, 0.4]],
  [
    [5734, 120],
    [0, 2000, 4000, 6000],
  ],
  [[4951.9], [0, 2000, 4000, 6000]],
  [[51], [0, 20, 40, 60]],
  [[100], [0, 50, 100]],
  [[1234.5], [0, 500, 1000, 1500]],
])('the scale of %j has round steps from zero', (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks);
});

test('a scale of pedidos has no fractions', () => {
  expect(ticksOf([1], true)).toEqual([0, 1]);
  expect(ticksOf([3], true)).toEqual([0, 1, 2, 3]);
  expect(ticksOf([7], true)).toEqual([0, 2, 4, 6, 8]);
});

test('the scale never ends below the largest value', () => {
  for (let value = 0.01; value < 1e7; value *= 1.37) {
    const ticks = ticksOf([value]);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(value);
    expect(ticks.length).toBeLessThanOrEqual(5);
  }
});

test('a month has dates on its Mondays, which stay away from the last day', () => {
  const days = daysFrom('2026-10-18', 31);
  expect(datesOf(days).map((n) => days[n])).toEqual(['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09']);
});

test('a week has a date on every day but the last', () => {
  expect(datesOf(daysFrom('2026-11-10', 8))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('longer periods have few dates, on Mondays or on the first of a month', () => {
  const quarter = daysFrom('2026-08-19', 91);
  expect(datesOf(quarter).length).toBeLessThanOrEqual(7);
  const year = daysFrom('2025-11-17', 366);
  const dates = datesOf(year).map((n) => year[n]);
  expect(dates.length).toBeLessThanOrEqual(7);
  expect(dates.every((day) => day?.endsWith('-01'))).toBe(true);
  expect(datesOf([])).toEqual([]);
});

test('points span the box, and zero is at its bottom', () => {
  expect(pointsOf([0, 5, 10], 10, BOX)).toEqual([
    { x: 0, y: 50 },
    { x: 50, y: 25 },
    { x: 100, y: 0 },
  ]);
  expect(pointsOf([10], 10, BOX)).toEqual([{ x: 50, y: 0 }]);
});

test('a line goes through its points, and an area closes at the bottom', () => {
  const points = pointsOf([0, 10], 10, BOX);
  expect(lineOf(points)).toBe('M0,50L100,0');
  expect(areaOf(points, BOX)).toBe('M0,50L100,0V50H0Z');
  expect(lineOf([])).toBe('');
  expect(areaOf([{ x: 1, y: 1 }], BOX)).toBe('');
  expect(lineOf([{ x: 50, y: 5 }])).toBe('M42,5h16');
});

test('a pointer selects the nearest day, also beyond both ends', () => {
  expect([-1, 0, 0.49, 0.51, 1, 3].map((share) => indexAt(share, 3))).toEqual([0, 0, 1, 1, 2, 2]);
});

test('the keyboard moves by a day, a week and to both ends, and stays inside', () => {
  expect(indexByKey('ArrowLeft', 29, 30)).toBe(28);
  expect(indexByKey('ArrowLeft', 0, 30)).toBe(0);
  expect(indexByKey('ArrowRight', 29, 30)).toBe(29);
  expect(indexByKey('PageUp', 10, 30)).toBe(3);
  expect(indexByKey('PageDown', 28, 30)).toBe(29);
  expect(indexByKey('Home', 5, 30)).toBe(0);
  expect(indexByKey('End', 5, 30)).toBe(29);
  expect(indexByKey('Tab', 5, 30)).toBeUndefined();
});

test('the y axis writes thousands as mil', () => {
  expect([0, 500, 2000, 2500, 1_500_000].map((value) => writeTick(value).replace(/\s/g, ' '))).toEqual([
    '0',
    '500',
    '2 mil',
    '2,5 mil',
    '1,5 mi',
  ]);
});
