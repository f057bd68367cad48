import { historyStart } from '#mercado-livre/clock.ts';
import { notFound, refuse } from '#mercado-livre/errors.ts';
import type { Call } from '#mercado-livre/router.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { type Draft, locateOrder } from './draft.ts';

/** The order with this id and its seller, at any time. */
export function findOrder(world: World, id: string): { seller: Seller; draft: Draft } | undefined {
  const place = locateOrder(id, 'order');
  const seller = place && world.sellers.bySlot(place.slot);
  const draft = seller?.orderBook.find(place?.k ?? 0);
  return seller && draft ? { seller, draft } : undefined;
}

/** The order of the path, or the refusal. */
export function ownOrder({ world, seller, params }: Call): Draft | Response {
  const found = findOrder(world, params['id'] ?? '');
  const now = world.clock.now();
  // The history covers twelve months, so an older order does not exist.
  if (!found || found.draft.createdAt * 1000 > now || found.draft.createdAt < historyStart(now))
    return notFound('Order does not exist');
  if (found.seller !== seller) return refuse(403, 'forbidden', 'The user has not access to the order');
  return found.draft;
}
