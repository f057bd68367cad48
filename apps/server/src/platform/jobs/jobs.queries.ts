import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export const SCHEMA = 'pgboss';

/**
 * Looks for a waiting job of the empresa and locks its row until this transaction ends. The fetch of pg-boss
 * skips locked rows, so the job runs only after this transaction has ended. Key share locks do not exclude
 * each other, so concurrent saves do not wait for one another. A job older than 30 seconds is not joined,
 * because an empresa that saves all the time would otherwise lock its own job forever.
 */
export async function joinWaiting(tx: TenantDb, name: string): Promise<boolean> {
  const rows = await tx.raw(
    `select id from ${SCHEMA}.job
     where name = $1 and group_id = $2 and state = 'created' and not blocked and start_after <= now()
       and created_on > now() - interval '30 seconds'
     limit 1 for key share skip locked`,
    [name, tx.empresaId],
  );
  return rows.length > 0;
}

export interface QueueState {
  kind: string;
  ready: number;
  deferred: number;
  active: number;
  /** How long the next job has been due. 0 without one. */
  oldest_seconds: number;
}

/**
 * Reads the state of every queue. pg-boss counts the jobs every ten seconds and keeps the counts in the row of the
 * queue, so the statement counts nothing. The index of the fetch finds the next job of each queue.
 */
export const selectQueues = (db: Database): Promise<QueueState[]> =>
  db.global<QueueState>(
    `select q.name as kind, q.ready_count as ready, q.deferred_count as deferred, q.active_count as active,
       coalesce(extract(epoch from now() - next.due), 0)::float8 as oldest_seconds
     from ${SCHEMA}.queue q
     left join lateral (
       select greatest(j.created_on, j.start_after) as due from ${SCHEMA}.job j
       where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
       order by j.priority desc, j.created_on limit 1
     ) next on true`,
  );
