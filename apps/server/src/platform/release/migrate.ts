import pg from 'pg';
import { applyFiles, LOCK_PATIENCE, type LockPatience } from './apply-files.ts';
import { runBackfill } from './backfill.ts';
import { mendIndexes, runLongChange, type Say } from './long-change.ts';
import { type MigrationFile, readMigrations, type Step, stepsOf } from './migration-files.ts';

export interface Release {
  /** The connection of role `owner`. It must not lead through a pooler, because the lock belongs to a session. */
  url: string;
  directory: string;
  isQuiet: boolean;
  say: Say;
  /** Default: `LOCK_PATIENCE`. */
  lock?: LockPatience;
}

/** Held by the release step that runs. dbmate takes no lock, so two of them would apply the same file. */
const LOCK = 7_716_861;

/** Applies the pending migrations in their order. Running it again goes on where an earlier run ended. */
export async function migrate({
  url,
  directory,
  isQuiet,
  say,
  lock = LOCK_PATIENCE,
}: Release): Promise<void> {
  const client = await connected(url);
  const watcher = await connected(url);
  try {
    await takeLock(client);
    const steps = stepsOf(readMigrations(directory), await appliedIn(client));
    await mendIndexes(client, builtBy(steps), say);
    for (const step of steps)
      if ('files' in step)
        await applyFiles(url, directory, step.files, {
          isQuiet,
          say,
          lock,
          onLocked: () => endAutovacuum(watcher, tablesOf(step.files)),
        });
      else if (step.change.is === 'backfill')
        await runBackfill(client, { ...step, change: step.change }, say);
      else await runLongChange(client, watcher, { ...step, change: step.change }, say);
  } finally {
    await client.end();
    await watcher.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'prumo-migrate', keepAlive: true });
  // The query that uses the connection reports the same error. Without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  // Without this, the session of a killed release step goes on with its statement and keeps the lock.
  await client.query("set client_connection_check_interval = '1s'");
  return client;
}

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (!rows[0]?.taken) throw new Error('Another release step is running. Wait until it has ended.');
}

/**
 * Ends the autovacuum of these tables, which starts again within a minute. PostgreSQL does the same for a statement that
 * waits for the table longer than `deadlock_timeout`, and ours gives up earlier. Without pg_signal_autovacuum_worker
 * (roles.sql) role owner may not, and waits for the end of the autovacuum.
 */
async function endAutovacuum(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client
    .query(
      `select pg_cancel_backend(a.pid) from pg_stat_activity a
       where a.datname = current_database() and a.backend_type = 'autovacuum worker'
         and a.query not like '%(to prevent wraparound)'
         and exists (select from pg_locks l, unnest($1::text[]) t (name)
           where l.pid = a.pid and l.relation = to_regclass(t.name))`,
      [tables],
    )
    .catch(() => {});
}

/** The tables that the files may lock, by the words before their names. */
const tablesOf = (files: readonly MigrationFile[]) =>
  files.flatMap(({ up }) =>
    [...up.matchAll(/\b(?:table|on|references)\s+(?:only\s+|if\s+exists\s+)*([a-z_][\w.]*)/gi)].map(
      ([, name = '']) => name,
    ),
  );

async function appliedIn(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query(
    "select from pg_class where oid = to_regclass('schema_migrations')",
  );
  if (tables.length === 0) return new Set();
  const { rows } = await client.query<{ version: string }>('select version from schema_migrations');
  return new Set(rows.map(({ version }) => version));
}

const builtBy = (steps: readonly Step[]) =>
  new Set(
    steps.flatMap((step) => ('change' in step && step.change.is === 'create' ? [step.change.index] : [])),
  );
