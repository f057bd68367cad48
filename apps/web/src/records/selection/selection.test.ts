import { expect, test } from 'vitest';
import {
  countPicked,
  isEmpty,
  isOfAnotherFilter,
  isPicked,
  NOTHING,
  pick,
  pickAll,
  pickedOf,
  type Selection,
} from './selection.ts';

interface Filtro {
  nome?: string | undefined;
}
const nothing: Selection<Filtro> = NOTHING;

test('picking adds a record once, and letting go removes it', () => {
  const one = pick(nothing, ['a'], true);
  expect(pick(one, ['a', 'b'], true)).toEqual({ ids: ['a', 'b'] });
  expect(pick(one, ['a'], false)).toEqual({ ids: [] });
  expect(isPicked(one, 'a')).toBe(true);
  expect(isPicked(one, 'b')).toBe(false);
});

test('picked records of another page stay picked', () => {
  const pages = pick(pick(nothing, ['a', 'b'], true), ['c', 'd'], true);
  expect(pages).toEqual({ ids: ['a', 'b', 'c', 'd'] });
  expect(pick(pages, ['c', 'd'], false)).toEqual({ ids: ['a', 'b'] });
});

test('all records of a filter are picked, except those let go', () => {
  const all = pickAll<Filtro>({ nome: 'freio' });
  expect(isPicked(all, 'never seen')).toBe(true);
  const less = pick(all, ['a'], false);
  expect(less).toEqual({ filtro: { nome: 'freio' }, exceto: ['a'] });
  expect(isPicked(less, 'a')).toBe(false);
  expect(pick(less, ['a'], true)).toEqual(all);
});

test('the checkbox of the page is mixed when only some of its rows are picked', () => {
  const some = pick(nothing, ['a'], true);
  expect(pickedOf(nothing, ['a', 'b'])).toBe('none');
  expect(pickedOf(some, ['a', 'b'])).toBe('some');
  expect(pickedOf(some, ['a'])).toBe('all');
  expect(pickedOf(some, ['x'])).toBe('none');
  expect(pickedOf(nothing, [])).toBe('none');
  expect(pickedOf(pick(pickAll<Filtro>({}), ['a'], false), ['a', 'b'])).toBe('some');
});

test('the count knows the whole filter only when its total is known', () => {
  expect(countPicked(pick(nothing, ['a', 'b'], true), undefined)).toBe(2);
  const all = pick(pickAll<Filtro>({}), ['a'], false);
  expect(countPicked(all, 96)).toBe(95);
  expect(countPicked(all, undefined)).toBeUndefined();
  expect(isEmpty(nothing)).toBe(true);
  expect(isEmpty(all)).toBe(false);
});

test('a selection by filter does not know the rows of another filter', () => {
  const all = pickAll<Filtro>({ nome: 'freio' });
  expect(isOfAnotherFilter(all, { nome: 'freio' })).toBe(false);
  expect(isOfAnotherFilter(all, { nome: 'disco' })).toBe(true);
  expect(isOfAnotherFilter(pick(nothing, ['a'], true), { nome: 'disco' })).toBe(false);
});
