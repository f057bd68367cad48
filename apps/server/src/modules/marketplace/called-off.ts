import type { PedidoDeVenda, Venda } from './sales.ts';

/**
 * Returns the instant at which a sale was called off, or null. A sale that the seller calls off becomes unpaid
 * again instead of cancelled, and a sale whose money the marketplace returns may stay paid.
 */
export function calledOffAt(pedido: PedidoDeVenda): string | null {
  const isUnpaidAgain = pedido.situacao === 'confirmado' && pedido.foi_pago;
  if (pedido.situacao !== 'cancelado' && !pedido.is_desfeito && !isUnpaidAgain) return null;
  // Goods that were never paid for were never to be sent, even with the rest of their cart.
  if (!pedido.foi_pago) return pedido.criado_em;
  return pedido.cancelado_em ?? pedido.atualizado_em;
}

/**
 * Says whether other pedidos replace this one. Until the pedido says it, its divided envio does. A pedido that
 * was called off for another reason is not replaced with the rest of its envio.
 */
export const isDivided = ({ pedido, envio }: Divisible) =>
  pedido.foi_dividido || (envio?.foi_dividido === true && calledOffAt(pedido) === null);

/** The facts that say whether a sale was divided. */
interface Divisible {
  pedido: PedidoDeVenda;
  envio: Pick<NonNullable<Venda['envio']>, 'foi_dividido'> | null;
}
