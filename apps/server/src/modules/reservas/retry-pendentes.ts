import type { TenantDb } from '#platform/db/tenant-db.ts';
import { alvoOf } from './next-writes.ts';
import { selectPendentes } from './reservas.queries.ts';
import { writeItem } from './write-reserva.ts';

/**
 * Tries the saidas again for which there was no stock. The caller has locked the produtos and has just entered stock.
 * Those that it still does not cover go on waiting.
 */
export async function retryPendentes(tx: TenantDb, produtoIds: readonly string[]): Promise<void> {
  for (const reserva of await selectPendentes(tx, produtoIds)) {
    const { produto_id, criado_em, prazo } = reserva;
    await writeItem(tx, { chave: reserva, produto_id, criado_em, prazo, alvo: alvoOf(reserva) }, reserva);
  }
}
