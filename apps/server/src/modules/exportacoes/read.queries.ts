import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Coluna, EMPRESA, PESSOAS, type Tabela } from './layout.ts';

/** The cut: its instant, and the lotes that wrote on both sides of it and count as later. */
export interface Corte {
  corte: string;
  lotes: readonly string[];
}

export type Linha = (string | null)[];

/** A page of a table. `ate` is the key of the last row examined, and null when the table has no more rows. */
export interface Pagina {
  linhas: Linha[];
  ate: string[] | null;
}

/** The first id after the cut, and one that is older than every transaction that was under way at the cut. */
const CUT = 'first_uuid_of($2::timestamptz)';
const OLDER = `first_uuid_of($2::timestamptz - interval '1 minute')`;
const IS_AFTER = (row: string) => `(${row}.id >= ${CUT} or ${row}.lote = any ($3::uuid[]))`;
const IS_BEFORE = (row: string) => `(${row}.id < ${CUT} and ${row}.lote <> all ($3::uuid[]))`;

const INSTANT = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The SQL of a cell as text. */
function cellOf({ nome, tipo }: Coluna, row: string): string {
  const value = `${row}.${nome}`;
  if (tipo === 'instante') return INSTANT(value);
  if (tipo === 'lista') return `to_json(${value})::text`;
  if (tipo === 'imagens')
    return `(select coalesce(json_agg(substring(u.url from '([0-9a-f-]{36})\\.webp$') order by u.n), '[]')::text
      from unnest(${value}) with ordinality u (url, n))`;
  return `${value}::text`;
}

/** Columns whose value in the file is not the value of the row. */
const SPECIAL: Readonly<Record<string, (row: string) => string>> = {
  // The address of an uploaded logo names the empresa, so the file contains only addresses of other sites.
  'marcas.logo_url': (row) => `case when ${row}.logo_arquivo_id is null then ${row}.logo_url end`,
  'produto_deposito.quantidade': () => `coalesce(l.saldo, 0)::numeric(12, 2)::text`,
  'produto_deposito.ultima_movimentacao': () => INSTANT('l.created_at'),
  'historico.antes': (row) => `(${row}.antes - 'empresa_id')::text`,
  'historico.depois': (row) => `(${row}.depois - 'empresa_id')::text`,
};

/** The last line of the ledger before the cut, which is the stock at the cut. */
const LEDGER = `left join lateral (
    select m.saldo, m.created_at from movimentos_estoque m
    where m.empresa_id = $1 and m.produto_id = r.produto_id and m.deposito_id = r.deposito_id and ${IS_BEFORE('m')}
    order by m.created_at desc limit 1) l on true`;

const cells = ({ nome, colunas }: Tabela, row = 'r') =>
  colunas.map((coluna) => (SPECIAL[`${nome}.${coluna.nome}`] ?? ((of) => cellOf(coluna, of)))(row));

/** Makes one array of texts of a row. */
const line = (parts: readonly string[]) => `array[${parts.join(', ')}]::text[] as linha`;

/**
 * A record `id` as it was at the cut: the row of now, or nothing, with what its later changes recorded as `antes` put
 * over it, the first change last. A change may have recorded only the columns that it changed (ADR 0104).
 */
const AT_CUT = (tabela: string, id: string, now: string) => `
  coalesce((${now}), '{}') || (
    select jsonb_object_agg(c.key, c.value order by l.id desc) from historico l cross join lateral jsonb_each(l.antes) c
    where l.empresa_id = $1 and l.id >= ${OLDER} and l.tabela = '${tabela}' and l.registro_id = ${id} and ${IS_AFTER('l')})`;

/**
 * Rows as they were at the cut. A record whose first later change recorded no `antes` did not exist yet. The changes are
 * found by their time, so a page costs as much as the changes since the cut.
 */
const registro = (tabela: Tabela) => `
  with depois as materialized (
    select distinct on (h.registro_id) h.registro_id, h.id as mudanca from historico h
    where h.empresa_id = $1 and h.id >= ${OLDER} and h.tabela = '${tabela.nome}' and ${IS_AFTER('h')}
      and h.registro_id > $4::uuid
    order by h.registro_id, h.id
  ), faixa as materialized (
    select id from (
      (select t.id from ${tabela.nome} t where t.empresa_id = $1 and t.id > $4::uuid order by t.id limit $5)
      union (select registro_id from depois order by registro_id limit $5)) u
    order by id limit $5
  )
  select f.id::text as k1, r.id is not null as existe, ${line(cells(tabela))}
  from faixa f left join depois d on d.registro_id = f.id
  left join lateral (
    select t.* from ${tabela.nome} t where t.empresa_id = $1 and t.id = f.id and d.mudanca is null
    union all
    select p.* from historico h cross join lateral jsonb_populate_record(null::${tabela.nome}, ${AT_CUT(
      tabela.nome,
      'f.id',
      `select to_jsonb(n) from ${tabela.nome} n where n.empresa_id = $1 and n.id = f.id`,
    )}) p
    where h.empresa_id = $1 and h.id = d.mudanca and h.antes is not null) r on true
  ${tabela.nome === 'produto_deposito' ? LEDGER : ''}
  order by f.id`;

const razao = (tabela: Tabela) => `
  select r.id::text as k1, true as existe, ${line(cells(tabela))} from ${tabela.nome} r
  where r.empresa_id = $1 and r.id > $4::uuid and r.id < ${CUT} and r.lote <> all ($3::uuid[])
  order by r.id limit $5`;

/** The images that records showed at the cut. One that was released since is in the trash for 30 days. */
const OF_ARQUIVOS =
  'and r.created_at < $2::timestamptz and (r.lixeira_desde is null or r.lixeira_desde >= $2::timestamptz)';

function copia(tabela: Tabela): string {
  const keys = tabela.chave.map((name) => `r.${name}`);
  const uuids = new Set(tabela.colunas.filter(({ tipo }) => tipo === 'uuid').map(({ nome }) => nome));
  const after = tabela.chave.map((name, n) => `($4::text[])[${n + 1}]${uuids.has(name) ? '::uuid' : ''}`);
  return `
    select ${keys.map((key, n) => `${key}::text as k${n + 1}`).join(', ')}, true as existe, ${line(cells(tabela))}
    from ${tabela.nome} r
    where r.empresa_id = $1 and $2::timestamptz is not null and $3::uuid[] is not null
      and ($4::text[] is null or (${keys.join(', ')}) > (${after.join(', ')}))
      ${tabela.nome === 'arquivos' ? OF_ARQUIVOS : ''}
    order by ${keys.join(', ')} limit $5`;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Reads the rows after a key. `depois` is null at the start of the table. */
export async function selectPagina(
  tx: TenantDb,
  tabela: Tabela,
  { corte, depois, limit }: { corte: Corte; depois: string[] | null; limit: number },
): Promise<Pagina> {
  const text = { registro, razao, copia }[tabela.como](tabela);
  const after = tabela.como === 'copia' ? depois : (depois?.[0] ?? FIRST);
  const rows = await tx.query<{ existe: boolean; linha: Linha } & Record<`k${number}`, string>>(text, [
    ...[corte.corte, corte.lotes, after, limit],
  ]);
  const last = rows.at(-1);
  return {
    linhas: rows.filter(({ existe }) => existe).map(({ linha }) => linha),
    ate: last && rows.length === limit ? tabela.chave.map((_, n) => String(last[`k${n + 1}`])) : null,
  };
}

/** The lotes that wrote before the cut and after it. Their transactions have ended, so the answer never changes. */
export async function selectLotesDepois(tx: TenantDb, corte: string): Promise<string[]> {
  const of = (table: string, side: string) =>
    `select x.lote from ${table} x where x.empresa_id = $1 and ${side}`;
  const before = `x.id >= ${OLDER} and x.id < ${CUT}`;
  const later = (table: string) => `exists (${of(table, `x.lote = a.lote and x.id >= ${CUT}`)})`;
  const rows = await tx.query<{ lote: string }>(
    `select a.lote from (${of('historico', before)} union ${of('movimentos_estoque', before)}) a
     where ${later('historico')} or ${later('movimentos_estoque')}`,
    [corte],
  );
  return rows.map(({ lote }) => lote);
}

/** The number that counting stops at, so that the count of a very large table does not exceed the time limit. */
const COUNTED = 5_000_000;

export async function countRows(tx: TenantDb, { nome }: Pick<Tabela, 'nome'>): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `select count(*)::int as total from (select from ${nome} where empresa_id = $1 limit ${COUNTED}) r`,
  );
  return row?.total ?? 0;
}

/** Everybody who is or was a membro, or whose name came with restored records. */
export const selectPessoas = async (tx: TenantDb): Promise<Linha[]> => {
  const rows = await tx.query<Record<string, string | null>>(
    `select m.user_id::text as id, p.full_name as nome, p.email, m.papel, ${INSTANT('m.created_at')} as desde,
       ${INSTANT('m.saiu_em')} as saiu_em
     from membros m left join profiles p on p.id = m.user_id where m.empresa_id = $1
     union all select a.id::text, a.nome, null, null, null, null from autores a where a.empresa_id = $1
     order by 1`,
  );
  return rows.map((row) => PESSOAS.map(({ nome }) => row[nome] ?? null));
};

/** The empresa at the cut. */
export async function selectEmpresa(tx: TenantDb, { corte, lotes }: Corte): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ empresa: Record<string, unknown> }>(
    `select coalesce(${AT_CUT('empresas', '$1', 'to_jsonb(e)')}, to_jsonb(e)) as empresa from empresas e where e.id = $1`,
    [corte, lotes],
  );
  const all = row?.empresa ?? {};
  return Object.fromEntries(EMPRESA.map((name) => [name, all[name] ?? null]));
}

export interface Foto {
  id: string;
  tipo: string;
}

export const selectFotos = (
  tx: TenantDb,
  { corte, depois, limit }: { corte: string; depois: string; limit: number },
) =>
  tx.query<Foto>(
    `select r.id, r.tipo from arquivos r where r.empresa_id = $1 and r.id > $3::uuid ${OF_ARQUIVOS} order by r.id limit $4`,
    [corte, depois, limit],
  );
