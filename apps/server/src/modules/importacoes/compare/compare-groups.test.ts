import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf, type Likeness } from './compare-groups.ts';

const unit = (chave: string, rest: Partial<Likeness> = {}): Likeness => ({
  chave,
  sku: null,
  gtins: [],
  marca: null,
  categoria_externa_id: 'MLB1',
  produto_fisico: null,
  gemeos: [],
  ...rest,
});

test('one physical product, a relation or a SKU joins units into one produto, also transitively', () => {
  const groups = groupsOf([
    unit('a', { produto_fisico: 'U1' }),
    unit('b', { produto_fisico: 'U1', sku: 'S' }),
    unit('c', { sku: 'S' }),
    unit('d', { gemeos: ['e', 'elsewhere'] }),
    unit('e'),
    unit('f', { sku: 'alone' }),
  ]);
  const certain = (mesmo_produto: string, isTwin: boolean) => ({
    ...{ mesmo_produto, isTwin, talvez: null, hasVagueSku: false },
  });
  expect([...groups]).toEqual([
    ['a', certain('a', true)],
    ['b', certain('a', true)],
    ['c', certain('a', false)],
    ['d', certain('d', true)],
    ['e', certain('d', true)],
  ]);
});

const talvezOf = (units: readonly Likeness[]) =>
  [...groupsOf(units)].map(([chave, { talvez }]) => [chave, talvez?.chave, talvez?.por]);

test('a SKU that differing units or more than ten units share joins none of them for certain', () => {
  const pair = (one: Partial<Likeness>, other: Partial<Likeness>) => [
    unit('a ', { sku: 'SEM SKU', ...one }),
    unit('b ', { sku: 'SEM SKU', ...other }),
  ];
  const [G, H] = ['7891234567895', '7899999999999'];
  for (const [one, other] of [
    [{ gtins: [G] }, { gtins: [H] }],
    [{ marca: 'cobreq' }, { marca: 'jurid' }],
    [{}, { categoria_externa_id: 'MLB2' }],
  ] as const) {
    const groups = groupsOf(pair(one, other));
    expect(groups.get('a ')).toMatchObject({ mesmo_produto: 'a ', talvez: null, hasVagueSku: true });
    expect(groups.get('b ')).toMatchObject({
      mesmo_produto: 'b ',
      talvez: { chave: 'a ', por: 'sku' },
      hasVagueSku: true,
    });
  }
  for (const [one, other] of [
    [{ gtins: [G, H] }, { gtins: [H] }],
    [{ gtins: ['012345678905'] }, { gtins: ['0012345678905'] }],
    [{ gtins: [G], marca: 'cobreq' }, {}],
  ] as const)
    expect(groupsOf(pair(one, other)).get('b ')).toMatchObject({ mesmo_produto: 'a ', talvez: null });
  const many = (count: number) => Array.from({ length: count }, (_, n) => unit(`${n} `, { sku: '0' }));
  expect(talvezOf(many(10)).every(([, talvez]) => talvez === undefined)).toBe(true);
  expect(talvezOf(many(11)).filter(([, talvez, por]) => talvez === '0 ' && por === 'sku')).toHaveLength(10);
});

test('twins stay one produto although others share their SKU', () => {
  const groups = groupsOf([
    unit('a ', { sku: '0' }),
    unit('b ', { sku: '0', categoria_externa_id: 'MLB2', produto_fisico: 'U' }),
    unit('c ', { sku: '0', categoria_externa_id: 'MLB2', produto_fisico: 'U' }),
  ]);
  expect(groups.get('b ')).toMatchObject({ mesmo_produto: 'b ', talvez: { chave: 'a ', por: 'sku' } });
  expect(groups.get('c ')).toMatchObject({ mesmo_produto: 'b ', talvez: null });
});

test('a shared GTIN may join units, but not units with SKUs of their own or variations of one anuncio', () => {
  const gtins = ['7891234567895'];
  expect(talvezOf([unit('a ', { gtins }), unit('b ', { gtins, sku: 'S' })])).toEqual([
    ['a ', undefined, undefined],
    ['b ', 'a ', 'gtin'],
  ]);
  expect(talvezOf([unit('a ', { gtins, sku: 'S' }), unit('b ', { gtins, sku: 'S-KIT' })])).toEqual([]);
  expect(talvezOf([unit('a 1', { gtins }), unit('a 2', { gtins })])).toEqual([]);
  expect(talvezOf(['a ', 'b '].map((chave) => unit(chave, { gtins: ['0000000000000'] })))).toEqual([]);
});

test('alike units share a group led by the first, and other units have no group', () => {
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
      // Computes the transitive closure step by step.
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
