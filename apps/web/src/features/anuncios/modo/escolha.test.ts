import { expect, test } from 'vitest';
import { escolhaOf, restored, retidasOf } from './escolha.ts';

test('each mode has its own units, and a mode that was not chosen begins with one', () => {
  const escolha = escolhaOf({ modo: 'com_seguranca', retidas: 10 });
  expect(escolha).toEqual({ modo: 'com_seguranca', folga: '10', colchao: '1' });
  expect(retidasOf(escolha)).toBe('10');
  expect(retidasOf({ ...escolha, modo: 'cotas' })).toBe('1');
});

test('a draft of another version of the product keeps only what is still known', () => {
  const base = escolhaOf({ modo: 'compartilhado', retidas: 0 });
  expect(restored({ modo: 'cotas', folga: 3, colchao: '2' }, base)).toEqual({
    ...{ modo: 'cotas', folga: '1', colchao: '2' },
  });
  expect(restored({ modo: 'leilao' }, base)).toEqual(base);
});
