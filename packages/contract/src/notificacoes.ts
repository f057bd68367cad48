import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const config = { auth: 'machine', tenant: false, cost: 'notification', right: null } as const;
const tags = ['notificacoes'];
const body = z.looseObject({});
const response = { 200: z.object({}) };

/** The addresses of one marketplace. `from` is its name with the article: `do Mercado Livre`. */
export const notificacoesOf = (marketplace: string, from: string) => ({
  /**
   * The marketplace reports a change of a seller's data. The server gives every body the same response. A
   * refusal would reveal which sellers are connected, and refusing an unknown format would make some
   * marketplaces disable the topic.
   */
  secret: endpoint({
    method: 'POST',
    url: `/api/notificacoes/${marketplace}/:segredo`,
    config,
    schema: {
      summary: `Recebe um aviso ${from}, no endereço que só ele conhece`,
      tags,
      params: z.object({ segredo: z.string() }),
      body,
      response,
    },
  }),
  /**
   * The same address without the secret, which any caller can reach. The body only hints that the seller's
   * pedidos may have changed.
   */
  plain: endpoint({
    method: 'POST',
    url: `/api/notificacoes/${marketplace}`,
    config,
    schema: { summary: `Recebe um aviso ${from} sem o segredo do endereço`, tags, body, response },
  }),
});
