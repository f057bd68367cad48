import { MAIOR_QUANTIDADE, type Publicacao, SEM_ESCOLHA } from '@prumo/contract/publicacao.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GrupoDaMeta, metasOf } from './metas.ts';

const grupo = (id: string, values: Partial<GrupoDaMeta> = {}): GrupoDaMeta => ({
  ...{ id, cota: null, fixo: null },
  ...values,
});
const COTAS: Publicacao = { modo: 'cotas', retidas: 1 };

describe('what each group has to show', () => {
  test.each<[string, number, Publicacao, GrupoDaMeta[], number[]]>([
    ['all of it', 5, SEM_ESCOLHA, [grupo('a'), grupo('b')], [5, 5]],
    ['all but the margin', 136, { modo: 'com_seguranca', retidas: 10 }, [grupo('a')], [126]],
    ['nothing below the margin', 3, { modo: 'com_seguranca', retidas: 10 }, [grupo('a')], [0]],
    ['nothing when units lack', -2, SEM_ESCOLHA, [grupo('a')], [0]],
    ['no more than a listing can show', 250_000, SEM_ESCOLHA, [grupo('a')], [MAIOR_QUANTIDADE]],
    ['equal parts less the cushion', 8, COTAS, [grupo('a'), grupo('b')], [4, 3]],
    ['the last unit in the first group', 2, COTAS, [grupo('a'), grupo('b')], [1, 0]],
    [
      'the chosen parts, and the rest stays here',
      9,
      COTAS,
      [grupo('a', { cota: 3 }), grupo('b', { cota: 1 })],
      [3, 1],
    ],
    [
      'chosen parts in proportion when units lack',
      5,
      COTAS,
      [grupo('a', { cota: 6 }), grupo('b', { cota: 2 })],
      [3, 1],
    ],
    [
      'the rest for groups without a chosen part',
      8,
      COTAS,
      [grupo('a', { cota: 3 }), grupo('b'), grupo('c')],
      [3, 2, 2],
    ],
    ['less beside a group that cannot change', 6, COTAS, [grupo('a', { fixo: 3 }), grupo('b')], [3, 2]],
    ['nothing beside a group that shows too much', 2, COTAS, [grupo('a', { fixo: 3 }), grupo('b')], [3, 0]],
    ['what it shows already when it cannot change', 9, SEM_ESCOLHA, [grupo('a', { fixo: 2 })], [2]],
  ])('%s', (_, disponivel, modo, grupos, expected) => {
    const metas = metasOf(disponivel, modo, grupos);
    expect(grupos.map(({ id }) => metas.get(id))).toEqual(expected);
  });
});

const grupos = fc
  .array(fc.option(fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 6 })
  .map((cotas) => cotas.map((cota, n) => grupo(`${n}`, { cota })));

test('the quotas never exceed what there is less the cushion, nor what a person chose', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 60 }),
      fc.integer({ min: 0, max: 5 }),
      grupos,
      (disponivel, colchao, all) => {
        const metas = metasOf(disponivel, { modo: 'cotas', retidas: colchao }, all);
        const units = Math.max(0, disponivel - colchao);
        const sum = [...metas.values()].reduce((total, meta) => total + meta, 0);
        const chosen = all.reduce((total, { cota }) => total + (cota ?? 0), 0);
        // Nothing is left over unless a person chose every part.
        expect(sum).toBe(all.every(({ cota }) => cota !== null) ? Math.min(units, chosen) : units);
        for (const { id, cota } of all) expect(metas.get(id)).toBeLessThanOrEqual(cota ?? units);
      },
    ),
  );
});
