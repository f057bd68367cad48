import { calledOffAt, isDivided } from '#modules/marketplace/called-off.ts';
import type { ItemDeVenda, Venda } from '#modules/marketplace/sales.ts';
import type { Alvo } from './alvo.ts';

/**
 * The rules of a sale: what the stock of one of its items must show. The function uses no database and no
 * clock. It depends on the newest state of each resource and on the evidence about the past, not on the order
 * in which they arrived. So a repeated, lost or late answer leads to the same result.
 */
export function decideAlvo(item: ItemDeVenda, known: Known): Alvo {
  const { pedido, envio } = known.venda;
  const { quantidade } = item;
  // The components of a kit are sold by pedidos of their own, which draw the stock.
  if (item.is_kit) return NOTHING;
  // A listing may sell from both places, so the envio decides as soon as it is known.
  if (envio?.is_full ?? known.isFull(item)) return NOTHING;

  const calledOff = calledOffAt(pedido);
  const voltaram = returned(known.venda, item);
  // Goods that came back had left, even if the dispatch was never seen. Gone goods stay gone when the sale is
  // called off, because only goods in hand can be counted again.
  if (voltaram > 0 || isAboard(envio?.despachado_em ?? null, calledOff, known.outros)) {
    const a_conferir = envio?.foi_devolvido ? quantidade : Math.min(quantidade, voltaram);
    return { ...NOTHING, saiu: quantidade, a_conferir };
  }

  // The old pedido keeps what its replacements do not promise yet, so that no unit is free in between.
  if (isDivided(known.venda)) return { ...NOTHING, reservado: Math.max(0, quantidade - known.substituido) };
  if (calledOff !== null || !pedido.foi_fechado) return NOTHING;

  const nao_enviar = pedido.risco_de_fraude || pedido.situacao === 'cancelando';
  const isGone = known.saida === 'etiqueta' && envio?.foi_impresso === true;
  return isGone
    ? { ...NOTHING, saiu: quantidade, nao_enviar }
    : { ...NOTHING, reservado: quantidade, nao_enviar };
}

/** Everything on which the stock of an item depends, beside the item. */
export interface Known {
  /** The newest state of each resource of the sale. */
  venda: Venda;
  /** When goods count as gone: at the printing of the label or at the dispatch. */
  saida: 'etiqueta' | 'despacho';
  /** The other pedidos of the envio: the instants at which they were called off, or null. */
  outros: readonly (string | null)[];
  /** How many units of the item other pedidos have taken over, after its parcel was divided. */
  substituido: number;
  /** Says whether the listing is stored at the marketplace. It counts until the envio says it. */
  isFull(item: ItemDeVenda): boolean;
}

const NOTHING: Alvo = { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false };

/**
 * Says whether the goods of a pedido left with its envio. A pedido that was called off before stays behind if
 * the envio carries another one. No envio travels empty, so it carries the goods if it has no other.
 */
function isAboard(despachado: string | null, calledOff: string | null, outros: Known['outros']): boolean {
  if (despachado === null) return false;
  const wasOn = (instant: string | null) => instant === null || Date.parse(despachado) < Date.parse(instant);
  return wasOn(calledOff) || !outros.some(wasOn);
}

/** Counts the units of the item that reached the seller's own address. */
function returned({ pedido, devolucoes }: Venda, { anuncio_id, variacao_id }: ItemDeVenda): number {
  const arrived = devolucoes.filter(({ chegou }) => chegou).flatMap(({ itens }) => itens);
  return arrived
    .filter((each) => each.pedido_id === pedido.id)
    .filter((each) => each.anuncio_id === anuncio_id && each.variacao_id === variacao_id)
    .reduce((sum, { quantidade }) => sum + quantidade, 0);
}
