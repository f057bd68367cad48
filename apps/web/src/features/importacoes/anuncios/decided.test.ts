import type { AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import { expect, test } from 'vitest';
import { isToCheck } from './anuncio-words.ts';
import { decidedAs } from './decided.ts';

const doubtful: AnuncioProposto = {
  anuncio_id: 'MLB1',
  variacao_id: '',
  titulo: 'Pastilha',
  variacao: '',
  estado: 'ativo',
  miniatura: null,
  sku: 'MLB1',
  sku_proprio: false,
  marca: null,
  codigos: [],
  preco: '10.00',
  quantidade: '1.00',
  full: false,
  fotos: 1,
  acao: 'ligar',
  produto: { id: 'p', nome: 'Pastilha', sku: 'MLB1' },
  confianca: 'media',
  por: 'sku',
  conferido: false,
  preenche: ['fotos'],
  resultado: 'pendente',
  motivo: null,
};

test('a decided anuncio needs no confirmation, and the proposal can be chosen again', () => {
  const agreed = decidedAs(doubtful, 'ligar');
  expect(agreed).toEqual({ ...doubtful, conferido: true });
  expect(isToCheck(agreed ?? doubtful)).toBe(false);
  const other = decidedAs(doubtful, 'criar');
  expect(other).toMatchObject({ acao: 'criar', conferido: true });
  expect(decidedAs(other ?? doubtful, 'ligar')).toEqual(agreed);
});

test('an anuncio linked to a chosen produto drops the data of the proposal', () => {
  const chosen = { id: 'q', nome: 'Outra', sku: 'X' };
  expect(decidedAs(doubtful, 'ligar', chosen)).toMatchObject({
    acao: 'ligar',
    produto: chosen,
    por: null,
    confianca: null,
    preenche: [],
  });
});

test('a proposal that was rejected before the list was loaded is known only to the server', () => {
  expect(decidedAs({ ...doubtful, acao: 'criar', produto: null }, 'ligar')).toBeUndefined();
  // An anuncio that follows another one never had its own produto.
  expect(decidedAs({ ...doubtful, produto: null }, 'ligar')).toMatchObject({ conferido: true });
});
