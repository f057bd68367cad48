import { belowOf } from '../kit/random.ts';

/**
 * An attempt to move stock. Its number determines all its fields, so that client and judge derive the same
 * attempt.
 */
export interface Attempt {
  id: string;
  tipo: 'entrada' | 'saida' | 'ajuste' | 'transferencia';
  produto: number;
  deposito: number;
  /** The target deposito of a transferencia. */
  destino: number;
  /** Whole units. */
  quantidade: number;
}

export const DEPOSITOS = 3;

/** The outcome of an attempt, as one byte. */
export const OUTCOME = { unknown: 0, accepted: 1, refused: 2 } as const;

const MIX = [
  ...Array(30).fill('entrada'),
  ...Array(40).fill('saida'),
  ...Array(20).fill('transferencia'),
  ...Array(10).fill('ajuste'),
] as readonly Attempt['tipo'][];

/** The attempts take out more than they bring in, so that saldos reach zero again and again. */
export function attemptOf(seed: number, n: number, produtos: number): Attempt {
  const pick = belowOf(seed ^ Math.imul(n + 1, 0x9e3779b9));
  const tipo = MIX[pick(MIX.length)] ?? 'saida';
  const deposito = pick(DEPOSITOS);
  return {
    id: idOf(seed, n),
    tipo,
    produto: pick(produtos),
    deposito,
    destino: (deposito + 1 + pick(DEPOSITOS - 1)) % DEPOSITOS,
    quantidade: 1 + pick(tipo === 'entrada' ? 3 : 4),
  };
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
const idOf = (seed: number, n: number) => `${hex(seed >>> 0, 8)}-0000-4000-8000-${hex(n, 12)}`;

/** The number of the attempt with this id, or null if the id is not of this run. */
export const numberOf = (seed: number, id: string): number | null =>
  id.startsWith(`${hex(seed >>> 0, 8)}-0000-4000-8000-`) ? Number.parseInt(id.slice(24), 16) : null;
