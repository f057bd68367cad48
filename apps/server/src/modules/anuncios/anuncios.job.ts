import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { selectFollowed } from './keep-anuncios.queries.ts';
import { readOn } from './leitura/leitura.ts';
import {
  beginLeitura,
  type Due,
  planLeitura,
  putOff,
  selectDue,
  selectUnplanned,
  takeLost,
} from './leitura/leituras.queries.ts';
import { refreshAnuncios } from './refresh.ts';

/** Reads all anuncios of a conta. The job enqueues itself again until the reading is over. */
export const readAnuncios = defineJob({
  name: 'anuncios.ler',
  data: z.object({ empresa_id: z.uuid(), marketplace: z.string(), seller_id: z.string(), vez: z.int() }),
  lane: 'watched',
  outside: 'marketplace',
  atOnce: 8,
});

/** Begins the readings of the day, and resumes those whose job was lost. */
export const keepLeituras = defineJob({
  name: 'anuncios.manter',
  data: z.object({}),
  lane: 'upkeep',
  cron: '*/2 * * * *',
});

/**
 * Reads anuncios again that have changed at the marketplace. The notification is settled when this job is
 * enqueued, so the job has to outlast an outage: its lane retries for about an hour. The name is the one of its queue, in
 * which jobs of an older release may wait.
 */
export const refreshChanged = defineJob({
  name: 'importacoes.reler',
  data: z.object({
    empresa_id: z.uuid(),
    marketplace: z.string(),
    seller_id: z.string(),
    anuncio_ids: z.array(z.string()),
  }),
  lane: 'watched',
  outside: 'marketplace',
  // The queue is first in, first out between empresas below their limit, so each empresa with a backlog holds
  // a worker for as long as the backlog lasts. The jobs mostly wait for the marketplace.
  atOnce: 8,
  perEmpresa: 1,
});

const AT_ONCE = 100;
/** The maximum time of a run. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

type Enqueue = Pick<Jobs, 'enqueue'>;

/** Enqueues a refresh of changed anuncios, if this empresa follows any of them. */
export const anunciosChanged =
  (jobs: Enqueue) => async (tx: TenantDb, seller: SellerRef, ids: readonly string[]) => {
    const followed = await selectFollowed(tx, seller, ids);
    if (!followed?.contaId || followed.ids.length === 0) return;
    const { marketplace, sellerId } = seller;
    const data = { empresa_id: tx.empresaId, marketplace, seller_id: sellerId, anuncio_ids: followed.ids };
    await jobs.enqueue(tx, refreshChanged, data);
  };

/** Begins a reading of all anuncios of an account. During a reading it changes nothing. */
export async function startLeitura(tx: TenantDb, jobs: Enqueue, seller: SellerRef): Promise<void> {
  const vez = await beginLeitura(tx, seller);
  if (vez !== undefined) await send(tx, jobs, seller, vez);
}

const send = (tx: TenantDb, jobs: Enqueue, seller: SellerRef, vez: number, startAfterSeconds = 0) =>
  jobs.enqueue(
    tx,
    readAnuncios,
    { empresa_id: tx.empresaId, marketplace: seller.marketplace, seller_id: seller.sellerId, vez },
    startAfterSeconds > 0 ? { startAfterSeconds } : undefined,
  );

export function anunciosHandlers(parts: {
  db: Database;
  tokens: Tokens;
  marketplaces: Marketplaces;
  jobs: Enqueue;
  log: Log;
}) {
  const { db, jobs, log } = parts;
  return [
    handle(readAnuncios, ({ empresa_id, marketplace, seller_id, vez }) => {
      const seller = { marketplace, sellerId: seller_id };
      return readOn(
        {
          ...parts,
          sendOn: (tx, next, startAfterSeconds) => send(tx, jobs, seller, next, startAfterSeconds),
        },
        { ...seller, empresaId: empresa_id, vez },
      );
    }),
    handle(refreshChanged, ({ empresa_id, marketplace, seller_id, anuncio_ids }) =>
      refreshAnuncios(parts, {
        empresaId: empresa_id,
        seller: { marketplace, sellerId: seller_id },
        ids: anuncio_ids,
      }),
    ),
    handle(keepLeituras, async () => {
      const until = Date.now() + RUN_MS;
      const options = {
        ...{ batch: AT_ONCE, atOnce: 1, isOver: () => Date.now() > until },
        keyOf: ({ empresaId, marketplace, sellerId }: Due) => `${empresaId} ${marketplace} ${sellerId}`,
        onError: ({ sellerId }: Due, err: unknown) =>
          log.warn({ seller: sellerId, err }, 'leitura not begun'),
      };
      const each = (work: (tx: TenantDb, due: Due) => Promise<unknown>) => (due: Due) =>
        db.write(systemAccess(due.empresaId), (tx) => work(tx, due)).then(() => {});
      await eachInBatches((limit) => selectUnplanned(db, limit), each(planLeitura), options);
      await eachInBatches(
        (limit) => selectDue(db, limit),
        each((tx, due) => goOn(tx, jobs, due)),
        options,
      );
    }),
  ];
}

async function goOn(tx: TenantDb, jobs: Enqueue, due: Due): Promise<void> {
  const vez = await takeLost(tx, due);
  if (vez !== undefined) return void (await send(tx, jobs, due, vez));
  if (!(await putOff(tx, due))) await startLeitura(tx, jobs, due);
}
