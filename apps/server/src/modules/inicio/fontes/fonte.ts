import type { Pendencia } from '@prumo/contract/inicio.ts';
import type { Direito } from '@prumo/contract/papeis.ts';

/** A pendencia before it knows its source. */
export type Achado = Omit<Pendencia, 'fonte' | 'tom' | 'acao'> & {
  /** Default: the tone that the deadline gives. */
  tom?: Pendencia['tom'];
  acao: Pick<Pendencia['acao'], 'texto' | 'tela'> & Partial<Pendencia['acao']>;
};

/**
 * A source of pendencias: one cause that waits for a person. To add one, write its file in this folder and name it in
 * `fontes.ts`.
 */
export interface Fonte<Fato extends object = object> {
  nome: string;
  /** The right to end the cause. A person without it does not get the pendencia. */
  direito: Direito;
  /**
   * The cost of waiting. Pendencias that are not due within a day are shown in this order, the highest first: 90 stops
   * sales, 70 breaks a law or a rule, 50 stops a piece of work, 30 is routine.
   */
  peso: number;
  /** Reads the facts, a bounded number of rows. `$1` is the empresa and `$2`, where it is used, the person. */
  sql: string;
  /** True for a source beyond the empresa. Its `$2` is the hash of the session, which proves who the person is. */
  bySession?: true;
  /** Decides from the facts whether a person has to act. It reads no clock and no other data. */
  decide: (fatos: readonly Fato[], now: number) => Achado | null;
}

/** Forgets the type of the facts, so that sources with different facts fit in one list. */
export const fonte = <Fato extends object>(source: Fonte<Fato>): Fonte => source as unknown as Fonte;

export const MINUTO_MS = 60_000;
export const HORA_MS = 60 * MINUTO_MS;
export const DIA_MS = 24 * HORA_MS;

/** The number of rows that a source counts. A larger number helps nobody to decide. */
export const CONTADOS = 100;
