import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { AppError } from '#platform/errors.ts';

/** The error with which the server answered a movimento. */
export type Recusa = Pick<AppError, 'code' | 'message' | 'details'>;

/** Selects the stored refusal of a movimento with this id. */
export async function selectRecusa(tx: TenantDb, chave: string): Promise<Recusa | undefined> {
  const [row] = await tx.query<{ recusa: Recusa }>(
    'select recusa from movimentos_recusados where empresa_id = $1 and chave = $2',
    [chave],
  );
  return row?.recusa;
}

/** Stores a refusal under the lock of the produto, so that a later request with the same id finds it. */
export async function insertRecusa(tx: TenantDb, chave: string, recusa: Recusa): Promise<void> {
  await tx.query(
    'insert into movimentos_recusados (empresa_id, chave, recusa) values ($1, $2, $3) on conflict do nothing',
    [chave, JSON.stringify(recusa)],
  );
}
