import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import { payersOf } from '#modules/custos/estimates.ts';
import { shareOut } from '#modules/custos/share-out.ts';

/** A pedido that a line of the bill is about. */
export interface PedidoDaLinha {
  pedido_id: string;
  total: string;
  isOff: boolean;
  isPaid: boolean;
  /** The line names it, or names no pedido. The others only travel in the same parcel. */
  isNamed: boolean;
}

/**
 * Shares a line of the bill out over its pedidos, exactly to the cent. The line of one pedido is all its own. A line about a
 * parcel is paid for by those that travel in it, in proportion to their value. The others of the parcel get a part of
 * nothing, which replaces what was estimated for them.
 */
export function partsOf(
  valor: string,
  pedidos: readonly PedidoDaLinha[],
): { pedido_id: string; valor: string }[] {
  const payers = payersOf(pedidos.filter(({ isNamed }) => isNamed));
  if (payers.length === 0) return [];
  const parts = shareOut(
    toUnits(valor, 2),
    payers.map(({ total }) => toUnits(total, 2)),
  );
  return pedidos.map((each) => {
    const at = payers.indexOf(each);
    return { pedido_id: each.pedido_id, valor: fromUnits(parts[at] ?? 0n, 2) };
  });
}
