import type { TenantDb } from '#platform/db/tenant-db.ts';
import { applyAlvos } from './apply-alvos.ts';
import type { ReservaKey } from './reserva-key.ts';
import { selectAbertasDaConta } from './reservas.queries.ts';

/** The number of reservas that one transaction releases. More would block the sales of too many produtos. */
const BATCH = 100;

/**
 * Gives up promises of a seller's account. What has left stays gone, and what came back still waits for a person.
 * Returns whether more promises are left for another transaction.
 */
export async function releaseReservas(
  tx: TenantDb,
  conta: Pick<ReservaKey, 'marketplace' | 'seller_id'>,
): Promise<boolean> {
  const open = await selectAbertasDaConta(tx, conta, BATCH);
  await applyAlvos(
    tx,
    open.map((reserva) => ({
      ...{
        chave: reserva,
        produto_id: reserva.produto_id,
        criado_em: reserva.criado_em,
        prazo: reserva.prazo,
      },
      // Decided under the lock of the produto, because goods may leave until then.
      alvo: (written) => ({
        ...{ reservado: 0, saiu: written.saiu, a_conferir: written.a_conferir, nao_enviar: false },
      }),
    })),
  );
  return open.length === BATCH;
}
