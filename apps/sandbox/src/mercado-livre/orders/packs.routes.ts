import { packDate } from '#mercado-livre/clock.ts';
import { notFound, refuse } from '#mercado-livre/errors.ts';
import type { Call, Route } from '#mercado-livre/router.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { type Draft, locateOrder, orderId, packId } from './draft.ts';
import { findOrder } from './find.ts';
import { lifeOf } from './life.ts';
import { stageOf } from './order.ts';

export const PACK_ROUTES: readonly Route[] = [
  { name: 'GET /packs/:id', permission: 'vendas', answer: showPack },
];

/** The orders of a pack and their seller. The id of an order without a pack stands for its pack. */
function findPack(world: World, id: string): { seller: Seller; drafts: Draft[] } | undefined {
  const alone = findOrder(world, id);
  if (alone) return alone.draft.pack.isNumbered ? undefined : { seller: alone.seller, drafts: [alone.draft] };
  const place = locateOrder(id, 'pack');
  const seller = place && world.sellers.bySlot(place.slot);
  const drafts = seller?.orderBook.orderOfPack(place?.k ?? 0).filter(({ pack }) => pack.isNumbered);
  return seller && drafts ? { seller, drafts } : undefined;
}

function showPack({ world, seller, params }: Call): Response {
  const now = world.clock.now();
  const second = Math.floor(now / 1000);
  const found = findPack(world, params['id'] ?? '');
  const drafts = found?.drafts.filter(({ createdAt }) => createdAt <= second) ?? [];
  const [first] = drafts;
  if (!first) return notFound('Order do not exists');
  if (found?.seller !== seller) return refuse(403, 'forbidden', 'The user has not access to the order');
  const stages = drafts.map((draft) => stageOf(draft, second));
  const { leader, isNumbered } = first.pack;
  return Response.json({
    id: isNumbered ? packId(seller, leader) : orderId(seller, first.k),
    ...stateOf(drafts, second),
    orders: drafts.map(({ k }) => ({ id: orderId(seller, k) })),
    shipment: { id: second >= first.paidAt ? shipmentId(seller, leader) : null },
    buyer: { id: first.buyer },
    date_created: packDate(first.createdAt * 1000),
    last_updated: packDate(Math.max(...stages.map(({ updatedAt }) => updatedAt)) * 1000),
  });
}

function stateOf(drafts: readonly Draft[], second: number) {
  const statuses = drafts.map((draft) => stageOf(draft, second).status);
  if (statuses.every((status) => status === 'cancelled'))
    return {
      status: 'cancelled',
      status_detail: drafts.every(({ life }) => lifeOf(life).name === 'dividida') ? 'splitted' : null,
    };
  const isEnding = statuses.some((status) => status === 'pending_cancel');
  return { status: isEnding ? 'pending_cancel' : 'released', status_detail: null };
}
