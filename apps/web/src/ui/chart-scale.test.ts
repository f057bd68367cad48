import { describe, expect, test } from 'vitest';
import {
  areaOf,
  indexAt,
  indexByKey,
  lineOf,
  mondaysOf,
  pointsOf,
  ticksOf,
  writeTick,
} from './chart-scale.ts';

const BOX = { width: 100, height: 50 };

describe('ticksOf', () => {
  test.each([
    [[5735], [0, 2000, 4000, 6000]],
    [[6000], [0, 2000, 4000, 6000]],
    [[6001], [0, 2500, 5000, 7500]],
    [[10], [0, 5, 10]],
    [[1], [0, 0.5, 1]],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [
      [28, 23],
      [0, 10, 20, 30],
    ],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
  ])('the grid of %j is %j', (values, ticks) => {
    expect(ticksOf(values)).toEqual(ticks);
  });

  test('the last line is at or above every value, and there are at most three steps', () => {
    for (let n = 1; n < 2000; n += 1) {
      const largest = n * 13.37;
      const ticks = ticksOf([largest]);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.at(-2)).toBeLessThan(largest);
    }
  });
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
  expect(indexByKey('ArrowLeft', undefined, 30)).toBe(29);
  expect(indexByKey('ArrowLeft', 29, 30)).toBe(28);
  expect(indexByKey('ArrowLeft', 0, 30)).toBe(0);
  expect(indexByKey('ArrowRight', 29, 30)).toBe(29);
  expect(indexByKey('PageUp', 10, 30)).toBe(3);
  expect(indexByKey('PageDown', 28, 30)).toBe(29);
  expect(indexByKey('Home', 5, 30)).toBe(0);
  expect(indexByKey('End', 5, 30)).toBe(29);
  expect(indexByKey('Tab', 5, 30)).toBeUndefined();
});

test('the x axis names the Mondays', () => {
  expect(mondaysOf(['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-23'])).toEqual([1, 3]);
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
