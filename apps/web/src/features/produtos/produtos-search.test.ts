import { expect, test } from 'vitest';
import { everything, filterOf, isNarrowed, produtosQuery, produtosSearch } from './produtos-search.ts';

const id = '019a0000-0000-7000-8000-000000000000';

test('a valid address is read unchanged', () => {
  const address = {
    busca: 'óleo',
    sku: '00123',
    categoria: 'freios',
    marca_id: id,
    ordem: '-nome',
    abrir: id,
  };
  expect(produtosSearch(address)).toMatchObject(address);
});

test('a link picks all of its filter, and this is no filter', () => {
  const search = produtosSearch({ importacao: id, selecao: 'todos' });
  expect(search.selecao).toBe('todos');
  expect(filterOf(search)).toEqual({ ...filterOf({}), importacao: id });
});

test('values that the list does not understand are dropped', () => {
  const search = produtosSearch({
    ...{ sku: 'x'.repeat(101), marca_id: 'nada', nome: '  ', ordem: 'estoque' },
    ...{ importacao: 'ontem', selecao: 'alguns' },
  });
  expect(Object.values(search).filter(Boolean)).toEqual([]);
  expect(isNarrowed(search)).toBe(false);
});

test('opening a produto changes neither the list query nor the filter of the cards', () => {
  const search = produtosSearch({ nome: 'óleo' });
  expect(produtosQuery({ ...search, abrir: 'novo' })).toEqual(produtosQuery(search));
  expect(filterOf({ ...search, ordem: 'nome', cursor: 'x', abrir: id })).toEqual(filterOf(search));
});

test('clearing removes every filter and the cursor, and keeps the order', () => {
  const search = produtosSearch({ nome: 'óleo', busca: 'x', fornecedor_id: id, cursor: 'y', ordem: 'nome' });
  const cleared = { ...search, ...everything };
  expect(isNarrowed(cleared)).toBe(false);
  expect(cleared.cursor).toBeUndefined();
  expect(cleared.ordem).toBe('nome');
});
