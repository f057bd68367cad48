import { shareOut } from './share-out.ts';

/** What is known of one pedido of a parcel. Amounts are in cents. */
export interface PedidoDoEnvio {
  pedido_id: string;
  total: bigint;
  /** What the marketplace said that it charges for the sale. */
  tarifas: bigint;
  /** Called off or replaced by other pedidos, so it owes nothing to the marketplace. */
  isOff: boolean;
  isPaid: boolean;
}

/** Null: not known. */
export interface Estimativa {
  pedido_id: string;
  comissao: bigint;
  frete: bigint | null;
}

/**
 * Estimates what the pedidos of one parcel owe to the marketplace until its bill says it. The parcel is paid for by the
 * pedidos that travel in it, in proportion to their value. A parcel that left although all was called off is paid for by
 * all of them, and one that stays costs nothing.
 */
export function estimatesOf(
  pedidos: readonly PedidoDoEnvio[],
  { frete, hasLeft }: { frete: bigint | null; hasLeft: boolean },
): Estimativa[] {
  const payers = payersOf(pedidos);
  const isPaid = hasLeft || pedidos.some(({ isOff }) => !isOff);
  const parts = shareOut(
    isPaid && frete !== null ? frete : 0n,
    payers.map(({ total }) => total),
  );
  const partOf = new Map(payers.map(({ pedido_id }, at) => [pedido_id, parts[at] ?? 0n]));
  return pedidos.map(({ pedido_id, tarifas, isOff }) => ({
    pedido_id,
    comissao: isOff ? 0n : tarifas,
    frete: frete === null ? null : (partOf.get(pedido_id) ?? 0n),
  }));
}

/** The pedidos that pay for a parcel: those that travel in it. What was never paid for travels only if nothing else does. */
export function payersOf<Each extends Pick<PedidoDoEnvio, 'isOff' | 'isPaid'>>(
  pedidos: readonly Each[],
): readonly Each[] {
  const live = pedidos.filter(({ isOff }) => !isOff);
  const paid = live.filter(({ isPaid }) => isPaid);
  return [paid, live, pedidos].find((each) => each.length > 0) ?? [];
}
