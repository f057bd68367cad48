import type { Database } from '#platform/db/db.ts';
import { EXPIRED, type Rows } from '#platform/db/retention/retention.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export const selectEmpresas = async (db: Database, after: string, limit: number): Promise<string[]> =>
  (await db.global<{ id: string }>('select id from empresas_after($1, $2)', [after, limit])).map(
    ({ id }) => id,
  );

/** Deletes some old rows of a table, the oldest first. */
function deleteOld(tx: TenantDb, { table, key, since, where }: Rows, term: string, limit: number) {
  const keys = key.join(', ');
  return tx.query(
    `delete from ${table} where empresa_id = $1 and (${keys}) in (
       select ${keys} from ${table} where empresa_id = $1 and ${since} < now() - $2::interval ${where ? `and ${where}` : ''}
       order by ${since} limit $3)
     returning 1`,
    [term, limit],
  );
}

/** Deletes at most `limit` rows of each class that are older than their term. Returns whether a class may have more. */
export async function deleteExpired(tx: TenantDb, limit: number): Promise<boolean> {
  const deleted = await Promise.all(EXPIRED.map(({ rows, term }) => deleteOld(tx, rows, term, limit)));
  return deleted.some(({ length }) => length === limit);
}

/** Removes lines of the history whose term is over. Returns whether there may be more. */
export async function expireHistorico(tx: TenantDb, limit: number): Promise<boolean> {
  const [row] = await tx.query<{ removed: number }>(
    'select expire_historico($2) as removed where $1::uuid is not null',
    [limit],
  );
  return row?.removed === limit;
}

/** Drops a partition of the history that no empresa needs any more. Returns its name, or nothing. */
export const dropPartition = async (db: Database): Promise<string[]> =>
  (await db.global<{ name: string }>('select drop_historico_partitions() as name')).map(({ name }) => name);
