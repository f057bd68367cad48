import { claimId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Claim } from './claim.ts';

/** Stores a claim, and notifies the subscribed applications. */
export function keepClaim(
  world: World,
  seller: Seller,
  claim: Claim,
  action: 'claims' | 'claims_actions' = 'claims',
): Claim {
  const kept = { ...claim, updatedAt: Math.floor(world.clock.now() / 1000) };
  seller.claimBook.keep(kept);
  const resource = `/post-purchase/v1/claims/${claimId(seller, claim.k)}`;
  world.notifier.emit(seller, 'post_purchase', resource, { actions: [action] });
  for (const { id } of claim.goods?.parcels ?? [])
    world.notifier.emit(seller, 'shipments', `/shipments/${id}`);
  return kept;
}
