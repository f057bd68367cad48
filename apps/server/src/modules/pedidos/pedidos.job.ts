import * as z from 'zod';
import { accessOf } from '#modules/contas/tokens.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { selectStopped, takeTurn } from './sincronia.queries.ts';
import { type SyncParts, sync } from './sync.ts';

/** Brings the pedidos of an account here, and what changes of them later; it sends itself on. */
export const syncPedidos = defineJob({
  name: 'pedidos.sincronizar',
  data: z.object({ empresa_id: z.uuid(), user_ml_id: z.string(), vez: z.int() }),
  atOnce: 24,
});

/** Goes on with those whose job was lost, and begins those nobody has begun. */
export const keepPedidos = defineJob({ name: 'pedidos.manter', data: z.object({}), cron: '*/10 * * * *' });

const AT_ONCE = 100;

/** A conta is connected, or somebody looks at it: its pedidos are to be as they are. */
export async function startSync(
  tx: TenantDb,
  jobs: Pick<Jobs, 'enqueue'>,
  conta: { userMlId: string; contaId: string; isConnected?: boolean },
): Promise<void> {
  const vez = await takeTurn(tx, { isConnected: false, ...conta });
  if (vez === undefined) return;
  await jobs.enqueue(tx, syncPedidos, { empresa_id: tx.empresaId, user_ml_id: conta.userMlId, vez });
}

export function pedidosHandlers(parts: Omit<SyncParts, 'sendOn' | 'now'> & { jobs: Pick<Jobs, 'enqueue'> }) {
  const { db, jobs, log } = parts;
  return [
    handle(syncPedidos, ({ empresa_id, user_ml_id, vez }) =>
      sync(
        {
          ...parts,
          now: Date.now,
          sendOn: (tx, next, startAfterSeconds) =>
            jobs.enqueue(
              tx,
              syncPedidos,
              { empresa_id, user_ml_id, vez: next },
              startAfterSeconds > 0 ? { startAfterSeconds } : undefined,
            ),
        },
        { empresaId: empresa_id, userMlId: user_ml_id, vez },
      ),
    ),
    handle(keepPedidos, async () => {
      for (const conta of await selectStopped(db, AT_ONCE))
        await db
          .write(accessOf(conta), (tx) => startSync(tx, jobs, conta))
          .catch((err: unknown) => log.warn({ conta: conta.contaId, err }, 'pedidos not taken up'));
    }),
  ];
}
