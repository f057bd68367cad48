import type { TenantDb } from './tenant-db.ts';

/**
 * Finds another record with the same value in a column. Duplicates are allowed, but they are usually a
 * mistake.
 */
export function twinOf<Column extends string>(table: string, column: Column) {
  const text = `select nome from ${table} where empresa_id = $1 and ${column} = $2 and id <> $3 limit 1`;
  return async (tx: TenantDb, record: { id: string } & Record<Column, string>) => {
    const [twin] = await tx.query<{ nome: string }>(text, [record[column], record.id]);
    return twin;
  };
}
