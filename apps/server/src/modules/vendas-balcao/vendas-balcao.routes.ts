import { vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { AppError, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { cancel, MISSING } from './cancel.ts';
import { selectVendas } from './list-vendas.queries.ts';
import { restore } from './restore.ts';
import { sell } from './sell.ts';
import { selectVenda } from './vendas-balcao.queries.ts';

const PAGE = 50;

export function vendasBalcaoRoutes(app: App): void {
  app.route({
    ...vendasBalcao.create,
    handler: async (req) => {
      const outcome = await req.write((tx) => sell(tx, req.body));
      // Throws after the transaction, because an error inside would roll back the stored refusal.
      if ('recusa' in outcome) {
        const { code, message, details } = outcome.recusa;
        throw new AppError(code, message, details);
      }
      return outcome;
    },
  });

  app.route({
    ...vendasBalcao.list,
    handler: (req) => req.read((tx) => selectVendas(tx, req.query, PAGE)),
  });

  app.route({
    ...vendasBalcao.get,
    handler: async (req) => found(await req.read((tx) => selectVenda(tx, req.params.id)), MISSING),
  });

  app.route({
    ...vendasBalcao.cancel,
    handler: (req) => req.write((tx) => cancel(tx, req.params.id, req.body)),
  });

  app.route({
    ...vendasBalcao.restore,
    handler: (req) => req.write((tx) => restore(tx, req.params.id, req.body)),
  });
}
