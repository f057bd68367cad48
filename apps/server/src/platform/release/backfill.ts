import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Say } from './long-change.ts';
import type { Backfill, MigrationFile } from './migration-files.ts';
import { FIRST_PACE, nextPace, type Pace } from './throttle.ts';

const PROGRESS_MS = 5000;
/** The time that a request gets to end, when it has locked the last rows. */
const PASS_PAUSE_MS = 500;

interface Progress {
  pass: number;
  cursor: string[] | null;
  seen: number;
  changed: number;
}

/**
 * Runs an `update` of a large table in batches, each in a short transaction of its own that also notes how far it came.
 * A run that is killed at any line goes on after its last batch. A row that a request has locked is left for the next
 * pass, so the backfill does not wait for the rows of a request. It ends when no row matches its condition any more.
 */
export async function runBackfill(
  client: pg.Client,
  { file, change }: { file: MigrationFile; change: Backfill },
  say: Say,
): Promise<void> {
  const key = await keyOf(client, change.table);
  await refuseHistory(client, change);
  const rows = await estimatedRows(client, change.table);
  await client.query('insert into release.backfills (version) values ($1) on conflict do nothing', [
    file.version,
  ]);
  let progress = await progressOf(client, file.version);
  let pace: Pace = FIRST_PACE;
  let saidAt = performance.now();
  for (;;) {
    const began = performance.now();
    const batch = await runBatch(client, file.version, change, key, progress, pace.size);
    const ms = performance.now() - began;
    progress = batch.progress;
    if (batch.isLast) {
      if (await noteIfDone(client, file.version, change)) break;
      progress = await nextPass(client, file.version);
      say(`${file.name}: pass ${progress.pass}, for rows that were locked or are new`);
      await sleep(PASS_PAUSE_MS);
    }
    pace = nextPace(pace, { ms, ...(await loadOf(client)) });
    if (performance.now() - saidAt > PROGRESS_MS) {
      saidAt = performance.now();
      say(`${file.name}: ${describe(progress, rows)}, ${pace.size} rows at a time`);
    }
    await sleep(pace.pauseMs);
  }
  say(`${file.name}: done, ${progress.changed} rows changed`);
}

const describe = ({ pass, seen, changed }: Progress, rows: number) =>
  `pass ${pass}, ${rows > 0 ? `${Math.min(100, (100 * seen) / rows).toFixed(1)} %, ` : ''}${changed} rows changed`;

/** A column of the primary key, with its type for the cursor. */
interface KeyColumn {
  name: string;
  type: string;
}

async function keyOf(client: pg.Client, table: string): Promise<KeyColumn[]> {
  const { rows } = await client.query<KeyColumn>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_index i
     cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, n)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.n`,
    [table],
  );
  if (rows.length === 0)
    throw new Error(`${table} has no primary key, so a backfill cannot go on after a kill.`);
  return rows;
}

/** A row of the history names the person and the lote of a change, and a release step has neither. */
async function refuseHistory(client: pg.Client, { table, set }: Backfill): Promise<void> {
  const columns = [...set.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g)].map(([, column = '']) => column);
  const { rows } = await client.query<{ name: string }>(
    `select t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgrelid = $1::regclass and p.proname = 'record_historico' and t.tgtype & 16 > 0
       and (cardinality(t.tgattr::int2[]) = 0 or exists (
         select from pg_attribute a
         where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr::int2[]) and a.attname = any ($2)))`,
    [table, columns],
  );
  const [trigger] = rows;
  if (trigger)
    throw new Error(
      `The trigger ${trigger.name} would write this backfill into the history. Replace it first by one that names its columns, without ${columns.join(' and ')} (ADR 0099).`,
    );
}

async function estimatedRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select coalesce(greatest(0, sum(c.reltuples)), 0)::float8 as count from pg_class c
     where c.relkind = 'r' and (c.oid = $1::regclass
       or c.oid in (select i.inhrelid from pg_inherits i where i.inhparent = $1::regclass))`,
    [table],
  );
  return rows[0]?.count ?? 0;
}

async function progressOf(client: pg.Client, version: string): Promise<Progress> {
  const { rows } = await client.query<Progress>(
    'select pass, cursor, seen::float8, changed::float8 from release.backfills where version = $1',
    [version],
  );
  const [progress] = rows;
  if (!progress) throw new Error(`release.backfills lacks ${version}`);
  return progress;
}

async function runBatch(
  client: pg.Client,
  version: string,
  { table, set, condition }: Backfill,
  key: readonly KeyColumn[],
  before: Progress,
  size: number,
): Promise<{ progress: Progress; isLast: boolean }> {
  const { cursor } = before;
  const columns = (of: string) => key.map(({ name }) => `${of}.${name}`).join(', ');
  const row = (from: number) => `(${key.map(({ type }, n) => `$${from + n}::text::${type}`).join(', ')})`;
  const isAfter = (from: number) => (cursor ? `(${columns(table)}) > ${row(from)}` : 'true');
  await client.query('begin');
  try {
    // A batch that a crash of PostgreSQL loses is lost together with its position, and is done again.
    await client.query('set local synchronous_commit = off');
    let progress = before;
    const { rows: seen } = await client.query<Record<string, string>>(
      `select ${key.map(({ name }, n) => `${table}.${name}::text as k${n}`).join(', ')} from ${table}
       where ${isAfter(1)} order by ${columns(table)} limit ${size}`,
      cursor ?? [],
    );
    const last = seen.at(-1);
    if (last) {
      const upTo = key.map((_, n) => last[`k${n}`] ?? '');
      const changed = await client.query<{ still: boolean }>(
        `with due as materialized (
           select ${key.map(({ name }, n) => `${table}.${name} as due_${n}`).join(', ')} from ${table}
           where (${condition}) and (${columns(table)}) <= ${row(1)} and ${isAfter(1 + key.length)}
           for no key update skip locked)
         update ${table} set ${set} from due where ${key.map(({ name }, n) => `${table}.${name} = due.due_${n}`).join(' and ')}
         returning (${condition}) as still`,
        [...upTo, ...(cursor ?? [])],
      );
      if (changed.rows.some(({ still }) => still))
        throw new Error(
          `The backfill of ${table} would never end: a changed row still matches \`${condition}\`.`,
        );
      const noted = await client.query<Progress>(
        `update release.backfills set cursor = $2, seen = seen + $3, changed = changed + $4 where version = $1
         returning pass, cursor, seen::float8, changed::float8`,
        [version, upTo, seen.length, changed.rowCount ?? 0],
      );
      progress = noted.rows[0] ?? before;
    }
    await client.query('commit');
    return { progress, isLast: seen.length < size };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Notes that the backfill is applied, if no row matches its condition. This reads the whole table, without a limit. */
async function noteIfDone(
  client: pg.Client,
  version: string,
  { table, condition }: Backfill,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select from ${table} where (${condition})) as left`,
    );
    const isDone = rows[0]?.left === false;
    if (isDone) {
      await client.query('update release.backfills set finished_at = now() where version = $1', [version]);
      await client.query('insert into schema_migrations (version) values ($1)', [version]);
    }
    await client.query('commit');
    return isDone;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function nextPass(client: pg.Client, version: string): Promise<Progress> {
  await client.query(
    'update release.backfills set pass = pass + 1, cursor = null, seen = 0 where version = $1',
    [version],
  );
  return progressOf(client, version);
}

/** Without pg_read_all_stats (roles.sql) role owner sees neither the waits of other roles nor the replicas. */
async function loadOf(client: pg.Client): Promise<{ waiting: number; lagBytes: number }> {
  const { rows } = await client.query<{ waiting: number; lagBytes: number }>(
    `select
       (select count(*)::int from pg_stat_activity a
          where a.datname = current_database() and a.wait_event_type = 'Lock') as waiting,
       (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn)), 0)::float8
          from pg_stat_replication r) as "lagBytes"`,
  );
  return rows[0] ?? { waiting: 0, lagBytes: 0 };
}
