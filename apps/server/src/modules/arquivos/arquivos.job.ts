import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { TRASH_DAYS } from '#platform/db/history.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { publicKey, type Storage, thumbnailKey, trashKey } from '#platform/outside/storage.ts';
import {
  type Claimed,
  claimMoves,
  deleteExpired,
  finishMove,
  secondsToNextMove,
  selectArquivo,
  selectExpired,
  selectNow,
} from './arquivos.queries.ts';

/**
 * Moves every object of the empresa whose location differs from the one that its row states. The rows list
 * the pending moves, so one waiting job serves any number of saves.
 */
export const followArquivos = defineJob({
  name: 'arquivos.acompanhar',
  data: z.object({ empresa_id: z.uuid() }),
  lane: 'urgent',
  coversEmpresa: true,
});

/** Removes the images of the empresa whose retention in the trash has ended. */
export const emptyLixeira = defineJob({
  name: 'arquivos.esvaziar-lixeira',
  data: z.object({ empresa_id: z.uuid() }),
  lane: 'bulk',
});

/**
 * Removes an upload to which no record refers, a day after it arrived. The object may exist without a row.
 */
export const purgeArquivo = defineJob({
  name: 'arquivos.remover',
  data: z.object({ empresa_id: z.uuid(), arquivo_id: z.uuid() }),
  lane: 'bulk',
  atOnce: 16,
  perEmpresa: 4,
  batch: 4,
});

interface Parts {
  db: Database;
  /** A pool of connections that bulk jobs do not use. */
  urgentDb: Database;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue'>;
}

const FOREIGN_KEY_VIOLATION = '23503';
/** The number of images that are moved concurrently. A photo moves together with its thumbnail. */
const CLAIM = 10;
/**
 * The maximum number of images that one job moves. Jobs of other empresas then run before the next job of
 * this one.
 */
const TURN = 100;
/** The number of expired images that one statement selects. */
const EXPIRED = 100;

export function arquivosHandlers({ db, urgentDb, storage, jobs }: Parts) {
  async function follow(empresaId: string): Promise<void> {
    const access = lastingAccess(empresaId);
    const began = await urgentDb.write(access, selectNow);
    const failures: unknown[] = [];
    for (let claims = 0; claims < TURN / CLAIM; claims++) {
      // A failed move becomes due again after `began`. This job therefore does not claim it again, and it
      // does not block the rest.
      const claimed = await urgentDb.write(access, (tx) => claimMoves(tx, began, CLAIM));
      if (claimed.length === 0) break;
      const outcomes = await Promise.allSettled(claimed.map((each) => moveClaimed(empresaId, each)));
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      failures.push(...failed.map(({ reason }) => reason));
      if (failed.length === claimed.length) break;
    }
    if (failures.length > 0) throw failures[0];
    // The rest belongs to the next job, or is leased by a job that may have died.
    await urgentDb.write(access, async (tx) => {
      const seconds = await secondsToNextMove(tx);
      if (seconds === null) return;
      await jobs.enqueue(tx, followArquivos, { empresa_id: empresaId }, delayOf(seconds));
    });
  }

  async function moveClaimed(empresaId: string, claimed: Claimed): Promise<void> {
    const finish = (isMoved: boolean) =>
      urgentDb.write(lastingAccess(empresaId), (tx) => finishMove(tx, claimed, isMoved));
    try {
      await move(empresaId, claimed);
    } catch (error) {
      await finish(false);
      throw error;
    }
    if (!(await finish(true))) await removeWithoutRow(empresaId, claimed.id);
  }

  async function move(empresaId: string, { id, tipo, lixeira_desde }: Claimed): Promise<void> {
    const [open, trashed] = [publicKey(empresaId, id), trashKey(empresaId, id)];
    const [from, to] = lixeira_desde === null ? [trashed, open] : [open, trashed];
    await storage.move(from, to);
    if (tipo === 'foto') await storage.move(thumbnailKey(from), thumbnailKey(to));
  }

  async function purge(empresaId: string, id: string): Promise<void> {
    const isReferred = await db
      .write(lastingAccess(empresaId), (tx) => deleteExpired(tx, id, TRASH_DAYS))
      .then(() => false, isReferredTo);
    if (!isReferred) await removeWithoutRow(empresaId, id);
  }

  async function removeWithoutRow(empresaId: string, id: string): Promise<void> {
    if (await db.read(lastingAccess(empresaId), (tx) => selectArquivo(tx, id))) return;
    for (const key of [publicKey(empresaId, id), trashKey(empresaId, id)])
      for (const each of [key, thumbnailKey(key)]) await storage.remove(each);
  }

  return [
    handle(followArquivos, ({ empresa_id }) => follow(empresa_id)),
    handle(purgeArquivo, ({ empresa_id, arquivo_id }) => purge(empresa_id, arquivo_id)),
    handle(emptyLixeira, async ({ empresa_id }) => {
      for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
        const from = after;
        const expired = await db.read(lastingAccess(empresa_id), (tx) =>
          selectExpired(tx, from, TRASH_DAYS, EXPIRED),
        );
        for (const { id } of expired) await purge(empresa_id, id);
        const last = expired.at(-1);
        if (last === undefined) return;
        after = last.id;
      }
    }),
  ];
}

/** A move that is due now needs no delay. */
const delayOf = (seconds: number) => (seconds <= 0 ? {} : { startAfterSeconds: Math.ceil(seconds) });

function isReferredTo(error: unknown): true {
  if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION) return true;
  throw error;
}
