import { registros } from '@prumo/contract/registros.ts';
import type { App } from '#platform/http/http.ts';
import { selectRegistros } from './registros.queries.ts';

export function registrosRoutes(app: App): void {
  app.route({
    ...registros.list,
    handler: (req) =>
      req.read(async (tx) => ({
        itens: req.query.busca ? await selectRegistros(tx, req.query.busca) : [],
      })),
  });
}
