import { MAX_USOS } from '@prumo/contract/problem.ts';
import type { TenantDb } from './tenant-db.ts';

/** Formats the number of uses: `12.345`, or `mais de 10.000` when counting stopped at the limit. */
export const usesText = (total: number) =>
  total > MAX_USOS ? `mais de ${MAX_USOS.toLocaleString('pt-BR')}` : total.toLocaleString('pt-BR');

/**
 * Counts the records of a table that refer to an id by this column. Stops at MAX_USOS + 1. Needs an index on
 * (empresa_id, column).
 */
export function countUses(table: string, column: string) {
  const text = `select count(*)::int as total from (
    select from ${table} where empresa_id = $1 and ${column} = $2 limit ${MAX_USOS + 1}) u`;
  return async (tx: TenantDb, id: string): Promise<number> => {
    const [row] = await tx.query<{ total: number }>(text, [id]);
    return row?.total ?? 0;
  };
}
