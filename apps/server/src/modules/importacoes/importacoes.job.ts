import * as z from 'zod';
import { SYSTEM_USER } from '#platform/history.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { advance } from './advance.ts';
import { selectKnown } from './read.queries.ts';
import { refreshAnuncios } from './refresh.ts';
import { deleteSome, selectOld } from './sweep.queries.ts';
import { selectLost, takeLostTurn } from './turn.queries.ts';
import type { ImportParts } from './turn.ts';

/** Brings an importacao on; it sends itself on until a person is to decide or all is done. */
export const advanceImportacao = defineJob({
  name: 'importacoes.avancar',
  data: z.object({ empresa_id: z.uuid(), importacao_id: z.uuid(), vez: z.int() }),
  atOnce: 24,
});

/** Goes on with those whose job was lost. */
export const keepImportacoes = defineJob({
  name: 'importacoes.manter',
  data: z.object({}),
  cron: '*/2 * * * *',
});

/** Reads again anuncios that changed at the marketplace. */
export const refreshChanged = defineJob({
  name: 'importacoes.reler',
  data: z.object({ empresa_id: z.uuid(), user_ml_id: z.string(), anuncio_ids: z.array(z.string()) }),
});

/** Forgets those of months ago: each has a row for every anuncio and photo. */
export const sweepImportacoes = defineJob({
  name: 'importacoes.varrer',
  data: z.object({}),
  cron: '47 4 * * *',
});

const AT_ONCE = 100;
const ROWS_AT_ONCE = 2000;

/** Tells the worker that anuncios changed there, if any of them is one of ours. */
export const anunciosChanged =
  (jobs: Pick<Jobs, 'enqueue'>) => async (tx: TenantDb, userMlId: string, ids: readonly string[]) => {
    const known = await selectKnown(tx, userMlId, ids);
    if (!known?.contaId || known.ids.length === 0) return;
    const data = { empresa_id: tx.empresaId, user_ml_id: userMlId, anuncio_ids: known.ids };
    await jobs.enqueue(tx, refreshChanged, data);
  };

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
  const { db, jobs } = parts;
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
    handle(refreshChanged, ({ empresa_id, user_ml_id, anuncio_ids }) =>
      refreshAnuncios(parts, { empresaId: empresa_id, userMlId: user_ml_id, ids: anuncio_ids }),
    ),
    handle(keepImportacoes, async () => {
      for (const { empresa_id, importacao_id } of await selectLost(db, AT_ONCE))
        await db.write({ sessionHash: null, empresaId: empresa_id, userId: SYSTEM_USER }, async (tx) => {
          const vez = await takeLostTurn(tx, importacao_id);
          if (vez !== undefined) await sendImportacao(tx, jobs, { id: importacao_id, vez });
        });
    }),
    handle(sweepImportacoes, async () => {
      for (const { empresa_id, importacao_id } of await selectOld(db, AT_ONCE)) {
        const access = { sessionHash: null, empresaId: empresa_id, userId: SYSTEM_USER };
        while (await db.write(access, (tx) => deleteSome(tx, importacao_id, ROWS_AT_ONCE)));
      }
    }),
  ];
}
