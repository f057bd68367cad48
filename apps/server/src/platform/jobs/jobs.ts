import { type JobResult, PgBoss } from 'pg-boss';
import type * as z from 'zod';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { isBeingDeleted } from '#platform/errors.ts';
import { describeError, type Log } from '#platform/log.ts';
import { inContext, type Span } from '#platform/log-context.ts';
import { jobRuns, showJobs } from '#platform/metrics/metrics.ts';
import type { IsHeld } from '#platform/recovery/hold.ts';
import { inRootSpan } from '#platform/tracing/spans.ts';
import { compareSchema } from './boss-schema.ts';
import { type Attempt, contextOf, spanOf, traced } from './job-context.ts';
import { joinWaiting, SCHEMA } from './jobs.queries.ts';
import { LANES, type Lane, type LanePolicy } from './lanes.ts';

/**
 * A kind of background job. Every job must be idempotent, because pg-boss repeats the job of a killed worker.
 * A second run with the same data must change nothing.
 */
export interface JobKind<Data extends object> {
  name: string;
  data: z.ZodType<Data>;
  /** The lane decides concurrency, wake-up and retries (`lanes.ts`). */
  lane: Lane;
  /** The cron expression of the schedule on which pg-boss enqueues the job, in UTC. */
  cron?: string;
  /**
   * The number of jobs that one process runs concurrently. I/O-bound kinds have a higher number, so that
   * blocked jobs do not stall the rest.
   */
  atOnce?: number;
  /** The number of these concurrent jobs that may belong to one empresa. Default: the number of the lane. */
  perEmpresa?: number;
  /**
   * The number of jobs that a worker fetches with one statement. Kinds with many short jobs have a higher
   * number.
   */
  batch?: number;
  /**
   * Whether one job handles all pending rows of its empresa. A waiting job then also covers a later change.
   */
  coversEmpresa?: boolean;
  /**
   * What the job reaches outside the installation. It waits while a restore is not released. A restore drops the
   * waiting mails, because the worker has probably sent them since the moment that was restored.
   */
  outside?: 'mail' | 'marketplace';
}

export interface JobHandler {
  kind: JobKind<never>;
  run(data: never): Promise<void>;
  /** Runs after the last attempt of a job has failed, for what a person must learn of it. */
  giveUp?(data: never): Promise<void>;
}

export interface Jobs {
  /** Enqueues in the transaction of the change that needs the job, so that both commit or neither does. */
  enqueue<Data extends object>(
    tx: TenantDb,
    kind: JobKind<Data>,
    data: Data,
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Enqueues a job that belongs to no empresa. Jobs with the same `group` share one concurrency limit, like
   * those of one empresa.
   */
  enqueueGlobal<Data extends object>(kind: JobKind<Data>, data: Data, group?: string): Promise<void>;
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** The instant, by `Date.now`, at which this process last asked the queues for jobs and got an answer. 0: never. */
  askedAt(): number;
  close(): Promise<void>;
}

interface EnqueueOptions {
  startAfterSeconds?: number;
  /**
   * Divides time into slots of this many seconds. The queue accepts at most one job of this kind per empresa
   * in a slot.
   */
  oncePerSeconds?: number;
}

export const defineJob = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind;

export const handle = <Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data) => Promise<void>,
  giveUp?: (data: Data) => Promise<void>,
): JobHandler => ({
  kind: kind as unknown as JobKind<never>,
  run: (data) => run(kind.data.parse(data)),
  ...(giveUp && { giveUp: (data: never) => giveUp(kind.data.parse(data)) }),
});

/** The time after which a job asks again whether the restore is released. */
const HELD_SECONDS = 30;
/**
 * The maximum wait of pg-boss for an answer of PostgreSQL. It is longer than the statement timeout of the role
 * (roles.sql), so a longer wait means that the network or the server has failed.
 */
const ANSWER_LIMIT_MS = 20_000;

export async function openJobs(options: {
  url: string;
  worker: boolean;
  log: Log;
  isHeld?: IsHeld;
  answerLimitMs?: number;
}): Promise<Jobs> {
  const { log, isHeld = async () => false, answerLimitMs = ANSWER_LIMIT_MS } = options;
  // pg-boss hands these to pg. Without them a statement on a connection to a vanished machine never ends, and the
  // worker fetches no more jobs.
  const connection = { keepAlive: true, query_timeout: answerLimitMs };
  const boss = new PgBoss({
    ...connection,
    connectionString: options.url,
    schema: SCHEMA,
    // Only pg-boss's own short statements use this pool. Handlers use the pools of their databases.
    max: options.worker ? 4 : 2,
    connectionTimeoutMillis: 5000,
    application_name: 'prumo-jobs',
    // The release step migrates (main.migrate.ts), and a running process never changes the schema. Without `migrate`
    // pg-boss refuses every other version, also a newer one, and with it pg-boss changes nothing in a newer one.
    migrate: (await compareSchema(options.url)) === 'newer',
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    useListenNotify: options.worker,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  // Without a listener, the error of a lost connection ends the process.
  boss.on('error', (error) => log.warn({ err: asError(error) }, 'pg-boss error'));
  boss.on('warning', ({ message }) => log.warn({ err: new Error(message) }, 'pg-boss warning'));
  await boss.start();

  const attempt = (handler: JobHandler, job: Attempt): Promise<JobResult> =>
    inContext(contextOf(handler.kind, job), () =>
      inRootSpan(
        () => spanOf(handler.kind, job),
        (span) => attemptInContext(handler, job, span),
      ),
    );

  async function attemptInContext(
    { kind, run, giveUp }: JobHandler,
    job: Attempt,
    span?: Span,
  ): Promise<JobResult> {
    const began = performance.now();
    const note = (outcome: 'completed' | 'failed' | 'given_up') =>
      jobRuns({ kind: kind.name, outcome }).observe((performance.now() - began) / 1000);
    try {
      if (kind.outside && (await isHeld())) await postpone(kind, job);
      else await run(job.data as never);
      note('completed');
      return { id: job.id, status: 'completed' };
    } catch (error) {
      // A marketplace's jobs start again by themselves if the deletion is cancelled.
      if (isBeingDeleted(error)) {
        note('completed');
        return { id: job.id, status: 'completed' };
      }
      const isGivenUp = job.retryCount >= LANES[kind.lane].queue.retryLimit;
      note(isGivenUp ? 'given_up' : 'failed');
      span?.fail(error);
      log[isGivenUp ? 'error' : 'warn']({ err: asError(error) }, isGivenUp ? 'job given up' : 'job failed');
      if (isGivenUp)
        await giveUp?.(job.data as never).catch((err: unknown) =>
          log.error({ err: asError(err) }, 'the end of a job was not noted'),
        );
      // An error can quote personal data, so the job stores only the fields that the log may show.
      return { id: job.id, status: 'failed', output: describeError(asError(error)) };
    }
  }

  /** Puts the job back into its queue. The clock starts a kind with a cron again by itself. */
  async function postpone(kind: JobKind<never>, job: Attempt): Promise<void> {
    if (kind.cron !== undefined) return;
    const { empresa } = contextOf(kind, job);
    await boss.send(kind.name, job.data as object, {
      startAfter: HELD_SECONDS,
      ...(empresa && { group: { id: empresa } }),
    });
  }

  async function startWorkers(handler: JobHandler): Promise<void> {
    const { name, lane, atOnce, batch = 1, perEmpresa }: JobKind<never> = handler.kind;
    const policy: LanePolicy = LANES[lane];
    showJobs(name);
    await boss.work(
      name,
      {
        batchSize: batch,
        perJobResults: true,
        localConcurrency: Math.ceil((atOnce ?? policy.atOnce) / batch),
        // Each process counts the running jobs of an empresa in memory. The option `groupConcurrency` counts
        // them in the database instead, but workers that fetch concurrently would all pass that check.
        localGroupConcurrency: perEmpresa ?? policy.perEmpresa,
        pollingIntervalSeconds: policy.pollSeconds,
        notifyPollingIntervalSeconds: policy.pollSeconds,
      },
      async (jobs): Promise<JobResult[]> => {
        const results = await Promise.all(jobs.map((job) => attempt(handler, job)));
        goOn(name);
        return results;
      },
    );
  }

  /**
   * More jobs may be waiting, so the workers that have just finished a job fetch the next one immediately
   * and do not wait for the poll.
   */
  function goOn(name: string): void {
    for (const worker of boss.getWipData())
      if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
  }

  return {
    async enqueue(tx, kind, data, { startAfterSeconds, oncePerSeconds } = {}) {
      if (kind.coversEmpresa && startAfterSeconds === undefined && (await joinWaiting(tx, kind.name))) return;
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.raw(text, values) }),
      };
      await boss.send(kind.name, traced(data), {
        db,
        group: { id: tx.empresaId },
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        ...(oncePerSeconds !== undefined && {
          singletonKey: tx.empresaId,
          singletonSeconds: oncePerSeconds,
        }),
      });
    },
    async enqueueGlobal(kind, data, group) {
      await boss.send(kind.name, traced(data), group === undefined ? {} : { group: { id: group } });
    },
    async work(handlers) {
      for (const handler of handlers) {
        await startWorkers(handler);
        if (handler.kind.cron) await boss.schedule(handler.kind.name, handler.kind.cron, {});
      }
    },
    askedAt: () =>
      boss.getWipData().reduce((last, { lastFetchedOn }) => Math.max(last, lastFetchedOn ?? 0), 0),
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/**
 * Makes an Error of any thrown value. pg-boss reports some errors as plain objects, for which the log would
 * show only the type.
 */
function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  const { message = String(error), ...rest } = Object(error) as { message?: string };
  return Object.assign(new Error(message), rest);
}
