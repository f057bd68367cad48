import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Database } from '#platform/db/db.ts';
import { eachInBatches } from '#platform/db/in-batches.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { type ContaRef, selectSemFatura, selectSemFrete } from './faturas.queries.ts';
import { readFaturas } from './read-faturas.ts';
import { readFretes } from './read-fretes.ts';

/** Reads the bills of the contas that were not read today. */
export const readBills = defineJob({
  name: 'faturas.ler',
  data: z.object({}),
  lane: 'upkeep',
  outside: 'marketplace',
  cron: '7-59/10 * * * *',
});

/** Reads what the seller pays for the parcels whose freight was never asked. */
export const readFreights = defineJob({
  name: 'faturas.fretes',
  data: z.object({}),
  lane: 'upkeep',
  outside: 'marketplace',
  cron: '*/5 * * * *',
});

const BATCH = 100;
/** Several sellers are read at once, and each seller by one reading. */
const AT_ONCE = 4;
/** No further page begins after this time. The queue considers a job lost after five minutes. */
const RUN_MS = 4 * 60_000;

export interface Parts {
  db: Database;
  tokens: Tokens;
  log: Log;
}

export const faturasHandlers = (parts: Parts) => [
  handle(readBills, () => readEach(parts, selectSemFatura, readFaturas)),
  handle(readFreights, () => readEach(parts, selectSemFrete, readFretes)),
];

async function readEach(
  parts: Parts,
  select: (db: Database, limit: number) => Promise<ContaRef[]>,
  read: (parts: Parts, conta: ContaRef, isOver: () => boolean) => Promise<void>,
): Promise<void> {
  const until = Date.now() + RUN_MS;
  const isOver = () => Date.now() > until;
  await eachInBatches(
    (limit) => select(parts.db, limit),
    (conta) => read(parts, conta, isOver),
    {
      ...{ batch: BATCH, atOnce: AT_ONCE, isOver },
      keyOf: ({ contaId }) => contaId,
      onError: ({ contaId }, err) => parts.log.warn({ conta: contaId, err }, 'costs of a conta not read'),
    },
  );
}
