import type { Database } from '#platform/db/db.ts';

export const ensureHistoricoPartitions = (db: Database) => db.global('select ensure_historico_partitions()');
