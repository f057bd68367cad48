import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { isBeingDeleted } from '#platform/errors.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { advance, type LoteParts } from './advance.ts';
import { endLote, selectParados, sweepLotes } from './lotes.queries.ts';

/** Moves a lote. The job enqueues itself again until the lote is done. */
export const advanceLote = defineJob({
  name: 'lotes.avancar',
  data: z.object({ empresa_id: z.uuid(), lote_id: z.uuid() }),
  lane: 'watched',
  perEmpresa: 1,
});

/** Enqueues lotes whose worker was killed, and deletes the parts of those that can no longer be undone. */
export const keepLotes = defineJob({
  name: 'lotes.cuidar',
  data: z.object({}),
  lane: 'upkeep',
  cron: '* * * * *',
});

/** A step takes less than a second, so a lote without progress for so long has lost its worker. */
const STALLED_S = 15;
/** A worker that starts may replace one that was killed just now. */
const STALLED_AT_START_S = 1;
const AT_ONCE = 200;
const FAILED =
  'A alteração parou depois de muitas tentativas. O que já mudou pode ser desfeito. Fale com o suporte.';

export const sendLote = (tx: TenantDb, jobs: Pick<Jobs, 'enqueue'>, id: string) =>
  jobs.enqueue(tx, advanceLote, { empresa_id: tx.empresaId, lote_id: id });

interface Resuming {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Enqueues lotes without progress. A second job of a lote is harmless: every step takes its position under a lock. */
async function resume({ db, jobs }: Resuming, seconds: number): Promise<void> {
  for (const { empresa_id, lote_id } of await selectParados(db, seconds, AT_ONCE))
    await db
      .write(systemAccess(empresa_id), (tx) => sendLote(tx, jobs, lote_id))
      .catch((error: unknown) => {
        if (!isBeingDeleted(error)) throw error;
      });
}

/** Runs when a worker starts, because the queue notices only after half a minute that another one was killed. */
export const resumeLotes = (parts: Resuming) => resume(parts, STALLED_AT_START_S);

export function lotesHandlers(parts: LoteParts & Resuming) {
  const { db, jobs } = parts;
  return [
    handle(
      advanceLote,
      ({ empresa_id: empresaId, lote_id: id }) =>
        advance({ ...parts, empresaId, id, sendOn: (tx) => sendLote(tx, jobs, id) }),
      async ({ empresa_id, lote_id }) => {
        await db.write(systemAccess(empresa_id), (tx) =>
          endLote(tx, lote_id, { situacao: 'falhou', aviso: FAILED }),
        );
      },
    ),
    handle(keepLotes, async () => {
      await resume(parts, STALLED_S);
      await sweepLotes(db);
    }),
  ];
}
