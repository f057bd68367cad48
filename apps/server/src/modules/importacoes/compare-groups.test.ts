import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf, type Likeness } from './compare-groups.ts';

const unit = (chave: string, rest: Partial<Likeness> = {}): Likeness => ({
  chave,
  sku: null,
  produto_fisico: null,
  gemeos: [],
  ...rest,
});

test('one physical thing, a relation or a SKU makes one produto, also over several steps', () => {
  const groups = groupsOf([
    unit('a', { produto_fisico: 'U1' }),
    unit('b', { produto_fisico: 'U1', sku: 'S' }),
    unit('c', { sku: 'S' }),
    unit('d', { gemeos: ['e', 'elsewhere'] }),
    unit('e'),
    unit('f', { sku: 'alone' }),
  ]);
  expect([...groups]).toEqual([
    ['a', { mesmo_produto: 'a', isTwin: true }],
    ['b', { mesmo_produto: 'a', isTwin: true }],
    ['c', { mesmo_produto: 'a', isTwin: false }],
    ['d', { mesmo_produto: 'd', isTwin: true }],
    ['e', { mesmo_produto: 'd', isTwin: true }],
  ]);
});

test('units alike share a group led by its first, and no other is in one', () => {
  const few = fc.option(fc.constantFrom('1', '2', '3', '4', '5'), { nil: null });
  const many = fc.array(
    fc.record({ sku: few, produto_fisico: few, gemeo: fc.option(fc.nat(19), { nil: null }) }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(many, (rows) => {
      const units = rows.map(({ sku, produto_fisico, gemeo }, n) =>
        unit(`u${n}`, { sku, produto_fisico, gemeos: gemeo === null ? [] : [`u${gemeo}`] }),
      );
      const areAlike = (one: Likeness, other: Likeness) =>
        (one.sku !== null && one.sku === other.sku) ||
        (one.produto_fisico !== null && one.produto_fisico === other.produto_fisico) ||
        one.gemeos.includes(other.chave) ||
        other.gemeos.includes(one.chave);
      const groups = groupsOf(units);
      // The closure, step by step.
      const leaders = units.map((_, n) => n);
      for (const _ of units)
        for (const [n, one] of units.entries())
          for (const [m, other] of units.entries())
            if (areAlike(one, other)) {
              const least = Math.min(leaders[n] ?? n, leaders[m] ?? m);
              leaders[n] = least;
              leaders[m] = least;
            }
      for (const [n, { chave }] of units.entries()) {
        const isAlone = leaders.filter((leader) => leader === leaders[n]).length === 1;
        expect(groups.get(chave)?.mesmo_produto).toBe(isAlone ? undefined : `u${leaders[n]}`);
      }
    }),
  );
});
