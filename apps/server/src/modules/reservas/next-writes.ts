import type { Alvo } from './alvo.ts';

/** What a reserva has written so far. Units are whole. */
export interface Escrito {
  /** Counts the units of `saida_pendente` too, because they are still in the saldo. */
  reservado: number;
  saiu: number;
  /** Units that left according to the marketplace, although the saldo did not cover them. */
  saida_pendente: number;
  a_conferir: number;
  nao_enviar: boolean;
}

export const NADA: Escrito = {
  reservado: 0,
  saiu: 0,
  saida_pendente: 0,
  a_conferir: 0,
  nao_enviar: false,
};

/** The line of the ledger that a reserva needs next. */
export interface Passo {
  tipo: 'saida' | 'entrada';
  quantidade: number;
}

export interface Proximo {
  passo: Passo | null;
  escrito: Escrito;
}

/**
 * The difference between what the stock must show of an item and what is written of it. `saldo`, in hundredths, is that
 * of the deposito of the reserva, or null if the reserva has none; then nothing can leave or come back. The units of an
 * item leave together: if the saldo does not cover them, they stay reserved and wait as `saida_pendente`. The function
 * uses no database and no clock. Its result for what is written already is the same state without a step, so a
 * repeated message writes nothing.
 */
export function nextWrites(escrito: Escrito, alvo: Alvo, saldo: bigint | null): Proximo {
  const { a_conferir, nao_enviar } = alvo;
  const leaving = alvo.saiu - escrito.saiu;
  const moves =
    leaving < 0 ? saldo !== null : leaving > 0 && saldo !== null && saldo >= inHundredths(leaving);
  const saida_pendente = leaving > 0 && !moves ? leaving : 0;
  return {
    passo: moves ? { tipo: leaving > 0 ? 'saida' : 'entrada', quantidade: Math.abs(leaving) } : null,
    escrito: {
      reservado: alvo.reservado + saida_pendente,
      saiu: moves ? alvo.saiu : escrito.saiu,
      saida_pendente,
      a_conferir,
      nao_enviar,
    },
  };
}

/** What the stock must show of an item according to the last message about it. */
export const alvoOf = ({ reservado, saiu, saida_pendente, a_conferir, nao_enviar }: Escrito): Alvo => ({
  reservado: reservado - saida_pendente,
  saiu: saiu + saida_pendente,
  a_conferir,
  nao_enviar,
});

export const isSameAlvo = (one: Alvo, other: Alvo): boolean =>
  one.reservado === other.reservado &&
  one.saiu === other.saiu &&
  one.a_conferir === other.a_conferir &&
  one.nao_enviar === other.nao_enviar;

export const inHundredths = (units: number): bigint => BigInt(units) * 100n;
