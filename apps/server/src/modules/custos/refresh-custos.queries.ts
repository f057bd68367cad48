import type { PedidoDeVenda } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A pedido with what its costs follow from. */
export interface CustoFacts {
  pedido_id: string;
  venda: Omit<PedidoDeVenda, 'id' | 'itens' | 'reclamacao_ids'> & { pedido_id: string };
  total: string;
  tarifas: string;
  /** Null before the pedido has a parcel. */
  envio: { id: string; foi_dividido: boolean; despachado_em: string | null } | null;
  frete: string | null;
  /** Whether the marketplace has charged the freight of its parcel to this pedido. */
  is_frete_cobrado: boolean;
}

/**
 * Selects these pedidos, those that travel with them, and those of the parcel from which one of them has come. A pedido
 * whose total is not known yet is left out.
 */
export const selectCustoFacts = (tx: TenantDb, seller: SellerRef, pedidoIds: readonly string[]) =>
  tx.query<CustoFacts>(
    `with asked as (
       select pedido_id, envio_id from vendas
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = any ($4::text[])
     ), parcels as (
       select envio_id from asked where envio_id is not null
       union select c.fonte_id from asked a cross join lateral (select fonte_id from pedido_custos c where c.empresa_id = $1
         and c.marketplace = $2 and c.seller_id = $3 and c.pedido_id = a.pedido_id and c.tipo = 'frete' and c.fonte = 'envio'
         order by c.passo desc limit 1) c
     ), related as (
       select pedido_id from asked
       union select v.pedido_id from parcels a
       cross join lateral (select pedido_id from vendas v where v.empresa_id = $1 and v.marketplace = $2
         and v.seller_id = $3 and v.envio_id = a.envio_id limit 100) v
     )
     select v.pedido_id, to_jsonb(v) as venda, p.total::text as total, p.tarifas::text as tarifas, e.frete::text as frete,
       case when e.id is not null then
         jsonb_build_object('id', e.id, 'foi_dividido', e.foi_dividido, 'despachado_em', e.despachado_em) end as envio,
       exists (select from pedido_custos c where c.empresa_id = $1 and c.marketplace = $2 and c.seller_id = $3
         and c.pedido_id = r.pedido_id and c.tipo = 'frete' and c.situacao = 'faturado' and c.valor >= 0) as is_frete_cobrado
     from related r
     cross join lateral (select * from vendas x where x.empresa_id = $1 and x.marketplace = $2 and x.seller_id = $3
       and x.pedido_id = r.pedido_id limit 1) v
     cross join lateral (select * from pedidos x where x.empresa_id = $1 and x.marketplace = $2 and x.seller_id = $3
       and x.id = r.pedido_id limit 1) p
     left join lateral (select * from vendas_envios x where x.empresa_id = $1 and x.marketplace = $2 and x.seller_id = $3
       and x.id = v.envio_id limit 1) e on true
     order by v.criado_em, v.pedido_id`,
    [seller.marketplace, seller.sellerId, pedidoIds],
  );

export interface NewEstimate {
  pedido_id: string;
  tipo: 'comissao' | 'frete';
  valor: string;
  fonte: 'pedido' | 'envio';
  fonte_id: string;
}

/**
 * Appends the estimates that differ from the newest one of their pedido and tipo. An estimate of nothing is written only
 * if it replaces another one. The caller holds the lock of the seller's sales.
 */
export const insertEstimates = (tx: TenantDb, seller: SellerRef, estimates: readonly NewEstimate[]) =>
  tx.query(
    `insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, valor, situacao, fonte, fonte_id, passo)
     select $1::uuid, $2, $3, e.pedido_id, e.tipo, e.valor, 'estimado', e.fonte, e.fonte_id, coalesce(c.passo, 0) + 1
     from jsonb_to_recordset($4::jsonb) e (pedido_id text, tipo text, valor numeric, fonte text, fonte_id text)
     left join lateral (select x.passo, x.valor from pedido_custos x where x.empresa_id = $1 and x.marketplace = $2
       and x.seller_id = $3 and x.pedido_id = e.pedido_id and x.tipo = e.tipo and x.situacao = 'estimado'
       order by x.passo desc limit 1) c on true
     where e.valor is distinct from coalesce(c.valor, 0)`,
    [seller.marketplace, seller.sellerId, JSON.stringify(estimates)],
  );
