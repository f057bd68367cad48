import { expect, test } from 'vitest';
import { dayAfterKey, weeksOf } from './month.ts';

const LIMITS = { min: '2000-01-01', max: '2026-12-05' };

test('the weeks of a month start on Sunday and leave the days of other months out', () => {
  const weeks = weeksOf('2026-11-17');
  expect(weeks.map((week) => week[0])).toEqual([
    ...['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'],
  ]);
  expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  const august = weeksOf('2026-08-31');
  expect(august).toHaveLength(6);
  expect(august[0]).toEqual([null, null, null, null, null, null, '2026-08-01']);
  expect(august.flat().filter(Boolean)).toHaveLength(31);
});

test.each([
  ['ArrowLeft', false, '2026-11-30'],
  ['ArrowRight', false, '2026-12-02'],
  ['ArrowUp', false, '2026-11-24'],
  ['ArrowDown', false, '2026-12-05'],
  ['Home', false, '2026-11-29'],
  ['End', false, '2026-12-05'],
  ['PageUp', false, '2026-11-01'],
  ['PageDown', false, '2026-12-05'],
  ['PageUp', true, '2025-12-01'],
  ['Tab', false, undefined],
])('%s (with Shift: %s) leads from 1 December to %s, never beyond the limits', (key, isShift, day) => {
  expect(dayAfterKey('2026-12-01', key, isShift, LIMITS)).toBe(day);
});
