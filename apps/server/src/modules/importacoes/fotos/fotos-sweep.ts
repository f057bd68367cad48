import { selectFotos } from '#modules/arquivos/arquivos.queries.ts';
import type { ImportParts } from '#modules/importacoes/lease.ts';
import type { Access } from '#platform/db/db.ts';
import { idOf } from '#platform/derived-id.ts';
import { publicKey, type Storage, thumbnailKey } from '#platform/outside/storage.ts';
import { selectRecusadas } from './fotos.queries.ts';

const AT_ONCE = 500;

/**
 * Removes copies of photos that no row counts. They remain when the importacao was cancelled, or its worker
 * died, between copying and recording. This runs for an importacao that is over, so no job copies them again.
 */
export async function removeUncounted(
  { db, storage }: Pick<ImportParts, 'db' | 'storage'>,
  access: Access,
  importacaoId: string,
): Promise<void> {
  for (let after: { produto_id: string; ordem: number } | null = null; ; ) {
    const cursor: typeof after = after;
    const { ids, counted, last } = await db.read(access, async (tx) => {
      const fotos = await selectRecusadas(tx, importacaoId, cursor, AT_ONCE);
      const all = fotos.map(({ produto_id, ordem }) => idOf(importacaoId, produto_id, ordem));
      return { ids: all, counted: await selectFotos(tx, all), last: fotos.at(-1) };
    });
    if (last === undefined) return;
    const known = new Set(counted.map(({ id }) => id));
    for (const id of ids.filter((each) => !known.has(each))) await removeFoto(storage, access.empresaId, id);
    after = last;
  }
}

export async function removeFoto(storage: Storage, empresaId: string, arquivoId: string): Promise<void> {
  const key = publicKey(empresaId, arquivoId);
  await storage.remove(key);
  await storage.remove(thumbnailKey(key));
}
