import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';
import { type Budget, type Marketplace, MarketplaceError } from '#modules/contas/marketplace.ts';
import type { Config } from '#platform/config.ts';
import { type Client, openClient } from './client.ts';
import { exchangeCode, refreshTokens } from './oauth.ts';
import { readMe, revokeApplication } from './users.ts';

export interface MercadoLivre extends Marketplace {
  /** For what only this marketplace has. */
  client: Client;
}

const slug = 'mercado-livre';
/** The application's own page of Integrações, as it is registered there to the letter. */
const RETURN_PATH = '/configuracao/integracoes';
/** Short of what the row of tokens may stay locked for, twice. */
const TIME_LIMIT_MS = 4000;

/** The only code that speaks to Mercado Livre. */
export function openMercadoLivre({ config, budget }: { config: Config; budget: Budget }): MercadoLivre {
  const { MERCADO_LIVRE_CLIENT_ID: clientId, MERCADO_LIVRE_CLIENT_SECRET: clientSecret } = config;
  const redirectUri = new URL(RETURN_PATH, config.PUBLIC_URL).href;
  const client = openClient({
    base: config.MERCADO_LIVRE_API_URL,
    userAgent: `Prumo/1.0 (+${config.PUBLIC_URL})`,
    budget,
    timeLimitMs: TIME_LIMIT_MS,
  });
  const credentials = () => {
    if (!clientId || !clientSecret) throw new MarketplaceError('misconfigured');
    return { clientId, clientSecret, redirectUri };
  };

  return {
    slug,
    nome: MARKETPLACES[slug],
    clientId: clientId && clientSecret ? clientId : null,
    authorizationUrl: `${config.MERCADO_LIVRE_AUTH_URL.replace(/\/+$/, '')}/authorization`,
    redirectUri,
    client,
    exchange: async (authorization) => exchangeCode(client, credentials(), authorization),
    refresh: async (refreshToken) => refreshTokens(client, credentials(), refreshToken),
    me: (accessToken) => readMe(client, accessToken),
    revoke: async (accessToken, userId) =>
      revokeApplication(client, accessToken, { userId, clientId: credentials().clientId }),
  };
}
