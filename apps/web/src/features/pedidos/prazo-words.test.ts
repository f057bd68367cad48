import { expect, test } from 'vitest';
import { countdownOf, momentOf, passedOf, prazoTitle, tomOf } from './prazo-words.ts';

/** Monday, 12:12 in São Paulo. */
const NOW = Date.parse('2026-11-16T12:12:00-03:00');

test.each([
  ['2026-11-16T14:00:30-03:00', 'Hoje, até 14:00', 'faltam 1 h 48', 'ruim'],
  ['2026-11-16T17:30:30-03:00', 'Hoje, até 17:30', 'faltam 5 h 18', 'atencao'],
  ['2026-11-17T11:12:30-03:00', 'Amanhã, até 11:12', 'faltam 23 h', 'neutro'],
  ['2026-11-19T11:30:00-03:00', 'Qui., 19 nov, até 11:30', 'faltam 2 dias', 'neutro'],
  ['2026-11-16T11:37:00-03:00', 'Hoje, até 11:37', 'atrasado 35 min', 'ruim'],
  ['2026-11-15T09:00:00-03:00', 'Ontem, até 09:00', 'atrasado 27 h 12', 'ruim'],
  ['2026-11-12T12:00:00-03:00', 'Qui., 12 nov, até 12:00', 'atrasado 4 dias', 'ruim'],
])('a deadline has a heading, a countdown and a tone: %s', (prazo, title, countdown, tom) => {
  expect(prazoTitle(prazo, NOW)).toBe(title);
  expect(countdownOf(prazo, NOW)).toBe(countdown);
  expect(tomOf(prazo, NOW)).toBe(tom);
});

test('the tone changes exactly at six and at two hours', () => {
  const inHours = (hours: number) => tomOf(new Date(NOW + hours * 3_600_000).toISOString(), NOW);
  expect([inHours(6), inHours(5.99), inHours(2), inHours(1.99)]).toEqual([
    ...['neutro', 'atencao', 'atencao', 'ruim'],
  ]);
});

test('a moment of today has only its time', () => {
  expect(momentOf('2026-11-16T15:00:00-03:00', NOW)).toBe('15:00');
  expect(momentOf('2026-11-17T15:00:00-03:00', NOW)).toBe('amanhã, 15:00');
});

test('the time that has passed stays between none and all of it', () => {
  const from = '2026-11-16T10:12:00-03:00';
  expect(passedOf(from, '2026-11-16T14:12:00-03:00', NOW)).toBe(0.5);
  expect(passedOf(from, '2026-11-16T11:12:00-03:00', NOW)).toBe(1);
  expect(passedOf('2026-11-16T13:12:00-03:00', '2026-11-16T14:12:00-03:00', NOW)).toBe(0);
});
