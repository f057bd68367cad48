import pLimit from 'p-limit';
import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { isRefusedForGood, type Mail } from '#platform/outside/mail.ts';
import { foldersOf, type Storage } from '#platform/outside/storage.ts';
import { deleteSome, finishExclusao, selectDue, selectNotice } from './exclusao.queries.ts';

/** Tells a membro that the empresa will be deleted, or that the deletion was cancelled. */
export const tellExclusao = defineJob({
  name: 'empresas.avisar-exclusao',
  data: z.object({ empresa_id: z.uuid(), user_id: z.uuid(), por: z.uuid() }),
  lane: 'bulk',
  outside: 'mail',
});

/** Deletes the empresas whose days of grace are over. A run that dies or runs out of time is continued by the next. */
export const deleteEmpresas = defineJob({
  name: 'empresas.excluir',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/10 * * * *',
});

const EMPRESAS_AT_ONCE = 20;
/** The number of rows that one transaction deletes. */
const ROWS_AT_ONCE = 1000;
const OBJECTS_AT_ONCE = 8;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

interface Parts {
  db: Database;
  storage: Storage;
  mail: Mail;
  publicUrl: string;
  log: Log;
}

export function exclusaoHandlers({ db, storage, mail, publicUrl, log }: Parts) {
  async function tell(empresaId: string, userId: string, por: string): Promise<void> {
    const notice = await db.read(systemAccess(empresaId), (tx) => selectNotice(tx, userId, por));
    if (!notice) return;
    const { email, ...said } = notice;
    // Loaded here because only the worker that sends e-mails needs the templates.
    const { exclusao } = await import('#modules/acesso/emails/empresa.templates.ts');
    const link = new URL('/configuracao/dados', publicUrl).href;
    await mail.send({ to: email, ...(await exclusao({ ...said, link })) }).catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
    });
  }

  /** Returns false when the time was over before the last object. */
  async function removeObjects(empresaId: string, isOver: () => boolean): Promise<boolean> {
    const limit = pLimit(OBJECTS_AT_ONCE);
    for (const folder of foldersOf(empresaId))
      for (;;) {
        const keys = await storage.list(folder);
        if (keys.length === 0) break;
        await limit.map(keys, async (key) => {
          if (!isOver()) await storage.remove(key);
        });
        if (isOver()) return false;
      }
    return true;
  }

  /**
   * Deletes rows first, because with them the memberships end and nobody uploads any more. The row of the exclusao goes
   * last, so a run that dies anywhere is continued.
   */
  async function remove(empresaId: string, isOver: () => boolean): Promise<void> {
    while ((await deleteSome(db, empresaId, ROWS_AT_ONCE)) !== null) if (isOver()) return;
    if (!(await removeObjects(empresaId, isOver))) return;
    if (await finishExclusao(db, empresaId)) log.info({ empresa: empresaId }, 'empresa deleted');
  }

  return [
    handle(tellExclusao, ({ empresa_id, user_id, por }) => tell(empresa_id, user_id, por)),
    handle(deleteEmpresas, async () => {
      const until = Date.now() + RUN_MS;
      const isOver = () => Date.now() > until;
      await eachInBatches<string>(
        (limit) => selectDue(db, limit),
        (empresaId) => remove(empresaId, isOver),
        {
          ...{ batch: EMPRESAS_AT_ONCE, atOnce: 1, isOver, keyOf: (empresaId) => empresaId },
          onError: (empresa, err) => log.error({ empresa, err }, 'empresa not deleted'),
        },
      );
    }),
  ];
}
