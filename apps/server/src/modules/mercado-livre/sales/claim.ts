import * as z from 'zod';
import type { Devolucao, Reclamacao } from '#modules/marketplace/sales.ts';
import { text } from '#modules/mercado-livre/orders/order.ts';
import { Id, instant } from './fields.ts';

export const Claim = z.object({
  id: Id,
  resource: text,
  resource_id: Id,
  status: text,
  related_entities: z.array(z.string()).nullish(),
  last_updated: instant,
});

const RESOURCES = new Map([
  ['order', 'pedido'],
  ['shipment', 'envio'],
] as const);

export function reclamacaoOf(claim: z.infer<typeof Claim>): Reclamacao {
  const tipo = RESOURCES.get(claim.resource as 'order');
  return {
    id: claim.id,
    atualizado_em: claim.last_updated,
    is_aberta: claim.status === 'opened',
    sobre: tipo ? { tipo, id: claim.resource_id } : null,
    tem_devolucao: claim.related_entities?.includes('return') === true,
  };
}

/** The maximum quantity of a returned item. It is more than any order has. */
const MOST_UNITS = 1_000_000;

/** Mercado Livre writes these quantities as texts: `"1.0"`. */
const quantity = z
  .union([z.number(), z.string().regex(/^\d{1,7}(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number().min(0).max(MOST_UNITS));

/** `/post-purchase/v2/claims/:id/returns`, without the buyer. */
export const Return = z.object({
  id: Id,
  claim_id: Id,
  last_updated: instant,
  orders: z.array(
    z.object({ order_id: Id, item_id: text, variation_id: Id.nullish(), return_quantity: quantity }),
  ),
  shipments: z
    .array(z.object({ status: text, destination: z.object({ name: text.nullish() }).nullish() }))
    .nullish(),
});

/** A parcel that is delivered to `warehouse` is in Mercado Livre's triage, so the goods are not here. */
export const devolucaoOf = (read: z.infer<typeof Return>): Devolucao => ({
  id: read.id,
  atualizado_em: read.last_updated,
  reclamacao_id: read.claim_id,
  chegou: (read.shipments ?? []).some(
    ({ status, destination }) => status === 'delivered' && destination?.name === 'seller_address',
  ),
  itens: read.orders.map((each) => ({
    pedido_id: each.order_id,
    anuncio_id: each.item_id,
    variacao_id: each.variation_id ?? '',
    quantidade: Math.round(each.return_quantity),
  })),
});
