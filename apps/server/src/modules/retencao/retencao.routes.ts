import { retencao } from '@prumo/contract/retencao.ts';
import type { Explanations } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { insertRetencao, selectRetencao } from './retencao.queries.ts';

export const retencaoExplanations: Explanations = {
  retencoes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  retencoes_historico_anos_check: { message: 'Escolha um dos prazos da lista.' },
};

export function retencaoRoutes(app: App): void {
  app.route({ ...retencao.get, handler: (req) => req.read(selectRetencao) });

  app.route({
    ...retencao.set,
    handler: (req) =>
      req.write(async (tx) => {
        await insertRetencao(tx, req.body.historico_anos);
        return selectRetencao(tx);
      }),
  });
}
