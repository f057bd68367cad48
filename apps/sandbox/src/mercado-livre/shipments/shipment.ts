import { DAY_MS, orderDate } from '#mercado-livre/clock.ts';
import type { Face } from '#mercado-livre/listings/face.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import { titleOf } from '#mercado-livre/listings/words.ts';
import { noise } from '#mercado-livre/noise.ts';
import { type Draft, orderId } from '#mercado-livre/orders/draft.ts';
import { depotOf, variationOf } from '#mercado-livre/orders/order.ts';
import { reais } from '#mercado-livre/protocol/reais.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { addressOf, hiddenAddress } from './address.ts';
import type { Shipment } from './book.ts';
import { paidOf } from './history.ts';
import { modeOf } from './logistic.ts';
import { stepAt } from './path.ts';

const SALT = { cost: 230 };
const FREE_FROM = 7900;
const DIMENSIONS = { height: 10, width: 15, length: 20, weight: 800 };

const worthOf = (drafts: readonly Draft[]) =>
  drafts.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);

/** The price of the transport in centavos, and who pays it. */
function priceOf({ seed }: SellerSeed, { leader, drafts }: Shipment) {
  const gross = 1590 + (noise(seed, leader, SALT.cost) % 3000);
  const isFree = worthOf(drafts) >= FREE_FROM;
  const sender = isFree ? Math.round(gross * 0.5) : 0;
  return { gross, sender, receiver: isFree ? 0 : gross };
}

/** The shipment as it is at `now`, in the form that the header `x-format-new` requests. */
export function shipmentOf(seller: SellerSeed, shipment: Shipment, now: number): object {
  const { id, drafts, logistic, steps, sibling, bufferedUntil, isProximity } = shipment;
  const step = stepAt(steps, Math.floor(now / 1000));
  const [first] = drafts;
  const begin = (steps[0]?.at ?? 0) * 1000;
  const depot = first && depotOf(seller, first);
  const node = depot?.network_node_id;
  const { gross, receiver } = priceOf(seller, shipment);
  const isHidden = step?.substatus === 'waiting_for_payment';
  const isHeld = step?.status === 'pending' && step.substatus === 'buffered';
  const held = bufferedUntil ?? steps.find((each) => each.status !== 'pending')?.at;
  const later = (days: number) => ({ date: orderDate(begin + days * DAY_MS) });
  return {
    id,
    status: step?.status,
    substatus: step?.substatus ?? null,
    date_created: orderDate(begin),
    last_updated: orderDate((step?.at ?? 0) * 1000),
    items_types: ['new'],
    logistic: { mode: modeOf(logistic), type: logistic, direction: 'forward' },
    origin: {
      node: node ?? null,
      type: logistic === 'fulfillment' ? 'fulfillment' : 'selling_address',
      sender_id: seller.id,
      shipping_address: { ...addressOf('seller'), ...depot?.location, node: { node_id: node ?? null } },
      snapshot: { id: String(id), version: 1 },
    },
    destination: {
      comments: null,
      receiver_id: first?.buyer,
      receiver_name: isHidden ? 'XXXXXXX' : 'Compradora de Exemplo',
      // Mercado Livre gives the telephone only for parcels that the seller sends on their own.
      receiver_phone: logistic === 'default' && !isHidden ? '1199988776644' : null,
      shipping_address: isHidden ? hiddenAddress() : addressOf('buyer'),
      type: 'buyer_address',
      snapshot: { id: String(id), version: 1 },
    },
    source: { site_id: 'MLB', market_place: 'MELI', customer_id: null, application_id: null },
    tags: isProximity ? ['proximity'] : [],
    declared_value: reais(worthOf(drafts)),
    sibling: {
      reason: sibling?.reason ?? null,
      sibling_id: sibling?.sibling_id ?? null,
      description: null,
      source: sibling ? 'split' : null,
      date_created: sibling ? orderDate(sibling.at * 1000) : null,
      last_updated: sibling ? orderDate(sibling.at * 1000) : null,
    },
    lead_time: {
      processing_time: null,
      cost: reais(receiver),
      list_cost: reais(gross),
      cost_type: receiver === 0 ? 'free' : 'charged',
      currency_id: 'BRL',
      buffering: { date: isHeld && held !== undefined ? orderDate(held * 1000) : null },
      estimated_delivery_time: { type: 'known', ...later(6), unit: 'hour', shipping: 96, handling: 24 },
      estimated_delivery_limit: later(12),
      estimated_delivery_final: later(20),
      estimated_delivery_extended: later(9),
      shipping_method: { id: 511_948, name: 'Padrão', type: 'standard', deliver_to: 'address' },
      service_id: 22,
    },
    external_reference: null,
    tracking_number: step?.status === 'pending' ? null : `MEL${id}LMXDF01`,
    tracking_method: 'MELI Logistics',
    quotation: null,
    dimensions: DIMENSIONS,
  };
}

/** The old form, without the header. It has no `logistic`, `origin` or `destination`. */
export function oldShipmentOf(seller: SellerSeed, shipment: Shipment, now: number): object {
  const { id, drafts, logistic, steps } = shipment;
  const step = stepAt(steps, Math.floor(now / 1000));
  const [first] = drafts;
  return {
    id,
    mode: modeOf(logistic),
    logistic_type: logistic,
    status: step?.status,
    substatus: step?.substatus ?? null,
    order_id: first && orderId(seller, first.k),
    sender_id: seller.id,
    receiver_id: first?.buyer,
    date_created: orderDate((steps[0]?.at ?? 0) * 1000),
    last_updated: orderDate((step?.at ?? 0) * 1000),
  };
}

/** The items of a shipment. An order of the cart that was never paid is not among them. */
export const shipmentItems = (
  seller: SellerSeed,
  { drafts }: Shipment,
  faceOf: (listing: number) => Face,
): object[] =>
  paidOf(drafts).map((draft) => {
    const n = variationOf(faceOf(draft.listing), draft);
    return {
      item_id: itemId(seller, draft.listing),
      description: titleOf(seller, draft.listing),
      quantity: draft.quantity,
      variation_id: n === undefined ? null : variationId(seller, draft.listing, n),
      dimensions: DIMENSIONS,
      order_id: orderId(seller, draft.k),
      sender_id: seller.id,
    };
  });

/** What the seller pays for the transport, in centavos. */
export const freightOf = (seller: SellerSeed, shipment: Shipment) => priceOf(seller, shipment).sender;

export function costsOf(seller: SellerSeed, shipment: Shipment): object {
  const { gross, sender, receiver } = priceOf(seller, shipment);
  const share = (rate: number, type: string) => ({ rate, type, promoted_amount: reais(gross * rate) });
  return {
    gross_amount: reais(gross),
    receiver: {
      user_id: shipment.drafts[0]?.buyer,
      cost: reais(receiver),
      compensation: 0,
      save: 0,
      discounts: receiver === 0 ? [share(1, 'loyal')] : [],
    },
    senders: [
      {
        user_id: seller.id,
        cost: reais(sender),
        compensation: 0,
        save: 0,
        discounts: sender === 0 ? [] : [share(0.5, 'mandatory')],
      },
    ],
  };
}
