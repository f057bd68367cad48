/** What the clients try, told by a number: client and judge both know what attempt 123,456 is. */
export interface Attempt {
  id: string;
  tipo: 'entrada' | 'saida' | 'ajuste' | 'transferencia';
  produto: number;
  deposito: number;
  /** Where a transferencia goes. */
  destino: number;
  /** Whole units. */
  quantidade: number;
}

export const DEPOSITOS = 3;

/** How an attempt ended, as one byte. */
export const OUTCOME = { unknown: 0, accepted: 1, refused: 2 } as const;

/** Whole numbers from 0 to below n, the same for the same seed. */
export function randomOf(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

const MIX = [
  ...Array(30).fill('entrada'),
  ...Array(40).fill('saida'),
  ...Array(20).fill('transferencia'),
  ...Array(10).fill('ajuste'),
] as readonly Attempt['tipo'][];

/** More is asked for than there is, so that saldos are at zero again and again. */
export function attemptOf(seed: number, n: number, produtos: number): Attempt {
  const pick = randomOf(seed ^ Math.imul(n + 1, 0x9e3779b9));
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

/** The number of an attempt of this run; null for whatever else is in the ledger. */
export const numberOf = (seed: number, id: string): number | null =>
  id.startsWith(`${hex(seed >>> 0, 8)}-0000-4000-8000-`) ? Number.parseInt(id.slice(24), 16) : null;
