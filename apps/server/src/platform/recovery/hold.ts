import type { Database } from '#platform/db/db.ts';
import { remembered } from '#platform/remembered.ts';

/** A process learns of a restore, and of its release, within this time. */
const KNOWN_MS = 1000;

/**
 * Whether the database was restored and the operator has not released it yet (ADR 0095). Until then no mail is sent,
 * and jobs that reach a marketplace wait. The database refuses the calls themselves (`take_call`).
 */
export type IsHeld = () => Promise<boolean>;

export const openHold = (db: Pick<Database, 'global'>): IsHeld =>
  remembered(KNOWN_MS, async () => {
    const [row] = await db.global<{ held: boolean }>('select recovery.is_held() as held');
    return row?.held ?? false;
  });
