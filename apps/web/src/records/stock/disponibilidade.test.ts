import { expect, test } from 'vitest';
import { disponibilidadeText, isPromised } from './disponibilidade.tsx';

test('the three numbers have one order, and a falta has a true minus sign', () => {
  expect(disponibilidadeText({ saldo: '1234.50', reservado: '2000.00', disponivel: '-765.50' })).toBe(
    'Saldo 1.234,5 · Reservado 2.000 · Disponível \u2212765,5',
  );
});

test('nothing is shown where nothing is promised', () => {
  expect([isPromised({ reservado: '0.00' }), isPromised({ reservado: '0.01' })]).toEqual([false, true]);
});
