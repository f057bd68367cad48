import { spawnSync } from 'node:child_process';
import { resolveBinary } from 'dbmate';
import pg from 'pg';
import { migrateJobs } from '#platform/jobs.ts';
import { jobKinds } from './app.ts';

/** The release step, as role `owner`: migrations, the job queue's schema, and what the other roles may do in it. */
const url = process.env['MIGRATE_DATABASE_URL'];
if (!url) throw new Error('MIGRATE_DATABASE_URL is missing: the connection of role owner');
// Beside the bundle, or above the sources.
const directory = new URL(import.meta.url.endsWith('.ts') ? '../migrations' : './migrations', import.meta.url)
  .pathname;

const address = new URL(url);
if (!address.searchParams.has('sslmode') && address.hostname === '127.0.0.1')
  address.searchParams.set('sslmode', 'disable');
const { status } = spawnSync(
  resolveBinary(),
  ['--url', address.href, '--migrations-dir', directory, '--no-dump-schema', 'up'],
  { stdio: process.env['QUIET'] ? 'ignore' : 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);

await migrateJobs(url, jobKinds as never);
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('grant usage on schema pgboss to app');
await client.query('grant select, insert, update, delete on all tables in schema pgboss to app');
await client.query('grant execute on all functions in schema pgboss to app');
await client.end();
