import type { LoteDeProdutos, Mudanca, TipoDeLote } from '@prumo/contract/lotes.ts';
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
