import {
  type LoteDeProdutos,
  type Mudanca,
  RECUSAS_POR_PAGINA,
  type RecusaDoLote,
  type TipoDeLote,
} from '@prumo/contract/lotes.ts';
import type { Database } from '#platform/db/db.ts';
import { TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The filter of a selection, and the ids that it leaves out. */
export interface Filtrada {
  filtro: Readonly<Record<string, string | undefined>>;
  exceto: readonly string[];
}

const COLUMNS = `l.id, l.tipo, l.tipo_desfeito, l.situacao, l.total, l.feitos, l.alterados, l.recusados, l.aviso,
  l.created_at, l.terminado_em, p.full_name as pedido_por, exists (
    select from lotes u where u.empresa_id = $1 and u.desfaz = l.id and u.situacao not in ('cancelado', 'falhou')) as desfeito`;
/** A person sees the lotes whose rights they have, so that a change of costs is no hint at a cost. */
const VISIBLE = `from lotes l left join profiles p on p.id = l.user_id
  where l.empresa_id = $1 and not exists (select from unnest(l.direitos) d (name) where d.name <> 'alterar_produtos' and not has_right(d.name))`;

export const selectLotes = (tx: TenantDb) =>
  tx.query<LoteDeProdutos>(`select ${COLUMNS} ${VISIBLE} order by l.id desc limit 10`);

export async function selectLote(tx: TenantDb, id: string): Promise<LoteDeProdutos | undefined> {
  const [row] = await tx.query<LoteDeProdutos>(`select ${COLUMNS} ${VISIBLE} and l.id = $2`, [id]);
  return row;
}

/** Each of these parts has a refused produto, so they have enough for an answer. */
export const selectRecusas = (tx: TenantDb, id: string) =>
  tx.query<RecusaDoLote>(
    `select r.produto_id, r.nome, r.sku, r.motivo
     from (select t.ordem, t.recusas from lote_partes t where t.empresa_id = $1 and t.lote_id = $2 and t.recusas <> '[]'
       order by t.ordem limit ${RECUSAS_POR_PAGINA}) t
     cross join lateral rows from (jsonb_to_recordset(t.recusas) as (produto_id uuid, nome text, sku text, motivo text))
       with ordinality r (produto_id, nome, sku, motivo, n)
     order by t.ordem, r.n limit ${RECUSAS_POR_PAGINA}`,
    [id],
  );

export interface NewLote {
  tipo: TipoDeLote;
  mudanca: Mudanca | null;
  direitos: readonly string[];
  selecao: Filtrada | null;
  desfaz?: { id: string; tipo: TipoDeLote };
}

export async function insertLote(tx: TenantDb, lote: NewLote): Promise<string> {
  const { tipo, mudanca, direitos, selecao, desfaz } = lote;
  const [row] = await tx.query<{ id: string }>(
    `insert into lotes (empresa_id, user_id, tipo, mudanca, direitos, selecao, desfaz, tipo_desfeito, situacao)
     values ($1, $2, $3, $4::jsonb, $5::text[], $6::jsonb, $7, $8, case when $6::jsonb is null then 'fazendo' else 'preparando' end)
     returning id`,
    [
      ...[tx.userId, tipo, mudanca && JSON.stringify(mudanca), direitos],
      ...[selecao && JSON.stringify(selecao), desfaz?.id ?? null, desfaz?.tipo ?? null],
    ],
  );
  return (row as { id: string }).id;
}

export async function countUnderWay(tx: TenantDb): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from lotes where empresa_id = $1 and terminado_em is null',
  );
  return row?.n ?? 0;
}

/** The rights among these that the current person lacks. */
export async function selectMissingRights(tx: TenantDb, direitos: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    'select d.name from unnest($2::text[]) d (name) where $1::uuid is not null and not has_right(d.name)',
    [direitos],
  );
  return rows.map(({ name }) => name);
}

/** Adds parts behind the last one, and counts their produtos. */
export const insertPartes = (tx: TenantDb, id: string, partes: readonly (readonly string[])[]) =>
  tx.query(
    `with t as (select t.produtos, t.n from rows from (jsonb_to_recordset($3::jsonb) as (produtos uuid[])) with ordinality t (produtos, n)),
     added as (
       insert into lote_partes (empresa_id, lote_id, ordem, produtos)
       select $1, $2, (select l.partes from lotes l where l.empresa_id = $1 and l.id = $2) + t.n - 1, t.produtos from t)
     update lotes set partes = partes + (select count(*) from t), progresso_em = now(),
       total = total + (select coalesce(sum(cardinality(t.produtos)), 0) from t)
     where empresa_id = $1 and id = $2`,
    [id, JSON.stringify(partes.map((produtos) => ({ produtos })))],
  );

/** Gives an undo the parts of the undone lote, without the produtos that it has not changed. */
export const copyPartes = (tx: TenantDb, id: string, undone: string) =>
  tx.query(
    `with t as (
       select t.ordem, array(select p.id from unnest(t.produtos[1:t.feitos]) p (id) where not exists (
         select from jsonb_array_elements(t.recusas) r where (r.value ->> 'produto_id')::uuid = p.id)) as produtos
       from lote_partes t where t.empresa_id = $1 and t.lote_id = $3),
     added as (insert into lote_partes (empresa_id, lote_id, ordem, produtos) select $1, $2, ordem, produtos from t)
     update lotes set partes = (select count(*) from t),
       total = (select coalesce(sum(cardinality(t.produtos)), 0) from t)
     where empresa_id = $1 and id = $2`,
    [id, undone],
  );

/** A lote that can be undone, with what its undo needs. */
export async function lockUndoable(tx: TenantDb, id: string) {
  const [row] = await tx.query<{
    tipo: TipoDeLote;
    direitos: string[];
    terminado: boolean;
    venceu: boolean;
    desfeito_por: string | null;
  }>(
    `select l.tipo, l.direitos, l.terminado_em is not null as terminado,
       l.created_at < now() - interval '${TRASH_DAYS} days' as venceu, (
         select coalesce(p.full_name, 'outra pessoa') from lotes u left join profiles p on p.id = u.user_id
         where u.empresa_id = $1 and u.desfaz = l.id and u.situacao not in ('cancelado', 'falhou') limit 1) as desfeito_por
     from lotes l where l.empresa_id = $1 and l.id = $2 for update of l`,
    [id],
  );
  return row;
}

/** A lote under way as the worker sees it. */
export interface Held {
  id: string;
  user_id: string;
  tipo: TipoDeLote;
  mudanca: Mudanca | null;
  direitos: string[];
  selecao: Filtrada | null;
  preparado_ate: string | null;
  desfaz: string | null;
  situacao: 'preparando' | 'fazendo';
  parte: number;
  total: number;
  /** Whether the person still is a membro with the rights of this lote. */
  pode: boolean;
}

const HELD = `select l.id, l.user_id, l.tipo, l.mudanca, l.direitos, l.selecao, l.preparado_ate, l.desfaz, l.situacao, l.parte,
    l.total, exists (
      select from membros m where m.empresa_id = $1 and m.user_id = l.user_id and m.saiu_em is null
        and not exists (select from unnest(l.direitos) d (name)
          where position(',' || d.name || ',' in direitos_of(m.papel, m.ve_custo)) = 0)) as pode
  from lotes l where l.empresa_id = $1 and l.id = $2 and l.terminado_em is null`;

export async function selectHeld(tx: TenantDb, id: string): Promise<Held | undefined> {
  const [row] = await tx.query<Held>(HELD, [id]);
  return row;
}

/** Locks the lote, so that one worker moves it at a time and a cancellation waits for the end of the step. */
export async function lockHeld(tx: TenantDb, id: string): Promise<Held | undefined> {
  const [row] = await tx.query<Held>(`${HELD} for update of l`, [id]);
  return row;
}

export interface Parte {
  id: string;
  ordem: number;
  produtos: string[];
  feitos: number;
}

export async function selectParte(tx: TenantDb, id: string, ordem: number): Promise<Parte | undefined> {
  const [row] = await tx.query<Parte>(
    'select id, ordem, produtos, feitos from lote_partes where empresa_id = $1 and lote_id = $2 and ordem = $3',
    [id, ordem],
  );
  return row;
}

/** The ids between which a part of a lote has written the history. Undefined when it has written nothing. */
export async function selectRange(tx: TenantDb, id: string, ordem: number) {
  const [row] = await tx.query<{ de: string | null; ate: string | null }>(
    'select de, ate from lote_partes where empresa_id = $1 and lote_id = $2 and ordem = $3',
    [id, ordem],
  );
  return row?.de && row.ate ? { de: row.de, ate: row.ate } : undefined;
}

/** The present place in the order of the history. Later lines of this transaction have greater ids. */
export async function selectPlace(tx: TenantDb): Promise<string> {
  const [row] = await tx.query<{ id: string }>('select uuidv7() as id where $1::uuid is not null');
  return (row as { id: string }).id;
}

export interface Moved {
  parte: Parte;
  feitos: number;
  alterados: number;
  recusas: readonly RecusaDoLote[];
  de: string;
}

/** Records the position after a step, in the transaction of its changes. */
export async function moveOn(tx: TenantDb, id: string, moved: Moved): Promise<void> {
  const { parte, feitos, alterados, recusas, de } = moved;
  const isOver = parte.feitos + feitos >= parte.produtos.length;
  await Promise.all([
    tx.query(
      `update lote_partes set feitos = feitos + $3, recusas = recusas || $4::jsonb, de = least(de, $5), ate = greatest(ate, uuidv7())
       where empresa_id = $1 and id = $2`,
      [parte.id, feitos, JSON.stringify(recusas), de],
    ),
    tx.query(
      `update lotes set parte = parte + $3, feitos = feitos + $4, alterados = alterados + $5, recusados = recusados + $6,
         progresso_em = now() where empresa_id = $1 and id = $2`,
      [id, isOver ? 1 : 0, feitos, alterados, recusas.length],
    ),
  ]);
}

export const setPrepared = (tx: TenantDb, id: string, preparadoAte: string) =>
  tx.query('update lotes set preparado_ate = $3, progresso_em = now() where empresa_id = $1 and id = $2', [
    id,
    preparadoAte,
  ]);

export const startChanges = (tx: TenantDb, id: string) =>
  tx.query(
    `update lotes set situacao = 'fazendo', progresso_em = now() where empresa_id = $1 and id = $2 and situacao = 'preparando'`,
    [id],
  );

/** Ends a lote that is under way. Returns false when it has already ended. */
export async function endLote(
  tx: TenantDb,
  id: string,
  { situacao, aviso = null }: { situacao: 'concluido' | 'cancelado' | 'falhou'; aviso?: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `update lotes set situacao = $3, aviso = $4, terminado_em = now(), progresso_em = now()
     where empresa_id = $1 and id = $2 and terminado_em is null returning id`,
    [id, situacao, aviso],
  );
  return rows.length > 0;
}

export interface Matches {
  ids: string[];
  /** The last row read. Null when there was none. */
  ultimo: string | null;
}

/** The next produtos that match the filter. Reads `limit` rows, of which few may match. */
export async function selectMatches(
  tx: TenantDb,
  { filtro, exceto }: Filtrada,
  { depois, antes, limit }: { depois: string | null; antes: string; limit: number },
): Promise<Matches> {
  const [row] = await tx.query<Matches>(
    `select array(select i.id from unnest(m.ids) i (id) where i.id <> all ($3::uuid[])) as ids, m.ultimo
     from match_produtos($2::jsonb, $4, $5, $6) m where $1::uuid is not null`,
    [JSON.stringify(filtro), exceto, depois, antes, limit],
  );
  return row as Matches;
}

export const selectParados = (db: Database, seconds: number, limit: number) =>
  db.global<{ empresa_id: string; lote_id: string }>(
    'select empresa_id, lote_id from lotes_parados($1, $2)',
    [seconds, limit],
  );

export const sweepLotes = (db: Database) => db.global('select sweep_lotes()');
