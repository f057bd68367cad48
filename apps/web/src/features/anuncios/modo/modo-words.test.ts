import type { BlocoDeAnuncios, UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { expect, test } from 'vitest';
import { modoText, somaOf, somaText } from './modo-words.ts';

const unit = (publicado: string, values: Partial<UnidadeDeAnuncio> = {}): UnidadeDeAnuncio => ({
  ...{ conta_id: 'c', anuncio_id: 'MLB1', variacao_id: '', titulo: 'Disco', variacao: '', sku: 'D' },
  ...{ estado: 'ativo', preco: '25.00', full: false, publicado, aqui: '5', esperado: '2', cota: null },
  ...{ situacao: 'em_dia', motivo: null, desde: null, grupo: 0, divide: 0 },
  ...values,
});
const bloco = (...unidades: UnidadeDeAnuncio[]): BlocoDeAnuncios => ({
  ...{ produto: null, miniatura: null, unidades, mais: false },
});

test('a mode names what it holds back', () => {
  expect(modoText({ modo: 'compartilhado', retidas: 0 })).toBe('Compartilhado');
  expect(modoText({ modo: 'com_seguranca', retidas: 10 })).toBe('Com segurança · folga 10');
  expect(modoText({ modo: 'cotas', retidas: 1000 })).toBe('Cotas · colchão 1.000');
});

test('the sum counts each grupo once, with its largest number, against what is here less the colchão', () => {
  const units = [unit('2'), unit('1', { grupo: 1 }), unit('0', { grupo: 1 })];
  expect(somaOf(bloco(...units), false, 1)).toEqual({ soma: 3, limite: 4 });
  expect(somaText({ soma: 3, limite: 4 })).toBe('3 de 4');
});

test('the sum passes over what is not compared', () => {
  const full = unit('64', { full: true, aqui: null, esperado: null, grupo: 1 });
  const ended = unit('9', { esperado: null, grupo: 2 });
  expect(somaOf(bloco(unit('2'), full, ended), false, 1)).toEqual({ soma: 2, limite: 4 });
});

test('the limit of the sum is never below zero', () => {
  expect(somaOf(bloco(unit('2', { aqui: '-3' })), false, 1)).toEqual({ soma: 2, limite: 0 });
});

test('there is no sum of anuncios that sell from different depositos', () => {
  const apart = [unit('4'), unit('4', { grupo: 1, divide: 1 })];
  expect(somaOf(bloco(...apart), false, 1)).toBeUndefined();
});

test('there is no sum when anuncios may be hidden, or when they have no common number here', () => {
  expect(somaOf(bloco(unit('2')), true, 1)).toBeUndefined();
  expect(somaOf({ ...bloco(unit('2')), mais: true }, false, 1)).toBeUndefined();
  expect(somaOf(bloco(unit('2'), unit('1', { aqui: '3' })), false, 1)).toBeUndefined();
});
