import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Old {
  empresa_id: string;
  importacao_id: string;
}

export const selectOld = (db: Database, limit: number) =>
  db.global<Old>('select empresa_id, importacao_id from importacoes_antigas($1)', [limit]);

/** Deletes some rows of an importacao, and in the end the importacao itself. False when nothing is left. */
export async function deleteSome(tx: TenantDb, importacaoId: string, limit: number): Promise<boolean> {
  const items = await tx.query(
    `delete from importacao_itens i where i.empresa_id = $1 and i.importacao_id = $2 and (i.anuncio_id, i.variacao_id) in (
       select p.anuncio_id, p.variacao_id from importacao_itens p
       where p.empresa_id = $1 and p.importacao_id = $2 limit $3)
     returning i.anuncio_id`,
    [importacaoId, limit],
  );
  const fotos = await tx.query(
    `delete from importacao_fotos f where f.empresa_id = $1 and f.importacao_id = $2 and (f.produto_id, f.ordem) in (
       select p.produto_id, p.ordem from importacao_fotos p
       where p.empresa_id = $1 and p.importacao_id = $2 limit $3)
     returning f.ordem`,
    [importacaoId, limit],
  );
  if (items.length > 0 || fotos.length > 0) return true;
  await tx.query('delete from importacoes where empresa_id = $1 and id = $2', [importacaoId]);
  return false;
}
