import { expect, test } from 'vitest';
import { prazoWords } from './prazo-words.ts';

/** Monday, 12:12 in São Paulo. */
const NOW = Date.parse('2026-11-16T12:12:00-03:00');
const until = (em: string) => prazoWords({ tipo: 'ate', em, texto: 'prazo da lei' }, NOW);

test.each([
  ['2026-11-16T14:00:30-03:00', 'até 14:00', 'faltam 1 h 48'],
  ['2026-11-16T12:24:30-03:00', 'até 12:24', 'faltam 12 min'],
  ['2026-11-16T12:13:30-03:00', 'até 12:13', 'falta 1 min'],
  ['2026-11-16T12:12:20-03:00', 'até 12:12', 'falta menos de 1 min'],
  ['2026-11-16T13:12:30-03:00', 'até 13:12', 'falta 1 h'],
  ['2026-11-17T09:00:30-03:00', 'até amanhã, 09:00', 'faltam 20 h 48'],
])('a deadline within a day counts down: %s', (em, quando, nota) => {
  expect(until(em)).toEqual({ quando, nota });
});

test('a deadline at midnight is named by the day that it ends', () => {
  expect(until('2026-11-17T00:00:00-03:00')).toEqual({ quando: 'até 23:59', nota: 'faltam 11 h 48' });
  expect(until('2026-11-20T00:00:00-03:00')).toEqual({ quando: 'até qui., 19 nov', nota: 'prazo da lei' });
});

test('a cause without a deadline says for how long it lasts', () => {
  expect(
    prazoWords({ tipo: 'desde', em: '2026-11-16T08:12:00-03:00', texto: 'pedidos parados' }, NOW),
  ).toEqual({
    quando: 'há 4 h',
    nota: 'pedidos parados',
  });
});
