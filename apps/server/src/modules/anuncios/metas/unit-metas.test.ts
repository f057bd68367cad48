import { type Publicacao, SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicadoOf } from '#modules/anuncios/situacao.ts';
import type { Unidade } from '#modules/anuncios/unidades.queries.ts';
import { type UnidadeMedida, unitMetasOf } from './unit-metas.ts';

const COTAS: Publicacao = { modo: 'cotas', retidas: 1 };

interface Anuncio extends Partial<Unidade> {
  /** The units of its depositos in hundredths. Null without a produto. */
  total?: bigint | null;
  depositos?: readonly string[];
}

const measured = (anuncios: readonly Anuncio[]): UnidadeMedida[] =>
  anuncios.map(({ total = 800n, depositos = ['loja'], ...values }, n) => ({
    unit: {
      ...{ marketplace: 'mercado-livre', seller_id: '1', anuncio_id: `MLB${n}`, variacao_id: '', titulo: '' },
      ...{ variacao: '', sku: '', estado: 'ativo', pausado_por: null, preco: '1', quantidade: '5' },
      ...{ is_full: false, miniatura: null, produto_fisico: null, gemeos: [], produto_id: 'produto' },
      ...{ sumiu_em: null, cota: null, meta: null, mudanca: null, diferenca: null, diferenca_desde: null },
      ...values,
    },
    disponivel: total === null ? null : { total, depositos },
  }));

const esperados = (anuncios: readonly Anuncio[], publicacao: Publicacao) =>
  unitMetasOf(measured(anuncios), publicacao).map(({ esperado }) => esperado);

const sent = (anuncios: readonly Anuncio[], publicacao: Publicacao) =>
  unitMetasOf(measured(anuncios), publicacao).map(({ envia }) => envia);

describe('what a unit has to show', () => {
  test.each<[string, Anuncio[], Publicacao, (number | null)[]]>([
    ['everything, each of them', [{}, {}], SEM_ESCOLHA, [8, 8]],
    ['whole units alone', [{ total: 599n }], SEM_ESCOLHA, [5]],
    ['nothing when there is a falta', [{ total: -300n }], SEM_ESCOLHA, [0]],
    ['nothing without a deposito', [{ total: 0n, depositos: [] }], SEM_ESCOLHA, [0]],
    ['everything but the margin', [{}, {}], { modo: 'com_seguranca', retidas: 3 }, [5, 5]],
    ['parts of what is there less the cushion', [{}, {}], COTAS, [4, 3]],
    ['the parts that a person chose', [{ cota: 2 }, {}], COTAS, [2, 5]],
    ['no number without a produto', [{ total: null }], SEM_ESCOLHA, [null]],
    ['no number for Full, which has its own stock', [{ is_full: true }, {}], COTAS, [null, 7]],
    ['no number for an ended anuncio', [{ estado: 'encerrado' }, {}], COTAS, [null, 7]],
    ['no number for an anuncio that vanished', [{ sumiu_em: '2026-11-19' }, {}], COTAS, [null, 7]],
  ])('%s', (_, anuncios, publicacao, expected) => {
    expect(esperados(anuncios, publicacao)).toEqual(expected);
  });

  test('an anuncio that its seller paused gets no part, and expects what it would show as the only one', () => {
    const anuncios = [{ estado: 'pausado', pausado_por: 'vendedor' }, {}];
    expect(esperados(anuncios, COTAS)).toEqual([7, 7]);
    expect(sent(anuncios, COTAS)).toEqual([false, true]);
  });

  test('a paused anuncio expects no more than its cota', () => {
    expect(esperados([{ estado: 'pausado', pausado_por: 'vendedor', cota: 2 }, {}], COTAS)).toEqual([2, 7]);
  });

  test('an anuncio that is paused because it has no stock gets its part', () => {
    expect(sent([{ estado: 'pausado', quantidade: '0' }], SEM_ESCOLHA)).toEqual([true]);
  });

  test('twins share one part, which is sent to the one that is for sale', () => {
    const twins = [
      { produto_fisico: 'UP1', estado: 'pausado', quantidade: '0' },
      { produto_fisico: 'UP1' },
      { produto_fisico: 'UP2' },
    ];
    expect(esperados(twins, COTAS)).toEqual([4, 4, 3]);
    expect(sent(twins, COTAS)).toEqual([false, true, true]);
  });

  test('twins with different rules show what the smaller stock allows', () => {
    const twins = [{ produto_fisico: 'UP1' }, { produto_fisico: 'UP1', total: 200n, depositos: ['galpao'] }];
    expect(esperados(twins, SEM_ESCOLHA)).toEqual([2, 2]);
  });

  test('anuncios of depositos without a common one divide nothing', () => {
    const apart = [
      { total: 500n, depositos: ['loja'] },
      { total: 300n, depositos: ['galpao'] },
    ];
    expect(esperados(apart, COTAS)).toEqual([4, 2]);
  });
});

test('anuncios divide all that the one with the least has, when a chain of common depositos joins them', () => {
  const chain = [
    { total: 500n, depositos: ['loja'] },
    { total: 900n, depositos: ['loja', 'galpao'] },
    { total: 400n, depositos: ['galpao'] },
  ];
  expect(esperados(chain, COTAS)).toEqual([1, 1, 1]);
  expect(unitMetasOf(measured(chain), COTAS).map(({ divide }) => divide)).toEqual([0, 0, 0]);
});

const DEPOSITOS = ['loja', 'galpao', 'box'];

/** Anuncios that draw from some of three depositos with some units each. */
const shop = fc
  .record({
    saldos: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }),
    anuncios: fc.array(
      fc.record({
        lugares: fc.subarray([0, 1, 2], { minLength: 1 }),
        cota: fc.option(fc.integer({ min: 0, max: 9 })),
        produto_fisico: fc.option(fc.constantFrom('UP1', 'UP2')),
        pausado_por: fc.option(fc.constantFrom('vendedor', 'marketplace'), { freq: 5 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ saldos, anuncios }) => ({
    saldos,
    anuncios: anuncios.map(({ lugares, pausado_por, ...anuncio }) => ({
      ...anuncio,
      ...{ lugares, pausado_por, estado: pausado_por === null ? 'ativo' : 'pausado' },
      total: BigInt(lugares.reduce((sum, n) => sum + (saldos[n] ?? 0), 0)) * 100n,
      depositos: lugares.map((n) => DEPOSITOS[n] ?? ''),
    })),
  }));

test('in the mode cotas every unit that can be sold has a unit on a shelf that its anuncio draws from', () => {
  fc.assert(
    fc.property(shop, ({ saldos, anuncios }) => {
      const units = measured(anuncios);
      const metas = unitMetasOf(units, COTAS);
      // Takes the units one by one from any deposito of the anuncio, trying every order of the depositos: a matching.
      const demands = metas.flatMap(({ esperado, envia, unit }, n) =>
        envia && publicadoOf({ estado: unit.estado, quantidade: 1n }) > 0n
          ? Array.from({ length: esperado ?? 0 }, () => anuncios[n]?.lugares ?? [])
          : [],
      );
      expect(canServe(demands, saldos)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

/** Whether each demand finds a unit of its own (Kuhn's matching). */
function canServe(demands: readonly (readonly number[])[], saldos: readonly number[]): boolean {
  const slots = saldos.flatMap((saldo, deposito) => Array.from({ length: saldo }, () => deposito));
  const takenBy = new Array<number | undefined>(slots.length).fill(undefined);
  const place = (demand: number, seen: Set<number>): boolean =>
    slots.some((deposito, slot) => {
      if (seen.has(slot) || !(demands[demand] ?? []).includes(deposito)) return false;
      seen.add(slot);
      const other = takenBy[slot];
      if (other !== undefined && !place(other, seen)) return false;
      takenBy[slot] = demand;
      return true;
    });
  return demands.every((_, demand) => place(demand, new Set()));
}
