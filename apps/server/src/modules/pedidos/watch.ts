import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { touchTurn } from './sincronia.queries.ts';

export interface Turn {
  empresaId: string;
  seller: SellerRef;
  vez: number;
}

/** The time limits of one run. The run checks them between two calls. */
export interface Watch {
  now(): number;
  /** True when no new step may begin, because other jobs must run. */
  isOver(): boolean;
  /** True when a step under way must stop too. */
  isLate(): boolean;
  /** Records that the job is alive. Throws `LostTurn` when another job has taken the turn. */
  keep(): Promise<void>;
}

export class LostTurn extends Error {
  override readonly name = 'LostTurn';
}

const RUN_MS = 45_000;
/**
 * The maximum time of a run. The queue considers a job lost after five minutes and delivers it again, and the
 * last call may take two minutes.
 */
const LONGEST_MS = 170_000;
const TOUCH_MS = 30_000;

export function openWatch(db: Database, { empresaId, seller, vez }: Turn, now: () => number): Watch {
  const began = now();
  let touchedAt = began;
  return {
    now,
    isOver: () => now() > began + RUN_MS,
    isLate: () => now() > began + LONGEST_MS,
    async keep() {
      if (now() < touchedAt + TOUCH_MS) return;
      touchedAt = now();
      if (!(await db.write(systemAccess(empresaId), (tx) => touchTurn(tx, seller, vez))))
        throw new LostTurn();
    },
  };
}
