import { expect, test } from 'vitest';
import { addDays, addMonths, dayOf, digitsOf, formatDay, isDay, readDay, weekdayOf } from './day.ts';

const LIMITS = { min: '2000-01-01', max: '2026-11-17' };

test('a day is written as in Brazil, whatever the language of the browser', () => {
  expect(formatDay('2026-11-10')).toBe('10/11/2026');
  expect(digitsOf('2026-11-10')).toBe('10112026');
});

test('the day of an instant is the one in São Paulo', () => {
  expect(dayOf(new Date('2026-11-17T02:59:59Z'))).toBe('2026-11-16');
  expect(dayOf(new Date('2026-11-17T03:00:00Z'))).toBe('2026-11-17');
});

test.each([
  ['10112026', '2026-11-10'],
  ['29022024', '2024-02-29'],
  ['101126', '2026-11-10'],
  ['17112026', '2026-11-17'],
  ['01012000', '2000-01-01'],
])('the digits %s are read day first', (digits, day) => {
  expect(readDay(digits, LIMITS)).toEqual({ day });
});

test.each([
  ['', 'Complete a data, como 31/12/2026.'],
  ['1011', 'Complete a data, como 31/12/2026.'],
  ['1011202', 'Complete a data, como 31/12/2026.'],
  ['29022026', 'Esta data não existe. Confira o dia e o mês.'],
  ['11302026', 'Esta data não existe. Confira o dia e o mês.'],
  ['00112026', 'Esta data não existe. Confira o dia e o mês.'],
  ['18112026', 'Escolha um dia até 17/11/2026.'],
  ['31121999', 'Escolha um dia a partir de 01/01/2000.'],
])('the digits %j are refused with a reason', (digits, trouble) => {
  expect(readDay(digits, LIMITS)).toEqual({ trouble });
});

test('days and months are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
});

test('only days that exist are days', () => {
  expect(['2026-11-17', '2026-02-29', '2026-13-01', '17/11/2026', ''].map(isDay)).toEqual([
    true,
    ...[false, false, false, false],
  ]);
});

test('the weekday starts at Sunday', () => {
  expect(weekdayOf('2026-11-15')).toBe(0);
  expect(weekdayOf('2026-11-17')).toBe(2);
});
