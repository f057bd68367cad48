import type { TenantDb } from '#platform/tenant-db.ts';

/**
 * Before statements about thousands of anuncios. Right after they were read PostgreSQL has not counted them yet, and would
 * go through all of one side for each row of the other.
 */
export const planForMany = (tx: TenantDb) =>
  tx.raw(`do $$ begin
    set local plan_cache_mode = force_custom_plan;
    set local enable_nestloop = off;
  end $$`);
