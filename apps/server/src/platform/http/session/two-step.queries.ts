import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Whether the empresa demands two-step verification now and the person has none. Both are read in the current
 * transaction.
 */
export async function lacksTwoStep(tx: TenantDb): Promise<boolean> {
  const rows = await tx.query('select where duas_etapas_ate($1, $2) <= now()', [tx.userId]);
  return rows.length > 0;
}
