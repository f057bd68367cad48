import { expect, test } from 'vitest';
import { addDays } from '#lib/day.ts';
import { areaOf, datesOf, dayAfterKey, lineOf, PLOT, pointsOf, ticksOf } from './analise-plot.ts';

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
  expect(ticksOf(values, false)).toEqual(ticks);
});

test('a scale of pedidos has no fractions', () => {
  expect(ticksOf([1], true)).toEqual([0, 1]);
  expect(ticksOf([3], true)).toEqual([0, 1, 2, 3]);
  expect(ticksOf([7], true)).toEqual([0, 2, 4, 6, 8]);
});

test('the scale never ends below the largest value', () => {
  for (let value = 0.01; value < 1e7; value *= 1.37) {
    const ticks = ticksOf([value], false);
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

test('the points span the full width and stay inside the plot', () => {
  const points = pointsOf([0, 50, 100], 100);
  expect(points).toEqual([
    { x: 0, y: PLOT.height },
    { x: PLOT.width / 2, y: PLOT.height / 2 },
    { x: PLOT.width, y: 0 },
  ]);
  expect(lineOf(points)).toBe('M0,200L500,100L1000,0');
  expect(areaOf(points)).toBe('M0,200L500,100L1000,0V200H0Z');
});

test('one day is drawn as a short stroke, and no day draws nothing', () => {
  expect(lineOf(pointsOf([5], 10))).toBe('M492,100h16');
  expect(lineOf([])).toBe('');
  expect(areaOf(pointsOf([5], 10))).toBe('');
});

test.each([
  ['ArrowLeft', 3, 2],
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 9, 9],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Tab', 5, undefined],
])('%s leads from day %i of ten to day %s', (key, at, next) => {
  expect(dayAfterKey(at, key, 10)).toBe(next);
});
