import type { ClaimBook } from '#mercado-livre/claims/book.ts';
import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import type { OrderBook } from '#mercado-livre/orders/book.ts';
import type { ShipmentBook } from '#mercado-livre/shipments/book.ts';
import type { SellerSeed } from './seller-seed.ts';

/** A seller with the listings and orders generated from its seed. */
export interface Seller extends SellerSeed {
  readonly listings: number;
  readonly orders: number;
  catalogue: Catalogue;
  orderBook: OrderBook;
  shipmentBook: ShipmentBook;
  claimBook: ClaimBook;
}
