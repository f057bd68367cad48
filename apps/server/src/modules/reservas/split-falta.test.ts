import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Promessa, splitFalta } from './split-falta.ts';

const promessa = (
  pedido_id: string,
  reservado: number,
  prazo: string | null,
  criado_em: string,
): Promessa => ({
  chave: { marketplace: 'mercado-livre', seller_id: '1', pedido_id, anuncio_id: 'MLB1', variacao_id: '' },
  ...{ reservado, prazo, criado_em },
});
const named = (reservas: readonly Promessa[], saldo: bigint) =>
  splitFalta(reservas, saldo).map(({ reserva, falta }) => [reserva.chave.pedido_id, falta]);

test('the saldo goes to the earliest deadline, then the oldest sale, then the smallest key', () => {
  const reservas = [
    promessa('sem prazo', 1, null, '2026-11-01T00:00:00Z'),
    promessa('tarde', 1, '2026-11-20T12:00:00Z', '2026-11-01T00:00:00Z'),
    promessa('b', 2, '2026-11-19T12:00:00Z', '2026-11-02T00:00:00Z'),
    promessa('a', 2, '2026-11-19T12:00:00Z', '2026-11-02T00:00:00Z'),
    // The same instant as the others, written with another offset.
    promessa('antigo', 2, '2026-11-19T09:00:00-03:00', '2026-11-01T00:00:00Z'),
  ];
  expect(named(reservas, 300n)).toEqual([
    ['antigo', 0],
    ['a', 1],
    ['b', 2],
    ['tarde', 1],
    ['sem prazo', 1],
  ]);
});

test('half a unit covers nothing, and enough stock leaves no falta', () => {
  const reservas = [promessa('a', 1, null, '2026-11-01T00:00:00Z')];
  expect(named(reservas, 50n)).toEqual([['a', 1]]);
  expect(named(reservas, 100n)).toEqual([['a', 0]]);
});

const promessas = fc.uniqueArray(
  fc
    .tuple(
      fc.string({ minLength: 1 }),
      fc.integer({ min: 0, max: 5 }),
      fc.option(fc.date({ noInvalidDate: true })),
    )
    .map(([id, reservado, prazo]) =>
      promessa(id, reservado, prazo?.toISOString() ?? null, '2026-11-01T00:00:00Z'),
    ),
  { selector: ({ chave }) => chave.pedido_id },
);

test('the faltas add up to what the saldo does not cover, in any order of the list', () => {
  fc.assert(
    fc.property(promessas, fc.integer({ min: 0, max: 20 }), (reservas, units) => {
      const split = splitFalta(reservas, BigInt(units) * 100n);
      const promised = reservas.reduce((sum, { reservado }) => sum + reservado, 0);
      expect(split.reduce((sum, { falta }) => sum + falta, 0)).toBe(Math.max(0, promised - units));
      expect(splitFalta(reservas.toReversed(), BigInt(units) * 100n)).toEqual(split);
      // Once one reserva lacks, every later one lacks whole.
      const first = split.findIndex(({ falta }) => falta > 0);
      if (first >= 0)
        for (const { reserva, falta } of split.slice(first + 1)) expect(falta).toBe(reserva.reservado);
    }),
  );
});
