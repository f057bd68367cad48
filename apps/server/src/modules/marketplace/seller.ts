/** A seller's account at a marketplace. It stays the same when the seller reconnects it. */
export interface SellerRef {
  /** The slug of the marketplace. */
  marketplace: string;
  /** The id that the marketplace gave the seller, in the marketplace's own form. */
  sellerId: string;
}

/** Identifies the seller in maps, sets and logs. */
export const sellerKey = ({ marketplace, sellerId }: SellerRef) => `${marketplace} ${sellerId}`;
