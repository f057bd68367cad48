import pg from 'pg';
import { withSecrets } from '#platform/config.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import { migrate } from '#platform/release/migrate.ts';
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
const isQuiet = Boolean(process.env['QUIET']);

await migrate({ url, directory, isQuiet, say: (line) => isQuiet || console.log(line) });
await migrateJobs(url, jobKinds as never);
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('grant usage on schema pgboss to app');
await client.query('grant select, insert, update, delete on all tables in schema pgboss to app');
await client.query('grant execute on all functions in schema pgboss to app');
await client.end();
