import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';
import { classesOf, PERSONAL_COLUMNS, titularColumns } from './personal-columns.ts';

const { sql } = await testApp();

/** Types whose values cannot describe a person by themselves. */
const PLAIN = [
  ...['uuid', 'boolean', 'smallint', 'integer', 'bigint', 'numeric', 'double precision', 'date'],
  ...['timestamp with time zone', 'timestamp without time zone', 'integer[]'],
];

async function storedColumns(): Promise<Map<string, string[]>> {
  const rows = await sql(
    `select n.nspname || '.' || c.relname as name, coalesce(array_agg(a.attname::text order by a.attnum)
       filter (where format_type(a.atttypid, null) <> all ($1) and t.typtype <> 'e'), '{}') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p', 'f', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname !~ '^pg_(toast|temp)' group by 1 order by 1`,
    [PLAIN],
  );
  return new Map(rows.map(({ name, columns }) => [String(name), columns as string[]]));
}

test('[ASVS 14.1.1] every column that can describe a person has exactly one class', async () => {
  const stored = await storedColumns();
  expect(stored.size).toBeGreaterThan(50);
  const classed = [...new Set([...stored.keys(), ...Object.keys(PERSONAL_COLUMNS)])];
  for (const table of classed)
    expect(
      classesOf(table)
        .map(([column]) => column)
        .sort(),
      `the classes of ${table} in personal-columns.ts`,
    ).toEqual([...(stored.get(table) ?? [])].sort());
});

test('the erasure replaces exactly the columns that describe a titular', async () => {
  for (const table of Object.keys(PERSONAL_COLUMNS)) {
    const name = table.replace(/^public\./, '');
    const [row] = await sql(
      'select array(select jsonb_object_keys(titular_blanks($1))) as columns, titular_blanks($1) is null as is_none',
      [name],
    );
    const columns = titularColumns(name);
    expect(row?.['is_none'], table).toBe(columns.length === 0);
    expect(new Set(row?.['columns'] as string[]), table).toEqual(new Set(columns));
  }
});

test('a column whose comment calls it personal or secret is not classed as neither', async () => {
  const commented = await sql(
    `select c.oid::regclass::text as name, n.nspname as schema, a.attname as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where not c.relispartition and c.relkind in ('r', 'p') and col_description(c.oid, a.attnum) ~ '^class: (personal|secret)'`,
  );
  expect(commented.length).toBeGreaterThan(20);
  for (const { name, schema, column } of commented) {
    const table = String(name).includes('.') ? String(name) : `${schema}.${name}`;
    const [, classe] = classesOf(table).find(([each]) => each === column) ?? [];
    expect(classe, `${table}.${column}`).not.toBe('none');
  }
});
