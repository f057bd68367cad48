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
  return async (tx: TenantDb, query: ListQuery): Promise<Json<Page<Row>>> => {
    const ordem = query.ordem ?? definition.defaultOrder;
    const filters = (definition.filters ?? []).filter((column) => query[column] !== undefined);
    const filter = Object.fromEntries(filters.map((column) => [column, query[column]]));
    // A place in one list means nothing in another.
    const list = filters.length > 0 ? `${ordem} ${JSON.stringify(filter)}` : ordem;
    const cursor = query.cursor === undefined ? undefined : decode(query.cursor, list);
    const shape: Shape = {
      ordem,
      backwards: cursor?.[1] === 'antes',
      from: cursor !== undefined,
      search: Boolean(query.busca),
      filters,
      size: SIZES.find((size) => size >= query.limite) ?? 100,
    };
    const key = Object.values(shape).join();
    const text = texts.get(key) ?? textOf(definition, shape);
    texts.set(key, text);
    const [found] = await tx.query<Found>(text, [
      query.limite,
      ...(query.busca ? [query.busca, JSON.stringify(filter)] : Object.values(filter)),
      ...(cursor ? [cursor[2], cursor[3]] : query.busca ? [null, null] : []),
    ]);
    if (!found) throw new Error('an aggregate without a row');
    return pageOf(found, { list, cursor, limite: query.limite });
  };
}

interface Shape {
  ordem: string;
  backwards: boolean;
  from: boolean;
  search: boolean;
  filters: readonly string[];
  size: number;
}

/** With a parameter as LIMIT PostgreSQL keeps planning anew; few literals keep the number of statements small. */
const SIZES = [10, 50, 100];

/**
 * `$1` empresa, `$2` limite; then busca and the filters as one object, or one parameter for each filter; then the sort
 * value and the id of the cursor.
 */
function textOf({ table, row, sort, computed }: Definition, shape: Shape): string {
  const column = sort[shape.ordem.replace('-', '')];
  const descending = shape.ordem.startsWith('-') !== shape.backwards;
  const direction = descending ? 'desc' : 'asc';
  const limit = shape.size + 1;
  const cursor = shape.search ? 5 : 3 + shape.filters.length;
  const from = shape.from
    ? `and (t.${column}, t.id) ${descending ? '<' : '>'} ($${cursor}, $${cursor + 1})`
    : '';
  const filter = shape.filters.map((name, index) => `and t.${name} = $${3 + index}`).join(' ');
  const rows = shape.search
    ? `select t.*, s.n
       from search_ids('${table}', '${column}', ${descending}, $3, $5, $6, ${limit}, $4::jsonb) with ordinality s (id, n)
       join ${table} t on t.empresa_id = $1 and t.id = s.id`
    : `select t.*, row_number() over () as n from (
         select * from ${table} t where t.empresa_id = $1 ${filter} ${from}
         order by t.${column} ${direction}, t.id ${direction} limit ${limit}) t`;
  const total =
    shape.search || shape.filters.length > 0
      ? 'null::int'
      : `(select coalesce(sum(delta), 0)::int from contadores where empresa_id = $1 and nome = '${table}')`;
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
