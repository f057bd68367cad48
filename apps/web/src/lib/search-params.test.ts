import { expect, test } from 'vitest';
import { parseSearch, safeReturn, stringifySearch } from './search-params.ts';

test('digits in a query string stay text in both directions', () => {
  expect(parseSearch('?busca=123')).toEqual({ busca: '123' });
  expect(stringifySearch({ busca: '123' })).toBe('?busca=123');
});

test('an empty value is left out of the address', () => {
  expect(stringifySearch({ busca: '', ordem: undefined, cursor: null })).toBe('');
});

test('any text survives being written to the address and read back', () => {
  const search = { busca: 'óleo 5w-30 & filtro "H7" + 50%', cursor: 'eyJhIjoxfQ==' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test.each(['/cadastros/marca?abrir=novo', '/perfil', '/perfil?google=vinculado#conta', '/'])(
  '%s is an accepted return path',
  (path) => {
    expect(safeReturn(path)).toBe(path);
  },
);

test('the return path is the parsed and normalised path', () => {
  expect(safeReturn('/x/../perfil?a=1#b')).toBe('/perfil?a=1#b');
  expect(safeReturn('/\tperfil')).toBe('/perfil');
});

test.each([
  '//mau.example',
  '/\\mau.example',
  '/\t/mau.example',
  '/.//mau.exemplo',
  '/x/..//mau.exemplo',
  '/%2e//mau.exemplo',
  '/x/%2E%2e/\\mau.exemplo',
  'https://mau.example',
  'perfil',
  '/auth/login',
  '/x/../auth/login',
  '',
  undefined,
  7,
])('%s is refused as a return path', (path) => {
  expect(safeReturn(path)).toBeUndefined();
});
