import { orderDate } from '#mercado-livre/clock.ts';
import { noise } from '#mercado-livre/noise.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { type Draft, orderId } from './draft.ts';
import { lifeOf } from './life.ts';

const METHODS = [
  ['account_money', 'account_money'],
  ['pix', 'bank_transfer'],
  ['master', 'credit_card'],
  ['visa', 'credit_card'],
] as const;
const SALT = 140;

/** The payment of an order. The arguments are in centavos, the result is in reais. */
export function paymentOf(
  seller: SellerSeed,
  draft: Draft,
  { second, total, fee }: { second: number; total: number; fee: number },
) {
  const state = stateOf(draft, second, total);
  const dice = noise(seller.seed, draft.k, SALT);
  const [method, type] = METHODS[dice % METHODS.length] ?? METHODS[0];
  const at = orderDate((draft.paidAt - 1) * 1000);
  return {
    id: 90_000_000_000 + seller.slot * 100_000_000 + (draft.k % 100_000_000),
    order_id: orderId(seller, draft.k),
    payer_id: draft.buyer,
    collector: { id: seller.id },
    site_id: 'MLB',
    reason: null,
    payment_method_id: method,
    payment_type: type,
    operation_type: 'regular_payment',
    installments: type === 'credit_card' ? 1 + (dice % 12) : 1,
    ...state,
    transaction_amount: reais(total),
    taxes_amount: 0,
    shipping_cost: 0,
    overpaid_amount: 0,
    total_paid_amount: state.status === 'approved' || state.status === 'refunded' ? reais(total) : 0,
    marketplace_fee: reais(fee),
    coupon_amount: 0,
    currency_id: 'BRL',
    date_approved: state.status === 'approved' || state.status === 'refunded' ? at : null,
    date_created: at,
    date_last_modified: at,
  };
}

function stateOf(draft: Draft, second: number, total: number) {
  const state = (status: string, detail: string, refunded = 0) => ({
    status,
    status_detail: detail,
    transaction_amount_refunded: reais(refunded),
  });
  const { before, after, isPaid, tag, cancel } = lifeOf(draft.life);
  if (second < draft.paidAt) return state('in_process', 'pending_review_manual');
  // The payment was approved after the item had run out, so it was given back.
  if (cancel?.group === 'item') return state('refunded', 'refunded', total);
  if (!isPaid && before !== 'partially_paid') return state('in_process', 'pending_contingency');
  if (second < draft.eventAt) return state('approved', 'accredited');
  if (tag === 'unfulfilled') return { ...state('approved', 'accredited'), tags: ['refund_account_money'] };
  if (after === 'cancelled' || (isPaid && after === 'confirmed')) return state('refunded', 'refunded', total);
  if (after === 'partially_refunded') return state('approved', 'partially_refunded', draft.refund);
  return state('approved', 'accredited');
}
