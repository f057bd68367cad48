import type { Unit } from '#modules/marketplace/listings.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = [
  'titulo',
  'variacao',
  'estado',
  'pausado_por',
  'categoria_externa_id',
  'sku',
  'sku_proprio',
  'marca',
  'gtins',
  'codigos',
  'preco',
  'quantidade',
  'is_full',
  'fotos',
  'miniatura',
  'produto_fisico',
  'gemeos',
  'atualizado_em',
] satisfies (keyof Unit)[];
const listed = (prefix: string) => COLUMNS.map((name) => `${prefix}.${name}`).join(', ');

/** An older answer never replaces a newer one. */
const UPSERT = `
  insert into anuncios as a (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, ${COLUMNS.join(', ')})
  select $1::uuid, $2, $3, u.anuncio_id, u.variacao_id, ${listed('u')}
  from jsonb_to_recordset($4::jsonb) as u (anuncio_id text, variacao_id text, titulo text, variacao text, estado text,
    pausado_por text, categoria_externa_id text, sku text, sku_proprio boolean, marca text, gtins text[], codigos text[],
    preco numeric, quantidade numeric, is_full boolean, fotos text[], miniatura text, produto_fisico text, gemeos text[],
    atualizado_em timestamptz)
  order by u.anuncio_id, u.variacao_id
  on conflict (empresa_id, marketplace, seller_id, anuncio_id, variacao_id) do update
  set ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, sumiu_em = null, lido_em = now()
  where a.atualizado_em <= excluded.atualizado_em
    and (a.sumiu_em is not null or (${listed('a')}) is distinct from (${listed('excluded')}))`;

/** A variation that its anuncio no longer has cannot be bought. An older answer takes none away. */
const TAKE_AWAY = `
  update anuncios a set sumiu_em = now()
  from (
    select u.anuncio_id, max(u.atualizado_em) as atualizado_em, array_agg(u.variacao_id) as variacoes
    from jsonb_to_recordset($4::jsonb) as u (anuncio_id text, variacao_id text, atualizado_em timestamptz) group by 1) u
  where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = u.anuncio_id
    and a.variacao_id <> all (u.variacoes) and a.atualizado_em <= u.atualizado_em and a.sumiu_em is null`;

/** Stores anuncios as they were read, with all their units. */
export async function keepAnuncios(tx: TenantDb, seller: SellerRef, units: readonly Unit[]): Promise<void> {
  if (units.length === 0) return;
  const values = [seller.marketplace, seller.sellerId, JSON.stringify(units)];
  await tx.query(UPSERT, values);
  await tx.query(TAKE_AWAY, values);
}

/**
 * Selects those of the anuncios that this empresa has, and the conta that can read them. After a whole reading an unknown
 * anuncio is a new one, if the marketplace itself reported it: anybody may send a hint.
 */
export async function selectFollowed(
  tx: TenantDb,
  seller: SellerRef,
  ids: readonly string[],
): Promise<{ contaId: string | null; ids: string[] } | undefined> {
  const [row] = await tx.query<{ contaId: string | null; ids: string[] }>(
    `select (select c.id from mercado_livre_config c
         where c.empresa_id = $1 and c.marketplace = $2 and c.user_ml_id = $3 and c.active) as "contaId",
       array(select distinct a.anuncio_id from anuncios a
         where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = any($4::text[])
         union select n.recurso from notificacoes n
         where n.empresa_id = $1 and n.marketplace = $2 and n.seller_id = $3 and n.topico = 'anuncios'
           and n.recurso = any($4::text[]) and n.confiavel and exists (select from anuncios_leituras l
             where l.empresa_id = $1 and l.marketplace = $2 and l.seller_id = $3 and l.lida_em is not null)) as ids`,
    [seller.marketplace, seller.sellerId, ids],
  );
  return row;
}
