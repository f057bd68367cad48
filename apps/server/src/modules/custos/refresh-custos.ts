import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { isOff } from '#modules/pedidos/fila/refresh-fila.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { estimatesOf } from './estimates.ts';
import {
  type CustoFacts,
  insertEstimates,
  type NewEstimate,
  selectCustoFacts,
} from './refresh-custos.queries.ts';

/**
 * Appends what these pedidos, and those that travel with them, are expected to cost at the marketplace. Call it after
 * their facts are stored, in the same transaction, which holds the lock of the seller's sales. Known costs write nothing.
 */
export async function refreshCustos(
  tx: TenantDb,
  seller: SellerRef,
  pedidoIds: readonly string[],
): Promise<void> {
  if (pedidoIds.length === 0) return;
  const facts = await selectCustoFacts(tx, seller, pedidoIds);
  const parcels = Map.groupBy(facts, ({ envio, pedido_id }) => envio?.id ?? ` ${pedido_id}`);
  const estimates = [...parcels.values()].flatMap(estimatesOfParcel);
  if (estimates.length > 0) await insertEstimates(tx, seller, estimates);
}

function estimatesOfParcel(facts: readonly CustoFacts[]): NewEstimate[] {
  const [first] = facts;
  if (!first) return [];
  const pedidos = facts.map((each) => ({
    pedido_id: each.pedido_id,
    total: toUnits(each.total, 2),
    tarifas: toUnits(each.tarifas, 2),
    isOff: isOff({ ...each.venda, envio: each.envio }),
    isPaid: each.venda.foi_pago,
  }));
  const { envio } = first;
  // The pedidos to which the marketplace has charged the freight carry it whole. Another one may join them afterwards.
  const isCharged = facts.some(({ is_frete_cobrado }) => is_frete_cobrado);
  const frete = isCharged ? 0n : first.frete === null ? null : toUnits(first.frete, 2);
  return estimatesOf(pedidos, { frete, hasLeft: envio?.despachado_em != null }).flatMap(
    ({ pedido_id, comissao, frete: part }): NewEstimate[] => [
      { pedido_id, tipo: 'comissao', valor: fromUnits(comissao, 2), fonte: 'pedido', fonte_id: pedido_id },
      // Nothing replaces what a pedido was expected to pay for a parcel that it has left.
      ...(envio === null
        ? []
        : [
            {
              ...{ pedido_id, tipo: 'frete' as const, valor: fromUnits(part ?? 0n, 2) },
              ...{ fonte: 'envio' as const, fonte_id: envio.id },
            },
          ]),
    ],
  );
}
