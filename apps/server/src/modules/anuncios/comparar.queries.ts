import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Diferenca } from './situacao.ts';
import { UNIDADE, type Unidade } from './unidades.queries.ts';

/** Returns the next empresa after this one with produtos to compare. */
export async function nextToCompare(db: Database, after: string): Promise<string | null> {
  const [row] = await db.global<{ id: string | null }>('select next_a_comparar($1) as id', [after]);
  return row?.id ?? null;
}

/** A note of a change. Without produtos it is about every produto with anuncios. */
export interface Nota {
  id: string;
  produto_ids: string[] | null;
}

export const selectNotas = (tx: TenantDb, limit: number) =>
  tx.query<Nota>(
    'select id, produto_ids from anuncios_a_comparar where empresa_id = $1 order by id limit $2',
    [limit],
  );

/** The number of produtos that one note names, and that one transaction compares. */
export const PRODUTOS = 200;

/** Notes every produto with anuncios, or with a seller only those of this seller. */
export const noteProdutos = (tx: TenantDb, seller: Pick<Unidade, 'marketplace' | 'seller_id'> | null) =>
  tx.query(
    `insert into anuncios_a_comparar (empresa_id, produto_ids)
     select $1, array_agg(p.produto_id) from (
       select produto_id, row_number() over (order by produto_id) as n from (
         select distinct produto_id from anuncios where empresa_id = $1 and produto_id is not null
           and ($2::text is null or (marketplace, seller_id) = ($2, $3))) a) p
     group by p.n / ${PRODUTOS}`,
    [seller?.marketplace ?? null, seller?.seller_id ?? null],
  );

export const deleteNotas = (tx: TenantDb, ids: readonly string[]) =>
  tx.query('delete from anuncios_a_comparar where empresa_id = $1 and id = any ($2::uuid[])', [ids]);

/**
 * Locks the units of the produtos and returns them. Units that another transaction has locked are passed over, because
 * waiting for them could end in a deadlock with a change of stock.
 */
export const lockUnidades = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<Unidade>(
    `select ${UNIDADE} from anuncios a where a.empresa_id = $1 and a.produto_id = any ($2::uuid[])
     order by a.marketplace, a.seller_id, a.anuncio_id, a.variacao_id for no key update skip locked`,
    [produtoIds],
  );

/** Counts the units of each of the produtos. */
export const countUnidades = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<{ produto_id: string; total: number }>(
    `select produto_id, count(*)::int as total from anuncios where empresa_id = $1 and produto_id = any ($2::uuid[])
     group by produto_id`,
    [produtoIds],
  );

/** What the comparison keeps of a unit. */
export interface Comparacao {
  meta: number | null;
  mudanca: number | null;
  diferenca: Diferenca | null;
}

export const writeComparacoes = (
  tx: TenantDb,
  changed: readonly (Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id' | 'variacao_id'> &
    Comparacao)[],
) =>
  tx.query(
    `update anuncios a set meta = c.meta, mudanca = c.mudanca, diferenca = c.diferenca,
       diferenca_desde = case when a.diferenca is not distinct from c.diferenca then a.diferenca_desde
         when c.diferenca is not null then now() end
     from jsonb_to_recordset($2::jsonb) as c (marketplace text, seller_id text, anuncio_id text, variacao_id text,
       meta integer, mudanca integer, diferenca text)
     where a.empresa_id = $1 and a.marketplace = c.marketplace and a.seller_id = c.seller_id
       and a.anuncio_id = c.anuncio_id and a.variacao_id = c.variacao_id`,
    [JSON.stringify(changed)],
  );
