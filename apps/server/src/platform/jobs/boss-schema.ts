import pg from 'pg';
import boss from 'pg-boss/package.json' with { type: 'json' };
import { SCHEMA } from './jobs.queries.ts';

/**
 * Compares pg-boss's schema in the database with the one that this release knows. It is newer while the release step of
 * the next release has run and this process is started again. Throws when the release step is missing.
 */
export async function compareSchema(url: string): Promise<'equal' | 'newer'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: tables } = await client.query('select from pg_class where oid = to_regclass($1)', [
      `${SCHEMA}.version`,
    ]);
    const { rows } = tables.length
      ? await client.query<{ version: number }>(`select version from ${SCHEMA}.version`)
      : { rows: [] };
    const version = rows[0]?.version ?? 0;
    if (version < boss.pgboss.schema)
      throw new Error('The schema of pg-boss is older than this release. Run `prumo migrate`.');
    return version > boss.pgboss.schema ? 'newer' : 'equal';
  } finally {
    await client.end();
  }
}
