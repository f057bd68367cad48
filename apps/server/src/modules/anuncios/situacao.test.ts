import { describe, expect, test } from 'vitest';
import { type Comparado, publicadoOf, situacaoOf, unitsOf } from './situacao.ts';

const unit = (values: Partial<Comparado>): Comparado => ({
  ...{ disponivel: 500n, quantidade: 5n, estado: 'ativo', pausado_por: null, is_full: false },
  ...values,
});

test.each<[string, Partial<Comparado>, [string, string | null]]>([
  ['the same number is up to date', {}, ['em_dia', null]],
  ['more there than here is offered too much', { quantidade: 6n }, ['diferenca', 'oferece_a_mais']],
  ['less there than here is offered too little', { quantidade: 4n }, ['diferenca', 'oferece_a_menos']],
  ['a part of a unit cannot be sold', { disponivel: 599n }, ['em_dia', null]],
  ['nothing there and nothing here is up to date', { disponivel: 99n, quantidade: 0n }, ['em_dia', null]],
  ['a falta here is no stock', { disponivel: -300n, quantidade: 0n }, ['em_dia', null]],
  [
    'a falta here and one unit there is too much',
    { disponivel: -300n, quantidade: 1n },
    ['diferenca', 'oferece_a_mais'],
  ],
  [
    'what the seller paused sells nothing',
    { estado: 'pausado', pausado_por: 'vendedor' },
    ['diferenca', 'pausado_por_voce'],
  ],
  [
    'what the marketplace paused sells nothing',
    { estado: 'em revisão', pausado_por: 'marketplace' },
    ['diferenca', 'pausado_pelo_marketplace'],
  ],
  [
    'no one paused what has no stock there',
    { estado: 'pausado', quantidade: 0n },
    ['diferenca', 'oferece_a_menos'],
  ],
  [
    'a pause without stock here is no difference',
    { disponivel: 0n, estado: 'pausado', pausado_por: 'vendedor' },
    ['em_dia', null],
  ],
  ['the stock of Full is not compared', { is_full: true, quantidade: 64n }, ['nao_comparado', null]],
  ['an ended anuncio is not compared', { estado: 'encerrado', quantidade: 0n }, ['nao_comparado', null]],
  ['without a produto there is nothing to compare', { disponivel: null }, ['nao_comparado', null]],
])('%s', (_, values, [situacao, motivo]) => {
  expect(situacaoOf(unit(values))).toEqual({ situacao, motivo });
});

describe('whole units', () => {
  test.each([
    [250n, 2n],
    [-250n, -3n],
    [-200n, -2n],
    [0n, 0n],
  ])('%s hundredths are %s', (hundredths, units) => {
    expect(unitsOf(hundredths)).toBe(units);
  });
});

test('a paused anuncio publishes nothing, whatever quantity it keeps', () => {
  expect(publicadoOf({ estado: 'pausado', quantidade: 7n })).toBe(0n);
  expect(publicadoOf({ estado: 'ativo', quantidade: 7n })).toBe(7n);
});
