import { RECUSAS_POR_PAGINA, type RecusaDoLote } from '@prumo/contract/lotes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

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
