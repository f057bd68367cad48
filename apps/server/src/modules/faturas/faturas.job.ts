import * as z from 'zod';
import type { Tokens } from '#modules/contas/tokens.ts';
import { CallsRefused } from '#modules/marketplace/custos.ts';
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
/** Mercado Livre wants no two bills read at once, because it refuses the calls of a whole installation. */
const BILLS_AT_ONCE = 1;
const FREIGHTS_AT_ONCE = 4;
/**
 * No further step begins after this time. The queue considers a job lost after five minutes and delivers it again, and the
 * last call may take two minutes.
 */
const RUN_MS = 170_000;

export interface Parts {
  db: Database;
  tokens: Tokens;
  log: Log;
}

export const faturasHandlers = (parts: Parts) => [
  handle(readBills, async () => {
    await readEach(parts, openRun(), {
      ...{ select: selectSemFatura, atOnce: BILLS_AT_ONCE },
      read: (conta, isOver) => readFaturas(parts, conta, isOver),
    });
  }),
  handle(readFreights, async () => {
    const run = openRun();
    // Each round gives every conta one turn.
    for (let isMore = true; isMore && !run.isOver(); ) {
      isMore = false;
      await readEach(parts, run, {
        ...{ select: selectSemFrete, atOnce: FREIGHTS_AT_ONCE },
        read: async (conta, isOver) => {
          if (await readFretes(parts, conta, isOver)) isMore = true;
        },
      });
    }
  }),
];

interface Run {
  isOver(): boolean;
  /** Ends the run before its time. */
  end(): void;
}

function openRun(): Run {
  let until = Date.now() + RUN_MS;
  return {
    isOver: () => Date.now() > until,
    end: () => {
      until = 0;
    },
  };
}

interface How {
  select: (db: Database, limit: number) => Promise<ContaRef[]>;
  atOnce: number;
  read: (conta: ContaRef, isOver: () => boolean) => Promise<void>;
}

/** Reads conta by conta, until the run is over or the marketplace grants no further calls. */
const readEach = ({ db, log }: Parts, { isOver, end }: Run, { select, atOnce, read }: How) =>
  eachInBatches(
    (limit) => select(db, limit),
    (conta) => read(conta, isOver),
    {
      ...{ batch: BATCH, atOnce, isOver },
      keyOf: ({ contaId }) => contaId,
      onError: ({ contaId }, err) => {
        if (err instanceof CallsRefused) end();
        log.warn({ conta: contaId, err }, 'costs of a conta not read');
      },
    },
  );
