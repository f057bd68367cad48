import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Draw, playMarket } from '#testing/publicacao/market-model.ts';
import { freeAtCounter, nextStep, type Publicado } from './next-step.ts';

const grupo = (id: string, values: Partial<Publicado> = {}): Publicado => ({
  ...{ id, lido: 0, vendido: 0, enviado: null, parado: false },
  ...values,
});
const metas = (values: Record<string, number>) => new Map(Object.entries(values));

describe('the next step of a produto', () => {
  test('nothing is done when every group shows its meta', () => {
    expect(nextStep([grupo('a', { lido: 3 })], metas({ a: 3 }), 3)).toBeNull();
  });

  test('a decrease comes before an increase, and the last units before others', () => {
    const grupos = [grupo('a', { lido: 1 }), grupo('b', { lido: 5 }), grupo('c', { lido: 9 })];
    expect(nextStep(grupos, metas({ a: 9, b: 0, c: 6 }), 15)).toEqual({
      fazer: 'baixar',
      id: 'b',
      quantidade: 0,
    });
  });

  test('an increase waits until every group is known', () => {
    const sent = [grupo('a', { lido: 5, enviado: 2 }), grupo('b')];
    expect(nextStep(sent, metas({ a: 2, b: 3 }), 5)).toEqual({ fazer: 'ler', id: 'a', quantidade: null });
    const unread = [grupo('a'), grupo('b', { lido: null })];
    expect(nextStep(unread, metas({ a: 2, b: 3 }), 5)).toEqual({ fazer: 'ler', id: 'b', quantidade: null });
  });

  test('a group that sold is read before it makes room, and is not written for its own sale', () => {
    const grupos = [grupo('a', { lido: 5, vendido: 2 }), grupo('b')];
    expect(nextStep(grupos, metas({ a: 3, b: 2 }), 5)).toEqual({ fazer: 'ler', id: 'a', quantidade: null });
    expect(nextStep([grupo('a', { lido: 5, vendido: 2 })], metas({ a: 3 }), 3)?.fazer).toBe('ler');
  });

  test('an increase takes no more than the others leave', () => {
    const grupos = [grupo('a', { lido: 4, parado: true }), grupo('b')];
    expect(nextStep(grupos, metas({ a: 4, b: 3 }), 5)).toEqual({ fazer: 'subir', id: 'b', quantidade: 1 });
    expect(nextStep(grupos, metas({ a: 4, b: 3 }), 4)).toBeNull();
  });

  test('a group that must not be written is left alone', () => {
    expect(nextStep([grupo('a', { lido: 4, parado: true })], metas({ a: 0 }), 0)).toBeNull();
  });

  test('without a limit every group shows everything', () => {
    const grupos = [grupo('a', { lido: 7 }), grupo('b', { lido: 2 })];
    expect(nextStep(grupos, metas({ a: 7, b: 7 }), null)).toEqual({ fazer: 'subir', id: 'b', quantidade: 7 });
  });
});

test('the counter sells what no listing shows, and keeps the cushion while a write is not read back', () => {
  expect(freeAtCounter([grupo('a', { lido: 3 })], 5, 1)).toBe(2);
  expect(freeAtCounter([grupo('a', { lido: 3, enviado: 4 })], 6, 1)).toBe(1);
  expect(freeAtCounter([grupo('a', { lido: 3 }), grupo('b', { lido: null })], 5, 1)).toBe(0);
});

/** Plays random shops until one ends badly, or all of them have ended. */
function play(step: typeof nextStep, runs: number): { oversold: number; excess: number; unsettled: number } {
  const found = { oversold: 0, excess: 0, unsettled: 0 };
  const shop = fc.record({
    listings: fc.integer({ min: 2, max: 5 }),
    units: fc.integer({ min: 0, max: 12 }),
    moves: fc.integer({ min: 1, max: 60 }),
    seed: fc.integer(),
  });
  for (const { seed, ...size } of fc.sample(shop, { numRuns: runs, seed: 1 })) {
    const { oversold, excess, isSettled } = playMarket(size, drawOf(seed), step);
    found.oversold += oversold;
    found.excess = Math.max(found.excess, excess);
    found.unsettled += isSettled ? 0 : 1;
  }
  return found;
}

/** A linear congruential generator. fast-check draws only the sizes, because a shop draws hundreds of numbers. */
function drawOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('cotas, in 30,000 random shops with late sales, lost requests and sales in the gap of a write', () => {
  test('no unit is sold twice, no sum exceeds what is there, and every shop settles', () => {
    expect(play(nextStep, 30_000)).toEqual({ oversold: 0, excess: 0, unsettled: 0 });
  });

  test.each<[string, typeof nextStep]>([
    [
      'increases before it decreases',
      (grupos, wanted) => {
        const low = grupos.find(
          ({ id, lido, enviado }) => enviado === null && (lido ?? 0) < (wanted.get(id) ?? 0),
        );
        return low
          ? { fazer: 'subir', id: low.id, quantidade: wanted.get(low.id) ?? 0 }
          : nextStep(grupos, wanted, null);
      },
    ],
    [
      'does not read back what it wrote',
      (grupos, ...rest) =>
        nextStep(
          grupos.map((each) => ({ ...each, lido: each.enviado ?? each.lido, enviado: null })),
          ...rest,
        ),
    ],
    [
      'publishes released units without a reading',
      (grupos, ...rest) =>
        nextStep(
          grupos.map((each) => ({ ...each, lido: each.lido ?? 0 })),
          ...rest,
        ),
    ],
    ['forgets the limit', (grupos, wanted) => nextStep(grupos, wanted, null)],
  ])('the model catches a rule that %s', (_, step) => {
    const { oversold, excess } = play(step, 5_000);
    expect(oversold + excess).toBeGreaterThan(0);
  });
});
