import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meantBy, readCommand } from './commands.ts';

test.each([
  ['entrada 10 PSL55', { tipo: 'entrada', quantidade: '10.00', busca: 'PSL55' }],
  ['Saída 2 psl55', { tipo: 'saida', quantidade: '2.00', busca: 'psl55' }],
  ['saida 1.234,5 PSL55', { tipo: 'saida', quantidade: '1234.50', busca: 'PSL55' }],
  ['entrada 0,5 filtro de óleo', { tipo: 'entrada', quantidade: '0.50', busca: 'filtro de óleo' }],
  ['transferir 3 90915-YZZD2', { tipo: 'transferencia', quantidade: '3.00', busca: '90915-YZZD2' }],
  ['ajuste 0 PSL55', { tipo: 'ajuste', quantidade: '0.00', busca: 'PSL55' }],
  // A single number is the code: a quantity alone moves nothing.
  ['entrada 7891234567895', { tipo: 'entrada', quantidade: undefined, busca: '7891234567895' }],
  ['entrada PSL55', { tipo: 'entrada', quantidade: undefined, busca: 'PSL55' }],
  ['entrada 5W30 óleo', { tipo: 'entrada', quantidade: undefined, busca: '5W30 óleo' }],
])('%j is a movement', (text, movement) => {
  expect(readCommand(text)).toEqual({ commands: [], movement });
});

test.each([
  ['entrada 1,234 PSL55', /Use até duas casas decimais/],
  ['entrada 0 PSL55', /maior que 0/],
  ['saída -2 PSL55', /maior que 0/],
  ['entrada 1.2.3 PSL55', /Confira os pontos/],
])('%j is refused with a reason, and moves nothing', (text, reason) => {
  const { commands, movement, refusal } = readCommand(text);
  expect(refusal).toMatch(reason);
  expect([commands, movement]).toEqual([[], undefined]);
});

const novo = (cadastro: string, nome = '') => ({ is: 'novo', cadastro, nome });

test.each([
  ['nova marca Cofap', [novo('marcas', 'Cofap')]],
  ['Nova Marca  Peças & Cia', [novo('marcas', 'Peças & Cia')]],
  ['novo produto', [novo('produtos')]],
  ['novo depósito Loja 2', [novo('depositos', 'Loja 2')]],
  ['nova c', [novo('categorias'), novo('clientes')]],
  ['tema escuro', [{ is: 'tema', tema: 'escuro' }]],
  [
    'tem',
    [
      { is: 'tema', tema: 'claro' },
      { is: 'tema', tema: 'escuro' },
    ],
  ],
  ['sair', [{ is: 'sair' }]],
  ['?', [{ is: 'atalhos' }]],
  ['atalhos', [{ is: 'atalhos' }]],
])('%j offers its commands', (text, commands) => {
  expect(readCommand(text)).toEqual({ commands });
});

test('the word novo offers every register', () => {
  expect(readCommand('novo').commands).toHaveLength(7);
});

test.each([
  '',
  'no',
  'filtro de óleo',
  'nova Cofap',
  'sair agora',
  'tema azul',
  'novidade',
  'entrada',
  '90915',
])('%j is no command', (text) => {
  expect(readCommand(text)).toEqual({ commands: [] });
});

test('no text makes the reader fail, and a movement always has a text to search', () => {
  const words = fc.constantFrom(
    'entrada',
    'saída',
    'nova',
    'marca',
    'tema',
    '10',
    '1.000',
    ',',
    '-',
    'PSL55',
    '?',
  );
  const texts = fc.array(fc.oneof(words, fc.string()), { maxLength: 5 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(texts, (text) => {
      const { movement } = readCommand(text);
      expect(movement?.busca.trim()).not.toBe('');
    }),
  );
});

test('a movement means the produto with exactly its code, and offers all matches otherwise', () => {
  const produto = (id: string, codigo: string | null) => ({ id, codigo }) as ProdutoEncontrado;
  const ids = (found: ProdutoEncontrado[]) => meantBy(found).map(({ id }) => id);
  expect(ids([produto('a', 'PSL55'), produto('b', null)])).toEqual(['a']);
  expect(ids([produto('a', 'PSL55'), produto('b', 'PSL-55')])).toEqual(['a', 'b']);
  expect(ids([produto('a', null), produto('b', null)])).toEqual(['a', 'b']);
  expect(ids([])).toEqual([]);
});
