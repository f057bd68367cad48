import { itemDate } from '#mercado-livre/clock.ts';
import { inventoryId, listingOfInventory } from '#mercado-livre/listings/inventory.ts';
import { variationStates } from '#mercado-livre/listings/variations.ts';
import { noise } from '#mercado-livre/noise.ts';
import { lowerBound } from '#mercado-livre/orders/columns.ts';
import { type Draft, FIRST_SALE, listingOfOrder } from '#mercado-livre/orders/draft.ts';
import { isCalledOff, lifeOf } from '#mercado-livre/orders/life.ts';
import { variationOf } from '#mercado-livre/orders/order.ts';
import { leftAt } from '#mercado-livre/shipments/deadline.ts';
import { shipmentId } from '#mercado-livre/shipments/ids.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';

const SALT = 250;
const FIRST_OPERATION = 300_000_000;

/** The stock of a listing, or of one of its variations, that Mercado Livre keeps. */
export interface Inventory {
  seller: Seller;
  id: string;
  listing: number;
  variation: number | undefined;
}

export function findInventory(sellers: Iterable<Seller>, id: string): Inventory | undefined {
  for (const seller of sellers) {
    const place = listingOfInventory(seller, id);
    if (place && place.listing < seller.catalogue.count && seller.catalogue.face(place.listing).isFull)
      return { seller, id, ...place };
  }
  return;
}

/** The units that can be sold, and those that cannot. */
export function quantitiesOf({ seller, listing, variation }: Inventory) {
  const face = seller.catalogue.face(listing);
  const states = seller.catalogue.edits(listing).variations ?? variationStates(face);
  const available = states.find(({ n }) => n === variation)?.quantity ?? face.quantity;
  const damaged = noise(seller.seed, listing, SALT) % 4;
  return { available, damaged };
}

/** A change of the stock that Mercado Livre keeps, at a second. */
interface Operation {
  k: number;
  type: 'SALE_CONFIRMATION' | 'SALE_CANCELATION';
  quantity: number;
  at: number;
  leader: number;
}

export const operationId = ({ slot }: Seller, k: number, isCancelled: boolean) =>
  FIRST_OPERATION + (slot * 1_000_000_000 + k) * 2 + (isCancelled ? 1 : 0);

/** The inventory of an operation. */
export function inventoryOfOperation(seller: Seller, id: number): Inventory | undefined {
  const place = Math.floor((id - FIRST_OPERATION) / 2);
  const draft = orderAt(seller, place);
  if (!draft) return;
  const { listing } = draft;
  const variation = variationOf(seller.catalogue.face(listing), draft);
  return { seller, id: inventoryId(seller, listing, variation), listing, variation };
}

const orderAt = ({ slot, orderBook }: Seller, place: number) =>
  Math.floor(place / 1_000_000_000) === slot ? orderBook.find(place % 1_000_000_000) : undefined;

/** The operations of an inventory, newest first, with the stock after each. */
export function operationsOf(inventory: Inventory, { from, to }: { from: number; to: number }, now: number) {
  const { seller, id } = inventory;
  const second = Math.floor(now / 1000);
  const all = [...draftsOf(inventory, from)]
    .flatMap((draft) => operations(seller, draft, second))
    .filter(({ at }) => at >= from && at <= second)
    .sort((a, b) => b.at - a.at || b.k - a.k);
  const { available: present, damaged } = quantitiesOf(inventory);
  let available = present;
  return all
    .map((operation) => {
      const body = bodyOf(operation, available);
      available -= operation.quantity;
      return { at: operation.at, body };
    })
    .filter(({ at }) => at <= to)
    .map(({ body }) => body);

  function bodyOf({ k, type, quantity, at, leader }: Operation, after: number) {
    return {
      id: operationId(seller, k, type === 'SALE_CANCELATION'),
      seller_id: seller.id,
      inventory_id: id,
      date_created: itemDate(at * 1000).replace('.000Z', 'Z'),
      type,
      detail: { available_quantity: quantity, not_available_detail: [] },
      result: {
        total: after + damaged,
        available_quantity: after,
        not_available_quantity: damaged,
        not_available_detail: damaged === 0 ? [] : [{ status: 'damaged', quantity: damaged }],
      },
      external_references: [{ type: 'shipment_id', value: String(shipmentId(seller, leader)) }],
    };
  }
}

/** The orders of the inventory whose goods Mercado Livre sends, from a month before `from` on. */
function* draftsOf({ seller, listing, variation }: Inventory, from: number): Generator<Draft> {
  const { orderBook } = seller;
  const { created, first } = orderBook.columns();
  const isIts = (draft: Draft) =>
    draft.listing === listing && variationOf(seller.catalogue.face(listing), draft) === variation;
  // A cancellation comes up to a month after the sale.
  for (let at = lowerBound(created, Math.max(0, from - 31 * 86_400)); at < created.length; at += 1)
    if (listingOfOrder(seller, first + at, orderBook.listings) === listing && isIts(orderBook.at(at)))
      yield orderBook.at(at);
  for (const sale of orderBook.sales()) if (sale.k >= FIRST_SALE && isIts(sale)) yield sale;
}

function operations(seller: Seller, draft: Draft, second: number): Operation[] {
  const { k, paidAt, eventAt, quantity, pack } = draft;
  const life = lifeOf(draft.life);
  const shipment = seller.shipmentBook.find(pack.leader);
  if (!life.isPaid || shipment?.logistic !== 'fulfillment' || draft.replaces !== undefined) return [];
  const common = { k, leader: pack.leader };
  const left = leftAt(shipment, second);
  const isBack = isCalledOff(life) && (draft.hadLeft === false || left === undefined || left > eventAt);
  return [
    { ...common, type: 'SALE_CONFIRMATION', quantity: -quantity, at: paidAt },
    ...(isBack ? [{ ...common, type: 'SALE_CANCELATION', quantity, at: eventAt } as const] : []),
  ];
}
