import { applyChange } from '#mercado-livre/items/change.ts';
import { productIndex } from '#mercado-livre/listings/identity.ts';
import { variationStates } from '#mercado-livre/listings/variations.ts';
import { settleShipment } from '#mercado-livre/shipments/change.ts';
import { leftAt } from '#mercado-livre/shipments/deadline.ts';
import { changeDepot } from '#mercado-livre/stock/depots.ts';
import { operationId } from '#mercado-livre/stock/fulfillment.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { type Draft, orderId } from './draft.ts';
import { isCalledOff, lifeOf } from './life.ts';
import { depotOf, variationOf } from './order.ts';

type Changes = Parameters<Seller['orderBook']['change']>[3];

/** Gives an order another life, now, and notifies the subscribed applications. Returns the changed order. */
export function changeOrder(
  world: World,
  seller: Seller,
  draft: Draft,
  life: string,
  changes: Changes = {},
): Draft {
  const second = Math.floor(world.clock.now() / 1000);
  const shipment = seller.shipmentBook.find(draft.pack.leader);
  const hadLeft = shipment !== undefined && leftAt(shipment, second) !== undefined;
  seller.orderBook.change(draft, life, second, { hadLeft, ...changes });
  const after = seller.orderBook.find(draft.k) ?? draft;
  world.notifier.emit(seller, 'orders_v2', `/orders/${orderId(seller, draft.k)}`);
  settleShipment(world, seller, after);
  if (!hadLeft && isCalledOff(lifeOf(after.life))) tellFull(world, seller, draft, true);
  return after;
}

/** Takes the sold units off the listing, as Mercado Livre does when an order is paid. */
export function takeOff(world: World, seller: Seller, draft: Draft): void {
  changeStock(world, seller, draft, -draft.quantity);
  tellFull(world, seller, draft, false);
}

/** Notifies a change of the stock that Mercado Livre keeps. */
function tellFull(world: World, seller: Seller, { k, pack }: Draft, isCancelled: boolean): void {
  if (seller.shipmentBook.find(pack.leader)?.logistic !== 'fulfillment') return;
  const resource = `/stock/fulfillment/operations/${operationId(seller, k, isCancelled)}`;
  world.notifier.emit(seller, 'fbm_stock_operations', resource);
}

/** Puts the units of an order back on the listing, unless it is closed. */
export function putBack(world: World, seller: Seller, draft: Draft): void {
  if (seller.catalogue.face(draft.listing).status !== 'closed')
    changeStock(world, seller, draft, draft.quantity);
}

function changeStock(world: World, seller: Seller, draft: Draft, difference: number): void {
  const { listing } = draft;
  const face = seller.catalogue.face(listing);
  const n = variationOf(face, draft);
  const states = seller.catalogue.edits(listing).variations ?? variationStates(face);
  const variations = states.map((state) =>
    state.n === n ? { n, quantity: Math.max(0, state.quantity + difference) } : state,
  );
  const depot = depotOf(seller, draft);
  if (depot && !face.isFull)
    changeDepot(world.settings, seller, productIndex(listing), { store: depot.id, difference });
  // The seller may have removed the sold variation since. Then only the total changes.
  const hasVariation = states.some((state) => state.n === n);
  applyChange(
    world,
    seller,
    listing,
    hasVariation
      ? { variations, quantity: variations.reduce((sum, { quantity }) => sum + quantity, 0) }
      : { quantity: Math.max(0, face.quantity + difference) },
  );
}
