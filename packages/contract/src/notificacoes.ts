import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const notificacoes = {
  /**
   * Mercado Livre says that something of a seller's has changed. Whatever it says is answered alike: to refuse it would
   * tell who is connected here, and a form of theirs we do not know yet would switch the topic off.
   */
  mercadoLivre: endpoint({
    method: 'POST',
    url: '/api/notificacoes/mercado-livre',
    config: { auth: 'machine', tenant: false, cost: 'notification' },
    schema: {
      summary: 'Recebe um aviso do Mercado Livre',
      tags: ['notificacoes'],
      body: z.looseObject({}),
      response: { 200: z.object({}) },
    },
  }),
};
