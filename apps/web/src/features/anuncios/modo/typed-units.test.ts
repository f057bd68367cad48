import { expect, test } from 'vitest';
import { cotaIn, publicacaoIn } from './typed-units.ts';

test.each<[string, number | null]>([
  ['3', 3],
  [' 12 ', 12],
  ['1.200', 1200],
  ['99.999', 99_999],
  ['0', 0],
  ['', null],
  ['  ', null],
])('the cota %j is read', (text, value) => {
  expect(cotaIn(text)).toEqual({ value });
});

test.each([
  ['100.000', 'Um anúncio mostra no máximo 99.999 unidades.'],
  ['100000', 'Um anúncio mostra no máximo 99.999 unidades.'],
  ['99999999999999999999999', 'Um anúncio mostra no máximo 99.999 unidades.'],
  ['1,5', 'Informe um número inteiro.'],
  ['1.20', 'Informe um número inteiro.'],
  ['-1', 'Informe um número inteiro.'],
  ['três', 'Informe um número inteiro.'],
])('the cota %j is refused with a sentence', (text, sentence) => {
  expect(cotaIn(text)).toEqual({ sentence });
});

test('a mode is read with what it holds back, which is nothing in Compartilhado', () => {
  expect(publicacaoIn('cotas', '1')).toEqual({ value: { modo: 'cotas', retidas: 1 } });
  expect(publicacaoIn('compartilhado', '10')).toEqual({ value: { modo: 'compartilhado', retidas: 0 } });
  expect(publicacaoIn('com_seguranca', '0')).toEqual({ sentence: 'Guarde pelo menos uma unidade.' });
  expect(publicacaoIn('cotas', '')).toEqual({ sentence: 'Informe um número inteiro.' });
});
