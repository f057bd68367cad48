import { orderDate } from '#mercado-livre/clock.ts';
import type { Face } from '#mercado-livre/listings/face.ts';
import { itemId, leafOf, skuPlaces, userProductId } from '#mercado-livre/listings/identity.ts';
import { listingTypeOf } from '#mercado-livre/listings/listing.ts';
import { variationId, variationsOf } from '#mercado-livre/listings/variations.ts';
import { titleOf } from '#mercado-livre/listings/words.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import { claimId, feedbackId, shipmentId } from '#mercado-livre/shipments/ids.ts';
import { storesOf } from '#mercado-livre/stock/stores.ts';
import { itemNumber, type SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { type Draft, orderId, packId } from './draft.ts';
import { FIRST_STATUS, lifeOf } from './life.ts';
import { paymentOf } from './payment.ts';

/** The state of an order at a second. */
export function stageOf(draft: Pick<Draft, 'life' | 'paidAt' | 'eventAt' | 'createdAt'>, second: number) {
  const life = lifeOf(draft.life);
  if (second >= draft.eventAt) return { status: life.after, updatedAt: draft.eventAt, life, isOver: true };
  if (second >= draft.paidAt) return { status: life.before, updatedAt: draft.paidAt, life, isOver: false };
  const status = life.before === 'payment_required' ? life.before : FIRST_STATUS;
  return { status, updatedAt: draft.createdAt, life, isOver: false };
}

/** Tags that an order gets with its event. */
const LATE_TAGS = ['fraud_risk_detected', 'unfulfilled'];

export function tagsOf(draft: Draft, second: number): string[] {
  const { status, life, isOver } = stageOf(draft, second);
  const isDelivered = isOver && life.tag === 'delivered';
  return [
    ...(draft.pack.size > 1 ? ['pack_order'] : []),
    ...(draft.unitPrice < draft.fullPrice ? ['order_has_discount'] : []),
    ...(draft.listing % 10 === 9 ? ['catalog'] : []),
    ...(['paid', 'partially_refunded', 'pending_cancel'].includes(status) ? ['paid'] : ['not_paid']),
    ...(life.tag === 'test_order' || (isOver && LATE_TAGS.includes(life.tag ?? '')) ? [life.tag ?? ''] : []),
    ...(draft.kit === undefined ? [] : ['bundle_component']),
    isDelivered ? 'delivered' : 'not_delivered',
  ];
}

/** The fee for one unit. */
export function saleFee(seller: SellerSeed, { listing, unitPrice }: Draft): number {
  const percent = listingTypeOf(seller, listing) === 'gold_pro' ? 0.165 : 0.115;
  return Math.round(unitPrice * percent) + (unitPrice < 7900 ? 675 : 0);
}

/** The order as it is at `now`. `face` is the face of its listing. */
export function orderOf(seller: SellerSeed, face: Face, draft: Draft, now: number): object {
  const second = Math.floor(now / 1000);
  const { status, updatedAt, life } = stageOf(draft, second);
  const isClosed = second >= draft.paidAt && (life.isPaid || life.before === 'confirmed');
  const total = draft.unitPrice * draft.quantity;
  const fee = saleFee(seller, draft);
  const date = (at: number) => orderDate(at * 1000);
  const { leader, isNumbered } = draft.pack;
  const payment = paymentOf(seller, draft, { second, total, fee: fee * draft.quantity });
  return {
    id: orderId(seller, draft.k),
    date_created: date(draft.createdAt),
    last_updated: date(updatedAt),
    date_closed: isClosed ? date(draft.paidAt) : null,
    pack_id: isNumbered ? packId(seller, leader) : null,
    fulfilled: draft.feedback?.fulfilled ?? null,
    buying_mode: 'buy_equals_pay',
    shipping_cost: 0,
    mediations:
      draft.hasClaim || (life.name === 'reembolso_total' && status === 'cancelled')
        ? [{ id: claimId(seller, draft.k) }]
        : [],
    total_amount: reais(total),
    paid_amount: payment.status === 'approved' || payment.status === 'refunded' ? reais(total) : 0,
    currency_id: 'BRL',
    order_items: [orderItem(seller, face, draft, fee)],
    payments: life.before === 'payment_required' ? [] : [payment],
    // An order gets its shipment when it is paid.
    shipping: {
      id: second >= draft.paidAt ? shipmentId(seller, leader) : null,
    },
    status,
    status_detail: null,
    tags: tagsOf(draft, second),
    feedback: { seller: draft.feedback ? { id: feedbackId(seller, draft.k) } : null, buyer: null },
    context: { channel: 'marketplace', site: 'MLB', flows: draft.listing % 10 === 9 ? ['catalog'] : [] },
    seller: { id: seller.id },
    buyer: { id: draft.buyer },
    taxes: { amount: null, currency_id: null, id: null },
    cancel_detail: status === 'cancelled' ? cancelDetail(draft) : null,
    order_request: { change: null, return: null },
  };
}

/** The number of the variation that was sold, if the listing has variations. */
export const variationOf = ({ variations }: Face, { k, variation }: Draft) =>
  variations === 0 ? undefined : (variation ?? k % variations);

/** The depot from which the goods come, if the seller has stock per depot. */
export const depotOf = (seller: SellerSeed, { k, depot }: Draft) =>
  seller.features.has('warehouse_management')
    ? storesOf(seller)[depot ?? (seller.features.has('deposito_unico') ? 0 : k % 2)]
    : undefined;

function orderItem(seller: SellerSeed, face: Face, draft: Draft, fee: number) {
  const { listing, quantity } = draft;
  const places = skuPlaces(seller, listing);
  const n = variationOf(face, draft);
  const variation =
    n === undefined ? undefined : variationsOf(seller, listing, face).find((_, at) => at === n);
  const sku = places.attribute ?? places.field ?? null;
  const store = depotOf(seller, draft);
  return {
    item: {
      id: `MLB${itemNumber(seller, listing)}`,
      title: titleOf(seller, listing),
      category_id: leafOf(seller, listing).id,
      variation_id: n === undefined ? null : variationId(seller, listing, n),
      seller_custom_field: places.field ?? null,
      variation_attributes: variation?.attribute_combinations ?? [],
      condition: 'new',
      seller_sku: n === undefined || places.attribute === undefined ? sku : `${places.attribute}-${n + 1}`,
      user_product_id: variation?.user_product_id ?? userProductId(seller, listing),
    },
    quantity,
    requested_quantity: { measure: 'unit', value: quantity },
    unit_price: reais(draft.unitPrice),
    full_unit_price: reais(draft.fullPrice),
    gross_price: reais(draft.fullPrice),
    currency_id: 'BRL',
    sale_fee: reais(fee),
    listing_type_id: listingTypeOf(seller, listing),
    element_id: 1,
    stock: store ? [{ store_id: store.id, network_node_id: store.network_node_id }] : null,
    ...(draft.kit !== undefined && {
      bundle: {
        parent_item: { id: itemId(seller, draft.kit), user_product_id: userProductId(seller, draft.kit) },
        components: null,
      },
    }),
  };
}

function cancelDetail(draft: Draft) {
  const { cancelledBy: requestedBy = 'meli', cancel } = lifeOf(draft.life);
  const codes = {
    buyer: 'buyer_cancel_express',
    seller: 'seller_cancelled_out_of_stock',
    meli: 'payment_not_approved',
  };
  return {
    code: draft.cancelDetail ?? cancel?.code ?? codes[requestedBy],
    group: cancel?.group ?? requestedBy,
    requested_by: requestedBy,
    description: 'Venda cancelada.',
    date: orderDate(draft.eventAt * 1000),
  };
}
