import type { Budget } from '#modules/marketplace/calls.ts';
import type { Connection } from '#modules/marketplace/connection.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Listings } from '#modules/marketplace/listings.ts';
import type { Marketplace, OpenMarketplace } from '#modules/marketplace/marketplace.ts';
import type { Notifications } from '#modules/marketplace/notifications.ts';
import type { Orders } from '#modules/marketplace/orders.ts';
import { costsOf } from '#modules/mercado-livre/billing/costs.ts';
import { invoicesOf } from '#modules/mercado-livre/invoices/invoices.ts';
import { readCategory } from '#modules/mercado-livre/listings/categories.ts';
import { LISTINGS_AT_ONCE, readListings } from '#modules/mercado-livre/listings/listing.ts';
import { listingIdsPage } from '#modules/mercado-livre/listings/listing-ids.ts';
import { itemRefusal, unreadRefusal } from '#modules/mercado-livre/listings/listing-refusal.ts';
import { unitsOf } from '#modules/mercado-livre/listings/listing-units.ts';
import { orderChanges } from '#modules/mercado-livre/orders/order-changes.ts';
import { ordersPage } from '#modules/mercado-livre/orders/order-pages.ts';
import { readOrder } from '#modules/mercado-livre/orders/orders.ts';
import { labelsOf } from '#modules/mercado-livre/sales/labels.ts';
import { salesOf } from '#modules/mercado-livre/sales/sales.ts';
import type { Config } from '#platform/config.ts';
import { type Client, openClient } from './client.ts';
import { missedFeeds } from './missed-feeds.ts';
import { readNotification } from './notifications.ts';
import { exchangeCode, refreshTokens } from './oauth.ts';
import { sellerProfile } from './seller-profile.ts';
import { readMe, revokeApplication } from './users.ts';
import { WORDS } from './words.ts';

export interface MercadoLivre extends Marketplace {
  /** Tests and proofs count its calls. */
  client: Client;
}

const slug = 'mercado-livre';
/** The path of the page Integrações, exactly as it is registered at Mercado Livre. */
const RETURN_PATH = '/configuracao/integracoes';
/**
 * The maximum time of one attempt. Two attempts fit into the time that other processes wait for a refresh
 * (contas/refresh.ts), so a lost answer can be retried.
 */
const TIME_LIMIT_MS = 4000;

/** The entry of the registry in `app.ts`. */
export const mercadoLivre: OpenMarketplace = ({ config, budgetOf }) =>
  openMercadoLivre({ config, budget: budgetOf(slug, config.MERCADO_LIVRE_CALLS_PER_SECOND) });

/** The only code that calls Mercado Livre. */
export function openMercadoLivre({ config, budget }: { config: Config; budget: Budget }): MercadoLivre {
  const client = openClient({
    base: config.MERCADO_LIVRE_API_URL,
    userAgent: `Prumo/1.0 (+${config.PUBLIC_URL})`,
    budget,
    timeLimitMs: TIME_LIMIT_MS,
  });
  const connection = connectionOf(client, config);
  return {
    slug,
    words: WORDS,
    client,
    ...connection,
    orders: ordersOf(client),
    sales: salesOf(client),
    custos: costsOf(client),
    notas: invoicesOf(client),
    labels: labelsOf(client),
    listings: listingsOf(client, config.MERCADO_LIVRE_PICTURE_HOSTS),
    notifications: notificationsOf(client, connection.clientId, config),
    profile: (asker, sellerId) => sellerProfile(client, asker, sellerId),
  };
}

function connectionOf(client: Client, config: Config): Connection {
  const { MERCADO_LIVRE_CLIENT_ID: clientId, MERCADO_LIVRE_CLIENT_SECRET: clientSecret } = config;
  const redirectUri = new URL(RETURN_PATH, config.PUBLIC_URL).href;
  const credentials = () => {
    if (!clientId || !clientSecret) throw new MarketplaceError('misconfigured');
    return { clientId, clientSecret, redirectUri };
  };
  return {
    clientId: clientId && clientSecret ? clientId : null,
    authorizationUrl: `${config.MERCADO_LIVRE_AUTH_URL.replace(/\/+$/, '')}/authorization`,
    redirectUri,
    exchange: async (authorization) => exchangeCode(client, credentials(), authorization),
    refresh: async (refreshToken) => refreshTokens(client, credentials(), refreshToken),
    me: (accessToken) => readMe(client, accessToken),
    revoke: async (accessToken, userId) =>
      revokeApplication(client, accessToken, { userId, clientId: credentials().clientId }),
  };
}

export const ordersOf = (client: Client): Orders => ({
  page: (asker, window, cursor) => ordersPage(client, asker, window, cursor),
  changes: (asker, asked) => orderChanges(client, asker, asked),
  read: (asker, id) => readOrder(client, asker, id),
});

const listingsOf = (client: Client, pictureHosts: readonly string[]): Listings => ({
  atOnce: LISTINGS_AT_ONCE,
  pictureHosts,
  idsPage: (asker, search, cursor) => listingIdsPage(client, asker, search, cursor),
  async read(asker, ids, estados) {
    const read = await readListings(client, asker, ids);
    return new Map(
      [...read].map(([id, item]) => [
        id,
        typeof item === 'string'
          ? { units: [], refusal: unreadRefusal(item) }
          : { units: unitsOf(item), refusal: itemRefusal(item, estados) },
      ]),
    );
  },
  category: (asker, id) => readCategory(client, asker, id),
});

const notificationsOf = (client: Client, clientId: string | null, config: Config): Notifications => ({
  secrets: config.MERCADO_LIVRE_NOTIFICATION_SECRETS,
  addresses: config.MERCADO_LIVRE_NOTIFICATION_ADDRESSES?.split(',').map((each) => each.trim()) ?? null,
  read: (message) => (clientId === null ? 'application' : readNotification(message, clientId)),
  async missed(asker, cursor) {
    if (clientId === null) return { notifications: [], cursor: null };
    const page = await missedFeeds(client, asker, clientId, cursor);
    const notifications = page.messages
      .map((message) => readNotification(message, clientId))
      .filter((each) => typeof each !== 'string');
    return { notifications, cursor: page.cursor };
  },
});
