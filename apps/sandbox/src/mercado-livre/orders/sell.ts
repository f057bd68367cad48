import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Logistic } from '#mercado-livre/shipments/logistic.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { takeOff } from './change.ts';
import { type Draft, orderId } from './draft.ts';
import { lifeCode, NEVER } from './life.ts';

/** One item of a cart. Prices are in centavos. */
export interface SoldItem {
  listing: number;
  quantity: number;
  price?: number;
  variation?: number;
  depot?: number;
}

export interface Sale {
  items: readonly SoldItem[];
  buyer: number;
  /** The second of the sale. */
  at: number;
  isPaid: boolean;
  logistic?: Logistic;
  /** The listing of the kit of which the items are the components. */
  kit?: number;
}

/** Sells a cart. Mercado Livre takes the units off the listings when the orders are paid. */
export function sellCart(world: World, seller: Seller, sale: Sale): Draft[] {
  const { items, buyer, at, isPaid, logistic, kit } = sale;
  const drafts = seller.orderBook.sell(
    items.map(({ listing, quantity, price, variation, depot }) => {
      const unitPrice = price ?? seller.catalogue.face(listing).price;
      return {
        createdAt: at,
        // An order without a payment has no shipment.
        paidAt: isPaid ? at : NEVER,
        eventAt: NEVER,
        life: lifeCode(isPaid ? 'paga' : 'a_pagar'),
        listing,
        quantity,
        unitPrice,
        fullPrice: unitPrice,
        buyer,
        refund: 0,
        ...(variation !== undefined && { variation }),
        ...(depot !== undefined && { depot }),
        ...(logistic !== undefined && { logistic }),
        ...(kit !== undefined && { kit }),
      };
    }),
  );
  for (const draft of drafts) {
    world.notifier.emit(seller, 'orders_v2', `/orders/${orderId(seller, draft.k)}`);
    if (isPaid) takeOff(world, seller, draft);
  }
  const [first] = drafts;
  if (first && isPaid) world.notifier.emit(seller, 'shipments', `/shipments/${shipmentId(seller, first.k)}`);
  return drafts;
}
