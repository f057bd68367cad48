import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import type { OrderBook } from '#mercado-livre/orders/book.ts';
import { FIRST_SALE } from '#mercado-livre/orders/draft.ts';
import { NEVER } from '#mercado-livre/orders/life.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';
import { type Cart, historyOf } from './history.ts';
import { shipmentId } from './ids.ts';
import { logisticOfCart } from './logistic.ts';
import { firstStation, type Step } from './path.ts';

/** The shipment that a split replaced, and why. */
export interface Sibling {
  reason: string;
  sibling_id: number;
  at: number;
}

/** What control routes and calls of the seller changed about a shipment. */
interface Kept {
  /** Replaces the generated states. */
  steps?: readonly Step[];
  sibling?: Sibling;
  /** The second until which the goods must leave. */
  deadline?: number;
  /** The second from which on the label exists, while Mercado Livre holds the shipment back. */
  bufferedUntil?: number;
  /** Whether the goods must leave within an hour. */
  isProximity?: boolean;
}

export interface Shipment extends Cart, Kept {
  id: number;
  steps: readonly Step[];
  /** Whether control routes and calls decide the states. Otherwise they follow from the seed and the clock. */
  isKept: boolean;
}

/** The shipments of one seller. They are generated on demand, and only changes are stored. */
export interface ShipmentBook {
  /** The shipment of the cart with this first order. */
  find(leader: number): Shipment | undefined;
  change(leader: number, changes: Kept): void;
}

export function openShipmentBook(
  seller: SellerSeed,
  catalogue: Catalogue,
  orderBook: Pick<OrderBook, 'orderOfPack'>,
): ShipmentBook {
  const changes = new Map<number, Kept>();

  /** A sale made through a control route waits for the seller until another call moves its shipment. */
  function beginningOf({ drafts, logistic }: Cart): Step[] {
    const paidAt = Math.min(...drafts.map((draft) => draft.paidAt));
    if (paidAt === NEVER) return [];
    const { status, substatus } = firstStation(logistic, seller.features.has('exige_nota'));
    return [{ status, substatus, at: paidAt }];
  }

  return {
    find(leader) {
      const drafts = orderBook.orderOfPack(leader);
      const [first] = drafts;
      if (!first) return;
      const { listing } = first;
      const { isFull } = catalogue.face(listing);
      const logistic = first.logistic ?? logisticOfCart(seller, { leader, listing, isFull });
      const cart = { leader, drafts, logistic };
      const kept = changes.get(leader);
      const isSale = leader >= FIRST_SALE;
      return {
        ...cart,
        id: shipmentId(seller, leader),
        steps: isSale ? beginningOf(cart) : kept?.steps ? [] : historyOf(seller, cart),
        ...kept,
        isKept: isSale || kept?.steps !== undefined,
      };
    },
    change(leader, changed) {
      changes.set(leader, { ...changes.get(leader), ...changed });
    },
  };
}
