import { expect, test } from 'vitest';
import { andamentoOf, type Historia } from './andamento.ts';

const at = (hour: number) => `2026-11-18T${String(hour).padStart(2, '0')}:00:00+00:00`;
const SOLD: Historia = {
  ...{ aba: 'preparar', etapa: 'preparando', etiqueta: 'pronta', etiqueta_em: null, despachar_ate: at(17) },
  ...{ separado_em: null, liberado_em: at(10), impresso_em: null, despachado_em: null, entregue_em: null },
  ...{ vendido_em: at(9), pago: true, reservado_em: at(9), cancelado_em: null, a_conferir: 0 },
};
const steps = (changes: Partial<Historia> = {}) =>
  andamentoOf({ ...SOLD, ...changes }).map(
    ({ passo, situacao, em }) => `${passo} ${situacao} ${em?.slice(11, 13) ?? '–'}`,
  );

test('a paid parcel is packed next, and its deadline stands beside the dispatch', () => {
  expect(steps()).toEqual([
    ...['vendido feito 09', 'pago feito –', 'reservado feito 09', 'etiqueta feito 10', 'separado agora –'],
    ...['impresso depois –', 'despachado depois 17', 'entregue depois –'],
  ]);
});

test('a parcel without its invoice waits for it', () => {
  expect(steps({ etiqueta: 'nota', liberado_em: null }).slice(3, 5)).toEqual([
    'nota agora –',
    'etiqueta depois –',
  ]);
});

test('a label that the marketplace holds back says when it comes', () => {
  expect(steps({ etiqueta: 'aguarda', liberado_em: null, etiqueta_em: at(15) })[3]).toBe('etiqueta agora 15');
});

test('a parcel without a label and a reserva has neither step', () => {
  expect(steps({ etiqueta: 'sem', liberado_em: null, reservado_em: null })).toEqual([
    ...['vendido feito 09', 'pago feito –', 'separado agora –', 'despachado depois 17', 'entregue depois –'],
  ]);
});

test('a parcel that left counts as packed, also without the mark of a person', () => {
  expect(steps({ etapa: 'despachado', etiqueta: 'impressa', despachado_em: at(16) }).slice(4)).toEqual([
    ...['separado feito –', 'impresso feito –', 'despachado feito 16', 'entregue agora –'],
  ]);
});

test('a parcel that was called off ends there, and what came back waits', () => {
  expect(steps({ cancelado_em: at(11), separado_em: at(10) }).slice(3)).toEqual([
    ...['etiqueta feito 10', 'separado feito 10', 'cancelado feito 11'],
  ]);
  expect(steps({ cancelado_em: at(18), a_conferir: 1 }).at(-1)).toBe('devolvido agora –');
});
