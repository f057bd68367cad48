import { openClaimBook } from '#mercado-livre/claims/book.ts';
import { openCatalogue } from '#mercado-livre/listings/catalogue.ts';
import { openOrderBook } from '#mercado-livre/orders/book.ts';
import { openShipmentBook } from '#mercado-livre/shipments/book.ts';
import type { Seller } from './seller.ts';
import { locateItem, type SellerInput } from './seller-seed.ts';

/** All generated sellers. */
export interface Sellers {
  add(input: SellerInput): Seller;
  find(id: number): Seller | undefined;
  bySlot(slot: number): Seller | undefined;
  /** The seller of an item and the index of the item, or undefined if it does not exist. */
  ofItem(itemId: string): { seller: Seller; index: number } | undefined;
  all(): Iterable<Seller>;
}

const BUILT_IN: readonly SellerInput[] = [
  { id: 1001000050, nickname: 'AUTOPECASDOZE', seed: 50, listings: 50, orders: 600, features: ['so_pecas'] },
  { id: 1001005000, nickname: 'CASAEOFICINA', seed: 5000, listings: 5000, orders: 20_000, features: [] },
  // This id is above 32 bits, as those of the newest accounts are.
  {
    id: 5001100000,
    nickname: 'MEGAPECASBR',
    seed: 100,
    listings: 100_000,
    orders: 500_000,
    features: [],
    pictures: 2,
  },
  {
    id: 1002000001,
    nickname: 'MODELONOVO',
    seed: 1,
    listings: 120,
    orders: 900,
    features: ['user_product_seller'],
  },
  {
    id: 1002000002,
    nickname: 'DOISDEPOSITOS',
    seed: 2,
    listings: 60,
    orders: 300,
    features: ['user_product_seller', 'warehouse_management'],
  },
  { id: 1002000003, nickname: 'CONTANOVA', seed: 3, listings: 3, orders: 0, features: ['conta_nova'] },
  {
    id: 1002000004,
    nickname: 'SEMVENDAS',
    seed: 4,
    listings: 20,
    orders: 100,
    features: ['sem_permissao_de_vendas'],
  },
  { id: 1002000005, nickname: 'PROTEGIDA', seed: 5, listings: 40, orders: 400, features: ['protegido'] },
  {
    id: 1002000006,
    nickname: 'SEMREPUTACAO',
    seed: 6,
    listings: 20,
    orders: 100,
    features: ['reputacao_ausente'],
  },
  {
    id: 1002000007,
    nickname: 'PRECOAUTOMATICO',
    seed: 7,
    listings: 30,
    orders: 100,
    features: ['preco_automatico'],
  },
  {
    id: 1002000008,
    nickname: 'DADOSPENDENTES',
    seed: 8,
    listings: 5,
    orders: 0,
    features: ['dados_pendentes'],
  },
];

/** Creates the built-in sellers. Each has twelve months of orders before `start`. */
export function openSellers(start: number, now: () => number): Sellers {
  const sellers: Seller[] = [];
  const byId = new Map<number, Seller>();
  const opened: Sellers = {
    add({ listings, orders, features, pictures, ...input }) {
      const seed = { ...input, slot: sellers.length, features: new Set(features), pictures };
      const catalogue = openCatalogue(seed, listings, now);
      const orderBook = openOrderBook(seed, catalogue, { perYear: orders, start });
      const shipmentBook = openShipmentBook(seed, catalogue, orderBook);
      const seller: Seller = {
        ...seed,
        orders,
        catalogue,
        orderBook,
        shipmentBook,
        claimBook: openClaimBook(seed, orderBook, shipmentBook),
        get listings() {
          return catalogue.count;
        },
      };
      sellers.push(seller);
      byId.set(seller.id, seller);
      return seller;
    },
    find: (id) => byId.get(id),
    bySlot: (slot) => sellers[slot],
    ofItem(itemId) {
      const [, digits] = /^MLB(\d{10,11})$/.exec(itemId) ?? [];
      const place = digits === undefined ? undefined : locateItem(Number(digits));
      const seller = place && sellers[place.slot];
      return seller && place.index < seller.catalogue.count ? { seller, index: place.index } : undefined;
    },
    all: () => sellers,
  };
  for (const input of BUILT_IN) opened.add(input);
  return opened;
}
