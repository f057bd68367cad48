import { expect, test } from 'vitest';
import { diasOf, diasText, troubleOf } from './margem-periodo.ts';

const NOW = '2026-03-15';

test('a period of days ends today and has as many days as it says', () => {
  expect(diasOf({ periodo: '7' }, NOW)).toEqual({ de: '2026-03-09', ate: NOW });
  expect(diasOf({}, NOW)).toEqual({ de: '2026-02-14', ate: NOW });
  expect(diasOf({ periodo: 'x' }, NOW)).toEqual(diasOf({ periodo: '30' }, NOW));
});

test('a month begins on its first day, and the last one ends on its last day', () => {
  expect(diasOf({ periodo: 'mes' }, NOW)).toEqual({ de: '2026-03-01', ate: NOW });
  expect(diasOf({ periodo: 'mes-passado' }, NOW)).toEqual({ de: '2026-02-01', ate: '2026-02-28' });
  expect(diasOf({ periodo: 'mes-passado' }, '2026-01-31')).toEqual({ de: '2025-12-01', ate: '2025-12-31' });
});

test('another period takes the days of the address, and none that does not exist', () => {
  expect(diasOf({ periodo: 'outro', de: '2026-01-01', ate: '2026-01-02' }, NOW)).toEqual({
    ...{ de: '2026-01-01', ate: '2026-01-02' },
  });
  expect(diasOf({ periodo: 'outro', de: '2026-02-30', ate: 'x' }, NOW)).toEqual({
    de: '2026-02-14',
    ate: NOW,
  });
});

test('a period that the server would refuse says what to do', () => {
  expect(troubleOf({ de: '2026-01-01', ate: '2027-01-01' })).toBeUndefined();
  expect(troubleOf({ de: '2026-01-01', ate: '2027-01-02' })).toBe('Escolha um período de até 366 dias.');
  expect(troubleOf({ de: '2026-01-02', ate: '2026-01-01' })).toContain('Troque as datas');
  expect(diasText({ de: '2026-01-01', ate: '2026-01-01' })).toBe('em 01/01/2026');
  expect(diasText({ de: '2026-01-01', ate: '2026-01-31' })).toBe('de 01/01/2026 a 31/01/2026');
});
