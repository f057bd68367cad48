import { type Aliquota, MAX_ALIQUOTAS } from '@prumo/contract/aliquotas.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** Selects the rates of the empresa, the newest first. */
export const selectAliquotas = (tx: TenantDb) =>
  tx.query<Aliquota>(
    `select desde::text as desde, percentual::text as percentual, atualizado_em from aliquotas
     where empresa_id = $1 order by aliquotas.desde desc limit ${MAX_ALIQUOTAS}`,
  );

/** Writes a rate. Returns whether it was another one before. */
export async function writeAliquota(
  tx: TenantDb,
  { desde, percentual }: Pick<Aliquota, 'desde' | 'percentual'>,
): Promise<boolean> {
  const written = await tx.query(
    `insert into aliquotas as a (empresa_id, desde, percentual, user_id) values ($1, $2, $3, $4)
     on conflict (empresa_id, desde) do update
     set percentual = excluded.percentual, user_id = excluded.user_id, atualizado_em = now()
     where a.percentual <> excluded.percentual returning a.desde`,
    [desde, percentual, tx.userId],
  );
  return written.length > 0;
}

/** Deletes a rate. Returns whether there was one. */
export async function deleteAliquota(tx: TenantDb, desde: string): Promise<boolean> {
  const deleted = await tx.query(
    'delete from aliquotas a where empresa_id = $1 and a.desde = $2 returning a.desde',
    [desde],
  );
  return deleted.length > 0;
}
