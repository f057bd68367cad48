import { type Sql, tenantTables } from './isolation/catalogue.ts';

/**
 * Tables that stay short. Writers fold contadores into few rows (ADR 0022). An empresa has few membros, one lembrete,
 * one hidden start, one exibicao and at most twenty visoes of a list for each of them, and one transferencia.
 */
const NOT_LONG = [
  'atividades_cadeias',
  'comecos_ocultos',
  'contadores',
  'exibicoes',
  'lembretes',
  'membros',
  'transferencias',
  'visoes',
];

/**
 * Columns whose values few rows share, so each copy gets its own: a lote groups the rows of one transaction, a parcel the
 * pedidos of one cart, a pedido its items, and a sale at the counter at most 200.
 */
const OF_FEW_ROWS = ['envio_id', 'lote', 'pedido_id', 'venda_id'];

interface Column {
  name: string;
  type: string;
  /** The referenced table, if the column is a foreign key. */
  of: string | null;
}

/**
 * Adds `count` rows to every tenant table of an empresa that has a row in each, including tables added later.
 * The new rows are copies that differ only in the columns of unique keys. Triggers and foreign keys are
 * disabled during the insert.
 */
export async function growEmpresa(
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  sql: Sql,
  empresaId: string,
  count: number,
): Promise<void> {
  const tables = (await tenantTables(sql)).filter((table) => !NOT_LONG.includes(table));
  const order = await sql('select relname from pg_class where relname = any($1) order by oid', [tables]);
  await query('set session_replication_role = replica');
  for (const { relname } of order) {
    const table = String(relname);
    const columns = (await sql(COLUMNS, [table])) as unknown as Column[];
    const keys = await sql(KEYS, [table]);
    const varied = new Set<string>();
    for (const { names } of keys) {
      const key = (names as string[]).filter((name) => name !== 'empresa_id');
      const [best] = key.map((name) => columns.find((column) => column.name === name)).sort(byEase);
      if (!key.some((name) => varied.has(name)) && best) varied.add(best.name);
    }
    for (const { name } of columns) if (OF_FEW_ROWS.includes(name)) varied.add(name);
    const values = columns.map((column) =>
      varied.has(column.name) ? variedOf(column) : `t."${column.name}"`,
    );
    await query(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
       select ${values.join(', ')} from (select * from ${table} where empresa_id = $1 order by ctid desc limit 1) t,
         generate_series(1, $2::int) n`,
      [empresaId, count],
    );
  }
  await query('set session_replication_role = origin');
  await query('analyze');
}

/** Sorts columns that are not foreign keys first. */
const byEase = (a: Column | undefined, b: Column | undefined) =>
  Number(Boolean(a?.of)) - Number(Boolean(b?.of));

function variedOf({ name, type, of }: Column): string {
  // The newest rows of the referenced table are its copies, one for each `n`.
  if (of) return `(array(select r.id from ${of} r where r.empresa_id = $1 order by r.ctid desc))[n]`;
  if (type === 'uuid') return 'uuidv7()';
  if (type === 'text') return `left(t."${name}", 40) || '-' || n`;
  // It has no arithmetic of its own.
  if (type === 'xid8') return `(t."${name}"::text::bigint + n)::text::xid8`;
  if (type === 'date') return `t."${name}" - n`;
  if (type.startsWith('timestamp')) return `t."${name}" - n * interval '1 second'`;
  return `t."${name}" + n`;
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type, (
    select c.confrelid::regclass::text from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f'
      and c.conkey[cardinality(c.conkey)] = a.attnum and c.confrelid <> 'public.empresas'::regclass limit 1) as of
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;

const KEYS = `
  select array_agg(a.attname::text order by k.n) as names from pg_index i
  cross join lateral unnest(i.indkey) with ordinality k (attnum, n)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = $1::regclass and i.indisunique and k.n <= i.indnkeyatts group by i.indexrelid`;
