import pg from 'pg';
import { figure } from '../kit/figures.ts';
import type { Kind } from './kinds.ts';
import { statementOf } from './plans.ts';

/**
 * The maximum number of rows that one search of produtos may read (ADR 0042), plus the rows that it shows.
 */
const MOST_ROWS = 55_000;

const COUNT = 'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables';

/**
 * Measures how many rows PostgreSQL reads for each kind of request. Other load on the machine does not change
 * it.
 */
export async function proveRows(adminUrl: string, empresaId: string, kinds: readonly Kind[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set app.empresa_id = '${empresaId}'`);
  const count = async (): Promise<number> => {
    await client.query('select pg_stat_force_next_flush()');
    return Number((await client.query<{ n: number }>(COUNT)).rows[0]?.n);
  };
  for (const { name, paths } of kinds) {
    let most = -1;
    for (const path of paths.slice(0, 12)) {
      const statement = await statementOf(empresaId, path);
      if (!statement) continue;
      const before = await count();
      await client.query('set role app');
      await client.query(statement.text, statement.values);
      await client.query('reset role');
      most = Math.max(most, (await count()) - before);
    }
    if (most >= 0) figure(`${name}, large empresa: most rows read`, most, { max: MOST_ROWS });
  }
  await client.end();
}
