import { expect, test } from 'vitest';
import { areaOf, lineOf, PLOT, pointsOf, topOf } from './analise-plot.ts';

test('the scale ends at a round figure that is not below the largest value', () => {
  expect([[], [0], [0.4], [1], [3], [51], [99], [1234.5]].map(topOf)).toEqual([
    1, 1, 0.5, 1, 5, 100, 100, 2000,
  ]);
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
