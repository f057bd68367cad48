import { releaseVendas } from '#modules/vendas/vendas.job.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { endReserva, type Vendedora } from './vendas-config.queries.ts';

/**
 * Ends the reservation of a conta that is disconnected, because the worker no longer reads its sales. After another
 * connection a person chooses a new start.
 */
export async function switchOff(tx: TenantDb, jobs: Pick<Jobs, 'enqueue'>, conta: Vendedora): Promise<void> {
  if (await endReserva(tx, conta))
    await jobs.enqueue(tx, releaseVendas, { empresa_id: tx.empresaId, ...conta });
}
