import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { sweepMudancas as sweep } from './mudancas.queries.ts';

/** Deletes announced changes that no stream resumes any more. */
export const sweepMudancas = defineJob({
  name: 'mudancas.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '* * * * *',
});

export const mudancasHandler = ({ db }: { db: Database }) =>
  handle(sweepMudancas, async () => {
    await sweep(db);
  });
