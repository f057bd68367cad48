import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../tools/ports.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { rowsReadBy } from './rows.ts';

test('the rows that another session reads do not count', async () => {
  const { measured, other } = await twoSessions();
  await other.query('create table few as select generate_series(1, 10) as n');
  await other.query('create table many as select generate_series(1, 1000) as n');
  await other.query('select pg_advisory_lock(1)');
  // The statement waits for the lock until the other session has published its count.
  const counted = rowsReadBy(measured, {
    text: 'select count(*) from few where $1::int is not null and pg_advisory_lock_shared(1) is not null',
    values: [1],
  });
  const waiting = "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await other.query(waiting)).rows[0].n).toBe(1);
  await other.query('select count(*) from many');
  await other.query('select pg_stat_force_next_flush()');
  await other.query('select pg_advisory_unlock(1)');
  expect(await counted).toBe(10);
  expect(await rowsReadBy(measured, { text: 'select count(*) from many where $1 = 1', values: [1] })).toBe(
    1000,
  );
});

async function twoSessions(): Promise<{ measured: pg.Client; other: pg.Client }> {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-rows-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({
    dir: folder,
    port: await freePorts(1, [27_000, 27_900]),
    settings: { fsync: 'off' },
  });
  onTestFinished(postgres.stop);
  const [measured, other] = await Promise.all([
    connect(postgres.url('postgres')),
    connect(postgres.url('postgres')),
  ]);
  await other.query('create role app superuser');
  return { measured, other };

  async function connect(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }
}
