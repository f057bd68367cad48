import { expect, test } from 'vitest';
import { saldoAfter } from './saldo-after.ts';

test.each([
  ['entrada', '0.10', '0.20', '0.30'],
  ['entrada', '9999999999.98', '0.01', '9999999999.99'],
  ['saida', '3.00', '3', '0.00'],
  ['saida', '2.50', '2.51', '-0.01'],
  ['transferencia', '10', '0.5', '9.50'],
  ['ajuste', '7.00', '4', '4.00'],
] as const)('the movimento %s on a saldo of %s by %s leaves %s', (tipo, saldo, quantidade, after) => {
  expect(saldoAfter(tipo, saldo, quantidade)).toBe(after);
});

test.each(['', '-5.00', '1.234.5', 'abc'])('the quantidade %j gives no saldo', (quantidade) => {
  for (const tipo of ['entrada', 'saida', 'ajuste', 'transferencia'] as const)
    expect(saldoAfter(tipo, '7.00', quantidade)).toBeUndefined();
});
