import type { Harness } from '#testing/harness.ts';
import { guardedWrites } from './catalogue.ts';
import { ALL_PAPEIS, mayDo } from './model.ts';

/** Ends a transaction without its changes. */
class RolledBack extends Error {}

/**
 * Writes every table as each papel, in a transaction that a route with a forgotten right would open. The triggers must
 * refuse exactly the papéis that lack the right of the table. `a` needs a row in every table.
 */
export async function tableFindings(
  { sql, openPool, aColleague }: Pick<Harness, 'sql' | 'openPool' | 'aColleague'>,
  a: { empresaId: string },
): Promise<string[]> {
  const findings: string[] = [];
  const db = openPool(2);
  const writes = await statementsOf(sql);
  if (writes.length < 10) findings.push('hardly any table demands a right');
  for (const papel of ALL_PAPEIS) {
    const { sessionHash, empresaId, userId } = await aColleague(a, papel, papel);
    for (const { name, demanded, statement } of writes) {
      const code = await db
        .write({ sessionHash, empresaId, userId }, async (tx) => {
          await tx.query(statement);
          throw new RolledBack();
        })
        .catch((error: Error & { code?: string }) => (error instanceof RolledBack ? 'written' : error.code));
      const expected = mayDo(papel, demanded) ? 'written' : 'PR403';
      if (code !== expected) findings.push(`${name}: a ${papel} gets ${code} instead of ${expected}`);
    }
  }
  await db.close();
  return findings;
}

/** An update of a row where the table has a version, and otherwise an insert of no row, which its trigger sees too. */
async function statementsOf(sql: Harness['sql']) {
  const columns = await sql(
    `select table_name as name, bool_or(column_name = 'versao') as versioned,
       bool_or(column_name = 'empresa_id') as tenant
     from information_schema.columns where table_schema = 'public' group by 1`,
  );
  return (await guardedWrites(sql)).flatMap(({ name, op, demanded }) => {
    const { versioned, tenant } = columns.find((each) => each['name'] === name) ?? {};
    if (op !== (versioned ? 'update' : 'insert')) return [];
    const statement = versioned
      ? `update ${name} set versao = versao + 1 where ${tenant ? 'empresa_id' : 'id'} = $1`
      : `insert into ${name} (empresa_id) select $1::uuid where false`;
    return [{ name, demanded, statement }];
  });
}
