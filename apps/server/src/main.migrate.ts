import { spawnSync } from 'node:child_process';
import { resolveBinary } from 'dbmate';
import pg from 'pg';
import { withSecrets } from '#platform/config.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import { jobKinds } from './worker.ts';

/**
 * The release step, as role `owner`: runs the migrations, creates pg-boss's schema and grants role `app` its
 * use.
 */
const url = withSecrets(process.env)['MIGRATE_DATABASE_URL'];
if (!url) throw new Error('MIGRATE_DATABASE_URL_FILE is missing: a file with the connection of role owner');
// The build copies the migrations into the folder of the bundle. In the sources they are one folder up.
const directory = new URL(import.meta.url.endsWith('.ts') ? '../migrations' : './migrations', import.meta.url)
  .pathname;

const address = new URL(url);
if (!address.searchParams.has('sslmode') && address.hostname === '127.0.0.1')
  address.searchParams.set('sslmode', 'disable');
const { status, error } = spawnSync(
  resolveBinary(),
  ['--migrations-dir', directory, '--no-dump-schema', 'up'],
  // Every user of the machine can read a process's arguments, but only its own user can read its environment.
  {
    stdio: process.env['QUIET'] ? 'ignore' : 'inherit',
    env: { ...process.env, DATABASE_URL: address.href },
  },
);
if (error) console.error(`dbmate did not start: ${error.message}`);
if (status !== 0) process.exit(status ?? 1);

await migrateJobs(url, jobKinds as never);
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('grant usage on schema pgboss to app');
await client.query('grant select, insert, update, delete on all tables in schema pgboss to app');
await client.query('grant execute on all functions in schema pgboss to app');
await client.end();
