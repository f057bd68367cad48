import type { OrigemDeCusto } from '@prumo/contract/margem.ts';
import { expect, test } from 'vitest';
import {
  custoText,
  mesText,
  origemText,
  percentText,
  sobraText,
  tipoText,
  withoutText,
} from './margem-words.ts';

const origem: OrigemDeCusto = {
  ...{ pedido: '2000', fonte: 'fatura', fonte_id: '77', texto: 'Tarifa de venda', competencia: '2026-11-01' },
  ...{ quantidade: null, valor: '9.00', situacao: 'faturado', em: null, vale: true },
};

test('the fee says its part of the sale, and the tax its rate', () => {
  const line = { valor: '92.77', situacao: 'estimado' as const, origens: [] };
  expect(tipoText({ ...line, tipo: 'comissao' }, '579.80')).toBe('Tarifa de venda, 16%');
  expect(tipoText({ ...line, tipo: 'comissao' }, '0.00')).toBe('Tarifa de venda');
  const origens = [{ ...origem, fonte: 'aliquota' as const, texto: '6.00' }];
  expect(tipoText({ ...line, tipo: 'imposto', origens }, '579.80')).toBe('Imposto, 6%');
});

test('a cost is taken off, and a credit is added', () => {
  expect(custoText('24.90')).toBe('−R$\u00a024,90');
  expect(custoText('-3.00')).toBe('+R$\u00a03,00');
  expect(sobraText('-3.00')).toBe('−R$\u00a03,00');
  expect([percentText('22.7'), percentText('-4.0')]).toEqual(['22,7%', '−4,0%']);
});

test('a margin names the costs that it leaves out', () => {
  expect(withoutText([])).toBe('');
  expect(withoutText(['custo'])).toBe('');
  expect(withoutText(['frete', 'aliquota'])).toBe(' sem frete e imposto');
  expect(withoutText(['aliquota'])).toBe(' sem imposto');
});

test('an entry says where it is from', () => {
  expect(mesText('2026-02-01')).toBe('fev/2026');
  expect(origemText(origem)).toBe('Fatura de nov/2026, lançamento 77: Tarifa de venda');
  const moved = { ...origem, fonte: 'movimento' as const, em: '2026-11-18T12:00:00Z' };
  expect(origemText({ ...moved, quantidade: 3 })).toBe('Saída de 3 un. em 18/11/2026, pelo custo desse dia');
  expect(origemText({ ...moved, quantidade: -1 })).toBe('1 un. de volta ao estoque em 18/11/2026');
  expect(origemText({ ...origem, fonte: 'aliquota', texto: '6.50', fonte_id: '2026-01-01' })).toBe(
    '6,5% da venda do pedido 2000, alíquota desde 01/01/2026',
  );
});
