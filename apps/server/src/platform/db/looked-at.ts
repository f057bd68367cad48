import type { TenantDb } from './tenant-db.ts';

/**
 * The maximum number of rows that a page reads when it filters rows out (ADR 0042). The next page continues
 * after them.
 */
export const LOOKED_AT = 500;

/**
 * Returns the cursor of the next page when more than `LOOKED_AT` rows remain: the id of the last row that
 * this page reads. Returns undefined otherwise. `from` is the `from … where …` of the page, without an order.
 * The page must read its rows by `id`, newest first.
 */
export async function lastLookedAt(
  tx: TenantDb,
  from: string,
  values: readonly unknown[],
): Promise<string | undefined> {
  const ids = await tx.query<{ id: string }>(
    `select id ${from} order by id desc offset ${LOOKED_AT - 1} limit 2`,
    values,
  );
  return ids.length > 1 ? ids[0]?.id : undefined;
}
