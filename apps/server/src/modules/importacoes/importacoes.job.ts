import * as z from 'zod';
import { removeUncounted } from '#modules/importacoes/fotos/fotos-sweep.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import { advance } from './advance.ts';
import { selectLost, takeLostLease } from './lease.queries.ts';
import type { ImportParts } from './lease.ts';
import { deleteSome, type Old, selectOld } from './sweep.queries.ts';

/**
 * Advances an importacao. The job enqueues itself again until a person has to decide or the importacao is
 * done.
 */
export const advanceImportacao = defineJob({
  name: 'importacoes.avancar',
  data: z.object({ empresa_id: z.uuid(), importacao_id: z.uuid(), vez: z.int() }),
  lane: 'watched',
  outside: 'marketplace',
  atOnce: 24,
});

/** Resumes importacoes whose job was lost. */
export const keepImportacoes = defineJob({
  name: 'importacoes.manter',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/2 * * * *',
});

/**
 * Deletes importacoes that are months old, because each has a row for every anuncio and photo. A run deletes
 * as many as its time allows. The runs of one night in Brazil have about an hour and a half together.
 */
export const sweepImportacoes = defineJob({
  name: 'importacoes.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '7,17,27,37,47,57 4-7 * * *',
});

const AT_ONCE = 100;
const ROWS_AT_ONCE = 2000;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

export const sendImportacao = (
  tx: TenantDb,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, vez }: { id: string; vez: number },
  startAfterSeconds = 0,
) =>
  jobs.enqueue(
    tx,
    advanceImportacao,
    { empresa_id: tx.empresaId, importacao_id: id, vez },
    startAfterSeconds > 0 ? { startAfterSeconds } : undefined,
  );

export function importacoesHandlers(parts: ImportParts) {
  const { db, jobs, log } = parts;
  return [
    handle(advanceImportacao, ({ empresa_id, importacao_id, vez }) =>
      advance(
        {
          ...parts,
          sendOn: (tx, next, startAfterSeconds) =>
            sendImportacao(tx, jobs, { id: importacao_id, vez: next }, startAfterSeconds),
        },
        { empresaId: empresa_id, importacaoId: importacao_id, vez },
      ),
    ),
    handle(keepImportacoes, async () => {
      const until = Date.now() + RUN_MS;
      await eachInBatches(
        (limit) => selectLost(db, limit),
        ({ empresa_id, importacao_id }) =>
          db.write(systemAccess(empresa_id), async (tx) => {
            const vez = await takeLostLease(tx, importacao_id);
            if (vez !== undefined) await sendImportacao(tx, jobs, { id: importacao_id, vez });
          }),
        {
          ...{ batch: AT_ONCE, atOnce: 1, isOver: () => Date.now() > until },
          keyOf: ({ importacao_id }) => importacao_id,
          onError: ({ importacao_id }, err) =>
            log.warn({ importacao: importacao_id, err }, 'importacao not resumed'),
        },
      );
    }),
    handle(sweepImportacoes, async () => {
      const until = Date.now() + RUN_MS;
      const isOver = () => Date.now() > until;
      await eachInBatches(
        (limit) => selectOld(db, limit),
        async ({ empresa_id, importacao_id }: Old) => {
          const access = systemAccess(empresa_id);
          await removeUncounted(parts, access, importacao_id);
          const some = () => db.write(access, (tx) => deleteSome(tx, importacao_id, ROWS_AT_ONCE));
          while (!isOver() && (await some()));
        },
        {
          ...{ batch: AT_ONCE, atOnce: 1, isOver, keyOf: ({ importacao_id }) => importacao_id },
          onError: ({ importacao_id }, err) =>
            log.warn({ importacao: importacao_id, err }, 'importacao not swept'),
        },
      );
    }),
  ];
}
