import { type Deposito, depositos } from '@prumo/contract/depositos.ts';
import { cepWarning } from '@prumo/contract/endereco.ts';
import { clearSaldosOfDeposito } from '#modules/movimentos/saldos.ts';
import { stale } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Explanations, found } from '#platform/errors.ts';
import { avisosOf } from '#platform/http/avisos.ts';
import type { App } from '#platform/http/http.ts';
import {
  deleteDeposito,
  insertDeposito,
  selectDeposito,
  selectDepositos,
  selectDepositosExcluidos,
  updateDeposito,
} from './depositos.queries.ts';

const MISSING = 'Depósito não encontrado. Ele pode ter sido excluído.';

const explanations: Explanations = {
  depositos_nome_check: { field: 'nome', message: 'Use de 1 a 100 caracteres no nome.' },
  depositos_tamanhos_check: { message: 'Um dos campos é longo demais. Encurte-o e salve de novo.' },
  depositos_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App): void {
  app.route({ ...depositos.list, handler: (req) => req.read((tx) => selectDepositos(tx, req.query)) });

  app.route({
    ...depositos.trash,
    handler: (req) => req.read((tx) => selectDepositosExcluidos(tx, req.query.cursor)),
  });

  app.route({
    ...depositos.get,
    handler: async (req) => found(await req.read((tx) => selectDeposito(tx, req.params.id)), MISSING),
  });

  app.route({
    ...depositos.create,
    handler: (req) => req.write(async (tx) => withAvisos(tx, await insertDeposito(tx, req.body))),
  });

  app.route({
    ...depositos.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const updated = await updateDeposito(tx, id, req.body);
        if (!updated) throw await stale(tx, 'depositos', found(await selectDeposito(tx, id), MISSING));
        return withAvisos(tx, updated);
      }),
  });

  app.route({
    ...depositos.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await clearSaldosOfDeposito(tx, req.params.id);
        found(await deleteDeposito(tx, req.params.id), MISSING);
        return { lote: tx.lote };
      }),
  });
}

const withAvisos = ({ lote }: TenantDb, deposito: Deposito) => ({
  ...deposito,
  lote,
  avisos: avisosOf(['cep', deposito.cep && cepWarning(deposito.cep)]),
});

export const depositosRegister = { explanations, routes };
