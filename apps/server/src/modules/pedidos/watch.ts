import { accessOf } from '#modules/contas/tokens.ts';
import type { Database } from '#platform/db.ts';
import { touchTurn } from './sincronia.queries.ts';

export interface Turn {
  empresaId: string;
  userMlId: string;
  vez: number;
}

/** Of one run, for who asks between two calls. */
export interface Watch {
  now(): number;
  /** Nothing more is begun: the others go first. */
  isOver(): boolean;
  /** What is under way stops too. */
  isLate(): boolean;
  /** Says that somebody is at work; throws `LostTurn` where that is somebody else. */
  keep(): Promise<void>;
}

export class LostTurn extends Error {
  override readonly name = 'LostTurn';
}

const RUN_MS = 45_000;
/** The queue takes what lasts five minutes for lost, and hands it out again; one call may take two of them. */
const LONGEST_MS = 170_000;
const TOUCH_MS = 30_000;

export function openWatch(db: Database, { empresaId, userMlId, vez }: Turn, now: () => number): Watch {
  const began = now();
  let touchedAt = began;
  return {
    now,
    isOver: () => now() > began + RUN_MS,
    isLate: () => now() > began + LONGEST_MS,
    async keep() {
      if (now() < touchedAt + TOUCH_MS) return;
      touchedAt = now();
      const access = accessOf({ empresaId, contaId: '' });
      if (!(await db.write(access, (tx) => touchTurn(tx, userMlId, vez)))) throw new LostTurn();
    },
  };
}
