import type { VendasDoInicio } from '@prumo/contract/inicio.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const ZONE = "at time zone 'America/Sao_Paulo'";
const TODAY = `(now() ${ZONE})::date`;

/** The contas. A disconnected one is left out, because its newer pedidos are unknown. */
const CONTAS = `select c.id, c.marketplace, c.user_ml_id as seller_id from mercado_livre_config c
  where c.empresa_id = $1 and c.active order by c.created_at desc limit 100`;

const HAS_PEDIDOS = 's.completo_desde is not null and not s.sem_permissao';

/** The contas whose pedidos are here. One that is being read for the first time, or refuses, must not hide the others. */
const SELLERS = `sellers as materialized (
  select v.* from (${CONTAS}) v
  join pedidos_sincronia s on s.empresa_id = $1 and s.marketplace = v.marketplace and s.seller_id = v.seller_id
  where ${HAS_PEDIDOS})`;

export interface Lidos {
  contas: number;
  conta: VendasDoInicio['conta'];
  /** The present day in São Paulo, by the clock of the database. */
  hoje: string;
  /** The number of contas whose pedidos are here. */
  lidas: number;
  /** Null when the pedidos of no conta are here. */
  completo_desde: string | null;
  lido_em: string | null;
}

/** How far the pedidos of all contas are here: as far as those of the worst conta that has any. */
export async function selectLidos(tx: TenantDb): Promise<Lidos> {
  const [row] = await tx.query<Lidos>(
    `select count(*)::int as contas,
       case when count(*) = 1 then jsonb_build_object('id', min(v.id::text), 'marketplace', min(v.marketplace)) end as conta,
       ${TODAY} as hoje, (count(*) filter (where ${HAS_PEDIDOS}))::int as lidas,
       max(s.completo_desde) filter (where ${HAS_PEDIDOS}) as completo_desde,
       min(greatest(s.sincronizado_ate, a.chegou_em)) filter (where ${HAS_PEDIDOS}) as lido_em
     from (${CONTAS}) v
     left join pedidos_sincronia s on s.empresa_id = $1 and s.marketplace = v.marketplace and s.seller_id = v.seller_id
     left join pedidos_atraso a on a.empresa_id = $1 and a.marketplace = v.marketplace and a.seller_id = v.seller_id`,
  );
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** The sums of the days with pedidos among the last 60. */
export const selectDias = (tx: TenantDb) =>
  tx.query<{ dia: string; total: string; pedidos: number }>(
    `with ${SELLERS}
     select d.dia, sum(d.total)::text as total, sum(d.pedidos)::int as pedidos
     from sellers v join pedidos_dia d on d.empresa_id = $1 and d.marketplace = v.marketplace and d.seller_id = v.seller_id
       and d.dia > ${TODAY} - 60 and d.dia <= ${TODAY}
     group by d.dia order by d.dia`,
  );

export interface Parte {
  dias_atras: number;
  total: string;
  pedidos: number;
}

/**
 * The sums of the days 7 and 30 days ago up to the present time of day. No table has sums of a part of a day. Each conta
 * and day is summed by itself, so that PostgreSQL reads four short ranges of the index. It would read all pedidos of
 * the empresa to join them.
 */
export const selectPartes = (tx: TenantDb) =>
  tx.query<Parte>(
    `with ${SELLERS}
     select n.dias_atras, coalesce(sum(p.total), 0)::numeric(20, 2)::text as total, sum(p.pedidos)::int as pedidos
     from (values (7), (30)) n (dias_atras) cross join sellers v
     cross join lateral (select sum(p.total) as total, count(*) as pedidos from pedidos p
       where p.empresa_id = $1 and p.marketplace = v.marketplace and p.seller_id = v.seller_id and p.situacao = 'pago'
         and p.criado_em >= (${TODAY} - n.dias_atras)::timestamp ${ZONE}
         and p.criado_em < ((now() ${ZONE}) - make_interval(days => n.dias_atras)) ${ZONE}) p
     group by n.dias_atras`,
  );
