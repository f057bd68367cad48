import { type Excluidos, MAX_DE_UMA_VEZ, type RecusaDeExclusao } from '@prumo/contract/remove-several.ts';

/** A deletion of many records in several calls, as far as the server has answered. */
export interface Removal {
  total: number;
  /** The records that no call has named yet. */
  waiting: readonly string[];
  excluidos: number;
  recusas: readonly RecusaDeExclusao[];
  /** The lotes that deleted something, the newest first, because an undo goes backwards. */
  lotes: readonly string[];
  /** Whether the used records are being tried for the second time. */
  isSecond: boolean;
}

export const begin = (ids: readonly string[]): Removal => ({
  total: ids.length,
  waiting: ids,
  excluidos: 0,
  recusas: [],
  lotes: [],
  isSecond: false,
});

/** The records of the next call. */
export const nextOf = ({ waiting }: Removal): string[] => waiting.slice(0, MAX_DE_UMA_VEZ);

/** The deletion after the answer to the call of `nextOf`. */
export function after(removal: Removal, { lote, excluidos, recusas }: Excluidos): Removal {
  const waiting = removal.waiting.slice(MAX_DE_UMA_VEZ);
  const now = {
    ...removal,
    waiting,
    excluidos: removal.excluidos + excluidos.length,
    recusas: [...removal.recusas, ...recusas],
    lotes: excluidos.length > 0 ? [lote, ...removal.lotes] : removal.lotes,
  };
  return waiting.length === 0 ? tryAgain(now) : now;
}

/**
 * A later call may have deleted what used a refused record, such as the subcategorias of a categoria. One call alone
 * needs no second attempt, because the server itself tries the records of a call again.
 */
function tryAgain(removal: Removal): Removal {
  const used = removal.recusas.filter(({ usos }) => usos);
  if (removal.isSecond || removal.lotes.length === 0 || removal.total <= MAX_DE_UMA_VEZ || used.length === 0)
    return removal;
  return {
    ...removal,
    waiting: used.map(({ id }) => id),
    recusas: removal.recusas.filter(({ usos }) => !usos),
    isSecond: true,
  };
}

/** The part of the deletion that is done, from 0 to 1. */
export const shareOf = ({ total, excluidos, recusas }: Removal) =>
  total === 0 ? 1 : (excluidos + recusas.length) / total;

interface Reason extends RecusaDeExclusao {
  /** The number of records that have the same reason. */
  many: number;
}

/** The reasons of the refused records. Those without uses name no record, so equal ones are one line. */
export function reasonsOf(recusas: readonly RecusaDeExclusao[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const recusa of recusas) {
    const key = recusa.usos ? recusa.id : recusa.motivo;
    const known = reasons.get(key);
    reasons.set(key, { ...recusa, ...known, many: (known?.many ?? 0) + 1 });
  }
  return [...reasons.values()];
}
