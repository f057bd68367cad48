import { expect, test } from 'vitest';
import { ordensOf } from './ordens.ts';

const columns = [{ header: 'Nome', sort: 'nome' }, { header: 'Cidade' }];

test('a list offers its own order and both directions of the columns that sort', () => {
  expect(ordensOf(columns, 'Mais novos')).toEqual({
    '': 'Mais novos',
    nome: 'Nome',
    '-nome': 'Nome (decrescente)',
  });
});

test('the order of a list that is sorted by a column anyway is offered once', () => {
  expect(ordensOf(columns, 'Nome')).toEqual({ '': 'Nome', '-nome': 'Nome (decrescente)' });
});
