import type { Excluidos, RecusaDeExclusao } from '@prumo/contract/remove-several.ts';
import { AppError } from '#platform/errors.ts';
import type { TenantDb } from './tenant-db.ts';

interface Removal {
  /** The table of the records. */
  table: string;
  ids: readonly string[];
  /** Deletes one record, or throws the refusal of its deletion before it has written anything. */
  remove: (id: string) => Promise<unknown>;
}

/**
 * Deletes records one by one in the current transaction. A refused record stays and does not stop the others. All rows
 * are locked first, in the order of their ids: from then on no other transaction can begin to use one of them, so a
 * record that its rule allows to delete is not refused by a foreign key, which would end the transaction.
 */
export async function removeEach(tx: TenantDb, { table, ids, remove }: Removal): Promise<Excluidos> {
  await tx.query(
    `select id from ${table} where empresa_id = $1 and id = any ($2::uuid[]) order by id for update`,
    [ids],
  );
  const excluidos: string[] = [];
  let recusas: RecusaDeExclusao[] = [];
  let waiting: readonly string[] = [...new Set(ids)];
  // A record that another one of them uses, such as a categoria with its subcategorias, can go after that one.
  for (let before = -1; waiting.length > 0 && excluidos.length > before; ) {
    before = excluidos.length;
    recusas = [];
    for (const id of waiting) {
      const recusa = await refusalOf(id, remove);
      if (recusa) recusas.push(recusa);
      else excluidos.push(id);
    }
    waiting = recusas.map((recusa) => recusa.id);
  }
  return { lote: tx.lote, excluidos, recusas };
}

async function refusalOf(id: string, remove: Removal['remove']): Promise<RecusaDeExclusao | undefined> {
  try {
    await remove(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found'))
      throw error;
    const { usos } = error.details;
    return { id, motivo: error.message, ...(usos && { usos }) };
  }
}
