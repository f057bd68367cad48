import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { eraseSome, selectPedido } from './titulares.queries.ts';

/**
 * Erases the records of a titular in short transactions. A run with nothing left changes nothing, so a killed run is
 * repeated from the start.
 */
export const eraseTitular = defineJob({
  name: 'titulares.eliminar',
  data: z.object({
    empresa_id: z.uuid(),
    pedido_id: z.uuid(),
    /** Whether this run looks for values that a transaction wrote beside the first run. */
    confere: z.boolean(),
  }),
  lane: 'watched',
  perEmpresa: 1,
});

/** The number of rows of the history that one transaction changes. */
const ROWS_AT_ONCE = 500;
/**
 * A transaction that began before the erasure, such as an undo, may still write the old values. None lasts longer than
 * 14 seconds (roles.sql), so a second run after this time finds them.
 */
const LOOK_AGAIN_SECONDS = 60;

interface Parts {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
}

export const titularesHandler = ({ db, jobs, log }: Parts) =>
  handle(eraseTitular, async ({ empresa_id, pedido_id, confere }) => {
    const access = lastingAccess(empresa_id);
    const some = () =>
      db.write(access, async (tx) => {
        const erased = await eraseSome(tx, pedido_id, ROWS_AT_ONCE);
        if (erased === 0 && !confere)
          await jobs.enqueue(
            tx,
            eraseTitular,
            { empresa_id, pedido_id, confere: true },
            { startAfterSeconds: LOOK_AGAIN_SECONDS },
          );
        return erased;
      });
    while ((await some()) > 0);
    const pedido = await db.read(access, (tx) => selectPedido(tx, pedido_id));
    // An operator who restores a backup repeats the erasures of these lines (docs/operations.md).
    log.info({ empresa: empresa_id, pedido: pedido_id, registros: pedido?.registros }, 'titular erased');
  });
