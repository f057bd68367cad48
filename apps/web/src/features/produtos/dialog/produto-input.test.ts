import { expect, test } from 'vitest';
import { mergeStale } from '#records/merge-stale.ts';
import { merges, settleQuantidade } from './produto-input.ts';

const saldo = (
  deposito_id: string,
  quantidade: string | null,
  quantidade_lida: string | null = quantidade,
) => ({
  deposito_id,
  quantidade,
  quantidade_lida,
});

const merge = (base: object[], mine: object[], theirs: object[]) =>
  mergeStale({ depositos: base }, { depositos: mine }, { depositos: theirs }, merges).values['depositos'];

test('a typed quantity is kept with the new saldo as its base, and an untouched one takes the new saldo', () => {
  const base = [saldo('a', '5'), saldo('b', '7')];
  const mine = [saldo('a', '6', '5'), saldo('b', '7')];
  const theirs = [saldo('a', '4'), saldo('b', '3')];
  expect(merge(base, mine, theirs)).toEqual([saldo('a', '6', '4'), saldo('b', '3')]);
});

test('a number typed with the same value in another notation is no change', () => {
  expect(merge([saldo('a', '5.00')], [saldo('a', '5', '5.00')], [saldo('a', '3.00')])).toEqual([
    saldo('a', '3.00'),
  ]);
  const { values, changes } = mergeStale(
    { preco_venda: '25.90' },
    { preco_venda: '25.9' },
    { preco_venda: '30.00' },
    merges,
  );
  expect(values).toEqual({ preco_venda: '30.00' });
  expect(changes).toMatchObject([{ field: 'preco_venda', kept: false }]);
});

test('a deposito added by either person is kept, also when both added it', () => {
  const mine = [saldo('a', '1', null), saldo('b', '2', null)];
  const theirs = [saldo('b', '9'), saldo('c', '3')];
  expect(merge([], mine, theirs)).toEqual([saldo('a', '1', null), saldo('b', '2', '9'), saldo('c', '3')]);
});

test('a deposito removed by either person is dropped, unless the other changed its quantity', () => {
  const base = [saldo('a', '5'), saldo('b', '7'), saldo('c', '1')];
  const mine = [saldo('a', '5'), saldo('b', '8', '7'), saldo('c', null, '1')];
  expect(merge(base, mine, [saldo('c', '1')])).toEqual([saldo('b', '8', null), saldo('c', null, '1')]);
  expect(merge(base, mine, [saldo('c', '9')])).toEqual([saldo('b', '8', null), saldo('c', '9')]);
  expect(merge(base, mine, [])).toEqual([saldo('b', '8', null)]);
});

test.each([
  ['12.34', '12.34'],
  ['0.00', '0.00'],
  ['', '0'],
  ['-', '0'],
  ['-5.00', '0'],
  ['abc', '0'],
])('[PROD-30] a quantity left as %j counts as %s', (typed, read) => {
  expect(settleQuantidade(typed)).toBe(read);
});

test.each(['1.234.5', '0,019', '1e3', '10 un', '٣'])(
  'the text %j has digits but is not a quantity, and stays as it was typed',
  (typed) => {
    expect(settleQuantidade(typed)).toBe(typed);
  },
);

test('a merge keeps a typed price that is not a number yet', () => {
  const { values } = mergeStale(
    { preco_venda: '25.90' },
    { preco_venda: '1.234.5' },
    { preco_venda: '30.00' },
    merges,
  );
  expect(values).toEqual({ preco_venda: '1.234.5' });
});
