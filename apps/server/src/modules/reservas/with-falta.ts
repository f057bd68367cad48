import type { Reserva } from '@prumo/contract/reservas.ts';
import { toHundredths } from '#modules/movimentos/hundredths.ts';
import type { Lida } from './read-reservas.queries.ts';
import { splitFalta } from './split-falta.ts';

/**
 * The reservas as people read them. `open` are the open reservas of the same produtos, because the falta of one depends on
 * the others of its deposito. Without a deposito the whole promise lacks.
 */
export function withFalta(rows: readonly Lida[], open: readonly Lida[]): Reserva[] {
  const places = Map.groupBy(open, ({ produto_id, deposito_id }) => `${produto_id} ${deposito_id}`);
  const faltas = new Map(
    [...places.values()].flatMap((own) =>
      splitFalta(
        own.map((row) => ({ ...row, chave: row })),
        toHundredths(own[0]?.saldo ?? '0'),
      ).map(({ reserva, falta }) => [reserva.id, falta] as const),
    ),
  );
  return rows.map(({ passos: _, saldo: __, ...row }) => ({
    ...row,
    falta: faltas.get(row.id) ?? row.reservado,
    a_conferir: Math.max(0, row.a_conferir - row.vendavel - row.avariado),
  }));
}
