import { expect, test } from 'vitest';
import { atLeast, exactly } from './resumo-words.ts';

test('one produto is counted in the singular', () => {
  expect([0, 1, 2, 1234].map(exactly)).toEqual([
    ...['0 filtrados', '1 filtrado', '2 filtrados', '1.234 filtrados'],
  ]);
  expect(atLeast(1)).toBe('ao menos 1 filtrado');
});

test('a partial count never looks like a complete one', () => {
  expect(atLeast(0)).toBe('filtrados não contados');
  expect(atLeast(3214)).toBe('ao menos 3.214 filtrados');
  expect(atLeast(10_000)).toBe('ao menos 10.000 filtrados');
  expect(atLeast(10_001)).toBe('mais de 10 mil filtrados');
  expect(atLeast(12_000)).toBe('mais de 11 mil filtrados');
});
