import * as z from 'zod';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { advance, type ExportParts } from './advance.ts';
import {
  deletePartes,
  failExportacao,
  markRemoved,
  selectStored,
  selectVencidas,
} from './exportacoes.queries.ts';
import { parteKey } from './parts.ts';

/** Writes parts of an exportacao. The job enqueues itself again until the file is complete. */
export const advanceExportacao = defineJob({
  name: 'exportacoes.avancar',
  data: z.object({ empresa_id: z.uuid(), exportacao_id: z.uuid() }),
  lane: 'watched',
  atOnce: 2,
  perEmpresa: 1,
});

/** Removes the files that have expired, were replaced or were cancelled from the store. */
export const sweepExportacoes = defineJob({
  name: 'exportacoes.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/10 * * * *',
});

const AT_ONCE = 50;
const PARTS_AT_ONCE = 100;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;
const FAILED = 'A exportação não terminou depois de muitas tentativas. Peça outra ou fale com o suporte.';

export const sendExportacao = (tx: TenantDb, jobs: Pick<Jobs, 'enqueue'>, id: string) =>
  jobs.enqueue(tx, advanceExportacao, { empresa_id: tx.empresaId, exportacao_id: id });

export function exportacoesHandlers(parts: ExportParts & { jobs: Pick<Jobs, 'enqueue'> }) {
  const { db, storage, jobs, log } = parts;

  /** Removes the objects before their rows, so that no object is unknown. */
  async function remove(empresaId: string, id: string): Promise<void> {
    const access = lastingAccess(empresaId);
    for (;;) {
      const stored = await db.read(access, (tx) => selectStored(tx, id, PARTS_AT_ONCE));
      if (stored.length === 0) break;
      for (const parte of stored) await storage.remove(parteKey(empresaId, id, parte.id));
      await db.write(access, (tx) =>
        deletePartes(
          tx,
          stored.map((parte) => parte.id),
        ),
      );
    }
    await db.write(access, (tx) => markRemoved(tx, id));
  }

  return [
    handle(
      advanceExportacao,
      ({ empresa_id: empresaId, exportacao_id: id }) =>
        advance({ ...parts, empresaId, id, sendOn: (tx) => sendExportacao(tx, jobs, id) }),
      async ({ empresa_id, exportacao_id }) => {
        await db.write(lastingAccess(empresa_id), (tx) => failExportacao(tx, exportacao_id, FAILED));
      },
    ),
    handle(sweepExportacoes, async () => {
      const until = Date.now() + RUN_MS;
      await eachInBatches(
        (limit) => selectVencidas(db, limit),
        ({ empresa_id, exportacao_id }) => remove(empresa_id, exportacao_id),
        {
          ...{ batch: AT_ONCE, atOnce: 1, isOver: () => Date.now() > until },
          keyOf: ({ exportacao_id }) => exportacao_id,
          onError: ({ exportacao_id }, err) =>
            log.warn({ exportacao: exportacao_id, err }, 'exportacao not removed'),
        },
      );
    }),
  ];
}
