import * as z from 'zod';
import type { ItemDeVenda, PedidoDeVenda, SituacaoDeVenda } from '#modules/marketplace/sales.ts';
import { decimal } from '#modules/mercado-livre/amount.ts';
import { id, Order, text } from '#modules/mercado-livre/orders/order.ts';
import { Id, instant } from './fields.ts';

const OrderItem = Order.shape.order_items.element;

const Fields = z.object({
  ...Order.shape,
  // A partial answer without tags could hide that the sale was called off, so it counts as malformed.
  tags: z.array(z.string()),
  order_items: z.array(
    z.object({
      ...OrderItem.shape,
      item: z.object({ ...OrderItem.shape.item.shape, variation_id: Id.nullish() }),
      /** Present in an order of a component of a kit. */
      bundle: z.object({ parent_item: z.object({ id: text }).nullish() }).nullish(),
    }),
  ),
  payments: z
    .array(z.object({ transaction_amount_refunded: decimal.nullish(), status: text.nullish() }))
    .optional(),
  /** When the order was first confirmed or paid. Mercado Livre then takes the quantity off the listing. */
  date_closed: instant.nullish(),
  shipping: z.object({ id: id.nullish() }).nullish(),
  cancel_detail: z.object({ code: text.nullish(), date: instant.nullish().catch(null) }).nullish(),
  mediations: z.array(z.object({ id: Id })).nullish(),
});

/** Every other status counts as a payment under way, because only a known reason may release goods. */
const SITUACOES = new Map<string, SituacaoDeVenda>([
  ['confirmed', 'confirmado'],
  ['paid', 'pago'],
  ['partially_refunded', 'pago'],
  ['refunded', 'pago'],
  ['pending_cancel', 'cancelando'],
  ['cancelled', 'cancelado'],
  ['invalid', 'cancelado'],
]);

/**
 * The states of a payment that was approved once. An approved payment itself proves nothing: the status of the
 * order may lag behind it, and a sale that is confirmed and was paid counts as called off.
 */
const RETURNED = new Set(['refunded', 'charged_back']);

const situacaoOf = ({ status }: { status: string }) => SITUACOES.get(status) ?? 'pagando';

/**
 * An order with the fields on which stock depends, and nothing about the buyer. A partial answer (206) may leave out
 * payments and shipping. Unless the sale is paid, they say whether it was paid and whether its goods left, so the answer
 * counts as malformed and is asked for again.
 */
export const SaleOrder = Fields.refine(
  (order) => situacaoOf(order) === 'pago' || (order.payments !== undefined && order.shipping !== undefined),
);
export type SaleOrder = z.infer<typeof SaleOrder>;

export function saleOf(order: SaleOrder): PedidoDeVenda {
  const situacao = situacaoOf(order);
  const foi_pago =
    situacao === 'pago' || (order.payments ?? []).some(({ status }) => RETURNED.has(status ?? ''));
  return {
    id: order.id,
    criado_em: order.date_created,
    atualizado_em: order.last_updated,
    situacao,
    foi_fechado: foi_pago || order.date_closed != null,
    foi_pago,
    is_desfeito: situacao === 'pago' && order.tags.includes('unfulfilled'),
    cancelado_em: order.cancel_detail?.date ?? null,
    risco_de_fraude: order.tags.includes('fraud_risk_detected'),
    foi_dividido: order.cancel_detail?.code === 'pack_splitted',
    pacote_id: order.pack_id ?? null,
    envio_id: order.shipping?.id ?? null,
    reclamacao_ids: (order.mediations ?? []).map((each) => each.id),
    itens: itensOf(order),
  };
}

/** Each anuncio and variation once, because a reserva is one for both. */
function itensOf({ order_items }: SaleOrder): ItemDeVenda[] {
  const itens = new Map<string, ItemDeVenda>();
  for (const { item, quantity, bundle } of order_items) {
    const { anuncio_id, variacao_id } = { anuncio_id: item.id, variacao_id: item.variation_id ?? '' };
    const key = `${anuncio_id} ${variacao_id}`;
    const quantidade = (itens.get(key)?.quantidade ?? 0) + Math.round(quantity);
    const is_kit = bundle?.parent_item?.id === anuncio_id;
    itens.set(key, { anuncio_id, variacao_id, quantidade, is_kit });
  }
  return [...itens.values()];
}
