import type { LinhaDaMargemDoPeriodo, Somas } from '@prumo/contract/margens.ts';
import { expect, test } from 'vitest';
import {
  costText,
  margemText,
  missingOf,
  nomeOf,
  percentualText,
  receitaOf,
  tarifasOf,
  withoutText,
} from './soma-words.ts';

const somas: Somas = {
  ...{ pedidos: 3, unidades: 4, venda: '300.00', estornado: '0.00', comissao: '30.00', frete: '20.00' },
  ...{ outra: '-1.50', imposto: '18.00', mercadoria: '90.00', margem: '-143.50', percentual: '-47.8' },
  ...{ estimada: true, sem_custo: 0, sem_frete: 0, sem_imposto: 0 },
};

test('a margin of which every cost is known is a fact', () => {
  expect(margemText(somas)).toBe('−R$\u00a0143,50');
  expect(percentualText(somas)).toBe('−47,8%');
  expect(withoutText(somas)).toBe('');
  expect(missingOf(somas)).toEqual([]);
});

test('a margin without a cost is the most that can be left', () => {
  const unknown = { ...somas, margem: '100.00', sem_custo: 1, sem_imposto: 3 };
  expect(margemText(unknown)).toBe('até R$\u00a0100,00');
  expect(percentualText(unknown)).toBe('até −47,8%');
  expect(percentualText({ ...unknown, percentual: null })).toBe('-');
  expect(withoutText(unknown)).toBe('sem custo em 1 e imposto');
  expect(missingOf(unknown)).toEqual([
    expect.stringContaining('peças em 1 pedido:'),
    expect.stringContaining('imposto de 3 pedidos'),
  ]);
});

test('the revenue leaves out what was refunded, so the costs and the margin add up to it', () => {
  expect(receitaOf({ ...somas, estornado: '40.50' })).toBe('259.50');
});

test('a cost that is not known yet is no number', () => {
  expect([costText('20.00'), costText('0.00'), costText('0.00', 2)]).toEqual([
    '−R$\u00a020,00',
    'R$\u00a00,00',
    '-',
  ]);
  expect(withoutText({ ...somas, sem_custo: 3, sem_frete: 2, sem_imposto: 3 })).toBe(
    'sem custo, frete em 2 e imposto',
  );
});

test('the fees are what the marketplace charges besides the freight', () => {
  expect(tarifasOf(somas)).toBe('28.50');
});

test('a row without a name says what it is', () => {
  const linha = { ...somas, nome: null, numero: '77' } as LinhaDaMargemDoPeriodo;
  expect(nomeOf(linha, 'produto')).toBe('Sem produto ligado');
  expect(nomeOf(linha, 'anuncio')).toBe('77');
  expect(nomeOf({ ...linha, numero: null }, 'anuncio')).toBe('Sem anúncio');
  expect(nomeOf(linha, 'pedido')).toBe('Pedido 77');
  expect(nomeOf({ ...linha, nome: 'Filtro' }, 'produto')).toBe('Filtro');
});
