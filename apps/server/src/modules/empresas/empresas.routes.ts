import { empresas } from '@prumo/contract/empresas.ts';
import { MAX_EMPRESAS, minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import type { Database } from '#platform/db/db.ts';
import { stale } from '#platform/db/history.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, confirmIdentity, type Explanations, found, notAMembro } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Sessions } from '#platform/http/session/session.ts';
import {
  createEmpresa,
  rememberEmpresa,
  selectEmpresa,
  selectEmpresas,
  updateEmpresa,
} from './empresas.queries.ts';

const MISSING = 'Esta empresa não existe mais.';

export const empresasExplanations: Explanations = {
  empresas_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome da empresa.' },
  empresas_tamanhos_check: { message: 'Um dos campos tem texto demais. Encurte-o e salve de novo.' },
  empresas_logo_arquivo_fkey: {
    field: 'logo_url',
    message: 'A imagem do logo não está mais guardada. Envie o arquivo de novo.',
  },
  membros_empresa_fkey: { message: MISSING },
  membros_papel_check: { field: 'papel', message: 'Este papel não existe.' },
};

interface Parts {
  arquivos: Arquivos;
  db: Database;
  identityDb: IdentityDb;
  sessions: Sessions;
}

export function empresasRoutes(app: App, { arquivos, db, identityDb, sessions }: Parts): void {
  app.route({
    ...minhasEmpresas.list,
    handler: async ({ sessionHash }) => ({ itens: await selectEmpresas(db, sessionHash) }),
  });

  app.route({
    ...minhasEmpresas.create,
    handler: async ({ body: { id, nome }, caller: { userId }, sessionHash }) => {
      const isMade = await createEmpresa(identityDb, { id, nome, userId, limit: MAX_EMPRESAS });
      const made = (await selectEmpresas(db, sessionHash)).find((each) => each.id === id);
      if (!isMade || !made)
        throw new AppError(
          'conflict',
          `Uma pessoa pode ter até ${MAX_EMPRESAS} empresas, e você já tem todas. Fale com o suporte.`,
        );
      return made;
    },
  });

  app.route({
    ...minhasEmpresas.choose,
    handler: async ({ body, sessionHash }) => {
      if (!(await rememberEmpresa(identityDb, sessionHash, body.id))) throw notAMembro();
      if (sessionHash !== null) sessions.forget(sessionHash);
      return null;
    },
  });

  app.route({
    ...empresas.get,
    handler: (req) => req.read((tx) => empresaOf(tx, req.params.id)),
  });

  app.route({
    ...empresas.update,
    handler: (req) =>
      req.write(async (tx) => {
        const before = await empresaOf(tx, req.params.id, true);
        if (before.cnpj !== req.body.cnpj && !req.caller.isFresh) throw confirmIdentity();
        const logo_arquivo_id = await arquivos.find(tx, req.body.logo_url);
        const updated = await updateEmpresa(tx, { ...req.body, logo_arquivo_id });
        if (!updated) throw await stale(tx, 'empresas', before);
        if (before.logo_arquivo_id !== logo_arquivo_id)
          await arquivos.settle(tx, [before.logo_arquivo_id, logo_arquivo_id]);
        return updated;
      }),
  });
}

/** Reads the empresa of the transaction, which is the only one that an address may name. */
async function empresaOf(tx: TenantDb, id: string, lock?: boolean) {
  const empresa = await selectEmpresa(tx, lock);
  return found(id === tx.empresaId ? empresa : undefined, MISSING);
}
