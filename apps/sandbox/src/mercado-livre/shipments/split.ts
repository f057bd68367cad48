import { badRequest } from '#mercado-livre/errors.ts';
import { changeOrder } from '#mercado-livre/orders/change.ts';
import { type Draft, orderId } from '#mercado-livre/orders/draft.ts';
import { lifeCode, NEVER } from '#mercado-livre/orders/life.ts';
import { variationOf } from '#mercado-livre/orders/order.ts';
import { readObject } from '#mercado-livre/protocol/body.ts';
import { isListOfObjects } from '#mercado-livre/protocol/json-shape.ts';
import type { Call } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Shipment } from './book.ts';
import { shipmentId } from './ids.ts';
import { isOut, isOver, stepAt } from './path.ts';

export const SPLIT_REASONS = [
  'FRAGILE',
  'ANOTHER_WAREHOUSE',
  'IRREGULAR_SHAPE',
  'OTHER_MOTIVE',
  'DIMENSIONS_EXCEEDED',
];

/** The quantity of each order in a box. */
type Box = ReadonlyMap<number, number>;

/** Answers `POST /shipments/:id/split`. */
export async function splitShipment(call: Call, shipment: Shipment): Promise<Response> {
  const body = await readObject(call.request);
  if (body instanceof Response) return body;
  const { reason, packs } = body;
  if (typeof reason !== 'string' || !SPLIT_REASONS.includes(reason)) return badRequest('Invalid reason');
  const boxes = readBoxes(call.seller, shipment, packs);
  const refusal =
    boxes === undefined
      ? 'The packs must contain every order of the shipment with its whole quantity'
      : whyNot(shipment, Math.floor(call.world.clock.now() / 1000));
  if (refusal !== undefined || boxes === undefined) return badRequest(refusal ?? 'Invalid packs');
  splitInto(call.world, call.seller, shipment, boxes, reason);
  return Response.json({});
}

/** Why the shipment cannot be split, or undefined if it can. */
export function whyNot({ logistic, sibling, steps }: Shipment, second: number): string | undefined {
  if (logistic === 'self_service' || logistic === 'fulfillment')
    return `Split is not allowed for logistic type ${logistic}`;
  if (sibling) return 'The shipment was already split';
  const step = stepAt(steps, second);
  if (!step || isOut(step) || isOver(step)) return `Split is not allowed in status ${step?.status}`;
  return;
}

/** The two boxes. Undefined if they do not contain exactly the orders of the shipment. */
function readBoxes(seller: Seller, { drafts }: Shipment, packs: unknown): Box[] | undefined {
  if (!isListOfObjects(packs) || packs.length !== 2) return;
  const boxes = packs.map(({ orders }) =>
    isListOfObjects(orders)
      ? new Map(orders.map(({ id, quantity }) => [Number(id), Number(quantity)]))
      : new Map<number, number>(),
  );
  const ids = drafts.map(({ k }) => orderId(seller, k));
  const isKnown = boxes.every(
    (box) => box.size > 0 && [...box].every(([id, n]) => ids.includes(id) && Number.isInteger(n) && n > 0),
  );
  const sum = (id: number) => boxes.reduce((all, box) => all + (box.get(id) ?? 0), 0);
  const isWhole = drafts.every(({ k, quantity }) => sum(orderId(seller, k)) === quantity);
  return isKnown && isWhole ? boxes : undefined;
}

/**
 * Cancels the pack, its orders and its shipment, and creates new ones for each box. The new shipments name the
 * old one as their sibling. The listing keeps its stock, because the same goods stay sold.
 */
export function splitInto(
  world: World,
  seller: Seller,
  shipment: Shipment,
  boxes: readonly Box[],
  reason: string,
): Draft[] {
  const second = Math.floor(world.clock.now() / 1000);
  const made = boxes.flatMap((box) => {
    const parts = shipment.drafts.flatMap((draft) => {
      const quantity = box.get(orderId(seller, draft.k));
      return quantity === undefined ? [] : [partOf(seller, shipment, draft, quantity, second)];
    });
    const drafts = seller.orderBook.sell(parts, true);
    const [first] = drafts;
    if (first)
      seller.shipmentBook.change(first.k, { sibling: { reason, sibling_id: shipment.id, at: second } });
    return drafts;
  });
  for (const draft of shipment.drafts) changeOrder(world, seller, draft, 'dividida');
  for (const { k } of made) world.notifier.emit(seller, 'orders_v2', `/orders/${orderId(seller, k)}`);
  for (const leader of new Set(made.map(({ pack }) => pack.leader)))
    world.notifier.emit(seller, 'shipments', `/shipments/${shipmentId(seller, leader)}`);
  return made;
}

function partOf(seller: Seller, { logistic }: Shipment, draft: Draft, quantity: number, second: number) {
  const { k, pack: _pack, feedback: _feedback, cancelDetail: _detail, ...rest } = draft;
  const variation = variationOf(seller.catalogue.face(draft.listing), draft);
  return {
    ...rest,
    ...(variation !== undefined && { variation }),
    depot: draft.depot ?? k % 2,
    logistic,
    quantity,
    createdAt: second,
    paidAt: second,
    eventAt: NEVER,
    life: lifeCode('paga'),
    refund: 0,
    replaces: k,
  };
}
