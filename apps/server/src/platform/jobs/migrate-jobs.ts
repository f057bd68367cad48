import pg from 'pg';
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
  await finishIndexes(url);
}

/**
 * Builds and drops the indexes that an upgrade of pg-boss left in its table `bam`. pg-boss expects a worker to do this,
 * but ours run as `app`, which owns no table. The commands have no time limit, and an INVALID index of an earlier run is
 * dropped first.
 */
async function finishIndexes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; command: string }>(
      `select id, command from ${SCHEMA}.bam where status <> 'completed' order by created_on, id`,
    );
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    for (const { id, command } of rows) {
      const index = /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([\w$]+)/i.exec(
        command,
      )?.[1];
      if (!(index && (await isBuilt(client, index)))) await client.query(command);
      await client.query(
        `update ${SCHEMA}.bam set status = 'completed', completed_on = now(), error = null where id = $1`,
        [id],
      );
    }
  } finally {
    await client.end();
  }
}

/** Whether the index is there and valid. Drops it if it is INVALID. */
async function isBuilt(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indisvalid as "isValid" from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = $2::regnamespace`,
    [index, SCHEMA],
  );
  const [found] = rows;
  if (found && !found.isValid) await client.query(`drop index concurrently ${found.name}`);
  return found?.isValid ?? false;
}
