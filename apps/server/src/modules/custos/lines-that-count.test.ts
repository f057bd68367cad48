import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Linha, linesThatCount } from './lines-that-count.ts';

const TIPOS = ['comissao', 'frete', 'outra', 'mercadoria'] as const;

type Event =
  | { kind: 'estimate'; tipo: 'comissao' | 'frete'; cents: number }
  | { kind: 'bill'; tipo: 'comissao' | 'frete' | 'outra'; cents: number }
  | { kind: 'goods'; cents: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('estimate' as const),
    tipo: fc.constantFrom('comissao' as const, 'frete' as const),
    cents: fc.integer({ min: 0, max: 9000 }),
  }),
  fc.record({
    kind: fc.constant('bill' as const),
    tipo: fc.constantFrom('comissao' as const, 'frete' as const, 'outra' as const),
    cents: fc.integer({ min: -9000, max: 9000 }),
  }),
  fc.record({ kind: fc.constant('goods' as const), cents: fc.integer({ min: -9000, max: 9000 }) }),
);

/**
 * A notebook with one page for each tipo. An estimate overwrites a page, until the first charge turns it into an account.
 * Credits that come before the charge wait at the margin of the page.
 */
function notebook(events: readonly Event[]): Record<(typeof TIPOS)[number], number> {
  const pages = { comissao: 0, frete: 0, outra: 0, mercadoria: 0 };
  const waiting = { comissao: 0, frete: 0, outra: 0 };
  const accounts = new Set<string>();
  for (const each of events) {
    if (each.kind === 'goods') pages.mercadoria += each.cents;
    else if (each.kind === 'estimate') {
      if (!accounts.has(each.tipo)) pages[each.tipo] = each.cents;
    } else if (accounts.has(each.tipo)) pages[each.tipo] += each.cents;
    else if (each.cents < 0) waiting[each.tipo] += each.cents;
    else {
      pages[each.tipo] = each.cents + waiting[each.tipo];
      accounts.add(each.tipo);
    }
  }
  return pages;
}

interface Stored extends Linha {
  cents: number;
}

const amount = (cents: number) => ({ cents, valor: (cents / 100).toFixed(2) });

function store(events: readonly Event[]): Stored[] {
  const passos = new Map<string, number>();
  return events.map((each): Stored => {
    if (each.kind === 'goods')
      return { tipo: 'mercadoria', situacao: 'realizado', passo: 1, ...amount(each.cents) };
    if (each.kind === 'bill')
      return { tipo: each.tipo, situacao: 'faturado', passo: 1, ...amount(each.cents) };
    const passo = (passos.get(each.tipo) ?? 0) + 1;
    passos.set(each.tipo, passo);
    return { tipo: each.tipo, situacao: 'estimado', passo, ...amount(each.cents) };
  });
}

test('what counts is what a notebook says, in whatever order the lines are read', () => {
  fc.assert(
    fc.property(
      fc
        .array(event, { maxLength: 30 })
        .chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray(store(events), { minLength: events.length })),
        ),
      ([events, lines]) => {
        const sums = { comissao: 0, frete: 0, outra: 0, mercadoria: 0 };
        for (const { tipo, cents } of linesThatCount(lines)) sums[tipo] += cents;
        expect(sums).toEqual(notebook(events));
      },
    ),
    { numRuns: 2000 },
  );
});
