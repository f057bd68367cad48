import type pg from 'pg';
import type { LongChange, MigrationFile } from './migration-files.ts';

export type Say = (line: string) => void;

const PROGRESS_MS = 5000;

/**
 * Runs a change that may take hours, and notes that it is applied. A run that is killed leaves an INVALID index: the
 * next run drops it and builds it again. A run that is killed between the change and the note finds the change done.
 */
export async function runLongChange(
  client: pg.Client,
  watcher: pg.Client,
  { file, change }: { file: MigrationFile; change: LongChange },
  say: Say,
): Promise<void> {
  // The change waits for locks, and for older transactions, without making anybody else wait.
  await client.query('set statement_timeout = 0');
  await client.query('set lock_timeout = 0');
  const left = change.is === 'create' ? await indexNamed(client, change.index) : undefined;
  if (left && !left.isValid) {
    say(`${left.name} is INVALID: an earlier build did not end. Dropping it.`);
    await client.query(`drop index concurrently ${left.name}`);
  }
  if (await isDone(client, change)) say(`${file.name} is done already`);
  else await watched(client, watcher, file, say);
  await client.query('insert into schema_migrations (version) values ($1) on conflict do nothing', [
    file.version,
  ]);
  await client.query('reset statement_timeout');
  await client.query('reset lock_timeout');
}

async function isDone(client: pg.Client, change: LongChange): Promise<boolean> {
  if (change.is === 'create') return (await indexNamed(client, change.index))?.isValid ?? false;
  if (change.is === 'drop') return (await indexNamed(client, change.index)) === undefined;
  // A constraint that is valid already takes no time to validate.
  return false;
}

/** An index belongs to the schema of its table, which a migration names only for its table. */
async function indexNamed(
  client: pg.Client,
  index: string,
): Promise<{ name: string; isValid: boolean } | undefined> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, i.indisvalid as "isValid"
     from pg_index i
     join pg_class c on c.oid = i.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where c.relname = $1 and n.nspname not like 'pg\\_%'`,
    [index],
  );
  return rows[0];
}

async function watched(
  client: pg.Client,
  watcher: pg.Client,
  { name, up }: MigrationFile,
  say: Say,
): Promise<void> {
  const began = performance.now();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let pending: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    pending = pending.then(() => report(watcher, Number(rows[0]?.pid), name, say)).catch(() => {});
  }, PROGRESS_MS);
  try {
    await client.query(up);
  } finally {
    clearInterval(timer);
    await pending;
  }
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function report(watcher: pg.Client, pid: number, name: string, say: Say): Promise<void> {
  const { rows } = await watcher.query<{ phase: string; share: string | null }>(
    `select phase, round(100.0 * greatest(blocks_done, tuples_done) / nullif(greatest(blocks_total, tuples_total), 0), 1) as share
     from pg_stat_progress_create_index where pid = $1`,
    [pid],
  );
  const [found] = rows;
  if (found) say(`${name}: ${found.phase}${found.share === null ? '' : `, ${found.share} %`}`);
}

/**
 * Mends the INVALID indexes that no pending file builds: they cost every write and serve no read. Leftovers of a
 * `reindex concurrently` are dropped, because the index that they should replace still exists.
 */
export async function mendIndexes(client: pg.Client, pending: ReadonlySet<string>, say: Say): Promise<void> {
  const { rows } = await client.query<{ name: string; short: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relname as short
     from pg_index i
     join pg_class c on c.oid = i.indexrelid and c.relkind = 'i'
     join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid and n.nspname not like 'pg\\_%'
       and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`,
  );
  for (const { name, short } of rows) {
    if (pending.has(short)) continue;
    const isLeftover = /_cc(new|old)\d*$/.test(short);
    say(`${name} is INVALID: ${isLeftover ? 'dropping' : 'building'} it`);
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await client.query(`${isLeftover ? 'drop index' : 'reindex index'} concurrently ${name}`);
    await client.query('reset statement_timeout');
    await client.query('reset lock_timeout');
  }
}
