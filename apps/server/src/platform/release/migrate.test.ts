import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import type {} from '#testing/provided.ts';
import type { LockPatience } from './apply-files.ts';
import { migrate } from './migrate.ts';

const at = (role: string, database: string) =>
  `postgres://${role}:prumo@127.0.0.1:${inject('postgresPort')}/${database}`;
const admin = new pg.Client({ connectionString: at('postgres', 'postgres') });
await admin.connect();
afterAll(() => admin.end());

let url: string;
let directory: string;
let owner: pg.Client;
let said: string[];

beforeEach(async () => {
  const database = `r_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${database} owner owner`);
  url = at('owner', database);
  directory = await mkdtemp(join(tmpdir(), 'prumo-release-'));
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  said = [];
  await put('0001_things.sql', 'create schema things;\ncreate table things.thing (id int, name text);');
  await release();
  await owner.query("insert into things.thing select n, 'thing ' || n from generate_series(1, 2000) n");
  return async () => {
    await owner.end();
    await rm(directory, { recursive: true });
  };
});

const database = () => new URL(url).pathname.slice(1);
const put = (name: string, up: string, how = '') =>
  writeFile(join(directory, name), `-- migrate:up${how}\n${up}\n\n-- migrate:down\n`);
const release = (lock?: LockPatience) =>
  migrate({ url, directory, isQuiet: true, say: (line) => said.push(line), ...(lock && { lock }) });
const query = async (text: string) => (await owner.query(text)).rows;
const applied = async () =>
  (await query('select version from schema_migrations order by version')).map(({ version }) => version);
const indexes = () =>
  query(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'things' order by c.relname`,
  );

const NAME_INDEX = 'create unique index concurrently thing_name_idx on things.thing (name);';

test('a build that failed leaves an INVALID index, and the next release step builds it again', async () => {
  await put('0002_name_idx.sql', NAME_INDEX, ' transaction:false');
  await query("insert into things.thing values (0, 'thing 1')");
  await expect(release()).rejects.toThrow('could not create unique index');
  expect(await indexes()).toEqual([{ name: 'thing_name_idx', valid: false }]);
  expect(await applied()).toEqual(['0001']);

  await query('delete from things.thing where id = 0');
  await release();
  expect(await indexes()).toEqual([{ name: 'thing_name_idx', valid: true }]);
  expect(await applied()).toEqual(['0001', '0002']);
  expect(said.join('\n')).toContain('thing_name_idx is INVALID');
});

test('a build takes longer than the time limit of the role, and waits for an older transaction', async () => {
  await put('0002_name_idx.sql', NAME_INDEX, ' transaction:false');
  await admin.query(`alter role owner in database ${database()} set statement_timeout = '1s'`);
  await owner.query('begin');
  await owner.query("update things.thing set name = 'other' where id = 1");
  const released = release();
  // The build is over its limit when it has waited that long for the open transaction.
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select from pg_stat_activity where datname = $1 and query like 'create unique index%'
         and state = 'active' and now() - query_start > interval '1500 ms'`,
        [database()],
      );
      return rows.length;
    })
    .toBe(1);
  await owner.query('commit');
  await released;
  expect(await indexes()).toEqual([{ name: 'thing_name_idx', valid: true }]);
});

/** Waits until a build, or the drop of its leftover, waits for an older transaction. Returns its process in PostgreSQL. */
async function aWaitingBuild(): Promise<number> {
  const find = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and state = 'active'
       and query like '%index concurrently%' and wait_event_type = 'Lock'`,
      [database()],
    );
    return rows[0]?.pid;
  };
  await expect.poll(find).toBeDefined();
  return Number(await find());
}

test('a build that is killed five times is finished by the sixth release step', async () => {
  await put('0002_name_idx.sql', NAME_INDEX, ' transaction:false');
  await owner.query('begin');
  await owner.query("update things.thing set name = 'other' where id = 1");
  for (let kill = 0; kill < 5; kill++) {
    const killed = release().catch((error: Error) => error);
    await admin.query('select pg_terminate_backend($1)', [await aWaitingBuild()]);
    expect(await killed).toBeInstanceOf(Error);
    expect(await indexes()).toEqual([{ name: 'thing_name_idx', valid: false }]);
  }
  await owner.query('commit');
  await release();
  expect(await indexes()).toEqual([{ name: 'thing_name_idx', valid: true }]);
  expect(await applied()).toEqual(['0001', '0002']);
});

test('a change that was done and not noted is noted, and not done again', async () => {
  await put('0002_name_idx.sql', NAME_INDEX, ' transaction:false');
  await put('0003_drop_other_idx.sql', 'drop index concurrently thing_other_idx;', ' transaction:false');
  await query(NAME_INDEX);
  await release();
  expect(await applied()).toEqual(['0001', '0002', '0003']);
  expect(said).toEqual(['0002_name_idx.sql is done already', '0003_drop_other_idx.sql is done already']);
});

test('files before and after a long change are applied in their order', async () => {
  await put(
    '0002_checked.sql',
    'alter table things.thing add constraint thing_id check (id >= 0) not valid;',
  );
  await put('0003_checked_valid.sql', 'alter table things.thing validate constraint thing_id;');
  await put('0004_column.sql', 'alter table things.thing add column extra text;');
  await release();
  expect(await applied()).toEqual(['0001', '0002', '0003', '0004']);
  expect(await query("select convalidated from pg_constraint where conname = 'thing_id'")).toEqual([
    { convalidated: true },
  ]);
  await release();
  expect(await applied()).toHaveLength(4);
});

test('a file whose table is locked is tried again until the longer transaction ends', async () => {
  await put('0002_column.sql', 'alter table things.thing add column extra text;');
  await owner.query('begin');
  await owner.query('select from things.thing limit 1');
  const released = release({ ms: 20, tries: 1000, pauseMs: 1 });
  await expect.poll(() => said.length).toBeGreaterThan(2);
  await owner.query('commit');
  await released;
  expect(await applied()).toEqual(['0001', '0002']);
  expect(said[0]).toBe('A table is locked by a longer transaction. Trying again (1 of 1000).');
});

test('role owner may end the autovacuum of a table, and sees what the other roles wait for', async () => {
  expect(
    await query(
      `select r as role from unnest(array['pg_signal_autovacuum_worker', 'pg_read_all_stats']) r
       where pg_has_role('owner', r, 'usage')`,
    ),
  ).toHaveLength(2);
});

test('a file whose table stays locked changes nothing', async () => {
  await put('0002_column.sql', 'alter table things.thing add column extra text;');
  await owner.query('begin');
  await owner.query('select from things.thing limit 1');
  await expect(release({ ms: 20, tries: 2, pauseMs: 1 })).rejects.toThrow('after 2 tries to lock a table');
  await owner.query('commit');
  expect(await applied()).toEqual(['0001']);
});

test('an INVALID index that no file builds is built again, and a leftover of a rebuild is dropped', async () => {
  await query('create index thing_id_idx on things.thing (id)');
  await query('create index thing_id_idx_ccnew on things.thing (id)');
  const superuser = new pg.Client({ connectionString: at('postgres', database()) });
  await superuser.connect();
  await superuser.query(
    "update pg_index set indisvalid = false where indexrelid::regclass::text like 'things.thing_id_idx%'",
  );
  await superuser.end();
  await release();
  expect(await indexes()).toEqual([{ name: 'thing_id_idx', valid: true }]);
});

test('a second release step ends with a sentence while the first one runs', async () => {
  await put('0002_name_idx.sql', NAME_INDEX, ' transaction:false');
  await owner.query('begin');
  await owner.query("update things.thing set name = 'other' where id = 1");
  const first = release();
  await aWaitingBuild();
  await expect(release()).rejects.toThrow('Another release step is running');
  await owner.query('commit');
  await first;
  expect(await applied()).toEqual(['0001', '0002']);
});
