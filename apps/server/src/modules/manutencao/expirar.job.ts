import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import { isBeingDeleted } from '#platform/errors.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { deleteExpired, dropPartition, expireHistorico, selectEmpresas } from './expirar.queries.ts';

/**
 * Removes what is older than its term (`platform/db/retention`). A run that has no time for every empresa enqueues the
 * rest. The clock starts it some times a night, so that a lost run is made up for.
 */
export const expire = defineJob({
  name: 'manutencao.expirar',
  /** The last visited empresa, and visited ones that have more to remove. */
  data: z.object({ after: z.optional(z.uuid()), busy: z.optional(z.array(z.uuid())) }),
  lane: 'upkeep',
  cron: '23 3-7 * * *',
});

const FIRST = '00000000-0000-0000-0000-000000000000';
const EMPRESAS_AT_ONCE = 200;
/** The number of rows of a class that one transaction deletes. */
const ROWS_AT_ONCE = 2000;
/** The number of visited empresas that a run hands to the next one. The others have their turn in the next night. */
const BUSY_HANDED_ON = 1000;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

interface Parts {
  db: Database;
  jobs: Pick<Jobs, 'enqueueGlobal'>;
  log: Log;
  rowsAtOnce?: number;
  runMs?: number;
}

export function expireHandler({ db, jobs, log, rowsAtOnce = ROWS_AT_ONCE, runMs = RUN_MS }: Parts) {
  /** Removes one batch of each class. Returns whether there may be more. */
  async function removeSome(empresaId: string): Promise<boolean> {
    try {
      const access = lastingAccess(empresaId);
      const rows = await db.write(access, (tx) => deleteExpired(tx, rowsAtOnce));
      const lines = await db.write(access, (tx) => expireHistorico(tx, rowsAtOnce));
      return rows || lines;
    } catch (err) {
      if (!isBeingDeleted(err)) log.error({ empresa: empresaId, err }, 'expired rows not removed');
      return false;
    }
  }

  /**
   * Visits every empresa once, and then again those that have more, one batch each time, so that an empresa with much to
   * remove delays no other. A run that has no time left hands the rest to the next one.
   */
  async function removeAll(after: string, visited: string[], isOver: () => boolean): Promise<void> {
    let busy = visited;
    let last = after;
    const handOn = () =>
      jobs.enqueueGlobal(expire, {
        after: last,
        ...(busy.length > 0 && { busy: busy.slice(0, BUSY_HANDED_ON) }),
      });
    for (;;) {
      const empresas = await selectEmpresas(db, last, EMPRESAS_AT_ONCE);
      if (empresas.length === 0) break;
      for (const empresaId of empresas) {
        if (isOver()) return handOn();
        if (await removeSome(empresaId)) busy.push(empresaId);
        last = empresaId;
      }
    }
    while (busy.length > 0 && !isOver()) {
      const more = [];
      for (const empresaId of busy) if (isOver() || (await removeSome(empresaId))) more.push(empresaId);
      busy = more;
    }
    if (busy.length > 0) await handOn();
  }

  return handle(expire, async ({ after = FIRST, busy = [] }) => {
    const until = Date.now() + runMs;
    await removeAll(after, busy, () => Date.now() > until);
    let partitions = 0;
    while ((await dropPartition(db)).length > 0) partitions++;
    if (partitions > 0) log.info({ partitions }, 'empty partitions of the history dropped');
  });
}
