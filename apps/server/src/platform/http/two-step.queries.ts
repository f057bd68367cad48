import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Whether the empresa demands two-step verification and the person has none. Both are read in the current
 * transaction.
 */
export async function lacksTwoStep(tx: TenantDb): Promise<boolean> {
  const rows = await tx.query(
    `select where (select p.exige_duas_etapas from politicas p where p.empresa_id = $1 order by p.id desc limit 1)
       and not exists (select from profiles f where f.id = $2 and f.two_factor_enabled)`,
    [tx.userId],
  );
  return rows.length > 0;
}
