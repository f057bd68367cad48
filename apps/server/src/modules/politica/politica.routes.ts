import { politica } from '@prumo/contract/politica.ts';
import type { Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { insertPolitica, selectPolitica } from './politica.queries.ts';

export const politicaExplanations: Explanations = {
  politicas_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

export function politicaRoutes(app: App): void {
  app.route({ ...politica.get, handler: (req) => req.read(selectPolitica) });

  app.route({
    ...politica.set,
    handler: (req) =>
      req.write(async (tx) => {
        await insertPolitica(tx, req.body);
        return selectPolitica(tx);
      }),
  });
}
