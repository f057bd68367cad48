import type { Draft } from '#mercado-livre/orders/draft.ts';
import { locateClaim } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Claim } from './claim.ts';
import { locateReturn } from './generated.ts';

interface Found {
  seller: Seller;
  claim: Claim;
  draft: Draft;
}

function findAt(world: World, place: { slot: number; k: number } | undefined): Found | undefined {
  const seller = place && world.sellers.bySlot(place.slot);
  if (!seller) return;
  const claim = seller.claimBook.find(place.k, Math.floor(world.clock.now() / 1000));
  const draft = seller.orderBook.find(place.k);
  return claim && draft ? { seller, claim, draft } : undefined;
}

export const findClaim = (world: World, id: string) => findAt(world, locateClaim(id));

/** The claim to which a return belongs. */
export function findReturn(world: World, id: string): Found | undefined {
  const found = findAt(world, locateReturn(id));
  return found?.claim.goods ? found : undefined;
}
