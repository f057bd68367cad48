import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import { payersOf } from '#modules/custos/estimates.ts';
import { shareOut } from '#modules/custos/share-out.ts';

/** A pedido that a line of the bill is about. */
export interface PedidoDaLinha {
  pedido_id: string;
  total: string;
  isOff: boolean;
}

/**
 * Shares a line of the bill out over its pedidos, exactly to the cent. The line of one pedido is all its own. A line about a
 * parcel is paid for by those that travel in it, in proportion to their value.
 */
export function partsOf(
  valor: string,
  pedidos: readonly PedidoDaLinha[],
): { pedido_id: string; valor: string }[] {
  const payers = payersOf(pedidos);
  if (payers.length === 0) return [];
  const parts = shareOut(
    toUnits(valor, 2),
    payers.map(({ total }) => toUnits(total, 2)),
  );
  return payers.map(({ pedido_id }, at) => ({ pedido_id, valor: fromUnits(parts[at] ?? 0n, 2) }));
}
