/** A deposito from which a sale may be drawn. Quantities are in hundredths. */
export interface Lugar {
  deposito: string;
  ativo: boolean;
  /** Null when the produto is not in the deposito. */
  saldo: bigint | null;
  reservado: bigint;
}

/** The depositos that people named for a sale, the first choice first. */
export interface Regras {
  /** Those of the anuncio. They come before those of the conta. */
  anuncio: readonly string[];
  conta: readonly string[];
}

/**
 * Chooses the deposito of a new reserva: the first one of the order whose disponível covers the whole quantity, and
 * otherwise the first one of the order, where the falta then shows. `lugares` is in the order in which the depositos were
 * created. Returns null if no deposito is active.
 */
export function placeOf(lugares: readonly Lugar[], regras: Regras, quantidade: bigint): Lugar | null {
  const order = lugaresDaVenda(lugares, regras);
  const covers = order.find((lugar) => disponivelOf(lugar) >= quantidade);
  return covers ?? order[0] ?? null;
}

export const disponivelOf = ({ saldo, reservado }: Pick<Lugar, 'saldo' | 'reservado'>) =>
  (saldo ?? 0n) - reservado;

/**
 * The depositos from which a sale is drawn, the first choice first. A rule of which no deposito is left does not count.
 * Without a rule, a sale is drawn from where the produto is.
 */
export function lugaresDaVenda(lugares: readonly Lugar[], { anuncio, conta }: Regras): readonly Lugar[] {
  const active = lugares.filter(({ ativo }) => ativo);
  const byId = new Map(active.map((lugar) => [lugar.deposito, lugar]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const kept = active.filter(({ saldo }) => saldo !== null);
  return [named(anuncio), named(conta), kept, active].find((order) => order.length > 0) ?? [];
}
