import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The marketplaces that an empresa can sell on. The key appears in addresses, the value on screens. */
export const MARKETPLACES = { 'mercado-livre': 'Mercado Livre' } as const;

export const Marketplace = z.enum(
  Object.keys(MARKETPLACES) as [keyof typeof MARKETPLACES],
  'Este marketplace não existe.',
);
export type Marketplace = z.infer<typeof Marketplace>;

/**
 * The slug of a marketplace in a request or an answer. Its type and its description name the marketplaces of this
 * release. At run time the server's registry decides which slugs exist, so a marketplace under test passes too.
 */
export const MarketplaceSlug: z.ZodMiniType<Marketplace, Marketplace> = z
  .string()
  .check(z.refine((slug) => /^[a-z0-9-]{1,40}$/.test(slug), 'Este marketplace não existe.'))
  .register(z.globalRegistry, { enum: Marketplace.options }) as never;

/** The data that the browser needs to send a person to the marketplace's authorization page. */
export const ConfiguracaoMarketplace = z.object({
  client_id: z.string(),
  /** The address of the page without parameters. The browser adds them. */
  authorization_url: z.string(),
  /** The address to which the marketplace sends the person back. It must match the registered one exactly. */
  redirect_uri: z.string(),
});
export type ConfiguracaoMarketplace = z.infer<typeof ConfiguracaoMarketplace>;

export const marketplaces = {
  /** Answers 409 'Client ID não configurado' when the operator has configured no credentials. */
  configuracao: endpoint({
    method: 'GET',
    url: '/api/marketplaces/:marketplace/configuracao',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: {
      summary: 'Lê o que o navegador precisa para levar alguém ao marketplace',
      tags: ['contas'],
      params: z.object({ marketplace: z.string() }),
      response: { 200: ConfiguracaoMarketplace },
    },
  }),
};
