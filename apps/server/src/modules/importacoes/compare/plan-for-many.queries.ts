import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Runs before statements about thousands of anuncios. PostgreSQL has no statistics about anuncios that were
 * just read, and a nested loop would scan one side for each row of the other.
 */
export const planForMany = (tx: TenantDb) =>
  tx.raw(`do $$ begin
    set local plan_cache_mode = force_custom_plan;
    set local enable_nestloop = off;
  end $$`);

/**
 * Replans every statement. The import turns an empty catalogue into a large one, so a cached plan becomes
 * slow.
 */
export const planAnew = (tx: TenantDb) => tx.raw('set local plan_cache_mode = force_custom_plan');
