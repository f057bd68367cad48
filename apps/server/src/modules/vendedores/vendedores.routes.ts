import { cpfWarning } from '@prumo/contract/documento.ts';
import { cepWarning } from '@prumo/contract/endereco.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import { type Vendedor, vendedores } from '@prumo/contract/vendedores.ts';
import { stale } from '#platform/db/history.ts';
import { removeEach } from '#platform/db/remove-each.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Explanations, found } from '#platform/errors.ts';
import { avisosOf } from '#platform/http/avisos.ts';
import type { App } from '#platform/http/http.ts';
import {
  deleteVendedor,
  insertVendedor,
  selectTwin,
  selectVendedor,
  selectVendedores,
  selectVendedoresExcluidos,
  updateVendedor,
} from './vendedores.queries.ts';

const MISSING = 'Vendedor não encontrado. Ele pode ter sido excluído.';

const explanations: Explanations = {
  vendedores_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome.' },
  vendedores_cpf_check: { field: 'cpf', message: 'CPF inválido' },
  vendedores_comissao_check: {
    field: 'comissao',
    message: 'Informe de 0 a 100, com até duas casas decimais.',
  },
  vendedores_tamanhos_check: { message: 'Um dos campos é longo demais. Encurte-o e salve de novo.' },
  vendedores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App): void {
  app.route({ ...vendedores.list, handler: (req) => req.read((tx) => selectVendedores(tx, req.query)) });

  app.route({
    ...vendedores.trash,
    handler: (req) => req.read((tx) => selectVendedoresExcluidos(tx, req.query.cursor)),
  });

  app.route({
    ...vendedores.get,
    handler: async (req) => found(await req.read((tx) => selectVendedor(tx, req.params.id)), MISSING),
  });

  app.route({
    ...vendedores.create,
    handler: (req) => req.write(async (tx) => withAvisos(tx, await insertVendedor(tx, req.body))),
  });

  app.route({
    ...vendedores.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const updated = await updateVendedor(tx, id, req.body);
        if (!updated) throw await stale(tx, 'vendedores', found(await selectVendedor(tx, id), MISSING));
        return withAvisos(tx, updated);
      }),
  });

  app.route({
    ...vendedores.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await remove(tx, req.params.id);
        return { lote: tx.lote };
      }),
  });

  app.route({
    ...removeSeveralOf(vendedores),
    handler: (req) =>
      req.write((tx) =>
        removeEach(tx, { table: 'vendedores', ids: req.body.ids, remove: (id) => remove(tx, id) }),
      ),
  });
}

const remove = async (tx: TenantDb, id: string) => found(await deleteVendedor(tx, id), MISSING);

async function withAvisos(tx: TenantDb, vendedor: Vendedor) {
  const twin = await selectTwin(tx, vendedor);
  return {
    ...vendedor,
    lote: tx.lote,
    avisos: avisosOf(
      ['cpf', cpfWarning(vendedor.cpf)],
      ['cpf', twin && `Já existe outro vendedor com este CPF: ${twin.nome}.`],
      ['cep', vendedor.cep && cepWarning(vendedor.cep)],
    ),
  };
}

export const vendedoresRegister = { explanations, routes };
