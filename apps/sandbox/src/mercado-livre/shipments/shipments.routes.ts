import { parcelsBack, showParcelBack } from '#mercado-livre/claims/parcels.ts';
import { itemDate } from '#mercado-livre/clock.ts';
import { notFound } from '#mercado-livre/errors.ts';
import { ownOrder } from '#mercado-livre/orders/find.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import type { Shipment } from './book.ts';
import { moveShipment } from './change.ts';
import { deadlineOf, delaysOf, leftAt, serviceOf } from './deadline.ts';
import { findShipment, ownShipment } from './find.ts';
import { shipmentId } from './ids.ts';
import { stepAt } from './path.ts';
import { costsOf, oldShipmentOf, shipmentItems, shipmentOf } from './shipment.ts';
import { splitShipment } from './split.ts';
import { listStatuses } from './statuses.ts';

/** Answers a route about one shipment of the caller. */
const about =
  (answer: (call: Call, shipment: Shipment) => Response | Promise<Response>, missing?: string) =>
  (call: Call) => {
    const shipment = ownShipment(call, missing);
    return shipment instanceof Response ? shipment : answer(call, shipment);
  };

export const SHIPMENT_ROUTES: readonly Route[] = [
  {
    name: 'GET /shipment_statuses',
    permission: 'vendas',
    answer: () => Response.json(listStatuses()),
  },
  {
    name: 'GET /shipments/:id',
    permission: 'vendas',
    answer: (call) => showParcelBack(call) ?? about(show)(call),
  },
  {
    name: 'GET /shipments/:id/items',
    permission: 'vendas',
    answer: about(({ seller }, shipment) =>
      Response.json(shipmentItems(seller, shipment, seller.catalogue.face)),
    ),
  },
  {
    name: 'GET /shipments/:id/costs',
    permission: 'vendas',
    answer: about(({ seller }, shipment) => Response.json(costsOf(seller, shipment))),
  },
  { name: 'GET /shipments/:id/sla', permission: 'vendas', answer: about(showSla, 'failed to retrieve data') },
  { name: 'GET /shipments/:id/delays', permission: 'vendas', answer: about(showDelays) },
  { name: 'GET /shipments/:id/history', permission: 'vendas', answer: about(showHistory) },
  {
    name: 'GET /shipments/:id/carrier',
    permission: 'vendas',
    answer: about((_call, { id }) =>
      Response.json({ name: 'MELI Logistics', url: `https://rastreio.exemplo.com.br/MEL${id}LMXDF01` }),
    ),
  },
  {
    name: 'POST /shipments/:id/process/ready_to_ship',
    permission: 'vendas',
    answer: about(haveProduct, 'Not found shipment with id.'),
  },
  { name: 'POST /shipments/:id/split', permission: 'vendas', answer: about(splitShipment) },
  { name: 'GET /orders/:id/shipments', permission: 'vendas', answer: showOfOrder },
];

const secondOf = ({ world }: Call) => Math.floor(world.clock.now() / 1000);

function show({ world, seller, request }: Call, shipment: Shipment): Response {
  const form = request.headers.get('x-format-new') === 'true' ? shipmentOf : oldShipmentOf;
  return Response.json(form(seller, shipment, world.clock.now()));
}

/** Shows until when the goods must leave. A cancelled shipment and one of Full have no such time. */
function showSla(call: Call, shipment: Shipment): Response {
  const second = secondOf(call);
  const step = stepAt(shipment.steps, second);
  if (step?.status === 'cancelled' || shipment.logistic === 'fulfillment')
    return notFound('failed to retrieve data');
  const deadline = deadlineOf(shipment);
  const left = leftAt(shipment, second);
  const isLate = (left ?? second) > deadline;
  return Response.json({
    status: isLate ? 'delayed' : left === undefined ? 'on_time' : 'early',
    service: serviceOf(call.seller, shipment),
    expected_date: new Date((deadline - 3 * 3600) * 1000).toISOString().replace('.000Z', '-03:00'),
    last_updated: itemDate((step?.at ?? 0) * 1000).replace('.000Z', 'Z'),
  });
}

function showDelays(call: Call, shipment: Shipment): Response {
  const delays = delaysOf(shipment, secondOf(call));
  if (delays.length === 0) return notFound('Delays Not Found for shipment');
  return Response.json({ shipment_id: shipment.id, delays });
}

function showHistory(call: Call, { steps }: Shipment): Response {
  const second = secondOf(call);
  const past = steps.filter(({ at }) => at <= second);
  return Response.json(
    past.map(({ status, substatus, at }) => ({ status, substatus, date: itemDate(at * 1000) })).toReversed(),
  );
}

/** The seller says that a product with a manufacturing time is ready. */
function haveProduct(call: Call, shipment: Shipment): Response {
  const step = stepAt(shipment.steps, secondOf(call));
  if (step?.substatus !== 'manufacturing')
    return Response.json(
      { status: 403, error: 'forbidden', message: 'At least one policy returned UNAUTHORIZED' },
      { status: 403 },
    );
  moveShipment(call.world, call.seller, shipment, { status: 'ready_to_ship', substatus: 'ready_to_print' });
  return Response.json({ status: 200 });
}

/**
 * Lists the shipments of an order. Without the header `X-New-Domain` the API answered the shipment itself
 * until September 2026.
 */
function showOfOrder(call: Call): Response {
  const draft = ownOrder(call);
  if (draft instanceof Response) return draft;
  const id = shipmentId(call.seller, draft.pack.leader);
  const found = call.world.clock.now() >= draft.paidAt * 1000 && findShipment(call.world, String(id));
  if (!found) return new Response(null, { status: 204 });
  if (call.request.headers.get('x-new-domain') === 'true')
    return Response.json([{ id, type: 'forward' }, ...parcelsBack(call, draft.k)]);
  return Response.json(oldShipmentOf(call.seller, found.shipment, call.world.clock.now()));
}
