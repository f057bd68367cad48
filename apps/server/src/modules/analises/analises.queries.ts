import type { DiaDeVendas, Faturamento } from '@prumo/contract/analises.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { IS_DUE } from '#modules/pedidos/sincronia.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AT_THE_ENDS, BOUNDS, type Periodo, ZONE } from './periodo.queries.ts';

export interface ContaAnalisada extends SellerRef {
  empresaId: string;
  situacao: 'ativa' | 'reconectar';
  /** Null when no synchronisation of this seller has begun. */
  em_andamento: boolean | null;
  sincronizado_ate: string | null;
  completo_desde: string | null;
  historico_desde: string | null;
  sem_permissao: boolean | null;
  /** The start of the current failure of the marketplace. Null while it answers. */
  falha_desde: string | null;
  /** True when a synchronisation of the pedidos is due. */
  atrasada: boolean;
}

export async function selectContaAnalisada(tx: TenantDb, id: string): Promise<ContaAnalisada | undefined> {
  const [row] = await tx.query<ContaAnalisada>(
    `select c.empresa_id as "empresaId", c.marketplace, c.user_ml_id as "sellerId", c.situacao, s.em_andamento, s.sincronizado_ate, s.completo_desde, s.historico_desde,
       s.sem_permissao, s.falha_desde, coalesce(s.conta_id <> c.id or ${IS_DUE}, true) as atrasada
     from mercado_livre_config c
     left join pedidos_sincronia s on s.empresa_id = c.empresa_id and s.marketplace = c.marketplace and s.seller_id = c.user_ml_id
     where c.empresa_id = $1 and c.id = $2 and c.active`,
    [id],
  );
  return row;
}

const PERIOD = `
  with ${BOUNDS}, parte as (
    select d.dia, d.pedidos, d.total, d.unidades, d.estornado, d.tarifas, d.cancelados, d.cancelado
    from limites l join pedidos_dia d on d.empresa_id = $1 and d.marketplace = $2 and d.seller_id = $3 and d.dia >= l.primeiro and d.dia < l.fim
    union all
    select (p.criado_em ${ZONE})::date,
      (p.situacao = 'pago')::int, case when p.situacao = 'pago' then p.total else 0 end,
      case when p.situacao = 'pago' then p.quantidade else 0 end,
      case when p.situacao = 'pago' then coalesce(p.estornado, 0) else 0 end,
      case when p.situacao = 'pago' then p.tarifas else 0 end,
      (p.situacao = 'cancelado')::int, case when p.situacao = 'cancelado' then p.total else 0 end
    ${AT_THE_ENDS}
    union all
    -- Every day of the period, also those without pedidos.
    select g.dia::date, 0, 0, 0, 0, 0, 0, 0 from limites l,
      generate_series((l.de ${ZONE})::date, ((l.ate - interval '1 microsecond') ${ZONE})::date, interval '1 day') g (dia)
  )
  select p.dia, sum(p.pedidos)::int as orders_count, sum(p.total)::numeric(20, 2)::text as total,
    coalesce(round(sum(p.total) / nullif(sum(p.pedidos), 0), 2), 0)::numeric(20, 2)::text as average_ticket,
    sum(p.unidades)::int as units, sum(p.estornado)::numeric(20, 2)::text as refunds,
    sum(p.tarifas)::numeric(20, 2)::text as fees, sum(p.cancelados)::int as canceled_count,
    sum(p.cancelado)::numeric(20, 2)::text as canceled_total
  from parte p
  group by grouping sets ((p.dia), ()) order by p.dia nulls first`;

/** Returns the sums of the whole period and of each of its days. */
export async function selectPeriod(
  tx: TenantDb,
  { seller, from, to }: Periodo,
): Promise<{ revenue: Faturamento; dias: DiaDeVendas[] }> {
  const [whole, ...days] = await tx.query<Faturamento & { dia: string | null }>(PERIOD, [
    seller.marketplace,
    seller.sellerId,
    from,
    to,
  ]);
  if (!whole) throw new Error('the query returned no sum for the period');
  const { dia: _, ...revenue } = whole;
  const dias = days.map(({ dia, total, orders_count }) => ({
    dia: String(dia),
    total,
    pedidos: orders_count,
  }));
  return { revenue, dias };
}

/** Counts the pedidos of the period that could not be read. No sum contains them. */
export async function countUnread(tx: TenantDb, { seller, from, to }: Periodo): Promise<number> {
  const [row] = await tx.query<{ pedidos: number }>(
    `select count(*)::int as pedidos from pedidos_sincronia s, jsonb_each_text(s.ilegiveis) i
     where s.empresa_id = $1 and s.marketplace = $2 and s.seller_id = $3 and i.value::timestamptz >= $4 and i.value::timestamptz < $5
       and not exists (select from pedidos p where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3 and p.id = i.key)`,
    [seller.marketplace, seller.sellerId, from, to],
  );
  return row?.pedidos ?? 0;
}

/** Counts the sold pedidos of the period whose refunds the marketplace has not reported yet. */
export async function countWithoutRefunds(tx: TenantDb, { seller, from, to }: Periodo): Promise<number> {
  const [row] = await tx.query<{ pedidos: number }>(
    `select count(*)::int as pedidos from pedidos p where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3
       and p.criado_em >= $4 and p.criado_em < $5 and p.estornado is null and p.situacao = 'pago'`,
    [seller.marketplace, seller.sellerId, from, to],
  );
  return row?.pedidos ?? 0;
}
