import { describe, expect, test } from 'vitest';
import { type Comparado, publicadoOf, situacaoOf, unitsOf } from './situacao.ts';

const unit = (values: Partial<Comparado>): Comparado => ({
  ...{ esperado: 5, quantidade: 5n, estado: 'ativo', pausado_por: null },
  ...values,
});

test.each<[string, Partial<Comparado>, [string, string | null]]>([
  ['the same number is up to date', {}, ['em_dia', null]],
  ['more than expected is offered too much', { quantidade: 6n }, ['diferenca', 'oferece_a_mais']],
  ['less than expected is offered too little', { quantidade: 4n }, ['diferenca', 'oferece_a_menos']],
  ['nothing expected and nothing there is up to date', { esperado: 0, quantidade: 0n }, ['em_dia', null]],
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
    { esperado: 0, estado: 'pausado', pausado_por: 'vendedor' },
    ['em_dia', null],
  ],
  ['without a number of the shop there is nothing to compare', { esperado: null }, ['nao_comparado', null]],
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
