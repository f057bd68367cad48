import pg from 'pg';
import { figure } from '../kit/figures.ts';
import type { Kind } from './kinds.ts';
import { type Statement, statementOf } from './plans.ts';

/**
 * The maximum number of rows that one search of produtos may read (ADR 0042), plus the rows that it shows.
 */
const MOST_ROWS = 55_000;

/** The rows that the current session has read in its open transaction. Other sessions do not change it. */
const COUNT = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
  from pg_stat_xact_user_tables`;

/**
 * Measures how many rows PostgreSQL reads for each kind of request. Other load on the machine does not change
 * it.
 */
export async function proveRows(adminUrl: string, empresaId: string, kinds: readonly Kind[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set app.empresa_id = '${empresaId}'`);
  for (const { name, paths } of kinds) {
    let most = -1;
    for (const path of paths.slice(0, 12)) {
      const statement = await statementOf(empresaId, path);
      if (statement) most = Math.max(most, await rowsReadBy(client, statement));
    }
    if (most >= 0) figure(`${name}, large empresa: most rows read`, most, { max: MOST_ROWS });
  }
  await client.end();
}

/**
 * Counts the rows that one statement reads. The count of the whole server would include earlier requests, because a
 * session publishes its rows up to ten seconds late. A parallel worker counts in a session of its own, so the statement
 * runs without workers.
 */
export async function rowsReadBy(client: pg.Client, { text, values }: Statement): Promise<number> {
  await client.query('begin');
  await client.query('set local max_parallel_workers_per_gather = 0');
  const before = await count();
  await client.query('set local role app');
  await client.query(text, values);
  await client.query('reset role');
  const after = await count();
  await client.query('rollback');
  return after - before;

  async function count(): Promise<number> {
    return Number((await client.query<{ n: number }>(COUNT)).rows[0]?.n);
  }
}
