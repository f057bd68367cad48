import { expect, test } from 'vitest';
import { mergeStale } from './merge-stale.ts';

const base = { nome: 'Bosch', descricao: null, logo_url: null };

test('a field changed only by the other person takes their value and is listed', () => {
  const { values, changes } = mergeStale(base, base, { ...base, nome: 'Bosch Brasil' });
  expect(values).toEqual({ ...base, nome: 'Bosch Brasil' });
  expect(changes).toEqual([{ field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: false }]);
});

test('a field changed only in the form keeps the typed value and is not listed', () => {
  const { values, changes } = mergeStale(base, { ...base, descricao: 'Velas' }, base);
  expect(values).toEqual({ ...base, descricao: 'Velas' });
  expect(changes).toEqual([]);
});

test('a field changed by both keeps the typed value and offers the other one', () => {
  const { values, changes } = mergeStale(
    base,
    { ...base, nome: 'Bosch SA' },
    { ...base, nome: 'Bosch Brasil' },
  );
  expect(values).toEqual({ ...base, nome: 'Bosch SA' });
  expect(changes).toEqual([{ field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: true }]);
});

test('the same change made by both is no conflict', () => {
  const same = { ...base, nome: 'Bosch Brasil' };
  expect(mergeStale(base, same, same).changes).toEqual([
    { field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: false },
  ]);
});

test('fields that the form does not edit are left out', () => {
  const { values } = mergeStale(base, base, { ...base, created_at: '2026-01-01', versao: 4 });
  expect(Object.keys(values)).toEqual(Object.keys(base));
});

test('an unchanged list counts as unchanged although it is a new array', () => {
  const codes = { ...base, codes: ['A', 'B'] };
  expect(mergeStale(codes, codes, { ...codes, codes: ['A', 'B'] }).changes).toEqual([]);
});

test('a list changed by both keeps all additions and drops all removals', () => {
  const of = (codes: string[]) => ({ codes });
  const { values, changes } = mergeStale(of(['A', 'B', 'C']), of(['C', 'B', 'X']), of(['A', 'B', 'Y']));
  expect(values).toEqual(of(['B', 'X', 'Y']));
  expect(changes).toEqual([{ field: 'codes', from: ['A', 'B', 'C'], to: ['A', 'B', 'Y'], kept: true }]);
});

test('a field with its own merge function uses it', () => {
  const merge = () => 'merged';
  expect(mergeStale({ a: 1 }, { a: 2 }, { a: 3 }, { a: merge }).values).toEqual({ a: 'merged' });
});

test('a field that the other version lacks, because its right was lost, is dropped and not listed', () => {
  const { descricao: _, ...theirs } = { ...base, nome: 'Bosch Brasil' };
  const { values, changes } = mergeStale(base, { ...base, descricao: 'Velas' }, theirs);
  expect(values).toEqual({ nome: 'Bosch Brasil', logo_url: null });
  expect(changes.map(({ field }) => field)).toEqual(['nome']);
});
