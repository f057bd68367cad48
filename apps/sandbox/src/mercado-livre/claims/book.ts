import type { OrderBook } from '#mercado-livre/orders/book.ts';
import { lifeCode } from '#mercado-livre/orders/life.ts';
import type { ShipmentBook } from '#mercado-livre/shipments/book.ts';
import { returnShipmentId } from '#mercado-livre/shipments/ids.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import type { Claim } from './claim.ts';
import { generatedClaim, REFUNDED_LIFE } from './generated.ts';

/** The claims of one seller. Those of the history are generated, and only changes are stored. */
export interface ClaimBook {
  /** The claim about an order, if there is one at this second. */
  find(k: number, second: number): Claim | undefined;
  /** All claims opened until this second, newest first. */
  all(second: number): Claim[];
  keep(claim: Claim): void;
  /** The order of a parcel that travels back. */
  ofParcel(id: number): number | undefined;
  /** The id of a new parcel that travels back. */
  nextParcel(k: number): number;
}

const REFUNDED = lifeCode(REFUNDED_LIFE);

export function openClaimBook(
  seller: SellerSeed,
  orderBook: OrderBook,
  shipmentBook: ShipmentBook,
): ClaimBook {
  const kept = new Map<number, Claim>();
  const parcels = new Map<number, number>();

  function find(k: number, second: number): Claim | undefined {
    const known = kept.get(k);
    if (known) return known;
    const draft = orderBook.find(k);
    if (!draft) return;
    const claim = generatedClaim(seller, draft, () => shipmentBook.find(draft.pack.leader));
    return claim && claim.openedAt <= second ? claim : undefined;
  }

  return {
    find,
    all(second) {
      const { first, life } = orderBook.columns();
      const generated: Claim[] = [];
      for (const [position, code] of life.entries()) {
        const claim =
          code === REFUNDED && !kept.has(first + position) ? find(first + position, second) : undefined;
        if (claim) generated.push(claim);
      }
      return [...generated, ...kept.values()]
        .filter(({ openedAt }) => openedAt <= second)
        .sort((a, b) => b.openedAt - a.openedAt || b.k - a.k);
    },
    keep(claim) {
      kept.set(claim.k, claim);
    },
    ofParcel: (id) => parcels.get(id),
    nextParcel(k) {
      const id = returnShipmentId(seller, { n: parcels.size });
      parcels.set(id, k);
      return id;
    },
  };
}
