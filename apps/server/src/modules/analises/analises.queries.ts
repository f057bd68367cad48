import type { DiaDeVendas, Faturamento, MaisVendido } from '@prumo/contract/analises.ts';
import { SOLD } from '#modules/pedidos/pedidos.queries.ts';
import { IS_DUE } from '#modules/pedidos/sincronia.queries.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

export interface ContaAnalisada {
  empresaId: string;
  user_ml_id: string;
  situacao: 'ativa' | 'reconectar';
  /** Null before the first analysis. */
  em_andamento: boolean | null;
  sincronizado_ate: string | null;
  completo_desde: string | null;
  historico_desde: string | null;
  sem_permissao: boolean | null;
  /** The pedidos are to be looked after now. */
  atrasada: boolean;
}

export async function selectContaAnalisada(tx: TenantDb, id: string): Promise<ContaAnalisada | undefined> {
  const [row] = await tx.query<ContaAnalisada>(
    `select c.empresa_id as "empresaId", c.user_ml_id::text, c.situacao, s.em_andamento, s.sincronizado_ate, s.completo_desde, s.historico_desde,
       s.sem_permissao, coalesce(s.conta_id <> c.id or ${IS_DUE}, true) as atrasada
     from mercado_livre_config c
     left join pedidos_sincronia s on s.empresa_id = c.empresa_id and s.user_ml_id = c.user_ml_id
     where c.empresa_id = $1 and c.id = $2 and c.active`,
    [id],
  );
  return row;
}

export interface Periodo {
  userMlId: string;
  from: string;
  to: string;
}

const ZONE = "at time zone 'America/Sao_Paulo'";

/** Which days of the period $3 to $4 are whole, and what is left at its ends. */
const BOUNDS = `
  limites as materialized (
    select p.*, p.primeiro::timestamp ${ZONE} as inicio_inteiros, p.fim::timestamp ${ZONE} as fim_inteiros
    from (
      select $3::timestamptz as de, $4::timestamptz as ate,
        ceil_day.dia as primeiro, greatest(ceil_day.dia, ($4::timestamptz ${ZONE})::date) as fim
      from (select (($3::timestamptz ${ZONE}) + interval '1 day' - interval '1 microsecond')::date as dia) ceil_day
    ) p
  )`;
/** The pedidos outside of the whole days. */
const AT_THE_ENDS = `
  from limites l cross join lateral (
    select * from pedidos p where p.empresa_id = $1 and p.user_ml_id = $2
      and p.criado_em >= l.de and p.criado_em < least(l.inicio_inteiros, l.ate)
    union all
    select * from pedidos p where p.empresa_id = $1 and p.user_ml_id = $2
      and p.criado_em >= l.fim_inteiros and p.criado_em < l.ate
  ) p`;

const PERIOD = `
  with ${BOUNDS}, parte as (
    select d.dia, d.pedidos, d.total, d.unidades, d.estornado, d.tarifas, d.cancelados, d.cancelado
    from limites l join pedidos_dia d on d.empresa_id = $1 and d.user_ml_id = $2 and d.dia >= l.primeiro and d.dia < l.fim
    union all
    select (p.criado_em ${ZONE})::date,
      (p.status in ${SOLD})::int, case when p.status in ${SOLD} then p.total else 0 end,
      case when p.status in ${SOLD} then p.quantidade else 0 end,
      case when p.status in ${SOLD} then coalesce(p.estornado, 0) else 0 end,
      case when p.status in ${SOLD} then p.tarifas else 0 end,
      (p.status = 'cancelled')::int, case when p.status = 'cancelled' then p.total else 0 end
    ${AT_THE_ENDS}
  ), calendario as (
    select g.dia::date as dia from limites l,
      generate_series((l.de ${ZONE})::date, ((l.ate - interval '1 microsecond') ${ZONE})::date, interval '1 day') g (dia)
  )
  select c.dia, coalesce(sum(p.pedidos), 0)::int as orders_count, coalesce(sum(p.total), 0)::numeric(20, 2)::text as total,
    coalesce(round(sum(p.total) / nullif(sum(p.pedidos), 0), 2), 0)::numeric(20, 2)::text as average_ticket,
    coalesce(sum(p.unidades), 0)::int as units, coalesce(sum(p.estornado), 0)::numeric(20, 2)::text as refunds,
    coalesce(sum(p.tarifas), 0)::numeric(20, 2)::text as fees, coalesce(sum(p.cancelados), 0)::int as canceled_count,
    coalesce(sum(p.cancelado), 0)::numeric(20, 2)::text as canceled_total
  from calendario c left join parte p on p.dia = c.dia
  group by grouping sets ((c.dia), ()) order by c.dia nulls first`;

/** The sums of a period, and of each of its days. */
export async function selectPeriod(
  tx: TenantDb,
  { userMlId, from, to }: Periodo,
): Promise<{ revenue: Faturamento; dias: DiaDeVendas[] }> {
  const [whole, ...days] = await tx.query<Faturamento & { dia: string | null }>(PERIOD, [userMlId, from, to]);
  if (!whole) throw new Error('a period without a sum');
  const { dia: _, ...revenue } = whole;
  const dias = days.map(({ dia, total, orders_count }) => ({
    dia: String(dia),
    total,
    pedidos: orders_count,
  }));
  return { revenue, dias };
}

const SHOWN = 10;
/** Those that sold most of all, whenever: enough for the best of a long period to be among them. */
const CANDIDATES = 50;

const bestAmong = (wholeDays: string) => `
  with ${BOUNDS}, candidato as (
    select a.anuncio_id, a.total from pedidos_anuncio a where a.empresa_id = $1 and a.user_ml_id = $2
    order by a.total desc limit ${CANDIDATES + 1}
  ), parte as (
    ${wholeDays}
    union all
    select p.anuncio_id, 1, p.total, p.quantidade ${AT_THE_ENDS} where p.status in ${SOLD}
  ), soma as (
    select p.anuncio_id, sum(p.pedidos)::int as pedidos, sum(p.total) as total, sum(p.unidades)::int as unidades
    from parte p where p.anuncio_id <> '' group by p.anuncio_id having sum(p.pedidos) > 0
    order by total desc, p.anuncio_id limit ${SHOWN}
  )
  select s.anuncio_id, a.titulo, s.pedidos, s.total::numeric(20, 2)::text as total, s.unidades,
    s.total >= coalesce((select c.total from candidato c order by c.total desc offset ${CANDIDATES}), 0) as sure
  from soma s
  join pedidos_anuncio a on a.empresa_id = $1 and a.user_ml_id = $2 and a.anuncio_id = s.anuncio_id
  order by s.total desc, s.anuncio_id`;

const DAY_COLUMNS = 'd.anuncio_id, d.pedidos, d.total, d.unidades';
const AMONG_CANDIDATES = bestAmong(`
    select ${DAY_COLUMNS} from limites l cross join candidato c
    join pedidos_anuncio_dia d on d.empresa_id = $1 and d.user_ml_id = $2 and d.anuncio_id = c.anuncio_id
      and d.dia >= l.primeiro and d.dia < l.fim`);
const AMONG_ALL = bestAmong(`
    select ${DAY_COLUMNS} from limites l
    join pedidos_anuncio_dia d on d.empresa_id = $1 and d.user_ml_id = $2 and d.dia >= l.primeiro and d.dia < l.fim`);

type Best = MaisVendido & { sure: boolean };

/**
 * By what they brought in. Few are looked at first: whoever is not among them cannot have sold more in the period than
 * ever. Where that does not decide it, all are.
 */
export async function selectBestSellers(
  tx: TenantDb,
  { userMlId, from, to }: Periodo,
): Promise<MaisVendido[]> {
  const values = [userMlId, from, to];
  const few = await tx.query<Best>(AMONG_CANDIDATES, values);
  const isSure = few.length === SHOWN ? few.every(({ sure }) => sure) : await hasFew(tx, userMlId);
  const best = isSure ? few : await tx.query<Best>(AMONG_ALL, values);
  return best.map(({ sure: _, ...each }) => each);
}

async function hasFew(tx: TenantDb, userMlId: string): Promise<boolean> {
  const rows = await tx.query(
    `select from pedidos_anuncio where empresa_id = $1 and user_ml_id = $2 order by total desc limit ${CANDIDATES + 1}`,
    [userMlId],
  );
  return rows.length <= CANDIDATES;
}
