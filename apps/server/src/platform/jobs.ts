import { PgBoss } from 'pg-boss';
import type * as z from 'zod';
import type { Log } from './log.ts';
import type { TenantDb } from './tenant-db.ts';

/** A kind of background work. Running it twice with the same data must change nothing the second time. */
export interface JobKind<Data extends object> {
  name: string;
  data: z.ZodType<Data>;
  /** In UTC, for work nobody asks for. */
  cron?: string;
  /** So many in one process: more for what mostly waits, so that those who wait in vain do not keep the others. */
  atOnce?: number;
}

export interface JobHandler {
  kind: JobKind<never>;
  run(data: never): Promise<void>;
}

export interface Jobs {
  /** In the transaction of the change that needs it: both happen or neither. */
  enqueue<Data extends object>(tx: TenantDb, kind: JobKind<Data>, data: Data, after?: Delay): Promise<void>;
  /** For work that belongs to no empresa. */
  enqueueGlobal<Data extends object>(kind: JobKind<Data>, data: Data): Promise<void>;
  work(handlers: readonly JobHandler[]): Promise<void>;
  close(): Promise<void>;
}

interface Delay {
  startAfterSeconds: number;
}

export const defineJob = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind;

export const handle = <Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data) => Promise<void>,
): JobHandler => ({
  kind: kind as unknown as JobKind<never>,
  run: (data) => run(kind.data.parse(data)),
});

const SCHEMA = 'pgboss';
const DEAD_LETTER = 'falhas';
const AT_ONCE = 2;

export async function openJobs(options: { url: string; worker: boolean; log: Log }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.url,
    schema: SCHEMA,
    max: options.worker ? 4 : 2,
    application_name: 'prumo-jobs',
    // The release step migrates (main.migrate.ts); a running process never changes the schema.
    migrate: false,
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  // Without a listener a lost connection would end the process.
  boss.on('error', (err) => options.log.warn({ err }, 'jobs'));
  await boss.start();
  return {
    async enqueue(tx, kind, data, after) {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.raw(text, values) }),
      };
      await boss.send(kind.name, data, {
        db,
        group: { id: tx.empresaId },
        ...(after && { startAfter: after.startAfterSeconds }),
      });
    },
    enqueueGlobal: async (kind, data) => void (await boss.send(kind.name, data)),
    async work(handlers) {
      for (const { kind, run } of handlers) {
        await boss.work(
          kind.name,
          { pollingIntervalSeconds: 1, localConcurrency: kind.atOnce ?? AT_ONCE },
          async (batch) => {
            for (const job of batch) await run(job.data as never);
          },
        );
        if (kind.cron) await boss.schedule(kind.name, kind.cron, {});
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Makes or updates the schema and the queues; run as `owner` by the release step. */
export async function migrateJobs(url: string, kinds: readonly JobKind<never>[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(DEAD_LETTER);
  for (const { name } of kinds) {
    const queue = {
      deadLetter: DEAD_LETTER,
      retryLimit: 8,
      retryBackoff: true,
      retryDelay: 2,
      retryDelayMax: 600,
      // A killed worker is noticed by its silence, not by the end of the quarter hour.
      heartbeatSeconds: 10,
      expireInSeconds: 300,
    };
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue);
    else await boss.createQueue(name, queue);
  }
  await boss.stop({ graceful: false });
}
