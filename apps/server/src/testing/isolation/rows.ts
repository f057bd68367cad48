import pg from 'pg';
import { type Sql, tenantTables } from './catalogue.ts';

/**
 * Queries every table as role `app`: without an empresa, and as empresa B on the rows of A. A wrong policy
 * causes a returned or changed row.
 */
export async function rowFindings(options: {
  sql: Sql;
  appUrl: string;
  a: string;
  b: string;
}): Promise<string[]> {
  const { sql, appUrl, a, b } = options;
  const findings: string[] = [];
  const app = new pg.Client({ connectionString: appUrl });
  await app.connect();
  const asB = async (text: string, values: unknown[] = []) => {
    await app.query('begin');
    try {
      await app.query(`select use_empresa('${b}', '${b}', '${b}')`);
      return (await app.query(text, values)).rowCount ?? 0;
    } catch {
      return 0;
    } finally {
      await app.query('rollback');
    }
  };
  // An empresa that waits for its deletion can only be read, so it has this row during these checks alone.
  await sql('insert into exclusoes (empresa_id, user_id) values ($1, $1)', [a]);
  for (const table of await tenantTables(sql)) {
    const [counted] = await sql(`select count(*)::int as rows from ${table} where empresa_id = $1`, [a]);
    if (!counted?.['rows'])
      findings.push(`${table}: empresa A has no row to protect; seed one in the isolation test`);
    const unset = await app.query(`select from ${table} limit 1`).then(
      ({ rowCount }) => rowCount ?? 0,
      () => 0,
    );
    if (unset > 0) findings.push(`${table}: rows are visible without an empresa`);
    if ((await asB(`select from ${table} where empresa_id = $1`, [a])) > 0)
      findings.push(`${table}: B reads A`);
    if ((await asB(`update ${table} set empresa_id = empresa_id where empresa_id = $1`, [a])) > 0)
      findings.push(`${table}: B updates A`);
    if ((await asB(`delete from ${table} where empresa_id = $1`, [a])) > 0)
      findings.push(`${table}: B deletes A`);
    if ((await asB(`insert into ${table} select * from ${table} where empresa_id = $1`, [a])) > 0)
      findings.push(`${table}: B writes into A`);
  }
  await sql('delete from exclusoes where empresa_id = $1', [a]);
  await app.end();
  return findings;
}
