import type { TenantDb } from './tenant-db.ts';

/** How many records of a table refer to one by this column; an index on (empresa_id, column) leads there. */
export function countUses(table: string, column: string) {
  const text = `select count(*)::int as total from ${table} where empresa_id = $1 and ${column} = $2`;
  return async (tx: TenantDb, id: string): Promise<number> => {
    const [row] = await tx.query<{ total: number }>(text, [id]);
    return row?.total ?? 0;
  };
}
