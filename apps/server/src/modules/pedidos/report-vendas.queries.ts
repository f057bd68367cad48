import type { Pedido } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A pedido that waits to be read already needs no second report. */
const UNLESS_PENDING = `on conflict (empresa_id, marketplace, seller_id, topico, recurso) do update
  set pendente = true, vez = n.vez + 1, recebida_em = now(), proxima_em = greatest(n.proxima_em, excluded.proxima_em)
  where not n.pendente`;

/**
 * Reports the pedidos that a search found and whose sale is not read yet, as a notification would have done. So
 * a sale whose notification was lost still reaches the stock. Nothing is reported for a seller whose sales do
 * not. Call it before the pedidos are stored: every transaction locks the notificacoes before the pedidos.
 */
export async function reportVendas(
  tx: TenantDb,
  seller: SellerRef,
  pedidos: readonly Pedido[],
): Promise<void> {
  if (pedidos.length === 0) return;
  await tx.query(
    `insert into notificacoes as n (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     select $1::uuid, $2, $3, 'pedidos', p.id, now()
     from vendas_config c
     join jsonb_to_recordset($4::jsonb) as p (id text, criado_em timestamptz, atualizado_em timestamptz)
       on p.criado_em >= c.reserva_desde
     where c.empresa_id = $1 and c.marketplace = $2 and c.seller_id = $3 and not exists (
       select from vendas v where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
         and v.pedido_id = p.id and v.atualizado_em >= p.atualizado_em)
     order by p.id
     ${UNLESS_PENDING}`,
    [
      ...[seller.marketplace, seller.sellerId],
      JSON.stringify(pedidos.map(({ id, criado_em, atualizado_em }) => ({ id, criado_em, atualizado_em }))),
    ],
  );
}

/**
 * Reports a parcel whose note the marketplace has just accepted. Its deadline and its label follow soon, and their
 * notification may be lost. Call it before the pedidos are changed, as `reportVendas`.
 */
export const reportEnvio = (tx: TenantDb, { marketplace, sellerId }: SellerRef, envioId: string) =>
  tx.query(
    `insert into notificacoes as n (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     values ($1, $2, $3, 'envios', $4, now() + interval '1 minute')
     ${UNLESS_PENDING}`,
    [marketplace, sellerId, envioId],
  );

/** A seller with more pedidos in a month gets the newest. The older ones have left. */
const MOST_REPORTED = 20_000;

/**
 * Reports the stored pedidos since an instant, so that the worker reads their sales, the newest first. They wait in a
 * topic of their own, behind new sales. Sales whose goods have left and are written need no reading.
 */
export const reportSince = (tx: TenantDb, { marketplace, sellerId }: SellerRef, desde: string) =>
  tx.query(
    `insert into notificacoes as n (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     select $1::uuid, $2, $3, 'releituras', p.id, now() + interval '100 milliseconds' * row_number() over (order by p.criado_em desc)
     from pedidos p
     where p.empresa_id = $1 and p.marketplace = $2 and p.seller_id = $3 and p.criado_em >= $4
       and p.situacao <> 'cancelado' and not exists (
         select from reservas r where r.empresa_id = $1 and r.marketplace = $2 and r.seller_id = $3
           and r.pedido_id = p.id and r.saiu > 0 and r.reservado = 0)
     order by p.criado_em desc limit ${MOST_REPORTED}
     ${UNLESS_PENDING}`,
    [marketplace, sellerId, desde],
  );

/** The most sales that one poll reports again. The others follow with the next polls. */
const MOST_AGAIN = 1000;

/**
 * Reports sales again whose notification may have been lost. A search shows only changes of the pedido itself, so the
 * dispatch of a parcel or a complaint would stay unknown. A sale that promises goods is read again when it was not read
 * for six hours. Every sale is read again when it is two, seven, fourteen, thirty, forty-five and sixty days old, because
 * a buyer may return goods a month after they arrived. Those that were not read for longest come first. Call it before
 * the pedidos are stored, as `reportVendas`.
 */
export const reportAgain = (tx: TenantDb, { marketplace, sellerId }: SellerRef) =>
  tx.query(
    `insert into notificacoes as n (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
     select $1::uuid, $2, $3, 'releituras', a.pedido_id, now() + interval '100 milliseconds' * row_number() over (order by l.lida_em nulls first, a.pedido_id)
     from (
       select r.pedido_id, now() - interval '6 hours' as desde from reservas r
       where r.empresa_id = $1 and r.marketplace = $2 and r.seller_id = $3 and r.reservado > 0
       union
       select v.pedido_id, v.criado_em + d.idade from unnest(array['2 days', '7 days', '14 days', '30 days', '45 days', '60 days']::interval[]) d (idade)
       join vendas v on v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
         and v.criado_em between now() - d.idade - interval '1 day' and now() - d.idade) a
     left join lateral (select max(y.lida_em) as lida_em, bool_or(y.pendente) as pendente from notificacoes y
       where y.empresa_id = $1 and y.marketplace = $2 and y.seller_id = $3 and y.topico in ('pedidos', 'releituras')
         and y.recurso = a.pedido_id) l on true
     where exists (
         select from vendas_config c where c.empresa_id = $1 and c.marketplace = $2 and c.seller_id = $3
           and c.reserva_desde is not null)
       and not coalesce(l.pendente, false) and (l.lida_em is null or l.lida_em < a.desde)
     group by a.pedido_id, l.lida_em order by l.lida_em nulls first, a.pedido_id limit ${MOST_AGAIN}
     ${UNLESS_PENDING}`,
    [marketplace, sellerId],
  );
