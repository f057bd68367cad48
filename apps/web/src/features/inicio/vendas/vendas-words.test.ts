import { expect, test } from 'vitest';
import {
  chartDay,
  countDelta,
  lastWeekday,
  onLastWeekday,
  relativeDelta,
  tickDay,
  ticketOf,
  today,
} from './vendas-words.ts';

const at = (iso: string) => Date.parse(`${iso}T12:00:00-03:00`);

test('a difference has a direction and no sign', () => {
  expect(relativeDelta('118.20', '100.00')).toEqual({ sentido: 'alta', texto: '18,2%' });
  expect(relativeDelta('97.90', '100.00')).toEqual({ sentido: 'queda', texto: '2,1%' });
  expect(countDelta(23, 19)).toEqual({ sentido: 'alta', texto: '4' });
  expect(countDelta(1000, 2500)).toEqual({ sentido: 'queda', texto: '1.500' });
});

test('nothing before, an equal value and a difference that rounds to zero have no difference', () => {
  expect(relativeDelta('10.00', '0.00')).toBeUndefined();
  expect(relativeDelta('10.00', '10.00')).toBeUndefined();
  expect(relativeDelta('100000.01', '100000.00')).toBeUndefined();
  expect(countDelta(3, 3)).toBeUndefined();
});

test('the ticket is rounded to a cent, halves upwards', () => {
  expect(ticketOf({ total: '100.00', pedidos: 3 })).toBe('33.33');
  expect(ticketOf({ total: '200.00', pedidos: 3 })).toBe('66.67');
  expect(ticketOf({ total: '0.01', pedidos: 2 })).toBe('0.01');
  expect(ticketOf({ total: '9007199254740993.00', pedidos: 1 })).toBe('9007199254740993.00');
  expect(ticketOf({ total: '0.00', pedidos: 0 })).toBeUndefined();
});

test('days are named in Portuguese, in the time of São Paulo', () => {
  expect(lastWeekday(at('2026-11-16'))).toBe('segunda passada');
  expect(lastWeekday(at('2026-11-21'))).toBe('sábado passado');
  expect(lastWeekday(at('2026-11-22'))).toBe('domingo passado');
  expect(onLastWeekday(at('2026-11-22'))).toBe('no domingo passado');
  expect(onLastWeekday(at('2026-11-20'))).toBe('na sexta passada');
  expect(today(at('2026-11-16'))).toBe('Segunda-feira, 16 de novembro');
  expect(tickDay('2026-10-19')).toBe('19 out');
  expect(chartDay('2026-11-12')).toBe('Quinta, 12 de novembro');
});
