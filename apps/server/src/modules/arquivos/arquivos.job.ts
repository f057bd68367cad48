import * as z from 'zod';
import type { Database } from '#platform/db.ts';
import { SYSTEM_USER, TRASH_DAYS } from '#platform/history.ts';
import { defineJob, handle } from '#platform/jobs.ts';
import { publicKey, type Storage, thumbnailKey, trashKey } from '#platform/storage.ts';
import { deleteExpired, selectArquivo } from './arquivos.queries.ts';

const data = z.object({ empresa_id: z.uuid(), arquivo_id: z.uuid() });

/** Moves the object to where its row says it belongs. */
export const followArquivo = defineJob({ name: 'arquivos.acompanhar', data });

/** Removes an upload nobody refers to: a day after it came, or when its days in the trash are over. */
export const purgeArquivo = defineJob({ name: 'arquivos.remover', data });

const FOREIGN_KEY_VIOLATION = '23503';

export function arquivosHandlers({ db, storage }: { db: Database; storage: Storage }) {
  const accessOf = (empresaId: string) => ({ sessionHash: null, empresaId, userId: SYSTEM_USER });

  async function follow(empresaId: string, id: string): Promise<void> {
    const open = publicKey(empresaId, id);
    const trashed = trashKey(empresaId, id);
    const arquivo = await db.read(accessOf(empresaId), (tx) => selectArquivo(tx, id));
    if (!arquivo) {
      // Whatever it was: what is not there is not missed.
      for (const key of [open, trashed]) await removeWithThumbnail(key);
      return;
    }
    const [from, to] = arquivo.lixeira_desde === null ? [trashed, open] : [open, trashed];
    await storage.move(from, to);
    if (arquivo.tipo === 'foto') await storage.move(thumbnailKey(from), thumbnailKey(to));
    // Another job may have looked while this one moved, and found nothing to do.
    const after = await db.read(accessOf(empresaId), (tx) => selectArquivo(tx, id));
    if (after?.lixeira_desde !== arquivo.lixeira_desde) await follow(empresaId, id);
  }

  async function removeWithThumbnail(key: string): Promise<void> {
    await storage.remove(key);
    await storage.remove(thumbnailKey(key));
  }

  return [
    handle(followArquivo, ({ empresa_id, arquivo_id }) => follow(empresa_id, arquivo_id)),
    handle(purgeArquivo, async ({ empresa_id, arquivo_id }) => {
      const inUse = await db
        .write(accessOf(empresa_id), (tx) => deleteExpired(tx, arquivo_id, TRASH_DAYS))
        .then(() => false, isReferred);
      if (!inUse) await follow(empresa_id, arquivo_id);
    }),
  ];
}

function isReferred(error: unknown): true {
  if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION) return true;
  throw error;
}
