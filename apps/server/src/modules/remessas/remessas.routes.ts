import { MAX_EMPRESAS_LIDAS, remessas } from '@prumo/contract/remessas.ts';
import type { Database } from '#platform/db/db.ts';
import { AppError, notAMembro } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { readEach } from './read-each.ts';
import { selectByCodigo, selectOwnEmpresas } from './remessas.queries.ts';
import { sendRemessa } from './send.ts';

interface Parts {
  db: Database;
  patience: number;
}

export function remessasRoutes(app: App, { db, patience }: Parts): void {
  app.route({
    ...remessas.estoque,
    handler: async ({ several, sessionHash, query: { codigo }, log }) =>
      readEach({
        empresas: await selectOwnEmpresas(db, sessionHash),
        most: MAX_EMPRESAS_LIDAS,
        read: ({ id }, limitMs) => several.read(id, (tx) => selectByCodigo(tx, codigo), limitMs),
        patience,
        onFailure: (err) => log.warn({ err }, 'an empresa was not read'),
      }),
  });

  app.route({
    ...remessas.create,
    handler: async ({ several, sessionHash, body }) => {
      const own = await selectOwnEmpresas(db, sessionHash);
      const nomeOf = (id: string) => own.find((each) => each.id === id)?.nome;
      const [de, para] = [nomeOf(body.de_empresa_id), nomeOf(body.para_empresa_id)];
      if (de === undefined || para === undefined) throw notAMembro();
      if (body.de_empresa_id === body.para_empresa_id) throw sameEmpresa();
      return sendRemessa(several, body, { de: short(de), para: short(para) });
    },
  });
}

/** The reason of a movimento has at most 200 characters. */
const short = (nome: string) => nome.slice(0, 150);

function sameEmpresa(): AppError {
  const message =
    'Escolha outra empresa de destino. Entre depósitos da mesma empresa, use Movimentar estoque.';
  return new AppError('invalid', message, { campos: { para_empresa_id: message } });
}
