import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { getRollbackPlans, PgBoss } from 'pg-boss';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import type {} from '#testing/provided.ts';
import { jobKinds } from '#worker.ts';
import { openJobs } from './jobs.ts';
import { migrateJobs } from './migrate-jobs.ts';

const at = (role: string, database: string) =>
  `postgres://${role}:prumo@127.0.0.1:${inject('postgresPort')}/${database}`;
const admin = new pg.Client({ connectionString: at('postgres', 'postgres') });
await admin.connect();
afterAll(() => admin.end());

let database: string;
let owner: pg.Client;
beforeEach(async () => {
  database = `j_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${database} owner owner`);
  owner = new pg.Client({ connectionString: at('owner', database) });
  await owner.connect();
  await release();
  return () => owner.end();
});

const release = () => migrateJobs(at('owner', database), jobKinds as never);
const query = async (text: string) => (await owner.query(text)).rows;
const version = async () => Number((await query('select version from pgboss.version'))[0].version);
const left = () => query("select name, status from pgboss.bam where status <> 'completed'");
const indexes = async () =>
  (
    await query(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'pgboss'::regnamespace and i.indisvalid order by 1`,
    )
  ).map(({ name }) => name);

/** Takes the schema of pg-boss back, as a database has it that an older pg-boss created. */
async function goBackTo(older: number): Promise<void> {
  for (let from = await version(); from > older; from--) await owner.query(getRollbackPlans('pgboss', from));
}

test('a release step with a newer pg-boss migrates its schema and builds its indexes before it ends', async () => {
  const [current, wanted] = [await version(), await indexes()];
  await goBackTo(37);
  expect(await indexes()).not.toEqual(wanted);
  await release();
  expect(await version()).toBe(current);
  expect(await left()).toEqual([]);
  expect(await indexes()).toEqual(wanted);
});

test('an index of pg-boss that an earlier release step left INVALID is built again', async () => {
  const wanted = await indexes();
  await goBackTo(37);
  const boss = new PgBoss({ connectionString: at('owner', database), schema: 'pgboss', supervise: false });
  await boss.start();
  await boss.stop({ graceful: false });
  const [command] = await query("select command from pgboss.bam where command ilike 'create%index%' limit 1");
  const name = /index concurrently (?:if not exists )?(\w+)/i.exec(command.command)?.[1] ?? '';
  await owner.query(command.command.replace(/^.*\*\//s, ''));
  const superuser = new pg.Client({ connectionString: at('postgres', database) });
  await superuser.connect();
  await superuser.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [
    `pgboss.${name}`,
  ]);
  await superuser.query("update pgboss.bam set status = 'in_progress', started_on = now()");
  await superuser.end();
  await release();
  expect(await left()).toEqual([]);
  expect(await indexes()).toEqual(wanted);
});

test('a process of the previous release starts on a newer schema of pg-boss, and refuses an older one', async () => {
  await owner.query('grant usage on schema pgboss to app');
  await owner.query('grant select, insert, update, delete on all tables in schema pgboss to app');
  await owner.query('grant execute on all functions in schema pgboss to app');
  const open = () => openJobs({ url: at('app', database), worker: false, log: openLog('silent') });
  const current = await version();
  await owner.query(`update pgboss.version set version = ${current + 1}`);
  const jobs = await open();
  await jobs.close();
  await owner.query(`update pgboss.version set version = ${current - 1}`);
  await expect(open()).rejects.toThrow('prumo migrate');
});
