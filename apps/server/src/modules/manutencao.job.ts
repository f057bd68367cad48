import * as z from 'zod';
import type { Database } from '#platform/db.ts';
import { defineJob, handle } from '#platform/jobs.ts';

/** Makes the coming months' partitions of the history, long before they are needed. */
export const ensurePartitions = defineJob({
  name: 'manutencao.particoes',
  data: z.object({}),
  cron: '17 4 * * *',
});

export const manutencaoHandler = ({ db }: { db: Database }) =>
  handle(ensurePartitions, async () => {
    await db.global('select ensure_historico_partitions()');
  });
