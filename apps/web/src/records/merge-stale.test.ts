import { expect, test } from 'vitest';
import { mergeStale } from './merge-stale.ts';

const base = { nome: 'Bosch', descricao: null, logo_url: null };

test('a field only they changed takes the new value and is named', () => {
  const { values, changes } = mergeStale(base, base, { ...base, nome: 'Bosch Brasil' });
  expect(values).toEqual({ ...base, nome: 'Bosch Brasil' });
  expect(changes).toEqual([{ field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: false }]);
});

test('a field only the person changed keeps what was typed and is not named', () => {
  const { values, changes } = mergeStale(base, { ...base, descricao: 'Velas' }, base);
  expect(values).toEqual({ ...base, descricao: 'Velas' });
  expect(changes).toEqual([]);
});

test('a field both changed keeps what was typed and offers the new value', () => {
  const { values, changes } = mergeStale(
    base,
    { ...base, nome: 'Bosch SA' },
    { ...base, nome: 'Bosch Brasil' },
  );
  expect(values).toEqual({ ...base, nome: 'Bosch SA' });
  expect(changes).toEqual([{ field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: true }]);
});

test('both making the same change is no conflict', () => {
  const same = { ...base, nome: 'Bosch Brasil' };
  expect(mergeStale(base, same, same).changes).toEqual([
    { field: 'nome', from: 'Bosch', to: 'Bosch Brasil', kept: false },
  ]);
});

test('fields of the record that the form does not edit stay out', () => {
  const { values } = mergeStale(base, base, { ...base, created_at: '2026-01-01', versao: 4 });
  expect(Object.keys(values)).toEqual(Object.keys(base));
});

test('a list nobody touched is the same list, though it was read anew', () => {
  const codes = { ...base, codes: ['A', 'B'] };
  expect(mergeStale(codes, codes, { ...codes, codes: ['A', 'B'] }).changes).toEqual([]);
});

test('of a list both changed, what either added stays and what either took out goes', () => {
  const of = (codes: string[]) => ({ codes });
  const { values, changes } = mergeStale(of(['A', 'B', 'C']), of(['C', 'B', 'X']), of(['A', 'B', 'Y']));
  expect(values).toEqual(of(['B', 'X', 'Y']));
  expect(changes).toEqual([{ field: 'codes', from: ['A', 'B', 'C'], to: ['A', 'B', 'Y'], kept: true }]);
});

test('a field with a merge of its own uses it', () => {
  const merge = () => 'merged';
  expect(mergeStale({ a: 1 }, { a: 2 }, { a: 3 }, { a: merge }).values).toEqual({ a: 'merged' });
});
