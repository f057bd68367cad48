import type { AnuncioProposto } from '@prumo/contract/anuncios.ts';
import { expect, test } from 'vitest';
import { isToCheck } from './anuncio-words.ts';
import { decidedAs } from './decided.ts';

const doubtful: AnuncioProposto = {
  anuncio_id: 'MLB1',
  variacao_id: '',
  titulo: 'Pastilha',
  variacao: '',
  estado: 'active',
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

test('a decided anuncio asks nothing any more, and the proposal can be come back to', () => {
  const agreed = decidedAs(doubtful, 'ligar');
  expect(agreed).toEqual({ ...doubtful, conferido: true });
  expect(isToCheck(agreed ?? doubtful)).toBe(false);
  const other = decidedAs(doubtful, 'criar');
  expect(other).toMatchObject({ acao: 'criar', conferido: true });
  expect(decidedAs(other ?? doubtful, 'ligar')).toEqual(agreed);
});

test('linked to a produto of the person’s choice it says nothing of the proposal', () => {
  const chosen = { id: 'q', nome: 'Outra', sku: 'X' };
  expect(decidedAs(doubtful, 'ligar', chosen)).toMatchObject({
    acao: 'ligar',
    produto: chosen,
    por: null,
    confianca: null,
    preenche: [],
  });
});

test('a proposal turned down before the list was read is known to the server alone', () => {
  expect(decidedAs({ ...doubtful, acao: 'criar', produto: null }, 'ligar')).toBeUndefined();
  // What follows another anuncio never had a produto of its own.
  expect(decidedAs({ ...doubtful, produto: null }, 'ligar')).toMatchObject({ conferido: true });
});
