import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/db.ts';
import type { Refused } from '#platform/http/doors.ts';
import type { Log } from '#platform/log.ts';
import { recordRecusa } from './atividades.queries.ts';

/** The maximum number of refused accesses of one person that an hour records in one empresa. */
export const RECUSAS_POR_HORA = 20;
const HOUR_MS = 3_600_000;

/**
 * Records that a person was refused for want of a right. It runs in a transaction of its own, because the refused one
 * is rolled back, and after the response, so that the refusal does not wait for it. The database counts the hour; this
 * process remembers who has used it up, so that a loop of refusals costs no statement.
 */
export function openRefusals({ db, log }: { db: Database; log: Log }) {
  const full = new LRUCache<string, true>({ max: 10_000 });
  return async ({ access, route }: Refused): Promise<void> => {
    const { right, ...person } = access;
    const key = `${access.empresaId} ${access.userId}`;
    if (full.has(key)) return;
    try {
      const alvo = { direito: right ?? null, rota: route };
      const hasMore = await db.write(person, (tx) => recordRecusa(tx, alvo, RECUSAS_POR_HORA));
      if (!hasMore) full.set(key, true, { ttl: HOUR_MS - (Date.now() % HOUR_MS) });
    } catch (err) {
      log.warn({ err }, 'refused access not recorded');
    }
  };
}
