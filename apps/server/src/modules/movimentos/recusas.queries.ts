import type { AppError } from '#platform/errors.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** The problem a movimento was answered with. */
export type Recusa = Pick<AppError, 'code' | 'message' | 'details'>;

/** How a movimento with this id was refused, if it was. */
export async function selectRecusa(tx: TenantDb, chave: string): Promise<Recusa | undefined> {
  const [row] = await tx.query<{ recusa: Recusa }>(
    'select recusa from movimentos_recusados where empresa_id = $1 and chave = $2',
    [chave],
  );
  return row?.recusa;
}

/** Under the lock of the produto, so that whoever comes later with the same id finds it. */
export async function insertRecusa(tx: TenantDb, chave: string, recusa: Recusa): Promise<void> {
  await tx.query(
    'insert into movimentos_recusados (empresa_id, chave, recusa) values ($1, $2, $3) on conflict do nothing',
    [chave, JSON.stringify(recusa)],
  );
  if (Math.random() < 0.02) await forgetOld(tx);
}

/** Nothing is under way for a month. A few at a time: whoever takes the same few waits only a moment. */
const forgetOld = (tx: TenantDb) =>
  tx.query(
    `delete from movimentos_recusados where empresa_id = $1 and chave in (
       select chave from movimentos_recusados where empresa_id = $1 and created_at < now() - interval '30 days'
       order by created_at limit 200)`,
  );
