import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type ItemDeCusto, insertBack, insertOut, selectLevado } from './goods.queries.ts';
import { releaseOf } from './release.ts';

interface Movido extends ItemDeCusto {
  produto_id: string;
  units: number;
  /** The step of the ledger or the conferencia that moved the goods. It makes the line idempotent. */
  fonte: 'movimento' | 'conferencia';
  fonte_id: string;
}

/**
 * Writes what goods cost that leave the stock, at the present custo of the produto. The caller holds the lock of the
 * produto.
 */
export const writeGoodsOut = (tx: TenantDb, movido: Movido) => insertOut(tx, movido);

/** Gives back what goods cost that enter the stock again, at the cost at which they left. */
export async function writeGoodsBack(tx: TenantDb, movido: Movido): Promise<void> {
  const levado = await selectLevado(tx, movido);
  const back = Math.min(movido.units, levado.units);
  if (back <= 0) return;
  const cents = releaseOf({ cents: toUnits(levado.valor, 2), units: levado.units }, back);
  await insertBack(tx, { ...movido, units: back, valor: fromUnits(cents, 2) });
}
