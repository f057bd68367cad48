import type { Novidade } from '@prumo/contract/novidades.ts';
import { expect, test } from 'vitest';
import { isConcerned } from './concerned.ts';

const change = (tabela: Novidade['tabela'], ids: string[] | null = ['a']): Novidade[] => [{ tabela, ids }];

test.each([
  ['the list of the register', ['marcas', '/api/marcas', null, { busca: '' }], 'marcas', true],
  ['the changed record', ['marcas', '/api/marcas/:id', { id: 'a' }, null], 'marcas', true],
  ['another record', ['marcas', '/api/marcas/:id', { id: 'b' }, null], 'marcas', false],
  ['another register', ['clientes', '/api/clientes', null, null], 'marcas', false],
  [
    'the produtos, which show the name of their marca',
    ['produtos', '/api/produtos', null, {}],
    'marcas',
    true,
  ],
  [
    'the list of produtos after a movimento',
    ['produtos', '/api/produtos', null, {}],
    'movimentos_estoque',
    true,
  ],
  ['the cards of produtos', ['produtos', '/api/produtos/resumo', null, {}], 'movimentos_estoque', true],
  ['the inventario', ['inventario', '/api/inventario', null, {}], 'movimentos_estoque', true],
  ['the movimentos', ['movimentos', '/api/movimentos', null, {}], 'movimentos_estoque', true],
  [
    'the stock of another produto',
    ['produtos', '/api/produtos/:id/estoque', { id: 'b' }, null],
    'movimentos_estoque',
    false,
  ],
  ['the analysis of the conta', ['analises', '/api/analises', 'a', '30'], 'pedidos', true],
  ['the analysis of another conta', ['analises', '/api/analises', 'b', '30'], 'pedidos', false],
  [
    'the simulation of a conta after a change of an anuncio',
    ['publicacao', '/api/contas/:id/simulacao', { id: 'b' }, {}],
    'anuncios',
    true,
  ],
  ['the profile', ['perfil', '/api/perfil', null, null], 'membros', false],
] as const)('%s', (_, queryKey, tabela, concerned) => {
  expect(isConcerned(queryKey, change(tabela))).toBe(concerned);
});

test('a change of too many records to name concerns every record of the register', () => {
  expect(isConcerned(['marcas', '/api/marcas/:id', { id: 'b' }, null], change('marcas', null))).toBe(true);
});
