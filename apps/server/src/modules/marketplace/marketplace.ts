import type { Analise } from '@prumo/contract/analises.ts';
import type { Config } from '#platform/config.ts';
import type { Asker, Budget } from './calls.ts';
import type { Connection } from './connection.ts';
import type { Custos } from './custos.ts';
import type { Labels } from './labels.ts';
import type { Listings } from './listings.ts';
import type { Notas } from './notas.ts';
import type { Notifications } from './notifications.ts';
import type { Orders } from './orders.ts';
import type { Sales } from './sales.ts';

/**
 * The part of an analysis that describes the seller. A field is null when the marketplace does not have it.
 */
export type SellerProfile = Pick<Analise, 'listings' | 'user' | 'reputation' | 'metrics' | 'limites'> & {
  /** A sentence about a missing part. Null when no part is missing. */
  aviso: string | null;
};

/**
 * The name of the marketplace in sentences, with the article of its gender, and the sentences that are
 * specific to it.
 */
export interface Words {
  /** `O Mercado Livre` */
  o: string;
  /** `do Mercado Livre` */
  do: string;
  /** `no Mercado Livre` */
  no: string;
  /** Tell the person what to do when the seller or the application lacks the permission to read. */
  forbidden: { orders: string; listings: string };
}

/**
 * The interface between a marketplace and the rest of the product. Every failure of a call is a
 * `MarketplaceError`. The statuses, id formats, pages, limits and words of a marketplace stay behind this
 * interface.
 */
export interface Marketplace extends Connection {
  /** The name in URLs and in the database. */
  slug: string;
  words: Words;
  orders: Orders;
  sales: Sales;
  custos: Custos;
  notas: Notas;
  labels: Labels;
  listings: Listings;
  notifications: Notifications;
  profile(asker: Asker, sellerId: string): Promise<SellerProfile>;
}

/** Opens a marketplace. `app.ts` lists one of these functions for each marketplace. */
export type OpenMarketplace = (parts: {
  config: Config;
  budgetOf(slug: string, perSecond: number): Budget;
}) => Marketplace;

/** The marketplaces of this installation. */
export interface Marketplaces {
  all: readonly Marketplace[];
  find(slug: string): Marketplace | undefined;
  /** Returns the marketplace of a stored row. Throws when the installation no longer has it. */
  of(slug: string): Marketplace;
}

export function openMarketplaces(all: readonly Marketplace[]): Marketplaces {
  const find = (slug: string) => all.find((each) => each.slug === slug);
  return {
    all,
    find,
    of(slug) {
      const marketplace = find(slug);
      if (!marketplace) throw new Error(`no marketplace ${slug}`);
      return marketplace;
    },
  };
}
