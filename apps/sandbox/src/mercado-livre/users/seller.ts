import type { Catalogue } from '#mercado-livre/listings/catalogue.ts';
import type { OrderBook } from '#mercado-livre/orders/book.ts';
import type { SellerSeed } from './seller-seed.ts';

/** A seller with the listings and orders generated from its seed. */
export interface Seller extends SellerSeed {
  readonly listings: number;
  readonly orders: number;
  catalogue: Catalogue;
  orderBook: OrderBook;
}
