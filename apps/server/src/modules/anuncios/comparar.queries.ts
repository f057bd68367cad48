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

/** Turns a note about every produto into notes about some each. */
export const splitNota = (tx: TenantDb, size: number) =>
  tx.query(
    `insert into anuncios_a_comparar (empresa_id, produto_ids)
     select $1, array_agg(p.produto_id) from (
       select produto_id, row_number() over (order by produto_id) as n from (
         select distinct produto_id from anuncios where empresa_id = $1 and produto_id is not null) a) p
     group by p.n / $2::int`,
    [size],
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
     for no key update skip locked`,
    [produtoIds],
  );

export async function countUnidades(tx: TenantDb, produtoIds: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from anuncios where empresa_id = $1 and produto_id = any ($2::uuid[])',
    [produtoIds],
  );
  return row?.n ?? 0;
}

export const writeDiferencas = (
  tx: TenantDb,
  changed: readonly (Pick<Unidade, 'marketplace' | 'seller_id' | 'anuncio_id' | 'variacao_id'> & {
    diferenca: Diferenca | null;
  })[],
) =>
  tx.query(
    `update anuncios a set diferenca = c.diferenca, diferenca_desde = case when c.diferenca is not null then now() end
     from jsonb_to_recordset($2::jsonb) as c (marketplace text, seller_id text, anuncio_id text, variacao_id text, diferenca text)
     where a.empresa_id = $1 and a.marketplace = c.marketplace and a.seller_id = c.seller_id
       and a.anuncio_id = c.anuncio_id and a.variacao_id = c.variacao_id`,
    [JSON.stringify(changed)],
  );
