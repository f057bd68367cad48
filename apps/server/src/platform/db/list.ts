import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ZodMiniObject, ZodMiniType } from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { Json } from '#platform/http/json.ts';
import { guardedFields, maySee } from './field-rights.ts';
import type { TenantDb } from './tenant-db.ts';

export interface ListQuery {
  busca?: string | undefined;
  ordem?: string | undefined;
  cursor?: string | undefined;
  limite: number;
  /** Filters of the register, from column name to value. */
  [filter: string]: string | number | undefined;
}

export interface Page<Row> {
  itens: Row[];
  de: number;
  anterior: string | null;
  proximo: string | null;
  total: number | null;
  parcial: boolean;
}

interface Definition {
  table: string;
  /** The contract of a row. Its field names are the column names. */
  row: ZodMiniObject<Record<string, ZodMiniType>>;
  /** Maps a public sort key to its column. Each column needs an index on (empresa_id, column, id). */
  sort: Readonly<Record<string, string>>;
  defaultOrder: string;
  /** Maps each field of the row that is not a column to its SQL over the row `t`. */
  computed?: Readonly<Record<string, string>>;
  /**
   * Columns by whose value the list may be filtered. In a long table each needs an index on (empresa_id,
   * column).
   */
  filters?: readonly string[];
  /**
   * The register's own SQL function for `busca` and all filters. It takes the parameters of `find_produtos`.
   */
  finder?: { name: string; filters: readonly string[] };
}

/** The columns of a record are the fields of its contract, so a new field needs no change of a query. */
export const columnsOf = <Shape extends Record<string, ZodMiniType>>(schema: ZodMiniObject<Shape>) =>
  Object.keys(schema.shape) as (keyof Shape & string)[];

/**
 * [list, direction, sort value, id, position]. The page starts after or before the row with this sort value
 * and id. The position counts from 1.
 */
const Cursor = z.tuple([z.string(), z.enum(['depois', 'antes']), z.string(), z.uuid(), z.int().min(1)]);
type Cursor = z.infer<typeof Cursor>;

/**
 * The result of the statement: the rows of the page as one JSON text, and its first and last row for the
 * cursors.
 */
interface Found {
  linhas: number;
  itens: string | null;
  /** The sort value and the id of the first row in the order of the query. */
  primeira: [value: string, id: string] | null;
  /** The same of the last row. */
  ultima: [value: string, id: string] | null;
  total: number | null;
  parcial: boolean;
}

/**
 * Keyset pages of a register. PostgreSQL searches, sorts and writes the rows as JSON. Parsing fifty rows
 * value by value and serializing them again would be most of a page's cost in Node (`pnpm prove:list`).
 */
export function listOf<Row>(definition: Definition) {
  const texts = new Map<string, string>();
  return async function select(tx: TenantDb, query: ListQuery): Promise<Json<Page<Row>>> {
    const ordem = query.ordem ?? definition.defaultOrder;
    const narrowed = narrowing(definition, query);
    const list = narrowed.name ? `${ordem} ${narrowed.name}` : ordem;
    const cursor = query.cursor === undefined ? undefined : decode(query.cursor, list);
    const shape: Shape = {
      ordem,
      backwards: cursor?.[1] === 'antes',
      from: cursor !== undefined,
      by: narrowed.by,
      filters: narrowed.filters,
      size: SIZES.find((size) => size >= query.limite) ?? 100,
    };
    const key = Object.values(shape).join();
    const text = texts.get(key) ?? textOf(definition, shape);
    texts.set(key, text);
    const [found] = await tx.query<Found>(text, [
      query.limite,
      ...narrowed.values,
      ...(cursor ? [cursor[2], cursor[3]] : narrowed.by === 'columns' ? [] : [null, null]),
    ]);
    if (!found) throw new Error('an aggregate without a row');
    // A finder puts exact matches on top of the first page only. Paging back to that page therefore reads it
    // again without a cursor.
    if (narrowed.by === 'finder' && shape.backwards && found.linhas <= query.limite)
      return select(tx, { ...query, cursor: undefined });
    return pageOf(found, { list, cursor, limite: query.limite });
  };
}

/** The filters of a list, and the way in which its rows are found. */
interface Narrowing {
  by: 'columns' | 'search' | 'finder';
  /** The columns that are compared with one parameter each. A finder has none. */
  filters: readonly string[];
  values: unknown[];
  /**
   * Identifies the filters. Every cursor contains it, because a position in one list means nothing in
   * another.
   */
  name: string;
}

function narrowing(definition: Definition, query: ListQuery): Narrowing {
  const { finder } = definition;
  if (finder) {
    const set = [...finder.filters, 'busca'].filter((name) => query[name]);
    if (set.length === 0) return { by: 'columns', filters: [], values: [], name: '' };
    const filter = JSON.stringify(Object.fromEntries(set.map((name) => [name, query[name]])));
    // Uses a hash, because the filters themselves could make the cursor too long for a URL.
    const name = createHash('sha1').update(filter).digest('base64url');
    return { by: 'finder', filters: [], values: [filter], name };
  }
  const filters = (definition.filters ?? []).filter((column) => query[column] !== undefined);
  const filter = Object.fromEntries(filters.map((column) => [column, query[column]]));
  const name = filters.length > 0 ? JSON.stringify(filter) : '';
  return query.busca
    ? { by: 'search', filters, values: [query.busca, JSON.stringify(filter)], name }
    : { by: 'columns', filters, values: Object.values(filter), name };
}

interface Shape {
  ordem: string;
  backwards: boolean;
  from: boolean;
  by: Narrowing['by'];
  filters: readonly string[];
  size: number;
}

/**
 * The literal values of LIMIT. PostgreSQL would replan a LIMIT that is a parameter, and few sizes keep the
 * number of statements small.
 */
const SIZES = [10, 50, 100];

/**
 * The parameters are `$1` empresa and `$2` limite. A search then takes `busca` and an object of filters, a
 * finder one object of both, and a list by columns one parameter per filter. The sort value and the id of the
 * cursor come last.
 */
function textOf({ table, row, sort, computed, finder }: Definition, shape: Shape): string {
  const column = sort[shape.ordem.replace('-', '')];
  const descending = shape.ordem.startsWith('-') !== shape.backwards;
  const direction = descending ? 'desc' : 'asc';
  const limit = shape.size + 1;
  const cursor = 3 + shape.filters.length;
  const from = shape.from
    ? `and (t.${column}, t.id) ${descending ? '<' : '>'} ($${cursor}, $${cursor + 1})`
    : '';
  const filter = shape.filters.map((name, index) => `and t.${name} = $${3 + index}`).join(' ');
  const found = {
    search: `find_ids('${table}', '${column}', ${descending}, $3, $5, $6, ${limit}, $4::jsonb)`,
    finder: `${finder?.name}('${column}', ${descending}, $3::jsonb, $4, $5, ${limit})`,
  };
  const rows =
    shape.by === 'columns'
      ? `select t.*, row_number() over () as n from (
         select * from ${table} t where t.empresa_id = $1 ${filter} ${from}
         order by t.${column} ${direction}, t.id ${direction} limit ${limit}) t`
      : // OFFSET 0 forces one lookup per id. A generic plan could underestimate a large empresa and read all its rows.
        `select t.*, s.n from f cross join lateral unnest(f.ids) with ordinality s (id, n)
         cross join lateral (select * from ${table} r where r.empresa_id = $1 and r.id = s.id offset 0) t`;
  const total =
    shape.by !== 'columns' || shape.filters.length > 0
      ? 'null::int'
      : // Null for a table without a counter.
        `(select sum(delta)::int from contadores where empresa_id = $1 and nome = '${table}')`;
  const place = (n: string) =>
    `json_agg(json_build_array(t.${column}::text, t.id)) filter (where t.n = ${n}) -> 0`;
  const finding = shape.by === 'columns' ? '' : `with f as materialized (select * from ${found[shape.by]})`;
  return `${finding} select count(*)::int as linhas,
      json_agg(${recordOf(row, computed)} order by t.n ${shape.backwards ? 'desc' : 'asc'})
        filter (where t.n <= $2)::text as itens,
      ${place('1')} as primeira, ${place('$2')} as ultima, ${total} as total,
      ${shape.by === 'columns' ? 'false' : '(select f.parcial from f)'} as parcial
    from (${rows}) t`;
}

/**
 * The row as a record. A field that needs a right is left out of the record of a person without it, because
 * the JSON of PostgreSQL is sent unchanged.
 */
function recordOf(row: Definition['row'], computed: Definition['computed']): string {
  const fields = fieldsOf(row, computed);
  const guarded = guardedFields([...fields.keys()]);
  const record = (names: string[]) =>
    `(select r from (select ${names.map((name) => fields.get(name)).join(', ')}) r)`;
  const all = record([...fields.keys()]);
  if (guarded.length === 0) return all;
  const rest = record([...fields.keys()].filter((name) => !guarded.includes(name)));
  return `case when ${maySee(guarded)} then ${all} else ${rest} end`;
}

/**
 * The SQL of each field. Casts a column to text if the contract declares it as a string, because a `numeric` would lose digits as a
 * JSON number.
 */
function fieldsOf(row: Definition['row'], computed: Definition['computed'] = {}): Map<string, string> {
  const { properties = {} } = z.toJSONSchema(row);
  const isText = (schema: z.core.JSONSchema.BaseSchema): boolean =>
    ([schema.type].flat().includes('string') && schema.format === undefined) ||
    Boolean(schema.anyOf?.some(isText));
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      if (computed[name]) return [name, `${computed[name]} as ${name}`];
      return [name, isText(schema as z.core.JSONSchema.BaseSchema) ? `t.${name}::text` : `t.${name}`];
    }),
  );
}

interface Place {
  /** The order and the filters of the list. */
  list: string;
  cursor: Cursor | undefined;
  limite: number;
}

function pageOf<Row>(found: Found, { list, cursor, limite }: Place): Json<Page<Row>> {
  const more = found.linhas > limite;
  const rows = Math.min(found.linhas, limite);
  const backwards = cursor?.[1] === 'antes';
  const de = cursor === undefined ? 1 : backwards ? Math.max(1, cursor[4] - rows) : cursor[4];
  const end = de + rows - 1;
  const [first, last] = backwards ? [found.ultima, found.primeira] : [found.primeira, found.ultima];
  const hasPrevious = backwards ? more : cursor !== undefined;
  const hasNext = backwards || more;
  const rest = JSON.stringify({
    de,
    anterior: hasPrevious && first ? encode([list, 'antes', ...first, de]) : null,
    proximo: hasNext && last ? encode([list, 'depois', ...last, end + 1]) : null,
    // The total of a partial search is unknown, because unread rows may match too.
    total: found.total ?? (hasNext || found.parcial ? null : end),
    parcial: found.parcial,
  } satisfies Omit<Page<Row>, 'itens'>);
  return new Json(`{"itens":${found.itens ?? '[]'},${rest.slice(1)}`);
}

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string, list: string): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor[0] === list) return cursor;
  } catch {
    // A truncated or forged cursor gets the same answer as a cursor of another list.
  }
  throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao início da lista.');
}
