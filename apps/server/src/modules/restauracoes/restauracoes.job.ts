import * as z from 'zod';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { advance, type RestoreParts } from './advance.ts';
import { pedacoKey } from './file.ts';
import {
  changeSituacao,
  deletePedacos,
  markRemoved,
  selectStored,
  selectVencidas,
} from './restauracoes.queries.ts';

/** Checks and writes a restauracao. The job enqueues itself again until all is written. */
export const advanceRestauracao = defineJob({
  name: 'restauracoes.avancar',
  data: z.object({ empresa_id: z.uuid(), restauracao_id: z.uuid() }),
  lane: 'watched',
  atOnce: 2,
  perEmpresa: 1,
});

/** Removes uploaded files whose restauracao has ended from the store. */
export const sweepRestauracoes = defineJob({
  name: 'restauracoes.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '5-59/10 * * * *',
});

const AT_ONCE = 50;
const PIECES_AT_ONCE = 100;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;
const FAILED = 'A restauração não terminou depois de muitas tentativas. Crie outra empresa e tente nela.';

export const sendRestauracao = (tx: TenantDb, jobs: Pick<Jobs, 'enqueue'>, id: string) =>
  jobs.enqueue(tx, advanceRestauracao, { empresa_id: tx.empresaId, restauracao_id: id });

export function restauracoesHandlers(parts: RestoreParts & { jobs: Pick<Jobs, 'enqueue'> }) {
  const { db, storage, jobs, log } = parts;

  /** Removes the objects before their rows, so that no object is unknown. */
  async function remove(empresaId: string, id: string): Promise<void> {
    const access = lastingAccess(empresaId);
    for (;;) {
      const stored = await db.read(access, (tx) => selectStored(tx, id, PIECES_AT_ONCE));
      if (stored.length === 0) break;
      for (const pedaco of stored) await storage.remove(pedacoKey(empresaId, id, pedaco.id));
      await db.write(access, (tx) =>
        deletePedacos(
          tx,
          stored.map((pedaco) => pedaco.id),
        ),
      );
    }
    await db.write(access, (tx) => markRemoved(tx, id));
  }

  return [
    handle(
      advanceRestauracao,
      ({ empresa_id: empresaId, restauracao_id: id }) =>
        advance({ ...parts, empresaId, id, sendOn: (tx) => sendRestauracao(tx, jobs, id) }),
      async ({ empresa_id, restauracao_id }) => {
        const change = { from: ['conferindo', 'restaurando'], to: 'falhou', aviso: FAILED };
        await db.write(lastingAccess(empresa_id), (tx) => changeSituacao(tx, restauracao_id, change));
      },
    ),
    handle(sweepRestauracoes, async () => {
      const until = Date.now() + RUN_MS;
      await eachInBatches(
        (limit) => selectVencidas(db, limit),
        ({ empresa_id, restauracao_id }) => remove(empresa_id, restauracao_id),
        {
          ...{ batch: AT_ONCE, atOnce: 1, isOver: () => Date.now() > until },
          keyOf: ({ restauracao_id }) => restauracao_id,
          onError: ({ restauracao_id }, err) =>
            log.warn({ restauracao: restauracao_id, err }, 'restauracao not removed'),
        },
      );
    }),
  ];
}
