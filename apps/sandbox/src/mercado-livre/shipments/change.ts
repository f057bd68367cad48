import type { Draft } from '#mercado-livre/orders/draft.ts';
import { isCalledOff, lifeOf } from '#mercado-livre/orders/life.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Shipment } from './book.ts';
import { cancelledStep } from './history.ts';
import { shipmentId } from './ids.ts';
import { isOut, isOver, type Step, stepAt } from './path.ts';

/** Moves a shipment to another state, now, and notifies the subscribed applications. */
export function moveShipment(
  world: World,
  seller: Seller,
  { leader, id, steps }: Shipment,
  ...next: Pick<Step, 'status' | 'substatus'>[]
): void {
  const second = Math.floor(world.clock.now() / 1000);
  const past = steps.filter((step) => step.at <= second);
  seller.shipmentBook.change(leader, {
    steps: [...past, ...next.map(({ status, substatus }) => ({ status, substatus, at: second }))],
  });
  world.notifier.emit(seller, 'shipments', `/shipments/${id}`);
}

/**
 * Adapts a shipment to a change of one of its orders. If all orders were called off before the goods left, the
 * shipment is cancelled.
 */
export function settleShipment(world: World, seller: Seller, draft: Draft): void {
  const { leader } = draft.pack;
  const shipment = seller.shipmentBook.find(leader);
  const second = Math.floor(world.clock.now() / 1000);
  const step = shipment && stepAt(shipment.steps, second);
  if (!step) return;
  // The states of a generated shipment follow from its orders.
  if (!shipment.isKept) {
    world.notifier.emit(seller, 'shipments', `/shipments/${shipmentId(seller, leader)}`);
    return;
  }
  if (isOut(step) || isOver(step) || !shipment.drafts.every(({ life }) => isCalledOff(lifeOf(life)))) return;
  moveShipment(world, seller, shipment, cancelledStep(draft, second));
}
