import type { Category } from '#modules/mercado-livre/categories.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import type { Unit } from './units.ts';

/** How far the search for the anuncios has come. */
export interface Varredura {
  /** Which of the searches there are to make. */
  busca: number;
  /** Where it goes on; null at its beginning. */
  scroll: string | null;
  /** Whether the scroll began at the other end, and how far it has come. */
  avesso: boolean;
  andados: number;
  /** How far any scroll has come from the front, and from the other end. */
  da_frente: number;
  do_fim: number;
  /** Whether it is made once more: fewer came than there are said to be. */
  repetida: boolean;
  /** What this one brought, and how many the marketplace says there are. */
  vistos: number;
  total: number | null;
  /** Of the searches before. */
  antes: number;
}

export async function selectVarredura(tx: TenantDb, importacaoId: string): Promise<Varredura | null> {
  const [row] = await tx.query<{ varredura: Varredura | null }>(
    'select varredura from importacoes where empresa_id = $1 and id = $2',
    [importacaoId],
  );
  return row?.varredura ?? null;
}

/** Only their ids are known. Answers with how many were not there yet. */
export async function insertIds(tx: TenantDb, importacaoId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.query(
    `insert into importacao_itens (empresa_id, importacao_id, anuncio_id)
     select $1::uuid, $2::uuid, id from unnest($3::text[]) as t (id) on conflict do nothing returning anuncio_id`,
    [importacaoId, ids],
  );
  return rows.length;
}

export const updateVarredura = (
  tx: TenantDb,
  importacaoId: string,
  { varredura, isDone }: { varredura: Varredura; isDone: boolean },
) =>
  tx.query(
    `update importacoes set varredura = $3::jsonb, passo = case when $4 then 'ler' else passo end,
       anuncios = case when $4 then (select count(*)::int from importacao_itens where empresa_id = $1 and importacao_id = $2)
         else $5::int end
     where empresa_id = $1 and id = $2`,
    [
      importacaoId,
      JSON.stringify(varredura),
      isDone,
      varredura.antes + Math.max(varredura.vistos, varredura.total ?? 0),
    ],
  );

export async function selectUnread(tx: TenantDb, importacaoId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ anuncio_id: string }>(
    `select anuncio_id from importacao_itens
     where empresa_id = $1 and importacao_id = $2 and resultado = 'a_ler'
     order by anuncio_id, variacao_id limit $3`,
    [importacaoId, limit],
  );
  return rows.map(({ anuncio_id }) => anuncio_id);
}

const COLUMNS = [
  'titulo',
  'variacao',
  'estado',
  'categoria_ml_id',
  'sku',
  'sku_proprio',
  'marca',
  'gtins',
  'codigos',
  'preco',
  'quantidade',
  'is_full',
  'fotos',
  'produto_fisico',
  'gemeos',
  'atualizado_em',
] satisfies (keyof Unit)[];
const listed = (prefix: string) => COLUMNS.map((name) => `${prefix}.${name}`).join(', ');

/** `known`: only those that are there already. An older answer never takes the place of a newer one. */
const upsertText = (known: boolean) => `
  insert into anuncios as a (empresa_id, user_ml_id, anuncio_id, variacao_id, ${COLUMNS.join(', ')})
  select $1::uuid, $2::bigint, u.anuncio_id, u.variacao_id, ${listed('u')}
  from jsonb_to_recordset($3::jsonb) as u (anuncio_id text, variacao_id text, titulo text, variacao text, estado text,
    categoria_ml_id text, sku text, sku_proprio boolean, marca text, gtins text[], codigos text[], preco numeric,
    quantidade numeric, is_full boolean, fotos text[], produto_fisico text, gemeos text[], atualizado_em timestamptz)
  ${
    known
      ? `where exists (select from anuncios k where k.empresa_id = $1 and k.user_ml_id = $2
           and k.anuncio_id = u.anuncio_id and k.variacao_id = u.variacao_id)`
      : ''
  }
  order by u.anuncio_id, u.variacao_id
  on conflict (empresa_id, user_ml_id, anuncio_id, variacao_id) do update
  set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, lido_em = now()
  where a.atualizado_em <= excluded.atualizado_em and (${listed('a')}) is distinct from (${listed('excluded')})`;
const UPSERT = upsertText(false);
const UPDATE = upsertText(true);

export async function upsertAnuncios(
  tx: TenantDb,
  userMlId: string,
  units: readonly Unit[],
  { known = false } = {},
): Promise<void> {
  if (units.length > 0) await tx.query(known ? UPDATE : UPSERT, [userMlId, JSON.stringify(units)]);
}

/** What an anuncio came to when it was read: itself or its variations, to be decided on, or refused. */
export interface ReadItem {
  anuncio_id: string;
  variacao_id: string;
  is_full: boolean;
  motivo: string | null;
}

/** Those somebody with the same turn has written a moment ago stay as they are. */
export async function saveRead(
  tx: TenantDb,
  importacaoId: string,
  { ids, items }: { ids: readonly string[]; items: readonly ReadItem[] },
): Promise<void> {
  // An anuncio with variations is not one of them.
  const unread = await tx.query<{ anuncio_id: string }>(
    `delete from importacao_itens where empresa_id = $1 and importacao_id = $2 and anuncio_id = any($3::text[])
       and variacao_id = '' and resultado = 'a_ler' returning anuncio_id`,
    [importacaoId, ids],
  );
  const isUnread = new Set(unread.map(({ anuncio_id }) => anuncio_id));
  const rows = items.filter(({ anuncio_id }) => isUnread.has(anuncio_id));
  await tx.query(
    `insert into importacao_itens (empresa_id, importacao_id, anuncio_id, variacao_id, is_full, motivo, resultado)
     select $1::uuid, $2::uuid, i.anuncio_id, i.variacao_id, i.is_full, i.motivo,
       case when i.motivo is null then 'pendente' else 'recusado' end
     from jsonb_to_recordset($3::jsonb) as i (anuncio_id text, variacao_id text, is_full boolean, motivo text)`,
    [importacaoId, JSON.stringify(rows)],
  );
  await tx.query('update importacoes set lidos = lidos + $3 where empresa_id = $1 and id = $2', [
    importacaoId,
    isUnread.size,
  ]);
}

export async function selectUnknownCategorias(tx: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select i.id from unnest($2::text[]) as i (id)
     where not exists (select from categorias_ml c where c.empresa_id = $1 and c.id = i.id)`,
    [[...new Set(ids)]],
  );
  return rows.map(({ id }) => id);
}

/** One that has its name here is what it is, until a person says otherwise. */
export const insertCategoriaMl = (tx: TenantDb, { id, nome, caminho }: CategoriaMl) =>
  tx.query(
    `insert into categorias_ml (empresa_id, id, nome, caminho, categoria_id)
     select $1, $2::text, $3::text, $4::text, (
       select c.id from categorias c where c.empresa_id = $1 and c.nome_ordem = normalize_text($3) order by c.id limit 1)
     on conflict do nothing`,
    [id, nome, caminho],
  );

interface CategoriaMl {
  id: string;
  nome: string;
  caminho: string;
}

const LONGEST_NAME = 100;

/** One the marketplace does not know any more still has anuncios. */
export function categoriaMlOf(id: string, category: Category | null): CategoriaMl {
  const nome = (category?.name ?? '').trim().slice(0, LONGEST_NAME).toWellFormed() || 'Sem categoria';
  const caminho = (category?.path_from_root ?? []).map(({ name }) => name).join(' > ');
  return { id, nome, caminho: caminho || nome };
}

export const moveOn = (tx: TenantDb, importacaoId: string, passo: 'comparar' | 'fotos') =>
  tx.query('update importacoes set passo = $3 where empresa_id = $1 and id = $2', [importacaoId, passo]);

/** Which of these anuncios are here, and whose conta can ask about them. */
export async function selectKnown(
  tx: TenantDb,
  userMlId: string,
  ids: readonly string[],
): Promise<{ contaId: string | null; ids: string[] } | undefined> {
  const [row] = await tx.query<{ contaId: string | null; ids: string[] }>(
    `select (select c.id from mercado_livre_config c
         where c.empresa_id = $1 and c.user_ml_id = $2 and c.active) as "contaId",
       array(select distinct a.anuncio_id from anuncios a
         where a.empresa_id = $1 and a.user_ml_id = $2 and a.anuncio_id = any($3::text[])) as ids`,
    [userMlId, ids],
  );
  return row;
}
