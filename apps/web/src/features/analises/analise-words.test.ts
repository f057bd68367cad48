import { expect, test } from 'vitest';
import { changeOf, dayWriterOf, distanceOf, limitOf, powerSellerOf } from './analise-words.ts';

test('the distance to a limit reads as a plain sentence', () => {
  const limite = { metrica: 'cancellations', nivel: 'verde', limite: 0.015, restantes: 2 } as const;
  expect(distanceOf(limite)).toBe('Você ainda pode ter 2 cancelamentos sem passar do limite do nível verde.');
  expect(distanceOf({ ...limite, restantes: 1, metrica: 'claims', nivel: 'lider' })).toBe(
    'Você ainda pode ter 1 reclamação sem passar do limite do MercadoLíder.',
  );
  expect(distanceOf({ ...limite, restantes: 0 })).toBe(
    'Mais um cancelamento passa do limite do nível verde.',
  );
  expect(distanceOf({ ...limite, nivel: null, restantes: 0 })).toContain('último limite');
  const metrics = { sales: 1244, days: 60, claims: null, cancellations: null, delayed_handling_time: null };
  expect(limitOf(limite, metrics)).toBe('O limite é 1,5% das 1.244 vendas dos últimos 60 dias.');
});

test('days that span more than one year are written with their year', () => {
  const write = (...dias: string[]) => dias.map(dayWriterOf(dias.map((dia) => ({ dia }))));
  expect(write('2026-10-16', '2026-11-15')).toEqual(['16/10', '15/11']);
  expect(write('2025-11-15', '2025-12-31', '2026-11-15')).toEqual(['15/11/25', '31/12/25', '15/11/26']);
  expect(write()).toEqual([]);
});

test('a change is a percentage of the previous value, and undefined when that was zero', () => {
  expect(changeOf('112.30', '100.00')).toBe('+12,3%');
  expect(changeOf(50, 100)).toBe('-50%');
  expect(changeOf(5, 0)).toBeUndefined();
});

test('[CONT-12] an empty status and the text null count as no status, and underscores become spaces', () => {
  const reputation = {
    level_id: '5_green',
    transactions_completed: 0,
    transactions_canceled: 0,
    ratings_positive: 0,
    ratings_neutral: 0,
    ratings_negative: 0,
  };
  const status = (power_seller_status: string | null) =>
    powerSellerOf({ ...reputation, power_seller_status });
  expect([status(''), status('null'), status(null), status('gold_pro')]).toEqual([
    null,
    null,
    null,
    'gold pro',
  ]);
});
