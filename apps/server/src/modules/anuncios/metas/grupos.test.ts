import { expect, test } from 'vitest';
import { gruposOf } from './grupos.ts';

const unit = (
  anuncio_id: string,
  values: { produto_fisico?: string; gemeos?: string[]; seller_id?: string } = {},
) => ({
  ...{ marketplace: 'mercado-livre', seller_id: '1', anuncio_id, variacao_id: '' },
  ...{ produto_fisico: null, gemeos: [], ...values },
});

test('units without a relation are groups of their own', () => {
  expect(gruposOf([unit('A'), unit('B')])).toEqual([0, 1]);
});

test('units of one physical product share a group', () => {
  expect(
    gruposOf([unit('A', { produto_fisico: 'U1' }), unit('B'), unit('C', { produto_fisico: 'U1' })]),
  ).toEqual([0, 1, 0]);
});

test('a relation counts from either side, and joins groups', () => {
  expect(gruposOf([unit('A'), unit('B'), unit('C', { gemeos: ['A ', 'B '] })])).toEqual([0, 0, 0]);
});

test('the same names at another seller are another product', () => {
  const other = unit('B', { produto_fisico: 'U1', seller_id: '2' });
  expect(gruposOf([unit('A', { produto_fisico: 'U1' }), other])).toEqual([0, 1]);
});
