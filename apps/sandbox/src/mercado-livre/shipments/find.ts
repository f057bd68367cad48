import { historyStart } from '#mercado-livre/clock.ts';
import { accessDenied, notFound } from '#mercado-livre/errors.ts';
import type { Call } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Shipment } from './book.ts';
import { locateShipment } from './ids.ts';
import { stepAt } from './path.ts';

/** The shipment with this id and its seller. A shipment that does not exist yet is not found. */
export function findShipment(world: World, id: string): { seller: Seller; shipment: Shipment } | undefined {
  const place = locateShipment(id);
  const seller = place && world.sellers.bySlot(place.slot);
  if (!seller || !('leader' in place)) return;
  const shipment = seller.shipmentBook.find(place.leader);
  const now = world.clock.now();
  const isThere =
    shipment &&
    stepAt(shipment.steps, Math.floor(now / 1000)) !== undefined &&
    shipment.drafts.some(({ createdAt }) => createdAt >= historyStart(now));
  return isThere ? { seller, shipment } : undefined;
}

/** The shipment of the path, or the refusal. `missing` is the message of an unknown id. */
export function ownShipment(call: Call, missing?: string): Shipment | Response {
  const id = call.params['id'] ?? '';
  const found = findShipment(call.world, id);
  if (!found) return notFound(missing ?? `Not found shipment with id: ${id}`);
  return found.seller === call.seller ? found.shipment : accessDenied();
}
