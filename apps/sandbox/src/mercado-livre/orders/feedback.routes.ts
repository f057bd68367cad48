import { orderDate } from '#mercado-livre/clock.ts';
import { badRequest, refuse } from '#mercado-livre/errors.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { titleOf } from '#mercado-livre/listings/words.ts';
import { readObject } from '#mercado-livre/protocol/body.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { feedbackId } from '#mercado-livre/shipments/ids.ts';
import { changeOrder, putBack } from './change.ts';
import { type Draft, type Feedback, orderId } from './draft.ts';
import { ownOrder } from './find.ts';
import { stageOf } from './order.ts';

export const FEEDBACK_ROUTES: readonly Route[] = [
  { name: 'GET /orders/:id/feedback', permission: 'vendas', answer: showFeedback },
  { name: 'POST /orders/:id/feedback', permission: 'vendas', answer: giveFeedback },
];

/** The days after which a seller can no longer call a sale off. The documentation does not give the number. */
const EXPIRES_S = 30 * 86_400;
const RATINGS = ['negative', 'neutral', 'positive'];
const REASONS = [
  'OUT_OF_STOCK',
  'BUYER_NOT_ENOUGH_MONEY',
  'BUYER_REGRETS',
  'SELLER_REGRETS',
  'BUYER_DID_NOT_ANSWER',
  'THEY_NOT_HONORING_POLICIES',
  'OTHER_MY_RESPONSIBILITY',
  'OTHER_THEIR_RESPONSIBILITY',
  'DUBIOUS_BUYER',
  'HIGH_ML_COMISSION',
  'HIGH_TAXES',
  'SELLER_HOLIDAY',
  'UNFRIENDLY_SHIPMENT_POLICY',
  'UNAVAILABLE_PRODUCT',
  'SELLER_ADDRESS_WITHDRAWAL',
  'WRONG_RECEIVER_ADDRESS',
  'HIGH_SHIPMENT_COST',
  'WRONG_SHIPMENT_COST',
  'UNPRINTED_LABEL',
  'UNWITHDRAWN_PRODUCT_BY_DELIVER_COMPANY',
  'DENIED_PACKAGE',
  'UNABLE_TO_READ_LABEL',
  'MANUFACTURING_PRODUCT_NOT_FINISHED',
  'SHIPMENT_PROBLEM_OTHER',
  'DELIVERY_COMPANY_PROBLEM_OTHER',
];

/**
 * Stores what the seller says about the sale, once. A sale that the seller calls off here comes from the API as
 * `confirmed`, although the site shows it as cancelled.
 */
async function giveFeedback(call: Call): Promise<Response> {
  const { world, seller } = call;
  const draft = ownOrder(call);
  if (draft instanceof Response) return draft;
  const second = Math.floor(world.clock.now() / 1000);
  const feedback = readFeedback(await readObject(call.request), second);
  if (feedback instanceof Response) return feedback;
  if (draft.feedback)
    return refuse(400, 'feedback_already_exists', 'The order already has a feedback of the seller.');
  if (feedback.fulfilled) {
    seller.orderBook.mark(draft, { feedback });
    return Response.json({ id: feedbackId(seller, draft.k) }, { status: 201 });
  }
  if (stageOf(draft, second).status === 'cancelled' || second - draft.createdAt > EXPIRES_S)
    return refuse(
      400,
      'not_fulfilled_feedback_in_order_expired',
      "You can't submit a not fulfilled feedback after order has expired.",
    );
  changeOrder(world, seller, draft, 'desfeita_pelo_vendedor', { feedback });
  if (feedback.restock) putBack(world, seller, draft);
  return Response.json({ id: feedbackId(seller, draft.k) }, { status: 201 });
}

function readFeedback(body: Record<string, unknown> | Response, at: number): Feedback | Response {
  if (body instanceof Response) return body;
  const { fulfilled, rating, message, reason = null, restock_item: restock = false } = body;
  if (typeof fulfilled !== 'boolean') return badRequest('fulfilled is required');
  if (typeof rating !== 'string' || !RATINGS.includes(rating)) return badRequest('invalid rating');
  if (rating === 'positive' && !fulfilled) return badRequest('invalid rating');
  if (typeof message !== 'string' || message === '' || message.length >= 160)
    return badRequest('message must have less than 160 characters');
  const isReason = typeof reason === 'string' && REASONS.includes(reason);
  if (!fulfilled && !isReason) return badRequest('invalid reason');
  if (typeof restock !== 'boolean') return badRequest('invalid restock_item');
  return { fulfilled, rating, reason: isReason ? reason : null, message, restock, at };
}

function showFeedback(call: Call): Response {
  const draft = ownOrder(call);
  if (draft instanceof Response) return draft;
  return Response.json({ sale: draft.feedback ? saleOf(call, draft, draft.feedback) : null, purchase: null });
}

function saleOf({ seller }: Call, draft: Draft, feedback: Feedback) {
  const { listing, k, unitPrice } = draft;
  return {
    id: feedbackId(seller, k),
    order_id: orderId(seller, k),
    role: 'seller',
    fulfilled: feedback.fulfilled,
    rating: feedback.rating,
    reason: feedback.reason,
    message: feedback.message,
    restock_item: feedback.restock,
    reply: null,
    status: 'active',
    site_id: 'MLB',
    date_created: orderDate(feedback.at * 1000),
    item: {
      id: itemId(seller, listing),
      title: titleOf(seller, listing),
      price: reais(unitPrice),
      currency_id: 'BRL',
    },
  };
}
