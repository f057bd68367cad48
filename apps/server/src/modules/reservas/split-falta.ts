import { type ReservaKey, textOf } from './reserva-key.ts';

/** A reserva of one produto in one deposito. */
export interface Promessa {
  chave: ReservaKey;
  /** The promised units. */
  reservado: number;
  /** Until when the goods have to leave. Null when the marketplace named no instant. */
  prazo: string | null;
  criado_em: string;
}

/**
 * Says how many units of each reserva the saldo of its deposito does not cover. The saldo, in hundredths, goes to the
 * reservas in the order of their deadline, then of their sale, then of their key. The falta is derived and never stored,
 * so stock that enters cures it at once.
 */
export function splitFalta<P extends Promessa>(
  reservas: readonly P[],
  saldo: bigint,
): { reserva: P; falta: number }[] {
  let left = Number((saldo < 0n ? 0n : saldo) / 100n);
  return reservas.toSorted(byUrgency).map((reserva) => {
    const covered = Math.min(left, reserva.reservado);
    left -= covered;
    return { reserva, falta: reserva.reservado - covered };
  });
}

/** The most urgent first. A reserva without a deadline comes last. */
function byUrgency(one: Promessa, other: Promessa): number {
  return (
    compare(instantOf(one.prazo), instantOf(other.prazo)) ||
    compare(instantOf(one.criado_em), instantOf(other.criado_em)) ||
    compare(textOf(one.chave), textOf(other.chave))
  );
}

const instantOf = (text: string | null) => (text === null ? Number.POSITIVE_INFINITY : Date.parse(text));

const compare = <T extends string | number>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);
