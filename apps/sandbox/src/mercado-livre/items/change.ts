import type { Face, ItemStatus } from '#mercado-livre/listings/face.ts';
import { itemId, userProductId } from '#mercado-livre/listings/identity.ts';
import type { Edits } from '#mercado-livre/listings/listing.ts';
import type { VariationState } from '#mercado-livre/listings/variations.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';

/** A change to a listing. Prices are in centavos. */
export interface Wanted {
  price?: number;
  quantity?: number;
  status?: ItemStatus;
  variations?: readonly VariationState[];
  edits?: Edits;
}

/** Changes a listing, its status and the stock of its twin, and notifies the subscribed applications. */
export function applyChange(world: World, seller: Seller, index: number, wanted: Wanted): void {
  const { catalogue } = seller;
  const { quantity } = wanted;
  const face: Partial<Face> = {
    ...(wanted.price !== undefined && { price: wanted.price }),
    ...(quantity !== undefined && stockOf(catalogue.face(index), quantity)),
    ...(wanted.status !== undefined && statusOf(wanted.status)),
  };
  // Stock for the whole listing goes to the first remaining variation.
  const left = quantity === undefined ? undefined : catalogue.edits(index).variations;
  const variations =
    wanted.variations ?? left?.map(({ n }, at) => ({ n, quantity: at === 0 ? (quantity ?? 0) : 0 }));
  catalogue.change(index, face, {
    ...wanted.edits,
    ...(variations && { variations }),
  });
  const id = itemId(seller, index);
  world.notifier.emit(seller, 'items', `/items/${id}`);
  if (wanted.price !== undefined) world.notifier.emit(seller, 'items_prices', `/items/${id}/prices`);
  if (quantity !== undefined) spreadStock(world, seller, index, quantity);
}

/**
 * Pauses a listing without stock. New stock reactivates a listing only if the lack of stock had paused it.
 */
export function stockOf({ status, subStatus }: Face, quantity: number): Partial<Face> {
  if (quantity === 0 && status === 'active')
    return { quantity, status: 'paused', subStatus: ['out_of_stock'] };
  if (quantity > 0 && status === 'paused' && subStatus.includes('out_of_stock'))
    return { quantity, status: 'active', subStatus: [] };
  return { quantity };
}

function statusOf(status: ItemStatus): Partial<Face> {
  return { status, subStatus: status === 'paused' ? ['paused_by_seller'] : [] };
}

/**
 * Gives the other listing of the same product the same stock, because stock belongs to the product. A setting
 * says how much later, because the real Mercado Livre does not do it at once.
 */
function spreadStock(world: World, seller: Seller, index: number, quantity: number): void {
  const twin = index % 10 === 9 ? index - 1 : index % 10 === 8 ? index + 1 : undefined;
  if (twin !== undefined && twin < seller.catalogue.count) {
    const copy = () => {
      seller.catalogue.change(twin, stockOf(seller.catalogue.face(twin), quantity));
      world.notifier.emit(seller, 'items', `/items/${itemId(seller, twin)}`);
    };
    if (world.settings.copiaDoEstoqueMs === 0) copy();
    else setTimeout(copy, world.settings.copiaDoEstoqueMs).unref();
  }
  world.notifier.emit(seller, 'stock-location', `/user-products/${userProductId(seller, index)}/stock`);
}
