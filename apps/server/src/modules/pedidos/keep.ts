import type { Pedido } from '#modules/marketplace/orders.ts';

/**
 * Returns each pedido once in its newest state, because several pages and searches may return the same
 * pedido.
 */
export function newestOf(pedidos: Iterable<Pedido>): Pedido[] {
  const kept = new Map<string, Pedido>();
  for (const pedido of pedidos) {
    const known = kept.get(pedido.id);
    if (!known || isNewer(pedido, known)) kept.set(pedido.id, pedido);
  }
  return [...kept.values()];
}

function isNewer(one: Pedido, other: Pedido): boolean {
  const [mine, theirs] = [Date.parse(one.atualizado_em), Date.parse(other.atualizado_em)];
  return mine === theirs ? other.estornado === null : mine > theirs;
}
