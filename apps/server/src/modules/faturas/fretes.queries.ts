import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Takes the turn to read the freights of a seller, unless another reading has it. A turn that ends without a word, because
 * its process was killed or the marketplace is down, can be taken again after ten minutes.
 */
export async function takeFretes(tx: TenantDb, seller: SellerRef): Promise<boolean> {
  const taken = await tx.query(
    `update vendas_config set fretes_proxima_em = now() + interval '10 minutes'
     where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and (fretes_proxima_em is null or fretes_proxima_em <= now()) returning seller_id`,
    [seller.marketplace, seller.sellerId],
  );
  return taken.length > 0;
}

/** Ends the turn. The next one can begin after this many hours, behind the contas that wait already. */
export const endFretes = (tx: TenantDb, seller: SellerRef, hours: number) =>
  tx.query(
    `update vendas_config set fretes_proxima_em = now() + make_interval(hours => $4)
     where empresa_id = $1 and marketplace = $2 and seller_id = $3`,
    [seller.marketplace, seller.sellerId, hours],
  );

/** Selects the newest parcels whose freight is due. */
export async function selectEnviosSemFrete(
  tx: TenantDb,
  seller: SellerRef,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from vendas_envios where empresa_id = $1 and marketplace = $2 and seller_id = $3 and frete_lido_em is null
       and (frete_proxima_em is null or frete_proxima_em <= now())
     order by id desc limit $4`,
    [seller.marketplace, seller.sellerId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Notes that the freight of a parcel could not be read. Each failure doubles the time until it is asked again. */
export const postponeFrete = (tx: TenantDb, seller: SellerRef, envioId: string) =>
  tx.query(
    `update vendas_envios set frete_tentativas = least(frete_tentativas + 1, 12),
       frete_proxima_em = now() + interval '1 hour' * power(2, frete_tentativas)
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and id = $4`,
    [seller.marketplace, seller.sellerId, envioId],
  );

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
