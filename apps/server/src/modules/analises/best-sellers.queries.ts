import type { MaisVendido } from '@prumo/contract/analises.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AT_THE_ENDS, BOUNDS, type Periodo, ZONE } from './periodo.queries.ts';

const SHOWN = 10;
/** A period of fewer days than this has few sales, so all of them are summed. */
const FEW_DAYS = 8;
/**
 * In a period of fewer days than this the candidates come from quarters. In a longer one they come from
 * years.
 */
const MANY_DAYS = 200;
/** The number of candidates that are summed first, to find a lower bound for the last one shown. */
const TRIED = 200;

const TITLED = `
  select s.anuncio_id, a.titulo, s.pedidos::int, s.total::numeric(20, 2)::text as total, s.unidades::int
  from soma s cross join lateral (
    select a.titulo from pedidos_anuncio a
    where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = s.anuncio_id limit 1
  ) a
  order by s.total desc, s.anuncio_id`;

const OF_FEW_DAYS = `
  with ${BOUNDS}, parte as (
    select d.anuncio_id, d.pedidos, d.total, d.unidades from limites l
    join pedidos_anuncio_dia d on d.empresa_id = $1 and d.marketplace = $2 and d.seller_id = $3 and d.dia >= l.primeiro and d.dia < l.fim
    union all
    select p.anuncio_id, 1, p.total, p.quantidade ${AT_THE_ENDS} where p.situacao = 'pago'
  ), soma as (
    select p.anuncio_id, sum(p.pedidos) as pedidos, sum(p.total) as total, sum(p.unidades) as unidades
    from parte p where p.anuncio_id <> '' group by p.anuncio_id having sum(p.pedidos) > 0
    order by total desc, p.anuncio_id limit ${SHOWN}
  )
  ${TITLED}`;

/**
 * Selects the sums of the period for the anuncios of the relation `who`. Right after a synchronisation the
 * statistics of the planner are stale. The expression `d.dia + 0` hides the days from the planner, so that it
 * looks up each anuncio by index and does not read all days. A union adds the partial days at the ends,
 * instead of a join.
 */
const sumsOf = (who: string) => `
  select s.anuncio_id, coalesce(sum(s.pedidos), 0) as pedidos, coalesce(sum(s.total), 0) as total,
    coalesce(sum(s.unidades), 0) as unidades
  from (
    select w.anuncio_id, true as procurado, d.pedidos, d.total, d.unidades
    from ${who} w cross join limites l cross join lateral (
      select sum(d.pedidos) as pedidos, sum(d.total) as total, sum(d.unidades) as unidades from pedidos_anuncio_dia d
      where d.empresa_id = $1 and d.marketplace = $2 and d.seller_id = $3 and d.anuncio_id = w.anuncio_id
        and d.dia + 0 >= l.primeiro and d.dia + 0 < l.fim
    ) d
    union all
    select p.anuncio_id, false, p.pedidos, p.total, p.unidades from pontas p
  ) s group by s.anuncio_id having bool_or(s.procurado)`;

/**
 * Finds the best sellers without summing every anuncio. First it sums, for the period, the best anuncios of
 * each quarter or year (block) that the period touches. The tenth largest of these sums is `piso`, and every
 * anuncio shown has at least this sum. An anuncio that reaches `piso` in n blocks has at least an n-th of it
 * in one block, and at least `piso` in all blocks together. Only those anuncios are summed. The planner
 * cannot estimate how few they are, so lateral joins keep it from reading all rows.
 */
const ofManyDays = (meses: 3 | 12) => `
  with ${BOUNDS}, bloco as materialized (
    select g.inicio::date as inicio from limites l, generate_series(
      date_trunc('${meses === 3 ? 'quarter' : 'year'}', l.de ${ZONE}), (l.ate - interval '1 microsecond') ${ZONE},
      interval '${meses} months') g (inicio)
  ), blocos as materialized (
    select count(*) as quantos, min(inicio) as primeiro, max(inicio) as ultimo from bloco
  ), pontas as materialized (
    select p.anuncio_id, count(*) as pedidos, sum(p.total) as total, sum(p.quantidade) as unidades
    ${AT_THE_ENDS} where p.situacao = 'pago' group by p.anuncio_id
  ), melhor_do_bloco as materialized (
    select distinct t.anuncio_id from bloco b cross join lateral (
      select t.anuncio_id from pedidos_anuncio_bloco t
      where t.empresa_id = $1 and t.marketplace = $2 and t.seller_id = $3 and t.meses = ${meses} and t.inicio = b.inicio and t.anuncio_id <> ''
      order by t.centavos desc limit (select greatest(${SHOWN}, ${TRIED} / n.quantos) from blocos n)
    ) t
  ), piso as materialized (
    select coalesce((
      select s.total from (${sumsOf('melhor_do_bloco')}) s order by s.total desc offset ${SHOWN - 1} limit 1
    ), 0) as total
  ), corte as materialized (
    select ceil(100 * f.total / n.quantos)::bigint as centavos from piso f cross join blocos n
  ), possivel as materialized (
    select distinct t.anuncio_id from corte k cross join bloco b cross join lateral (
      select t.anuncio_id from pedidos_anuncio_bloco t
      where t.empresa_id = $1 and t.marketplace = $2 and t.seller_id = $3 and t.meses = ${meses} and t.inicio = b.inicio and t.anuncio_id <> ''
        and t.centavos >= k.centavos offset 0
    ) t
  ), provavel as materialized (
    select c.anuncio_id from possivel c cross join piso f cross join blocos n cross join lateral (
      select sum(t.centavos) as centavos from pedidos_anuncio_bloco t
      where t.empresa_id = $1 and t.marketplace = $2 and t.seller_id = $3 and t.anuncio_id = c.anuncio_id
        and t.meses + 0 = ${meses} and t.inicio + 0 between n.primeiro and n.ultimo
    ) t where t.centavos >= 100 * f.total
  ), soma as (
    select s.* from (${sumsOf('provavel')}) s where s.pedidos > 0 order by s.total desc, s.anuncio_id limit ${SHOWN}
  )
  ${TITLED}`;
const BY_QUARTERS = ofManyDays(3);
const BY_YEARS = ofManyDays(12);

/** Selects the anuncios with the highest revenue in the period. */
export function selectBestSellers(tx: TenantDb, { seller, from, to }: Periodo): Promise<MaisVendido[]> {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const text = days < FEW_DAYS ? OF_FEW_DAYS : days < MANY_DAYS ? BY_QUARTERS : BY_YEARS;
  return tx.query<MaisVendido>(text, [seller.marketplace, seller.sellerId, from, to]);
}
