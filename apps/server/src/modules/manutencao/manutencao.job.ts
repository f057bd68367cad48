import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { ensureHistoricoPartitions } from './manutencao.queries.ts';

/**
 * Creates the monthly partitions of the history ahead of time, so that an insert never needs a partition that
 * does not exist yet.
 */
export const ensurePartitions = defineJob({
  name: 'manutencao.particoes',
  data: z.object({}),
  lane: 'upkeep',
  cron: '17 4 * * *',
});

export const manutencaoHandler = ({ db }: { db: Database }) =>
  handle(ensurePartitions, async () => {
    await ensureHistoricoPartitions(db);
  });
