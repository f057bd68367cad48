import * as z from 'zod';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { selectStopped, takeTurn } from './sincronia.queries.ts';
import { type SyncParts, sync } from './sync.ts';

/**
 * Stores the pedidos of an account, and later their changes. The job enqueues itself again until it is done.
 */
export const syncPedidos = defineJob({
  name: 'pedidos.sincronizar',
  data: z.object({ empresa_id: z.uuid(), marketplace: z.string(), seller_id: z.string(), vez: z.int() }),
  lane: 'bulk',
  outside: 'marketplace',
  atOnce: 24,
  perEmpresa: 6,
});

/** Resumes synchronisations whose job was lost, and starts those that were never started. */
export const keepPedidos = defineJob({
  name: 'pedidos.manter',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/10 * * * *',
});

const BATCH = 100;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

/** Starts a synchronisation when a conta is connected or a person opens its analysis. */
export async function startSync(
  tx: TenantDb,
  jobs: Pick<Jobs, 'enqueue'>,
  conta: SellerRef & { contaId: string; isConnected?: boolean },
): Promise<void> {
  const vez = await takeTurn(tx, { isConnected: false, ...conta });
  if (vez === undefined) return;
  const { marketplace, sellerId } = conta;
  await jobs.enqueue(tx, syncPedidos, { empresa_id: tx.empresaId, marketplace, seller_id: sellerId, vez });
}

export function pedidosHandlers(parts: Omit<SyncParts, 'sendOn' | 'now'> & { jobs: Pick<Jobs, 'enqueue'> }) {
  const { db, jobs, log } = parts;
  return [
    handle(syncPedidos, ({ empresa_id, marketplace, seller_id, vez }) =>
      sync(
        {
          ...parts,
          now: Date.now,
          sendOn: (tx, next, startAfterSeconds) =>
            jobs.enqueue(
              tx,
              syncPedidos,
              { empresa_id, marketplace, seller_id, vez: next },
              startAfterSeconds > 0 ? { startAfterSeconds } : undefined,
            ),
        },
        { empresaId: empresa_id, seller: { marketplace, sellerId: seller_id }, vez },
      ),
    ),
    handle(keepPedidos, async () => {
      const until = Date.now() + RUN_MS;
      await eachInBatches(
        (limit) => selectStopped(db, limit),
        (conta) => db.write(systemAccess(conta.empresaId), (tx) => startSync(tx, jobs, conta)),
        {
          ...{ batch: BATCH, atOnce: 1, isOver: () => Date.now() > until },
          keyOf: ({ contaId }) => contaId,
          onError: ({ contaId }, err) => log.warn({ conta: contaId, err }, 'synchronisation not resumed'),
        },
      );
    }),
  ];
}
