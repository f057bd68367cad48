import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import type {} from '#testing/provided.ts';
import { migrate } from './migrate.ts';

const at = (role: string, database: string) =>
  `postgres://${role}:prumo@127.0.0.1:${inject('postgresPort')}/${database}`;
const admin = new pg.Client({ connectionString: at('postgres', 'postgres') });
await admin.connect();
afterAll(() => admin.end());

const ROWS = 3000;
let url: string;
let directory: string;
let owner: pg.Client;
let said: string[];

beforeEach(async () => {
  const database = `b_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${database} owner owner`);
  url = at('owner', database);
  directory = await mkdtemp(join(tmpdir(), 'prumo-backfill-'));
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  said = [];
  await copyFile(
    new URL('../../../migrations/0360_release.sql', import.meta.url).pathname,
    join(directory, '0001_release.sql'),
  );
  await put(
    '0002_thing.sql',
    'create table thing (empresa_id uuid, id int, name text not null, short text, primary key (empresa_id, id));',
  );
  await release();
  await owner.query(
    `insert into thing select ('00000000-0000-0000-0000-00000000000' || n % 3)::uuid, n, 'thing ' || n
     from generate_series(1, ${ROWS}) n`,
  );
  return async () => {
    await owner.end();
    await rm(directory, { recursive: true });
  };
});

const database = () => new URL(url).pathname.slice(1);
const put = (name: string, up: string) =>
  writeFile(join(directory, name), `-- migrate:up\n${up}\n\n-- migrate:down\n`);
const release = () => migrate({ url, directory, isQuiet: true, say: (line) => said.push(line) });
const query = async (text: string) => (await owner.query(text)).rows;
const applied = async () =>
  (await query('select version from schema_migrations order by version')).map(({ version }) => version);
const count = async (condition: string) =>
  Number((await query(`select count(*) as n from thing where ${condition}`))[0].n);

const FILL = 'update thing set short = left(name, 7) where short is null;';

test('a backfill changes every row once, and the next file follows it', async () => {
  await put('0003_fill.sql', FILL);
  await put('0004_column.sql', 'alter table thing add column extra text;');
  await release();
  expect(await count('short = left(name, 7)')).toBe(ROWS);
  expect(await applied()).toEqual(['0001', '0002', '0003', '0004']);
  expect(
    await query(
      'select pass, seen::int, changed::int, finished_at is not null as done from release.backfills',
    ),
  ).toEqual([{ pass: 1, seen: ROWS, changed: ROWS, done: true }]);
  // A slow machine reports its progress before.
  expect(said.at(-1)).toBe(`0003_fill.sql: done, ${ROWS} rows changed`);
});

test('a backfill that is killed goes on after its last batch, and the next file waits for its end', async () => {
  await put('0003_fill.sql', FILL);
  await put('0004_column.sql', 'alter table thing add column extra text;');
  let before = 0;
  for (let kill = 0; kill < 5; kill++) {
    // The release step fails while the test still waits for the kill, so its error is caught at once.
    const killed = release().catch((error: Error) => error);
    await expect
      .poll(async () => Number((await query('select changed from release.backfills'))[0]?.changed ?? 0), {
        interval: 1,
      })
      .toBeGreaterThan(before);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'prumo-migrate'`,
      [database()],
    );
    expect(await killed).toBeInstanceOf(Error);
    const [noted] = await query('select changed from release.backfills');
    expect(await count('short is not null')).toBe(Number(noted.changed));
    before = Number(noted.changed);
    expect(before).toBeLessThan(ROWS);
    expect(await applied()).toEqual(['0001', '0002']);
  }
  await release();
  expect(await count('short is null')).toBe(0);
  expect(await query('select pass, changed::int from release.backfills')).toEqual([
    { pass: 1, changed: ROWS },
  ]);
  expect(await applied()).toEqual(['0001', '0002', '0003', '0004']);
});

test('a row that a request has locked is left for the next pass', async () => {
  await put('0003_fill.sql', FILL);
  await owner.query('begin');
  await owner.query("update thing set name = 'changed' where id = 7");
  const released = release();
  await expect.poll(() => said.join()).toContain('pass 2, for rows that were locked or are new');
  await owner.query('commit');
  await released;
  expect(await query('select short from thing where id = 7')).toEqual([{ short: 'changed' }]);
  expect(await count('short is null')).toBe(0);
});

test('a statement whose changed rows still match its condition is refused', async () => {
  await put('0003_fill.sql', 'update thing set short = name where name is not null;');
  await expect(release()).rejects.toThrow('would never end');
  expect(await count('short is not null')).toBe(0);
});

test('a table whose history would record the backfill is refused before a row changes', async () => {
  const trigger = (columns: string) =>
    owner.query(
      `create or replace trigger thing_historico after insert or update ${columns} on thing
       for each row execute function record_historico()`,
    );
  await owner.query(
    "create function record_historico() returns trigger language plpgsql as 'begin return null; end'",
  );
  await put('0003_fill.sql', FILL);
  for (const columns of ['', 'of name, short']) {
    await trigger(columns);
    await expect(release()).rejects.toThrow('thing_historico would write this backfill into the history');
  }
  expect(await count('short is not null')).toBe(0);
  await trigger('of name');
  await release();
  expect(await count('short is null')).toBe(0);
});

test('in an empty database a backfill is one statement', async () => {
  const empty = `b_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${empty} owner owner`);
  await put('0003_fill.sql', FILL);
  await migrate({ url: at('owner', empty), directory, isQuiet: true, say: (line) => said.push(line) });
  expect(said).toEqual([]);
});
