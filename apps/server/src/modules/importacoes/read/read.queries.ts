import type { Category } from '#modules/marketplace/listings.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Returns where the search for anuncios continues: the opaque cursor of the marketplace module. Null at the
 * beginning.
 */
export async function selectVarredura(tx: TenantDb, importacaoId: string): Promise<string | null> {
  const [row] = await tx.query<{ varredura: string | null }>(
    'select varredura from importacoes where empresa_id = $1 and id = $2',
    [importacaoId],
  );
  return row?.varredura ?? null;
}

/** Inserts rows with only an id, and returns how many were new. */
export async function insertIds(tx: TenantDb, importacaoId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.query(
    `insert into importacao_itens (empresa_id, importacao_id, anuncio_id)
     select $1::uuid, $2::uuid, id from unnest($3::text[]) as t (id) on conflict do nothing returning anuncio_id`,
    [importacaoId, ids],
  );
  return rows.length;
}

/** Stores the cursor and the number of anuncios known so far. A null cursor means that the search is over. */
export const updateVarredura = (
  tx: TenantDb,
  importacaoId: string,
  { cursor, known }: { cursor: string | null; known: number },
) =>
  tx.query(
    `update importacoes set varredura = $3::text, passo = case when $3::text is null then 'ler' else passo end,
       anuncios = case when $3::text is null
         then (select count(*)::int from importacao_itens where empresa_id = $1 and importacao_id = $2)
         else $4::int end
     where empresa_id = $1 and id = $2`,
    [importacaoId, cursor, known],
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

/** The result of reading an anuncio or one of its variations: pending, or refused with a reason. */
export interface ReadItem {
  anuncio_id: string;
  variacao_id: string;
  is_full: boolean;
  motivo: string | null;
}

/** Stores the results. Rows that another job with the same lease has just written stay as they are. */
export async function saveRead(
  tx: TenantDb,
  importacaoId: string,
  { ids, items }: { ids: readonly string[]; items: readonly ReadItem[] },
): Promise<void> {
  // The row of an anuncio is replaced by the rows of its variations.
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

export async function selectUnknownCategorias(
  tx: TenantDb,
  marketplace: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select i.id from unnest($3::text[]) as i (id)
     where not exists (
       select from categorias_externas c where c.empresa_id = $1 and c.marketplace = $2 and c.id = i.id)`,
    [marketplace, [...new Set(ids)]],
  );
  return rows.map(({ id }) => id);
}

/**
 * Inserts a categoria of the marketplace and maps it to our categoria of the same name, until a person
 * chooses another.
 */
export const insertCategoriaExterna = (
  tx: TenantDb,
  marketplace: string,
  { id, nome, caminho }: CategoriaExterna,
) =>
  tx.query(
    `insert into categorias_externas (empresa_id, marketplace, id, nome, caminho, categoria_id)
     select $1, $2::text, $3::text, $4::text, $5::text, (
       select c.id from categorias c where c.empresa_id = $1 and c.nome_ordem = normalize_text($4) order by c.id limit 1)
     on conflict do nothing`,
    [marketplace, id, nome, caminho],
  );

interface CategoriaExterna extends Category {
  id: string;
}

const LONGEST_NAME = 100;

/**
 * Returns the row of a categoria. A category that no longer exists at the marketplace can still have
 * anuncios.
 */
export function categoriaOf(id: string, category: Category | null): CategoriaExterna {
  const nome = (category?.nome ?? '').trim().slice(0, LONGEST_NAME).toWellFormed() || 'Sem categoria';
  return { id, nome, caminho: category?.caminho || nome };
}

export const moveOn = (tx: TenantDb, importacaoId: string, passo: 'comparar' | 'fotos') =>
  tx.query('update importacoes set passo = $3 where empresa_id = $1 and id = $2', [importacaoId, passo]);
