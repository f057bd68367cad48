import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import type { Database } from '#platform/db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { takeTurn } from './sincronia.queries.ts';
import { sync } from './sync.ts';

/** Brings the pedidos of an account here, and what changes of them later; it sends itself on. */
export const syncPedidos = defineJob({
  name: 'pedidos.sincronizar',
  data: z.object({ empresa_id: z.uuid(), user_ml_id: z.string(), vez: z.int() }),
  atOnce: 24,
});

/** Somebody looks at the conta: its pedidos are to be as they are. */
export async function startSync(
  tx: TenantDb,
  jobs: Pick<Jobs, 'enqueue'>,
  conta: { userMlId: string; contaId: string },
): Promise<void> {
  const vez = await takeTurn(tx, conta);
  if (vez === undefined) return;
  await jobs.enqueue(tx, syncPedidos, { empresa_id: tx.empresaId, user_ml_id: conta.userMlId, vez });
}

export function pedidosHandler(parts: {
  db: Database;
  tokens: Tokens;
  client: Client;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
}) {
  const { jobs } = parts;
  return handle(syncPedidos, ({ empresa_id, user_ml_id, vez }) =>
    sync(
      {
        ...parts,
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
  );
}
