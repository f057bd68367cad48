import { calledOffAt, isDivided } from '#modules/marketplace/called-off.ts';
import type { ItemDeVenda, Venda } from '#modules/marketplace/sales.ts';
import type { Alvo } from './alvo.ts';
import { decideAlvo, type Known } from './decide-alvo.ts';

export interface AlvoDeItem {
  venda: Venda;
  item: ItemDeVenda;
  alvo: Alvo;
}

/**
 * Returns the alvo of every item of sales that belong together: those that share an envio, and those that
 * replace each other after a parcel was divided. The caller gives all of them that it knows, because the goods
 * of one pedido may have left with another, or may be promised by another now.
 */
export function alvosOfVendas(vendas: readonly Venda[], rule: Pick<Known, 'saida' | 'isFull'>): AlvoDeItem[] {
  const substituidos = takenOver(vendas);
  return vendas.flatMap((venda) => {
    const outros = vendas
      .filter((each) => each !== venda && isTogether(each, venda))
      .map(({ pedido }) => calledOffAt(pedido));
    return venda.pedido.itens.map((item) => ({
      venda,
      item,
      alvo: decideAlvo(item, { ...rule, venda, outros, substituido: substituidos.get(item) ?? 0 }),
    }));
  });
}

const isTogether = (one: Venda, other: Venda) =>
  one.pedido.envio_id !== null && one.pedido.envio_id === other.pedido.envio_id;

/**
 * Distributes the units of the new pedidos over the items that they replace. Each new unit replaces one old
 * unit, so two old pedidos with the same item do not both give it up.
 */
function takenOver(vendas: readonly Venda[]): Map<ItemDeVenda, number> {
  const promised = new Map<string, number>();
  for (const { pedido, envio } of vendas)
    if (envio?.irmao_id)
      for (const item of pedido.itens) {
        const key = keyOf(envio.irmao_id, item);
        promised.set(key, (promised.get(key) ?? 0) + item.quantidade);
      }
  const taken = new Map<ItemDeVenda, number>();
  for (const venda of vendas.filter(isDivided))
    for (const item of venda.pedido.itens) {
      const key = keyOf(venda.pedido.envio_id, item);
      const left = promised.get(key) ?? 0;
      taken.set(item, Math.min(item.quantidade, left));
      promised.set(key, left - Math.min(item.quantidade, left));
    }
  return taken;
}

const keyOf = (envioId: string | null, { anuncio_id, variacao_id }: ItemDeVenda) =>
  `${envioId} ${anuncio_id} ${variacao_id}`;
