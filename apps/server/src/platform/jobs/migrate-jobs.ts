import { PgBoss } from 'pg-boss';
import { SCHEMA } from './jobs.queries.ts';
import type { JobKind } from './jobs.ts';
import { LANES } from './lanes.ts';

/** The queue to which pg-boss copies a job whose retries are used up. */
const DEAD_LETTER = 'falhas';
/**
 * The interval of a job's heartbeat, the minimum of pg-boss. A missing heartbeat reveals a killed worker
 * before its job expires.
 */
const HEARTBEAT_SECONDS = 10;

/** The seconds for which a job that ended, and one that no worker takes, are kept (`platform/db/retention`). */
const KEPT = { deleteAfterSeconds: 7 * 86_400, retentionSeconds: 14 * 86_400 };

/**
 * Creates or updates pg-boss's schema and the queues, and removes the schedules that no kind has any more. The
 * release step runs it as role `owner`.
 */
export async function migrateJobs(url: string, kinds: readonly JobKind<never>[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(DEAD_LETTER);
  for (const { name, lane } of kinds) {
    const queue = {
      ...KEPT,
      ...LANES[lane].queue,
      notify: LANES[lane].wakes,
      deadLetter: DEAD_LETTER,
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue);
    else await boss.createQueue(name, queue);
  }
  // Without this, pg-boss would enqueue jobs of a removed kind for ever. A worker adds the schedules of its
  // kinds. It removes none, because during a release it may know fewer kinds than another worker.
  const scheduled = new Set(kinds.flatMap(({ name, cron }) => (cron === undefined ? [] : name)));
  for (const { name, key } of await boss.getSchedules())
    if (!scheduled.has(name)) await boss.unschedule(name, key);
  await boss.stop({ graceful: false });
}
