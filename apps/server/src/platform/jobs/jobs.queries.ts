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
