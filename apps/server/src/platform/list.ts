import * as z from 'zod';
import type { ZodMiniObject, ZodMiniType } from 'zod/mini';
import type { TenantDb } from './db.ts';
import { AppError } from './errors.ts';

export interface ListQuery {
  busca?: string | undefined;
  ordem?: string | undefined;
  cursor?: string | undefined;
  limite: number;
}

export interface Page<Row> {
  itens: Row[];
  de: number;
  anterior: string | null;
  proximo: string | null;
  total: number | null;
}

interface Definition<Row> {
  table: string;
  columns: readonly (keyof Row & string)[];
  /** Public sort key → column; both ends of the list are reached through an index on (empresa_id, column, id). */
  sort: Readonly<Record<string, string>>;
  defaultOrder: string;
}

/** The columns of a record are the fields of its contract: a new field is read without touching a query. */
export const columnsOf = <Shape extends Record<string, ZodMiniType>>(schema: ZodMiniObject<Shape>) =>
  Object.keys(schema.shape) as (keyof Shape & string)[];

/** Where a page starts: after (or before) the row with this sort value and id; `de` is the position shown to people. */
const Cursor = z.tuple([z.string(), z.enum(['depois', 'antes']), z.string(), z.uuid(), z.int().min(1)]);
type Cursor = z.infer<typeof Cursor>;

/** Keyset pages of a register, searched and sorted by the server. The texts are built once per shape and stay named. */
export function listOf<Row extends { id: string }>(definition: Definition<Row>) {
  return async (tx: TenantDb, query: ListQuery): Promise<Page<Row>> => {
    const ordem = query.ordem ?? definition.defaultOrder;
    const cursor = query.cursor === undefined ? undefined : decode(query.cursor, ordem);
    const backwards = cursor?.[1] === 'antes';
    const shape = {
      ordem,
      backwards,
      from: cursor !== undefined,
      search: Boolean(query.busca),
      limite: query.limite,
    };
    const values = [
      ...(query.busca ? [query.busca] : []),
      ...(cursor ? [cursor[2], cursor[3]] : query.busca ? [null, null] : []),
    ];
    const [rows, total] = await Promise.all([
      tx.query<Row & { sort_value: string }>(textOf(definition, shape), values),
      query.busca ? null : totalOf(tx, definition.table),
    ]);
    const more = rows.length > query.limite;
    if (more) rows.pop();
    if (backwards) rows.reverse();
    return pageOf(rows, { ordem, cursor, more, backwards, total });
  };
}

interface Shape {
  ordem: string;
  backwards: boolean;
  from: boolean;
  search: boolean;
  limite: number;
}

function textOf<Row>({ table, columns, sort }: Definition<Row>, shape: Shape): string {
  const column = sort[shape.ordem.replace('-', '')];
  const descending = shape.ordem.startsWith('-') !== shape.backwards;
  const direction = descending ? 'desc' : 'asc';
  const picked = [...columns.map((name) => `t.${name}`), `t.${column} as sort_value`].join(', ');
  // Limits are literals: with a parameter PostgreSQL keeps planning anew.
  const limit = shape.limite + 1;
  if (shape.search)
    return `select ${picked} from search_ids('${table}', '${column}', ${descending}, $2, $3, $4, ${limit}) with ordinality s (id, n) join ${table} t on t.empresa_id = $1 and t.id = s.id order by s.n`;
  const from = shape.from ? `and (t.${column}, t.id) ${descending ? '<' : '>'} ($2, $3)` : '';
  return `select ${picked} from ${table} t where t.empresa_id = $1 ${from} order by t.${column} ${direction}, t.id ${direction} limit ${limit}`;
}

async function totalOf(tx: TenantDb, table: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `select coalesce(sum(delta), 0)::int as total from contadores where empresa_id = $1 and nome = $2`,
    [table],
  );
  return row?.total ?? 0;
}

interface Place {
  ordem: string;
  cursor: Cursor | undefined;
  more: boolean;
  backwards: boolean;
  total: number | null;
}

function pageOf<Row extends { id: string }>(rows: (Row & { sort_value: string })[], place: Place): Page<Row> {
  const { ordem, cursor, more, backwards } = place;
  const de = cursor === undefined ? 1 : backwards ? Math.max(1, cursor[4] - rows.length) : cursor[4];
  const first = rows[0];
  const last = rows.at(-1);
  const hasPrevious = backwards ? more : cursor !== undefined;
  const hasNext = backwards || more;
  const end = de + rows.length - 1;
  return {
    itens: rows,
    de,
    anterior: hasPrevious && first ? encode([ordem, 'antes', first.sort_value, first.id, de]) : null,
    proximo: hasNext && last ? encode([ordem, 'depois', last.sort_value, last.id, end + 1]) : null,
    total: place.total ?? (hasNext ? null : end),
  };
}

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string, ordem: string): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor[0] === ordem) return cursor;
  } catch {
    // A cut or invented cursor gets the same answer as one of another order.
  }
  throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao início da lista.');
}
