import { endpoint, Lote } from './endpoint.ts';

export const historico = {
  /** Reverses a batch of changes as a new batch; refuses with an explanation where something changed since. */
  undo: endpoint({
    method: 'POST',
    url: '/api/historico/:lote/desfazer',
    config: { auth: 'session', tenant: true, cost: 'write' },
    schema: {
      summary: 'Desfaz um lote de alterações',
      tags: ['historico'],
      params: Lote,
      response: { 200: Lote },
    },
  }),
};
