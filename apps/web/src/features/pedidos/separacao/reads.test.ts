import { expect, test } from 'vitest';
import { keyOf, readCode, readOf } from './reads.ts';

const VELA = {
  produto_id: 'v',
  deposito_id: 'loja',
  sku: 'VEL-1',
  codigos: ['90915-YZZD2', '789-1'],
  unidades: 2,
};
const VELA_AWAY = { ...VELA, deposito_id: 'galpao', unidades: 1 };
const FILTRO = { produto_id: 'f', deposito_id: 'loja', sku: 'FIL-1', codigos: [], unidades: 1 };
const LINHAS = [VELA, VELA_AWAY, FILTRO];

test('a piece is found by each of its codes and by its SKU, however it is written', () => {
  expect(readCode(LINHAS, [], '90915yzzd2')).toEqual({ is: 'lida', key: keyOf(VELA) });
  expect(readCode(LINHAS, [], '7891')).toEqual({ is: 'lida', key: keyOf(VELA) });
  expect(readCode(LINHAS, [], 'fil1')).toEqual({ is: 'lida', key: keyOf(FILTRO) });
});

test('the units of one deposito come before those of the next', () => {
  const lidas = [keyOf(VELA), keyOf(VELA)];
  expect(readCode(LINHAS, lidas, 'VEL-1')).toEqual({ is: 'lida', key: keyOf(VELA_AWAY) });
});

test('one piece too many and a foreign piece count nothing', () => {
  expect(readCode(LINHAS, [keyOf(FILTRO)], 'FIL-1')).toEqual({ is: 'completa', key: keyOf(FILTRO) });
  expect(readCode(LINHAS, [], 'ROL-9')).toEqual({ is: 'estranha' });
  expect(readCode(LINHAS, [], '-')).toEqual({ is: 'estranha' });
});

test('a line that shrank has at most its units', () => {
  expect(readOf(FILTRO, [keyOf(FILTRO), keyOf(FILTRO)])).toBe(1);
});
