import type { Database } from '#platform/db/db.ts';

/** The budget counts the calls of all empresas together, so these statements carry no empresa. */
export async function takeCall(
  db: Database,
  call: { marketplace: string; perSecond: number; reserve: number },
): Promise<number> {
  const [row] = await db.global<{ ms: number }>('select take_call($1, $2, 1, $3) as ms', [
    call.marketplace,
    call.perSecond,
    call.reserve,
  ]);
  return row?.ms ?? 0;
}

export const pauseCalls = (db: Database, marketplace: string, milliseconds: number) =>
  db.global('select pause_calls($1, $2)', [marketplace, milliseconds]);
