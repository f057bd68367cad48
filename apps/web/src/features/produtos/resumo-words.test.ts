import { expect, test } from 'vitest';
import { atLeast } from './resumo-words.ts';

test('a partial count never looks like a complete one', () => {
  expect(atLeast(0)).toBe('filtrados não contados');
  expect(atLeast(3214)).toBe('ao menos 3.214 filtrados');
  expect(atLeast(10_000)).toBe('ao menos 10.000 filtrados');
  expect(atLeast(10_001)).toBe('mais de 10 mil filtrados');
  expect(atLeast(12_000)).toBe('mais de 11 mil filtrados');
});
