import type { Settings } from '#mercado-livre/settings.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { itemNumber } from '#mercado-livre/users/seller-seed.ts';
import { storesOf } from './stores.ts';

/** The version of the stock of a product, and the quantity in each depot. */
interface DepotStock {
  version: number;
  quantities: Map<string, number>;
}
const stocks = new WeakMap<Seller, Map<number, DepotStock>>();

/** The stock of a product in each depot. `index` is that of the product, not of its twin. */
export function depotStockOf(
  { vendaMudaVersao }: Pick<Settings, 'vendaMudaVersao'>,
  seller: Seller,
  index: number,
): DepotStock {
  const ofSeller = stocks.get(seller) ?? new Map<number, DepotStock>();
  stocks.set(seller, ofSeller);
  const { quantity } = seller.catalogue.face(index);
  const known = ofSeller.get(index);
  const sum = [...(known?.quantities.values() ?? [])].reduce((all, each) => all + each, 0);
  // A change of the listing changes only the total. The next read distributes the new total over the depots.
  if (known && sum === quantity) return known;
  const [first, second] = storesOf(seller);
  const isSingle = seller.features.has('deposito_unico');
  const half = isSingle ? 0 : Math.floor(quantity / 2);
  const quantities = new Map([[first?.id ?? '', quantity - half]]);
  if (!isSingle) quantities.set(second?.id ?? '', half);
  const step = known && !vendaMudaVersao ? 0 : 1;
  const state = { version: (known?.version ?? itemNumber(seller, index) % 7) + step, quantities };
  ofSeller.set(index, state);
  return state;
}

/** Adds units to a depot, or takes them, because of a sale. The caller changes the total afterwards. */
export function changeDepot(
  settings: Pick<Settings, 'vendaMudaVersao'>,
  seller: Seller,
  index: number,
  { store, difference }: { store: string; difference: number },
): void {
  const state = depotStockOf(settings, seller, index);
  state.quantities.set(store, Math.max(0, (state.quantities.get(store) ?? 0) + difference));
  if (settings.vendaMudaVersao) state.version += 1;
}
