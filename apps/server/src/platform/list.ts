import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ZodMiniObject, ZodMiniType } from 'zod/mini';
import { AppError } from './errors.ts';
import { Json } from './json.ts';
import type { TenantDb } from './tenant-db.ts';

export interface ListQuery {
  busca?: string | undefined;
  ordem?: string | undefined;
  cursor?: string | undefined;
  limite: number;
  /** Filters of the register, each by the name of its column. */
  [filter: string]: string | number | undefined;
}

export interface Page<Row> {
  itens: Row[];
  de: number;
  anterior: string | null;
  proximo: string | null;
  total: number | null;
}

interface Definition {
  table: string;
  /** The contract of a row; its fields are the columns. */
  row: ZodMiniObject<Record<string, ZodMiniType>>;
  /** Public sort key → column; both ends of the list are reached through an index on (empresa_id, column, id). */
  sort: Readonly<Record<string, string>>;
  defaultOrder: string;
  /** Fields of the row that are no column: SQL over the row `t`. */
  computed?: Readonly<Record<string, string>>;
  /** Columns a list can be narrowed to one value of; where it may be long, an index on (empresa_id, column) leads there. */
  filters?: readonly string[];
  /** A register's own function for whatever narrows its list, `busca` too; called like `search_produtos`. */
  finder?: { name: string; filters: readonly string[] };
}

/** The columns of a record are the fields of its contract: a new field is read without touching a query. */
export const columnsOf = <Shape extends Record<string, ZodMiniType>>(schema: ZodMiniObject<Shape>) =>
  Object.keys(schema.shape) as (keyof Shape & string)[];

/** Where a page starts: after (or before) the row with this sort value and id; `de` is the position shown to people. */
const Cursor = z.tuple([z.string(), z.enum(['depois', 'antes']), z.string(), z.uuid(), z.int().min(1)]);
type Cursor = z.infer<typeof Cursor>;

/** What the statement answers with: the page's rows as one text, and where the pages beside it start. */
interface Found {
  linhas: number;
  itens: string | null;
  /** Sort value and id. */
  primeira: [value: string, id: string] | null;
  ultima: [value: string, id: string] | null;
  total: number | null;
}

/**
 * Keyset pages of a register, searched and sorted by the server. PostgreSQL writes the rows as JSON: reading fifty rows
 * value by value and writing them out again is most of what a page costs in Node (`pnpm prove:list`).
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
    // A finder may put rows on top that belong further down: the way back to the first page is the first page.
    if (narrowed.by === 'finder' && shape.backwards && found.linhas <= query.limite)
      return select(tx, { ...query, cursor: undefined });
    return pageOf(found, { list, cursor, limite: query.limite });
  };
}

/** What a list is narrowed to, and how its rows are found. */
interface Narrowing {
  by: 'columns' | 'search' | 'finder';
  /** The columns compared with one parameter each, where that is how. */
  filters: readonly string[];
  values: unknown[];
  /** A place in one list means nothing in another: part of every cursor. */
  name: string;
}

function narrowing(definition: Definition, query: ListQuery): Narrowing {
  const { finder } = definition;
  if (finder) {
    const set = [...finder.filters, 'busca'].filter((name) => query[name]);
    if (set.length === 0) return { by: 'columns', filters: [], values: [], name: '' };
    const filter = JSON.stringify(Object.fromEntries(set.map((name) => [name, query[name]])));
    // Many texts of a hundred letters would make an address too long.
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

/** With a parameter as LIMIT PostgreSQL keeps planning anew; few literals keep the number of statements small. */
const SIZES = [10, 50, 100];

/**
 * `$1` empresa, `$2` limite; then busca and the filters as one object, or (a finder) both as one, or one parameter for
 * each filter; then the sort value and the id of the cursor.
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
  const ids = {
    search: `search_ids('${table}', '${column}', ${descending}, $3, $5, $6, ${limit}, $4::jsonb)`,
    finder: `${finder?.name}('${column}', ${descending}, $3::jsonb, $4, $5, ${limit})`,
  };
  const rows =
    shape.by === 'columns'
      ? `select t.*, row_number() over () as n from (
         select * from ${table} t where t.empresa_id = $1 ${filter} ${from}
         order by t.${column} ${direction}, t.id ${direction} limit ${limit}) t`
      : // Row by row: a plan for any empresa may take all rows of a large one for fewer than those found.
        `select t.*, s.n from ${ids[shape.by]} with ordinality s (id, n)
         cross join lateral (select * from ${table} r where r.empresa_id = $1 and r.id = s.id offset 0) t`;
  const total =
    shape.by !== 'columns' || shape.filters.length > 0
      ? 'null::int'
      : // Null where nothing is counted under this name.
        `(select sum(delta)::int from contadores where empresa_id = $1 and nome = '${table}')`;
  const place = (n: string) =>
    `json_agg(json_build_array(t.${column}::text, t.id)) filter (where t.n = ${n}) -> 0`;
  return `select count(*)::int as linhas,
      json_agg((select r from (select ${fieldsOf(row, computed)}) r) order by t.n ${shape.backwards ? 'desc' : 'asc'})
        filter (where t.n <= $2)::text as itens,
      ${place('1')} as primeira, ${place('$2')} as ultima, ${total} as total
    from (${rows}) t`;
}

/** What the contract calls a string is one on the wire too: `numeric` written as a JSON number would lose digits. */
function fieldsOf(row: Definition['row'], computed: Definition['computed'] = {}): string {
  const { properties = {} } = z.toJSONSchema(row);
  const isText = (schema: z.core.JSONSchema.BaseSchema): boolean =>
    ([schema.type].flat().includes('string') && schema.format === undefined) ||
    Boolean(schema.anyOf?.some(isText));
  return Object.entries(properties)
    .map(([name, schema]) => {
      if (computed[name]) return `${computed[name]} as ${name}`;
      return isText(schema as z.core.JSONSchema.BaseSchema) ? `t.${name}::text` : `t.${name}`;
    })
    .join(', ');
}

interface Place {
  /** Its order and what it is narrowed to. */
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
    total: found.total ?? (hasNext ? null : end),
  } satisfies Omit<Page<Row>, 'itens'>);
  return new Json(`{"itens":${found.itens ?? '[]'},${rest.slice(1)}`);
}

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string, list: string): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor[0] === list) return cursor;
  } catch {
    // A cut or invented cursor gets the same answer as one of another list.
  }
  throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao início da lista.');
}
