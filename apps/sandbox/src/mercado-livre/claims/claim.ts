import { itemId } from '#mercado-livre/listings/identity.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import { type Draft, orderId } from '#mercado-livre/orders/draft.ts';
import { claimId } from '#mercado-livre/shipments/ids.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Return } from './return.ts';

export const CLAIM_TYPES = [
  'mediations',
  'return',
  'fulfillment',
  'ml_case',
  'cancel_sale',
  'cancel_purchase',
  'change',
  'service',
] as const;
export type ClaimType = (typeof CLAIM_TYPES)[number];

export const CLAIM_STAGES = ['claim', 'dispute', 'recontact', 'none', 'stale'] as const;
export type ClaimStage = (typeof CLAIM_STAGES)[number];

/** A claim about an order, with times in seconds. */
export interface Claim {
  k: number;
  type: ClaimType;
  stage: ClaimStage;
  reason: string;
  /** How many units the buyer claims. */
  quantity: number;
  openedAt: number;
  updatedAt: number;
  closed?: { at: number; benefited: 'buyer' | 'seller'; reason: string };
  goods?: Return;
}

/** Dates of claims and returns are in UTC, with an offset. */
export const claimDate = (second: number) => new Date(second * 1000).toISOString().replace('Z', '+00:00');

/** The claim as it is at a second. */
export function claimOf(seller: SellerSeed, claim: Claim, draft: Draft, second: number): object {
  const closed = claim.closed && claim.closed.at <= second ? claim.closed : undefined;
  const { goods } = claim;
  const canReview = goods?.parcels.some(
    ({ to, steps }) =>
      to === 'seller_address' && steps.some(({ status, at }) => status === 'delivered' && at <= second),
  );
  const actions = canReview && !goods?.verdict ? ['return_review_ok', 'return_review_fail'] : [];
  return {
    id: claimId(seller, claim.k),
    resource: 'order',
    resource_id: orderId(seller, claim.k),
    status: closed ? 'closed' : 'opened',
    type: claim.type,
    stage: claim.stage,
    parent_id: null,
    reason_id: claim.reason,
    fulfilled: true,
    quantity_type: claim.quantity < draft.quantity ? 'partial' : 'total',
    claimed_quantity: claim.quantity,
    players: [
      { role: 'complainant', type: 'buyer', user_id: draft.buyer, available_actions: [] },
      {
        role: 'respondent',
        type: 'seller',
        user_id: seller.id,
        available_actions: actions.map((action) => ({
          action,
          mandatory: false,
          due_date: claimDate(claim.updatedAt + 3 * 86_400),
        })),
      },
    ],
    resolution: closed
      ? {
          reason: closed.reason,
          date_created: claimDate(closed.at),
          benefited: [closed.benefited === 'buyer' ? 'complainant' : 'respondent'],
          closed_by: 'mediator',
          applied_coverage: closed.benefited === 'buyer',
        }
      : null,
    related_entities: goods ? ['return'] : [],
    site_id: 'MLB',
    date_created: claimDate(claim.openedAt),
    last_updated: claimDate(claim.updatedAt),
  };
}

/** The return that belongs to a claim, as it is at a second. */
export function returnOf(
  seller: SellerSeed,
  claim: Claim,
  { draft, variation, second }: { draft: Draft; variation: number | undefined; second: number },
): object | undefined {
  const { goods } = claim;
  if (!goods) return;
  const isPartial = goods.quantity < draft.quantity;
  const step = goods.steps.findLast(({ at }) => at <= second);
  return {
    id: goods.id,
    status: step?.status,
    subtype: goods.subtype ?? (isPartial ? 'return_partial' : 'return_total'),
    status_money: step?.status === 'delivered' ? 'refunded' : 'retained',
    refund_at: goods.subtype === 'low_cost' ? 'n/a' : 'delivered',
    claim_id: claimId(seller, claim.k),
    resource_type: 'order',
    resource_id: orderId(seller, claim.k),
    orders: [
      {
        order_id: orderId(seller, claim.k),
        item_id: itemId(seller, draft.listing),
        variation_id: variation === undefined ? null : variationId(seller, draft.listing, variation),
        context_type: isPartial ? 'partial' : 'total',
        // The API writes these quantities as text.
        total_quantity: draft.quantity.toFixed(1),
        return_quantity: goods.quantity.toFixed(1),
      },
    ],
    shipments: goods.parcels
      .filter(({ steps }) => (steps[0]?.at ?? 0) <= second)
      .map(({ id, type, to, steps }) => ({
        shipment_id: id,
        status: steps.findLast(({ at }) => at <= second)?.status,
        type,
        tracking_number: null,
        destination: { name: to },
      })),
    intermediate_check: goods.parcels.some(({ to }) => to === 'warehouse'),
    related_entities: goods.triage && goods.triage.at <= second ? ['reviews'] : [],
    resources: [{ resource: 'claim', resource_id: String(claimId(seller, claim.k)) }],
    date_created: claimDate(goods.steps[0]?.at ?? 0),
    last_updated: claimDate(step?.at ?? 0),
    date_closed: goods.closedAt === undefined ? null : claimDate(goods.closedAt),
  };
}
