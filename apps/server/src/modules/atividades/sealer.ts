import type { Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import { type Clock, type Loop, openLoop, REAL_CLOCK } from '#platform/jobs/loop.ts';
import type { Log } from '#platform/log.ts';
import { nextPendente, sealAtividades } from './atividades.queries.ts';

const IDLE_MS = 2000;
const BATCH = { lotes: 500, lines: 2000 };
/** The number of batches of one empresa before the next empresa has its turn. */
const BATCHES = 5;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Seals new lines into the chain of their empresa (ADR 0062). A round visits each empresa with pending lines once, so
 * an import of one empresa delays the others by a few batches at most. A worker that is killed loses its open batch,
 * which stays pending.
 */
export function openSealer({ db, log, clock = REAL_CLOCK }: { db: Database; log: Log; clock?: Clock }): Loop {
  let last = FIRST;
  return openLoop({
    ...{ atOnce: 1, idleMs: IDLE_MS, clock },
    claim: async () => {
      const next = await nextPendente(db, last);
      last = next ?? FIRST;
      return next;
    },
    contextOf: (empresaId) => ({ empresa: empresaId }),
    work: async (empresaId) => {
      for (let batch = 0; batch < BATCHES; batch++) {
        const sealed = await db.write(lastingAccess(empresaId), (tx) => sealAtividades(tx, BATCH));
        if (sealed === 0) return;
      }
    },
    onError: (err) => log.warn({ err }, 'atividades not sealed'),
  });
}
