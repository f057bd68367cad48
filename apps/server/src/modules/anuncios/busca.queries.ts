import type { AbaDeAnuncios } from '@prumo/contract/anuncios.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Conta } from './anuncios.queries.ts';
import { UNIDADE, type Unidade } from './unidades.queries.ts';

/** The maximum number of produtos whose anuncios a search finds. */
export const MOST_PRODUTOS = 50;

/** Selects the produtos that a person means by a name, a SKU or a code, among those with anuncios. */
export const selectProdutosByText = (tx: TenantDb, busca: string) =>
  tx.query<{ id: string }>(
    `select s.id from find_produtos('created_at', true, jsonb_build_object('busca', $2::text), null, null, ${MOST_PRODUTOS + 1}) p
     cross join lateral unnest(p.ids) s (id)
     where exists (select from anuncios a where a.empresa_id = $1 and a.produto_id = s.id)`,
    [busca],
  );

/** Selects the units of an anuncio by its id, in each conta. */
export const selectById = (tx: TenantDb, contas: readonly Conta[], id: string) =>
  tx.query<Unidade>(
    `select ${UNIDADE} from unnest($2::text[], $3::text[]) c (marketplace, seller_id)
     cross join lateral (select * from anuncios q where q.empresa_id = $1 and q.marketplace = c.marketplace
       and q.seller_id = c.seller_id and q.anuncio_id = any (array[$4, upper($4)]) and q.sumiu_em is null limit 100) a`,
    [contas.map(({ marketplace }) => marketplace), contas.map(({ seller_id }) => seller_id), id],
  );

/** The maximum number of anuncios without a produto that a search compares word by word. */
const LOOKED_AT = '(search_limits()).lista';

/** Selects units without a produto whose texts contain every word. */
export const selectSoltosByText = (tx: TenantDb, busca: string, limit: number) =>
  tx.query<Unidade>(
    `with asked as materialized (select regexp_split_to_array(search_text($2), '\\s+') as words)
     select ${UNIDADE} from asked, (
       select * from anuncios q where q.empresa_id = $1 and q.produto_id is null and q.sumiu_em is null
       order by q.marketplace, q.seller_id, q.anuncio_id, q.variacao_id limit ${LOOKED_AT}) a
     where not exists (select from unnest(asked.words) w where position(w in a.busca) = 0)
     order by a.marketplace, a.seller_id, a.anuncio_id, a.variacao_id limit $3`,
    [busca, limit],
  );

/** Whether there are more anuncios without a produto than a search compares. */
export async function hasMoreSoltos(tx: TenantDb): Promise<boolean> {
  const rows = await tx.query(
    `select from anuncios q where q.empresa_id = $1 and q.produto_id is null and q.sumiu_em is null
     order by q.marketplace, q.seller_id, q.anuncio_id, q.variacao_id offset ${LOOKED_AT} limit 1`,
  );
  return rows.length > 0;
}

/** Whether a unit belongs to an aba, in the words of the queries of the list. */
export const isNaAba = (aba: AbaDeAnuncios, unit: Unidade): boolean => {
  if (aba === 'diferenca') return unit.diferenca !== null && unit.produto_id !== null;
  if (aba === 'pausados') return unit.estado !== 'ativo' && unit.estado !== 'encerrado';
  if (aba === 'full') return unit.is_full;
  return aba === 'todos' || unit.produto_id === null;
};
