import { notFound } from '#mercado-livre/errors.ts';
import { itemId } from '#mercado-livre/listings/identity.ts';
import { variationId } from '#mercado-livre/listings/variations.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import { type Draft, orderId, packId } from './draft.ts';
import { ownOrder } from './find.ts';
import { variationOf } from './order.ts';

export const BUNDLE_ROUTES: readonly Route[] = [
  { name: 'GET /orders/:id/bundle', permission: 'vendas', answer: showBundle },
];

/** Lists the orders of the other components of the same kit. */
function showBundle(call: Call): Response {
  const draft = ownOrder(call);
  if (draft instanceof Response) return draft;
  const { seller } = call;
  const { leader, isNumbered } = draft.pack;
  const { kit } = draft;
  if (kit === undefined) return notFound('Bundle not found for order');
  const pack_id = isNumbered ? packId(seller, leader) : null;
  const shipment_id = shipmentId(seller, leader);
  const kitOrder = (each: Draft) => {
    const n = variationOf(seller.catalogue.face(each.listing), each);
    return {
      order_id: orderId(seller, each.k),
      item_id: itemId(seller, each.listing),
      variation_id: n === undefined ? null : variationId(seller, each.listing, n),
      pack_id,
      shipment_id,
      parent_item_id: itemId(seller, kit),
    };
  };
  const components = seller.orderBook.orderOfPack(leader).filter((each) => each.kit === kit);
  return Response.json({
    bundles: [
      { pack_id, shipment_id, main_orders: [], addons_orders: [], kit_orders: components.map(kitOrder) },
    ],
  });
}
