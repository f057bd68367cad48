import { orderDate } from '#mercado-livre/clock.ts';
import type { Call } from '#mercado-livre/router.ts';
import { locateShipment } from '#mercado-livre/shipments/ids.ts';
import type { Parcel } from './return.ts';

const secondOf = ({ world }: Call) => Math.floor(world.clock.now() / 1000);

const parcelsOf = (call: Call, k: number): readonly Parcel[] =>
  (call.seller.claimBook.find(k, secondOf(call))?.goods?.parcels ?? []).filter(
    ({ steps }) => (steps[0]?.at ?? 0) <= secondOf(call),
  );

/** The parcels of an order that travel back, as `GET /orders/:id/shipments` lists them. */
export const parcelsBack = (call: Call, k: number) =>
  parcelsOf(call, k).map(({ id }) => ({ id, type: 'return' }));

/** Shows a parcel that travels back. Undefined if the id belongs to another kind of shipment. */
export function showParcelBack(call: Call): Response | undefined {
  const id = Number(call.params['id']);
  const place = locateShipment(String(id));
  if (!place || 'leader' in place || call.world.sellers.bySlot(place.slot) !== call.seller) return;
  const k = place.back ?? call.seller.claimBook.ofParcel(id);
  const parcel = k === undefined ? undefined : parcelsOf(call, k).find((each) => each.id === id);
  const step = parcel?.steps.findLast(({ at }) => at <= secondOf(call));
  if (!parcel || !step) return;
  return Response.json({
    id,
    status: step.status,
    substatus: null,
    date_created: orderDate((parcel.steps[0]?.at ?? 0) * 1000),
    last_updated: orderDate(step.at * 1000),
    logistic: { mode: 'me2', type: 'drop_off', direction: 'reverse' },
    destination: { type: parcel.to, receiver_id: call.seller.id },
    sibling: { reason: null, sibling_id: null },
    tags: [],
  });
}
