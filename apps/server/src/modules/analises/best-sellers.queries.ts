import type { MaisVendido } from '@prumo/contract/analises.ts';
import { SOLD } from '#modules/pedidos/pedidos.queries.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { AT_THE_ENDS, BOUNDS, type Periodo, ZONE } from './periodo.ts';

const SHOWN = 10;
/** Over so many days all that was sold is few enough to be added up. */
const FEW_DAYS = 8;
/** Up to so many days are looked for by quarters, more by years. */
const MANY_DAYS = 200;
/** So many are added up first, to know what the last one shown brings in at least. */
const TRIED = 200;

const TITLED = `
  select s.anuncio_id, a.titulo, s.pedidos::int, s.total::numeric(20, 2)::text as total, s.unidades::int
  from soma s cross join lateral (
    select a.titulo from pedidos_anuncio a
    where a.empresa_id = $1 and a.user_ml_id = $2 and a.anuncio_id = s.anuncio_id limit 1
  ) a
  order by s.total desc, s.anuncio_id`;

const OF_FEW_DAYS = `
  with ${BOUNDS}, parte as (
    select d.anuncio_id, d.pedidos, d.total, d.unidades from limites l
    join pedidos_anuncio_dia d on d.empresa_id = $1 and d.user_ml_id = $2 and d.dia >= l.primeiro and d.dia < l.fim
    union all
    select p.anuncio_id, 1, p.total, p.quantidade ${AT_THE_ENDS} where p.status in ${SOLD}
  ), soma as (
    select p.anuncio_id, sum(p.pedidos) as pedidos, sum(p.total) as total, sum(p.unidades) as unidades
    from parte p where p.anuncio_id <> '' group by p.anuncio_id having sum(p.pedidos) > 0
    order by total desc, p.anuncio_id limit ${SHOWN}
  )
  ${TITLED}`;

/**
 * What those named in `who` sold in the period. Right after a synchronisation PostgreSQL does not know yet how much there
 * is: the days are hidden from it behind a sum, so that it looks each anuncio up by itself and does not read all of the
 * days for it, and the ends are added rather than joined.
 */
const sumsOf = (who: string) => `
  select s.anuncio_id, coalesce(sum(s.pedidos), 0) as pedidos, coalesce(sum(s.total), 0) as total,
    coalesce(sum(s.unidades), 0) as unidades
  from (
    select w.anuncio_id, true as procurado, d.pedidos, d.total, d.unidades
    from ${who} w cross join limites l cross join lateral (
      select sum(d.pedidos) as pedidos, sum(d.total) as total, sum(d.unidades) as unidades from pedidos_anuncio_dia d
      where d.empresa_id = $1 and d.user_ml_id = $2 and d.anuncio_id = w.anuncio_id
        and d.dia + 0 >= l.primeiro and d.dia + 0 < l.fim
    ) d
    union all
    select p.anuncio_id, false, p.pedidos, p.total, p.unidades from pontas p
  ) s group by s.anuncio_id having bool_or(s.procurado)`;

/**
 * Without adding up all. The best of each quarter or year that the period touches are added up for the period: the tenth
 * of them, `piso`, is a sum nobody shown falls below. Whoever reaches it has, of n of them, an n-th of it in one, and it
 * in all together: only those are added up. The laterals keep PostgreSQL, which cannot know how few they are, from
 * reading everything.
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
    ${AT_THE_ENDS} where p.status in ${SOLD} group by p.anuncio_id
  ), melhor_do_bloco as materialized (
    select distinct t.anuncio_id from bloco b cross join lateral (
      select t.anuncio_id from pedidos_anuncio_bloco t
      where t.empresa_id = $1 and t.user_ml_id = $2 and t.meses = ${meses} and t.inicio = b.inicio and t.anuncio_id <> ''
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
      where t.empresa_id = $1 and t.user_ml_id = $2 and t.meses = ${meses} and t.inicio = b.inicio and t.anuncio_id <> ''
        and t.centavos >= k.centavos offset 0
    ) t
  ), provavel as materialized (
    select c.anuncio_id from possivel c cross join piso f cross join blocos n cross join lateral (
      select sum(t.centavos) as centavos from pedidos_anuncio_bloco t
      where t.empresa_id = $1 and t.user_ml_id = $2 and t.anuncio_id = c.anuncio_id
        and t.meses + 0 = ${meses} and t.inicio + 0 between n.primeiro and n.ultimo
    ) t where t.centavos >= 100 * f.total
  ), soma as (
    select s.* from (${sumsOf('provavel')}) s where s.pedidos > 0 order by s.total desc, s.anuncio_id limit ${SHOWN}
  )
  ${TITLED}`;
const BY_QUARTERS = ofManyDays(3);
const BY_YEARS = ofManyDays(12);

/** By what they brought in. */
export function selectBestSellers(tx: TenantDb, { userMlId, from, to }: Periodo): Promise<MaisVendido[]> {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const text = days < FEW_DAYS ? OF_FEW_DAYS : days < MANY_DAYS ? BY_QUARTERS : BY_YEARS;
  return tx.query<MaisVendido>(text, [userMlId, from, to]);
}
