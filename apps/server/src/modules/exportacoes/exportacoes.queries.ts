import { type Exportacao, HORAS_DA_EXPORTACAO } from '@prumo/contract/exportacoes.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Member } from '#platform/zip/zip-write.ts';

/** The rows done and counted of each table, in the order of the file. */
export type Contagem = Record<string, { feitos: number; total: number; ordem: number }>;

/** A member of the ZIP as a part records it. */
export interface RecordedMember extends Member {
  sha256: string;
  /** The rows of a table. Absent for a photo. */
  linhas?: number;
}

const COLUMNS = `x.id, x.situacao, x.corte, x.bytes::float8 as bytes, x.aviso, x.created_at, x.pronta_em, x.vence_em, x.baixada_em,
  coalesce(nullif(p.full_name, ''), p.email) as pedida_por,
  coalesce((select jsonb_agg(jsonb_build_object('tabela', c.key, 'feitos', c.value -> 'feitos', 'total', c.value -> 'total')
    order by (c.value ->> 'ordem')::int) from jsonb_each(x.contagem) c), '[]') as tabelas`;
const FROM = 'from exportacoes x left join profiles p on p.id = x.user_id where x.empresa_id = $1';

export const selectExportacoes = (tx: TenantDb) =>
  tx.query<Exportacao>(`select ${COLUMNS} ${FROM} order by x.id desc limit 5`);

export async function selectExportacao(tx: TenantDb, id: string): Promise<Exportacao | undefined> {
  const [row] = await tx.query<Exportacao>(`select ${COLUMNS} ${FROM} and x.id = $2`, [id]);
  return row;
}

/**
 * Inserts an exportacao whose cut is now. Returns undefined while another one is under way. The clock is read in a
 * statement of its own: the horizon must be later than the cut, and a statement takes its snapshot before it runs. The
 * ids of the history have milliseconds, so the cut has too.
 */
export async function insertExportacao(tx: TenantDb): Promise<string | undefined> {
  const [now] = (await tx.raw("select date_trunc('milliseconds', clock_timestamp())::text as corte")) as [
    { corte: string },
  ];
  const [row] = await tx.query<{ id: string }>(
    `insert into exportacoes (empresa_id, user_id, corte, horizonte)
     values ($1, $2, $3, pg_snapshot_xmax(pg_current_snapshot()))
     on conflict (empresa_id) where situacao = 'fazendo' do nothing returning id`,
    [tx.userId, now.corte],
  );
  return row?.id;
}

/** A new exportacao replaces the finished one, so that the store keeps one file of an empresa. */
export const expireOthers = (tx: TenantDb, id: string) =>
  tx.query(
    `update exportacoes set situacao = 'vencida', token_hash = null, vence_em = now()
     where empresa_id = $1 and id <> $2 and situacao = 'pronta'`,
    [id],
  );

export async function cancelExportacao(tx: TenantDb, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update exportacoes set situacao = case situacao when 'fazendo' then 'cancelada' else 'vencida' end, token_hash = null,
       vence_em = now()
     where empresa_id = $1 and id = $2 and situacao in ('fazendo', 'pronta') returning id`,
    [id],
  );
  return rows.length > 0;
}

export async function setLink(tx: TenantDb, id: string, tokenHash: string): Promise<string | undefined> {
  const [row] = await tx.query<{ vence_em: string }>(
    `update exportacoes set token_hash = $3, token_user_id = $4
     where empresa_id = $1 and id = $2 and situacao = 'pronta' and vence_em > now() returning vence_em`,
    [id, tokenHash, tx.userId],
  );
  return row?.vence_em;
}

/** Uses a link up. Of concurrent calls one gets the exportacao. */
export async function takeExportacao(db: Database, sessionHash: string, tokenHash: string) {
  const [row] = await db.global<{ empresa_id: string; exportacao_id: string; user_id: string }>(
    'select empresa_id, exportacao_id, user_id from take_exportacao($1, $2)',
    [sessionHash, tokenHash],
  );
  return row;
}

/** An exportacao as the worker sees it. */
export interface Held {
  corte: string;
  lotes_depois: string[] | null;
  tabela: string;
  depois_de: string;
  partes: number;
  bytes: number;
  contagem: Contagem;
  /** Whether every transaction that began to write before the cut has ended. */
  passou: boolean;
}

/**
 * The longest wait for the transactions before the cut. PostgreSQL ends every transaction of role `app` earlier
 * (roles.sql), so after it the horizon can only be held by a transaction that writes no row of an empresa.
 */
const HORIZON_S = 60;

export async function selectHeld(tx: TenantDb, id: string): Promise<Held | undefined> {
  const [row] = await tx.query<Held>(
    `select corte::text, lotes_depois, tabela, depois_de, partes, bytes::float8 as bytes, contagem,
       pg_snapshot_xmin(pg_current_snapshot()) >= horizonte or corte < now() - interval '${HORIZON_S} seconds' as passou
     from exportacoes where empresa_id = $1 and id = $2 and situacao = 'fazendo'`,
    [id],
  );
  return row;
}

/** Records the cut. Returns false when the exportacao is no longer under way. */
export async function startTables(
  tx: TenantDb,
  id: string,
  { lotes, contagem, tabela }: { lotes: readonly string[]; contagem: Contagem; tabela: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update exportacoes set lotes_depois = $3::uuid[], contagem = $4::jsonb, tabela = $5, progresso_em = now()
     where empresa_id = $1 and id = $2 and situacao = 'fazendo' and tabela = '' returning id`,
    [id, lotes, JSON.stringify(contagem), tabela],
  );
  return rows.length > 0;
}

/** Announces a part before its object is stored, so that the sweep can find every object. */
export async function insertParte(tx: TenantDb, id: string, ordem: number): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'insert into exportacao_partes (empresa_id, exportacao_id, ordem) values ($1, $2, $3) returning id',
    [id, ordem],
  );
  return (row as { id: string }).id;
}

export interface Written {
  parteId: string;
  ordem: number;
  bytes: number;
  membros: readonly RecordedMember[];
  /** The position after this part. */
  tabela: string;
  depoisDe: string;
  contagem: Contagem;
}

/**
 * Completes a part and moves the position. Returns false when the exportacao is no longer under way, or when another
 * worker has written this part; the caller then rolls back and stops.
 */
export async function completeParte(tx: TenantDb, id: string, written: Written): Promise<boolean> {
  const { parteId, ordem, bytes, membros, tabela, depoisDe, contagem } = written;
  const rows = await tx.query(
    `update exportacoes set partes = partes + 1, bytes = bytes + $4, tabela = $5, depois_de = $6, contagem = $7::jsonb,
       progresso_em = now(), aviso = null
     where empresa_id = $1 and id = $2 and situacao = 'fazendo' and partes = $3 returning id`,
    [id, ordem, bytes, tabela, depoisDe, JSON.stringify(contagem)],
  );
  if (rows.length === 0) return false;
  await tx.query(
    'update exportacao_partes set bytes = $3, membros = $4::jsonb where empresa_id = $1 and id = $2',
    [parteId, bytes, JSON.stringify(membros)],
  );
  return true;
}

/**
 * Moves the position without a part, because these rows are all later than the cut, or the table has no more rows. Returns
 * false when another worker has moved it.
 */
export async function skipRows(
  tx: TenantDb,
  id: string,
  { held, tabela, depoisDe }: { held: Held; tabela: string; depoisDe: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update exportacoes set tabela = $6, depois_de = $7, progresso_em = now()
     where empresa_id = $1 and id = $2 and situacao = 'fazendo' and partes = $3 and tabela = $4 and depois_de = $5
     returning id`,
    [id, held.partes, held.tabela, held.depois_de, tabela, depoisDe],
  );
  return rows.length > 0;
}

export const finishExportacao = (tx: TenantDb, id: string, bytes: number) =>
  tx.query(
    `update exportacoes set situacao = 'pronta', bytes = $3, pronta_em = now(), progresso_em = now(),
       vence_em = now() + interval '${HORAS_DA_EXPORTACAO} hours'
     where empresa_id = $1 and id = $2 and situacao = 'fazendo'`,
    [id, bytes],
  );

export const failExportacao = (tx: TenantDb, id: string, aviso: string) =>
  tx.query(
    `update exportacoes set situacao = 'falhou', aviso = $3
     where empresa_id = $1 and id = $2 and situacao = 'fazendo'`,
    [id, aviso],
  );

export interface Parte {
  id: string;
  ordem: number;
  bytes: number;
  membros: RecordedMember[];
}

/** The complete parts from `ordem` on. */
export const selectPartes = (tx: TenantDb, id: string, ordem: number, limit: number) =>
  tx.query<Parte>(
    `select id, ordem, bytes::float8 as bytes, membros from exportacao_partes
     where empresa_id = $1 and exportacao_id = $2 and ordem >= $3 and membros is not null order by ordem limit $4`,
    [id, ordem, limit],
  );

export const selectVencidas = (db: Database, limit: number) =>
  db.global<{ empresa_id: string; exportacao_id: string }>(
    'select empresa_id, exportacao_id from exportacoes_vencidas($1)',
    [limit],
  );

/** Parts of any state, whose objects the sweep removes. */
export const selectStored = (tx: TenantDb, id: string, limit: number) =>
  tx.query<{ id: string }>(
    'select id from exportacao_partes where empresa_id = $1 and exportacao_id = $2 order by ordem limit $3',
    [id, limit],
  );

export const deletePartes = (tx: TenantDb, ids: readonly string[]) =>
  tx.query('delete from exportacao_partes where empresa_id = $1 and id = any ($2::uuid[])', [ids]);

export const markRemoved = (tx: TenantDb, id: string) =>
  tx.query(
    `update exportacoes set removida_em = now(), token_hash = null,
       situacao = case situacao when 'fazendo' then 'falhou' when 'pronta' then 'vencida' else situacao end,
       aviso = case situacao when 'fazendo' then 'A exportação parou. Peça outra.' else aviso end
     where empresa_id = $1 and id = $2`,
    [id],
  );
