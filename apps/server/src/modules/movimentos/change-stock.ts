import { retryPendentes } from '#modules/reservas/retry-pendentes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Change, type Options, type Outcome, writeStock } from './write-stock.ts';

/**
 * The way to change stock. Stock that enters also serves the sales whose goods left before the saldo covered them, in
 * the same transaction and under the same locks.
 */
export async function changeStock(
  tx: TenantDb,
  changes: readonly Change[],
  options: Options,
): Promise<Outcome> {
  const outcome = await writeStock(tx, changes, options);
  if (outcome.ok && outcome.promised.length > 0) await retryPendentes(tx, outcome.promised);
  return outcome;
}
