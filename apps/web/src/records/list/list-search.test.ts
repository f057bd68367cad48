import { marcas } from '@prumo/contract/marcas.ts';
import { expect, test } from 'vitest';
import { listQuery, listSearch } from './list-search.ts';

const read = listSearch(marcas.list);

test('a valid address is read unchanged', () => {
  const address = { busca: 'óleo', ordem: '-nome', cursor: 'abc', abrir: 'novo' };
  expect(read(address)).toEqual(address);
});

test('values that the list does not understand are dropped', () => {
  const nothing = { busca: undefined, ordem: undefined, cursor: undefined, abrir: undefined };
  expect(read({ busca: 'x'.repeat(101), ordem: 'preco', cursor: 7, abrir: '../outro' })).toEqual(nothing);
  expect(read({})).toEqual(nothing);
});

test('the number of rows of a page is one of the choices', () => {
  // The router reads an address again from its own values.
  for (const limite of ['25', 25]) expect(listQuery(read({ limite })).limite).toBe(25);
  for (const limite of ['30', '100', '1000', 'x', undefined])
    expect(listQuery(read({ limite })).limite).toBe(100);
});

test('opening a record does not change the list query', () => {
  const search = read({ busca: 'óleo' });
  expect(listQuery({ ...search, abrir: 'novo' })).toEqual(listQuery(search));
});
