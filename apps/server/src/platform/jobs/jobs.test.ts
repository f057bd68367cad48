import { afterAll, expect, test } from 'vitest';
import { followArquivos } from '#modules/arquivos/arquivos.job.ts';
import { keepContas, revokeConta } from '#modules/contas/contas.job.ts';
import { SYSTEM_USER } from '#platform/db/history.ts';
import { openLog } from '#platform/log.ts';
import { inContext } from '#platform/log-context.ts';
import { registry } from '#platform/metrics/registry.ts';
import { testApp } from '#testing/test-app.ts';
import { jobKinds } from '#worker.ts';
import { handle, type JobHandler, openJobs } from './jobs.ts';
import { LANES } from './lanes.ts';
import { migrateJobs } from './migrate-jobs.ts';

const { anEmpresa, config, openPool, sql, url } = await testApp();
const db = openPool(4);
const lines: string[] = [];
const log = openLog('warn', { write: (line) => void lines.push(line) });
const jobs = await openJobs({ url: config.DATABASE_URL, worker: true, log });
afterAll(async () => {
  await jobs.close();
});

/**
 * Maps an empresa id to what the handlers below do for its jobs. A job of another empresa ends immediately.
 */
const works = new Map<string, () => Promise<void>>();
const begun: string[] = [];
const run = async ({ empresa_id }: { empresa_id: string }) => {
  begun.push(empresa_id);
  await works.get(empresa_id)?.();
};
await jobs.work([handle(revokeConta, run), handle(followArquivos, run)] satisfies JobHandler[]);

const accessOf = (empresaId: string) => ({ sessionHash: null, empresaId, userId: SYSTEM_USER });
const conta_id = '01990000-0000-7000-8000-000000000000';
const revoke = (empresa_id: string, count = 1) =>
  db.write(accessOf(empresa_id), async (tx) => {
    for (let n = 0; n < count; n++) await jobs.enqueue(tx, revokeConta, { empresa_id, conta_id });
  });
type Gate = PromiseWithResolvers<void>;
const timesBegun = (empresaId: string) => begun.filter((each) => each === empresaId).length;

test('every kind of job names a lane, and exactly the kinds with a cron are in the lane `upkeep`', () => {
  for (const { name, lane, cron } of jobKinds) {
    expect(Object.keys(LANES), name).toContain(lane);
    expect(lane === 'upkeep', name).toBe(cron !== undefined);
  }
});

test('the queue of every kind has the policy of its lane', async () => {
  const queues = await sql(
    'select name, retry_limit, retry_delay, retry_delay_max, expire_seconds, heartbeat_seconds, notify, dead_letter from pgboss.queue',
  );
  for (const { name, lane } of jobKinds) {
    const { wakes, queue } = LANES[lane];
    expect(
      queues.find((each) => each['name'] === name),
      name,
    ).toEqual({
      name,
      retry_limit: queue.retryLimit,
      retry_delay: queue.retryDelay,
      retry_delay_max: queue.retryDelayMax,
      expire_seconds: queue.expireInSeconds,
      heartbeat_seconds: 10,
      notify: wakes,
      dead_letter: 'falhas',
    });
  }
});

test('the outcomes of a kind are zero before its first job, so that an alert sees the first job given up', async () => {
  const { values = [] } = (await registry.getSingleMetric('prumo_job_duration_seconds')?.get()) ?? {};
  const counted = values.filter(
    ({ labels, ...each }) =>
      labels['kind'] === followArquivos.name &&
      (each as { metricName?: string }).metricName === 'prumo_job_duration_seconds_count',
  );
  expect(counted.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
    ['completed', 0],
    ['failed', 0],
    ['given_up', 0],
  ]);
});

test('a job of one empresa runs while forty unfinished jobs of another empresa are ahead of it', async () => {
  const [ana, bia] = [(await anEmpresa()).empresaId, (await anEmpresa()).empresaId];
  const biaDone = Promise.withResolvers<void>();
  works.set(ana, () => biaDone.promise);
  works.set(bia, async () => biaDone.resolve());
  await revoke(ana, 40);
  await expect.poll(() => timesBegun(ana)).toBe(LANES.bulk.perEmpresa);
  await revoke(bia);
  await biaDone.promise;
  expect(timesBegun(ana)).toBe(LANES.bulk.perEmpresa);
  // Workers do not wait for the next poll. If they fetched two jobs every two seconds, forty jobs would take
  // 40 s.
  await expect.poll(() => timesBegun(ana)).toBe(40);
});

test('a waiting job also covers a later change, and no worker fetches it before that change is committed', async () => {
  const [ana, bia] = [(await anEmpresa()).empresaId, (await anEmpresa()).empresaId];
  const follow = (empresa_id: string, before?: () => Promise<void>) =>
    db.write(accessOf(empresa_id), async (tx) => {
      await jobs.enqueue(tx, followArquivos, { empresa_id });
      await before?.();
    });
  const statesOf = async (empresaId: string) => {
    const rows = await sql('select state::text from pgboss.job where name = $1 and group_id = $2', [
      followArquivos.name,
      empresaId,
    ]);
    return rows.map(({ state }) => state).sort();
  };
  // The second job waits, because the first job of its empresa is still running.
  const [firstEnds, joined, commits] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [
    Gate,
    Gate,
    Gate,
  ];
  works.set(ana, () => firstEnds.promise);
  await follow(ana);
  await expect.poll(() => timesBegun(ana)).toBe(1);
  await follow(ana);
  const third = follow(ana, () => {
    joined.resolve();
    return commits.promise;
  });
  await joined.promise;
  expect(await statesOf(ana)).toEqual(['active', 'created']);

  firstEnds.resolve();
  await expect.poll(() => statesOf(ana)).toEqual(['completed', 'created']);
  // This job is enqueued later and runs earlier, because workers skip the job that the open transaction has
  // locked.
  await follow(bia);
  await expect.poll(() => timesBegun(bia)).toBe(1);
  expect(await statesOf(ana)).toEqual(['completed', 'created']);
  commits.resolve();
  await third;
  await expect.poll(() => statesOf(ana)).toEqual(['completed', 'completed']);
});

test('a failed job is logged with its kind, id, empresa, trace, attempt and reason, and then retried', async () => {
  const { empresaId } = await anEmpresa();
  works.set(empresaId, async () => {
    if (timesBegun(empresaId) === 1) throw new Error('the marketplace did not answer');
  });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await inContext({ trace }, () => revoke(empresaId));
  await expect.poll(() => lines.length).toBe(1);
  const [job] = await sql('select id, output from pgboss.job where group_id = $1', [empresaId]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'job failed',
    trace,
    empresa: empresaId,
    job: { kind: 'contas.revogar', id: job?.['id'], empresa: empresaId, attempt: 1 },
    err: { type: 'Error', message: 'the marketplace did not answer' },
  });
  await expect.poll(() => timesBegun(empresaId)).toBe(2);
});

test('the release step removes the schedules that no kind has', async () => {
  await sql(
    `insert into pgboss.schedule (name, key, cron) select name, '', '0 5 * * *' from pgboss.queue
     where name = any($1)`,
    [[revokeConta.name, keepContas.name]],
  );
  await migrateJobs(url('owner'), jobKinds as never);
  expect(await sql('select name from pgboss.schedule')).toEqual([{ name: keepContas.name }]);
});
