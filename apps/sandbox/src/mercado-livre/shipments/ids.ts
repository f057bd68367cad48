import { FIRST_SALE } from '#mercado-livre/orders/draft.ts';
import type { SellerSeed } from '#mercado-livre/users/seller-seed.ts';

const FIRST_SHIPMENT = 40_000_000_000;
const SHIPMENT_ROOM = 100_000_000;
/** Within the room of a seller, the shipments of sales made through control routes start here. */
const SALES_AT = 20_000_000;
/** The parcels that travel back to end a generated claim start here, by the number of their order. */
const GENERATED_BACK_AT = 50_000_000;
/** The other parcels that travel back start here. */
const BACK_AT = 70_000_000;
const FIRST_CLAIM = 5_000_000_000;
const CLAIM_ROOM = 1_000_000_000;

/** The shipment of a cart, by the number of its first order. */
export const shipmentId = ({ slot }: SellerSeed, leader: number) =>
  FIRST_SHIPMENT + slot * SHIPMENT_ROOM + (leader >= FIRST_SALE ? SALES_AT + leader - FIRST_SALE : leader);

/** The parcel that travels back: that of a generated claim, by its order, or the n-th other one. */
export const returnShipmentId = ({ slot }: SellerSeed, which: { k: number } | { n: number }) =>
  FIRST_SHIPMENT + slot * SHIPMENT_ROOM + ('k' in which ? GENERATED_BACK_AT + which.k : BACK_AT + which.n);

/** The first order of the cart of a shipment. A parcel that travels back has none; `back` may be its order. */
export type ShipmentPlace = { slot: number } & ({ leader: number } | { back: number | undefined });

export function locateShipment(id: string): ShipmentPlace | undefined {
  if (!/^\d{11,13}$/.test(id)) return;
  const place = Number(id) - FIRST_SHIPMENT;
  if (place < 0) return;
  const slot = Math.floor(place / SHIPMENT_ROOM);
  const n = place % SHIPMENT_ROOM;
  if (n >= BACK_AT) return { slot, back: undefined };
  if (n >= GENERATED_BACK_AT) return { slot, back: n - GENERATED_BACK_AT };
  return { slot, leader: n >= SALES_AT ? n - SALES_AT + FIRST_SALE : n };
}

/** The claim about an order. An order has at most one. */
export const claimId = ({ slot }: SellerSeed, k: number) => FIRST_CLAIM + slot * CLAIM_ROOM + k;

export function locateClaim(id: string): { slot: number; k: number } | undefined {
  if (!/^\d{10,13}$/.test(id)) return;
  const place = Number(id) - FIRST_CLAIM;
  if (place < 0) return;
  return { slot: Math.floor(place / CLAIM_ROOM), k: place % CLAIM_ROOM };
}

export const feedbackId = ({ slot }: SellerSeed, k: number) => 9_000_000_000_000 + slot * CLAIM_ROOM + k;
