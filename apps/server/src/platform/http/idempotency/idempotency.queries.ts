import { HIDDEN_FIELDS } from '#platform/db/field-rights.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Claims the key. Waits for a transaction that is writing the same key. Returns false when another request
 * has it.
 */
export async function claimKey(
  tx: TenantDb,
  { id, requestHash }: { id: string; requestHash: string },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys', { id, request_hash: requestHash })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const updateKey = (tx: TenantDb, id: string, answer: { status: number; body: string }) =>
  tx.updateTable('idempotency_keys').set(answer).where('id', '=', id).execute();

interface StoredKey {
  request_hash: string;
  status: number;
  body: unknown;
}

/**
 * Selects the stored response without the fields that the transaction may not see: the person may have lost
 * their right since, or another person may have made the request.
 */
export async function selectKey(tx: TenantDb, id: string): Promise<StoredKey | undefined> {
  const [row] = await tx.query<StoredKey>(
    `select request_hash, status, case jsonb_typeof(body) when 'object' then body - ${HIDDEN_FIELDS} else body end as body
     from idempotency_keys where empresa_id = $1 and id = $2`,
    [id],
  );
  return row;
}
