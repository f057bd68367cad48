import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Where an empresa sells, by the name its addresses have. */
export const MARKETPLACES = { 'mercado-livre': 'Mercado Livre' } as const;

export const Marketplace = z.enum(
  Object.keys(MARKETPLACES) as [keyof typeof MARKETPLACES],
  'Este marketplace não existe.',
);
export type Marketplace = z.infer<typeof Marketplace>;

/** What the browser needs to send a person to the marketplace's own page. */
export const ConfiguracaoMarketplace = z.object({
  client_id: z.string(),
  /** The page itself; its parameters are the browser's to add. */
  authorization_url: z.string(),
  /** Where the marketplace sends the person back to, to the letter. */
  redirect_uri: z.string(),
});
export type ConfiguracaoMarketplace = z.infer<typeof ConfiguracaoMarketplace>;

export const marketplaces = {
  /** 409 'Client ID não configurado' where the operator has given no credentials. */
  configuracao: endpoint({
    method: 'GET',
    url: '/api/marketplaces/:marketplace/configuracao',
    config: { auth: 'session', tenant: true, cost: 'read', twoStep: true },
    schema: {
      summary: 'Lê o que o navegador precisa para levar alguém ao marketplace',
      tags: ['contas'],
      params: z.object({ marketplace: z.string() }),
      response: { 200: ConfiguracaoMarketplace },
    },
  }),
};
