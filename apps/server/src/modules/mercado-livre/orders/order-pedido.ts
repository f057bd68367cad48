import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { Pedido, SituacaoDePedido } from '#modules/marketplace/orders.ts';
import type { Order } from './order.ts';

const LONGEST_TITLE = 300;

/**
 * The statuses that count as sales (ADR 0038), and the status of a cancelled order. Every other status is
 * pending.
 */
const SITUACOES = new Map<string, SituacaoDePedido>([
  ['paid', 'pago'],
  ['partially_refunded', 'pago'],
  ['refunded', 'pago'],
  ['cancelled', 'cancelado'],
]);

/** Returns null for an order that is no sale or is not in reais. */
export function pedidoOf(order: Order): Pedido | null {
  if (order.tags?.includes('test_order') || order.currency_id !== 'BRL') return null;
  // An order has one anuncio in any quantity.
  const [first] = order.order_items;
  const units = (quantity: number) => BigInt(Math.round(quantity));
  const tarifas = order.order_items.map(({ quantity, sale_fee }) => cents(sale_fee) * units(quantity));
  const quantidade = order.order_items.map(({ quantity }) => units(quantity));
  return {
    id: order.id,
    criado_em: order.date_created,
    atualizado_em: order.last_updated,
    situacao: SITUACOES.get(order.status) ?? 'pendente',
    total: order.total_amount,
    estornado: order.payments
      ? decimal(sum(order.payments.map((payment) => cents(payment.transaction_amount_refunded))))
      : null,
    tarifas: decimal(sum(tarifas)),
    quantidade: Number(sum(quantidade)),
    anuncio_id: first?.item.id ?? '',
    titulo: first?.item.title.slice(0, LONGEST_TITLE).toWellFormed() ?? '',
    pacote_id: order.pack_id ?? null,
  };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** `'19.90'` → `1990n`. */
const cents = (amount: string | null | undefined) => toUnits(amount ?? '0.00', 2);
const decimal = (amount: bigint) => fromUnits(amount, 2);
