import { METRICAS } from '@prumo/contract/analises.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitesOf } from './reputation.ts';

const none = { claims: null, cancellations: null, delayed_handling_time: null };
const at = (value: number, sales: number) => ({ rate: value / sales, value });

test('a green seller with 200 sales and one cancellation can have two more', () => {
  expect(limitesOf({ ...none, sales: 200, cancellations: at(1, 200) }, { isLeader: false })).toEqual([
    { metrica: 'cancellations', nivel: 'verde', limite: 0.015, restantes: 2 },
  ]);
});

test('the MercadoLíder limit applies to a MercadoLíder until it is exceeded', () => {
  const limite = (claims: number, isLeader: boolean) =>
    limitesOf({ ...none, sales: 1000, claims: at(claims, 1000) }, { isLeader })[0];
  expect(limite(4, true)).toMatchObject({ nivel: 'lider', limite: 0.01, restantes: 6 });
  expect(limite(4, false)).toMatchObject({ nivel: 'verde', limite: 0.02, restantes: 16 });
  expect(limite(11, true)).toMatchObject({ nivel: 'verde', restantes: 9 });
  expect(limite(30, true)).toMatchObject({ nivel: 'amarelo', restantes: 15 });
  expect(limite(46, false)).toMatchObject({ nivel: 'laranja', restantes: 34 });
  expect(limite(81, false)).toMatchObject({ nivel: null, limite: 0.08, restantes: 0 });
});

test('a seller without sales or metrics has no limits', () => {
  expect(limitesOf({ ...none, sales: 0, claims: at(0, 1) }, { isLeader: true })).toEqual([]);
  expect(limitesOf({ ...none, sales: 100 }, { isLeader: true })).toEqual([]);
});

test('the remaining count keeps the limit, and one more exceeds it', () => {
  const metric = fc.integer({ min: 1, max: 100_000 }).chain((sales) =>
    fc.record({
      sales: fc.constant(sales),
      value: fc.integer({ min: 0, max: sales }),
      metrica: fc.constantFrom(...METRICAS),
      isLeader: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(metric, ({ sales, value, metrica, isLeader }) => {
      const [limite] = limitesOf({ ...none, sales, [metrica]: at(value, sales) }, { isLeader });
      if (!limite || limite.nivel === null) return;
      const tenths = BigInt(Math.round(limite.limite * 10_000));
      const keeps = (count: number) => BigInt(count) * 10_000n <= tenths * BigInt(sales);
      expect(limite.restantes).toBeGreaterThanOrEqual(0);
      if (limite.restantes > 0) expect(keeps(value + limite.restantes)).toBe(true);
      expect(keeps(value + limite.restantes + 1)).toBe(false);
    }),
  );
});
