import { expect, test } from 'vitest';
import { argsOf, dialogsOf, homeAt, isKeptBy, nameOf, searchOf, wordOf } from './stack.ts';

test('an address names its dialogs from the outermost to the innermost', () => {
  expect(dialogsOf({})).toEqual([]);
  expect(dialogsOf({ abrir: 'novo', dialogo: 'fornecedor.Bosch' })).toEqual([
    'abrir.novo',
    'fornecedor.Bosch',
  ]);
  expect(dialogsOf({ dialogo: 'estoque.7_movimentar' })).toEqual(['estoque.7', 'movimentar']);
});

test.each([
  [{ abrir: 'novo', dialogo: undefined }],
  [{ abrir: undefined, dialogo: 'lixeira' }],
  [{ abrir: '0199-a', dialogo: 'estoque.7_movimentar' }],
  [{ abrir: undefined, dialogo: undefined }],
])('the dialogs of an address lead back to it: %o', (search) => {
  expect(searchOf(dialogsOf(search))).toEqual(search);
});

test('an argument may contain every character', () => {
  const codes = ['OX_1.5 100%', '%5F', '', 'Peças & Cia'];
  const word = wordOf('remessa', codes);
  expect(nameOf(word)).toBe('remessa');
  expect(argsOf(word)).toEqual(codes);
  expect(dialogsOf({ dialogo: word })).toEqual([word]);
});

test('a form is kept by its own address and by dialogs above it, and by no other address', () => {
  const home = homeAt('/catalogo/produtos', { abrir: 'novo' });
  expect(isKeptBy(home, homeAt('/catalogo/produtos', { abrir: 'novo' }))).toBe(true);
  expect(isKeptBy(home, homeAt('/catalogo/produtos', { abrir: 'novo', dialogo: 'fornecedor' }))).toBe(true);
  expect(isKeptBy(home, homeAt('/catalogo/produtos', {}))).toBe(false);
  expect(isKeptBy(home, homeAt('/catalogo/produtos', { abrir: '7' }))).toBe(false);
  expect(isKeptBy(home, homeAt('/perfil', { abrir: 'novo' }))).toBe(false);
});
