import type { FiltrosDeAtividade } from '@prumo/contract/atividades.ts';
import type { Database } from '#platform/db/db.ts';
import { HIDDEN_FIELDS } from '#platform/db/field-rights.ts';
import { MEANINGLESS_COLUMNS, type Registro } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Line {
  id: string;
  numero: number | null;
  selo: 'pendente' | 'conferida' | 'apagada' | 'divergente';
  em: string;
  tipo: string;
  user_id: string;
  quem: string | null;
  tabela: string;
  registro_id: string;
  /** The table of historico: `atividades` for an event. */
  fonte: string | null;
  antes: Registro | null;
  depois: Registro | null;
}

export interface PageQuery extends FiltrosDeAtividade {
  cursor?: string | undefined;
  limit: number;
}

/** The maximum number of pending transactions in which a page looks for lines that are not sealed yet. */
const PENDING = 100;

/** The maximum number of lines that a page examines. Each costs further rows: its change, its author, its seal. */
export const LINES = 200;

/** SQL over a line, by filter. The first one that a query has selects the index, and the others filter what it finds. */
const FILTERS = {
  registro_id: (n: number) => `registro_id = $${n}`,
  pessoa: (n: number) => `user_id = $${n}`,
  tipo: (n: number) => `tipo = $${n}`,
  tabela: (n: number) => `tabela = $${n}`,
};

/**
 * Selects the lines that match, newest first, and the last line examined if there may be older ones. It examines at
 * most `LINES` lines, so a page may be short.
 */
export async function selectAtividades(
  tx: TenantDb,
  { cursor, limit, de, ate, ...filters }: PageQuery,
): Promise<{ rows: Line[]; last: string | undefined }> {
  const values: unknown[] = [];
  // Only the given bounds are in the statement. A bound that may be null makes the planner expect few rows, and it
  // then reads all lines of a filter.
  const before = cursor === undefined ? 'true' : `id < $${values.push(cursor) + 1}`;
  const from = de === undefined ? 'true' : `id >= ${startOf(`$${values.push(de) + 1}::date`)}`;
  const until = ate === undefined ? 'true' : `id < ${startOf(`$${values.push(ate) + 1}::date + 1`)}`;
  const between = `${before} and ${from} and ${until}`;
  const conditions = Object.entries(FILTERS).flatMap(([name, condition]) => {
    const value = filters[name as keyof typeof filters];
    return value === undefined ? [] : [condition(values.push(value) + 1)];
  });
  // An index begins with the table of a record.
  const first = filters.registro_id === undefined ? conditions.slice(0, 1) : conditions.filter(ofRecord);
  const looked = `looked as materialized (
    select * from (
      (select id, user_id, tipo, tabela, registro_id, numero, digest, sal from atividades
       where empresa_id = $1 ${and(first)} and ${between} order by id desc limit ${LINES})
      union all
      (select * from (${unsealed(before)}) u where ${between} ${and(first)} order by id desc limit ${LINES})
    ) both_parts order by id desc limit ${LINES})`;
  const hidden = `($${values.push(MEANINGLESS_COLUMNS) + 1}::text[] || ${HIDDEN_FIELDS})`;
  // A page without a line still has a row, which says where the next page starts.
  const found = await tx.query<(Line | { id: null }) & { last: string | null }>(
    `with ${looked}
     select line.*, ends.last
     from (select (select id from looked order by id desc offset ${LINES - 1}) as last) ends
     left join lateral (
       select l.id, l.numero::int, coalesce(h.created_at, uuid_extract_timestamp(l.id)) as em, l.tipo, l.user_id,
         p.full_name as quem, l.tabela, l.registro_id, h.tabela as fonte, h.antes - ${hidden} as antes,
         h.depois - ${hidden} as depois, ${SELO} as selo
       from looked l left join lateral (${CHANGE}) h on true
       left join profiles p on p.id = l.user_id
       where (h.id is null or h.antes - ${hidden} is distinct from h.depois - ${hidden})
         ${and(conditions.map((each) => `l.${each}`))}
       order by l.id desc limit ${limit + 1}
     ) line on true order by line.id desc`,
    values,
  );
  return {
    rows: found.flatMap((row) => (row.id === null ? [] : [row])),
    last: found[0]?.last ?? undefined,
  };
}

const and = (conditions: readonly string[]) => conditions.map((each) => `and ${each}`).join(' ');
const ofRecord = (condition: string) => /^(registro_id|tabela) /.test(condition);

/** The first id of the day. The ids of historico carry their time. */
const startOf = (day: string) => `first_uuid_of((${day})::timestamp at time zone 'America/Sao_Paulo')`;

/**
 * The newest lines that the worker has not sealed yet. The scalar subquery looks each line up by its id; `not exists`
 * lets the planner read the whole chain instead.
 */
const unsealed = (before: string) => `
  select h.id, h.user_id, tipo_of_atividade(h.tabela, h.operacao, h.antes, h.depois, h.user_id) as tipo,
    case when h.tabela = 'atividades' then coalesce(h.depois ->> 'tabela', h.tabela) else h.tabela end as tabela,
    h.registro_id, null::bigint as numero, null::bytea as digest, null::bytea as sal
  from (select * from atividades_pendentes where empresa_id = $1 and ${before}
    order by id desc limit ${PENDING}) p
  join historico h on h.empresa_id = $1 and h.lote = p.lote
    and h.id >= first_uuid_of(uuid_extract_timestamp(p.id) - interval '1 day')
    and h.id < first_uuid_of(uuid_extract_timestamp(p.id) + interval '1 day')
  where (select a.numero from atividades a where a.empresa_id = $1 and a.id = h.id) is null`;

/** The change of a line. `offset 0` makes the planner look each one up by its id instead of reading the history. */
const CHANGE = `
  select change as whole, change.* from historico change where change.empresa_id = $1 and change.id = l.id offset 0`;

const SELO = `case
  when l.numero is null then 'pendente'
  when l.sal is null then 'apagada'
  when l.digest = sha256(l.sal || convert_to(content_of_atividade(h.whole), 'UTF8')) then 'conferida'
  else 'divergente'
end`;

/** Returns the names of people and produtos by id. */
export async function selectNames(tx: TenantDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; nome: string | null }>(
    `select p.id, p.full_name as nome from profiles p where p.id = any ($2) and $1::uuid is not null
     union all select p.id, p.nome from produtos p where p.empresa_id = $1 and p.id = any ($2)`,
    [ids],
  );
  return new Map(rows.flatMap(({ id, nome }) => (nome === null ? [] : [[id, nome]])));
}

/** Records a refused access of the current person. Returns whether the hour has room for more. */
export async function recordRecusa(tx: TenantDb, alvo: object, limit: number): Promise<boolean> {
  const [row] = await tx.query<{ more: boolean }>(
    'select record_recusa($2, $3) as more where $1::uuid is not null',
    [JSON.stringify(alvo), limit],
  );
  return row?.more ?? false;
}

/** Returns the next empresa with lines to seal, in the order of ids. */
export async function nextPendente(db: Database, after: string): Promise<string | null> {
  const [row] = await db.global<{ id: string | null }>('select next_pendente($1) as id', [after]);
  return row?.id ?? null;
}

/** Seals the oldest lines of the empresa. Returns how many. */
export async function sealAtividades(
  tx: TenantDb,
  { lotes, lines }: { lotes: number; lines: number },
): Promise<number> {
  const [row] = await tx.query<{ sealed: number }>(
    'select seal_atividades($2, $3) as sealed where $1::uuid is not null',
    [lotes, lines],
  );
  return row?.sealed ?? 0;
}
