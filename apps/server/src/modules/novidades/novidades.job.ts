import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { sweepNovidades as sweep } from './novidades.queries.ts';

/** Deletes announced changes that no stream resumes any more. */
export const sweepNovidades = defineJob({
  name: 'novidades.varrer',
  data: z.object({}),
  lane: 'upkeep',
  cron: '* * * * *',
});

export const novidadesHandler = ({ db }: { db: Database }) =>
  handle(sweepNovidades, async () => {
    await sweep(db);
  });
