import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export async function selectEnviosSemFrete(
  tx: TenantDb,
  seller: SellerRef,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from vendas_envios where empresa_id = $1 and marketplace = $2 and seller_id = $3 and frete_lido_em is null
     order by id desc limit $4`,
    [seller.marketplace, seller.sellerId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Stores the freight of a parcel, and returns the pedidos in it. */
export async function saveFrete(
  tx: TenantDb,
  seller: SellerRef,
  { envioId, frete }: { envioId: string; frete: string | null },
): Promise<string[]> {
  const rows = await tx.query<{ pedido_id: string }>(
    `with lido as (
       update vendas_envios set frete = $5::numeric, frete_lido_em = now()
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and id = $4
     )
     select pedido_id from vendas where empresa_id = $1 and marketplace = $2 and seller_id = $3 and envio_id = $4 limit 100`,
    [seller.marketplace, seller.sellerId, envioId, frete],
  );
  return rows.map(({ pedido_id }) => pedido_id);
}
