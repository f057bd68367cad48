import { documentoWarning } from '@prumo/contract/documento.ts';
import { cepWarning } from '@prumo/contract/endereco.ts';
import { type Fornecedor, fornecedores } from '@prumo/contract/fornecedores.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import { inUseByProdutos } from '#modules/produtos/in-use.ts';
import { stale } from '#platform/db/history.ts';
import { removeEach } from '#platform/db/remove-each.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Explanations, found } from '#platform/errors.ts';
import { avisosOf } from '#platform/http/avisos.ts';
import type { App } from '#platform/http/http.ts';
import {
  countProdutos,
  deleteFornecedor,
  insertFornecedor,
  selectFornecedor,
  selectFornecedores,
  selectFornecedoresExcluidos,
  selectTwin,
  updateFornecedor,
} from './fornecedores.queries.ts';

const MISSING = 'Fornecedor não encontrado. Ele pode ter sido excluído.';

const explanations: Explanations = {
  fornecedores_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome.' },
  fornecedores_cpf_cnpj_check: { field: 'cpf_cnpj', message: 'Use de 1 a 14 caracteres no CPF/CNPJ.' },
  fornecedores_tamanhos_check: { message: 'Um dos campos é longo demais. Encurte-o e salve de novo.' },
  fornecedores_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App): void {
  app.route({ ...fornecedores.list, handler: (req) => req.read((tx) => selectFornecedores(tx, req.query)) });

  app.route({
    ...fornecedores.trash,
    handler: (req) => req.read((tx) => selectFornecedoresExcluidos(tx, req.query.cursor)),
  });

  app.route({
    ...fornecedores.get,
    handler: async (req) => found(await req.read((tx) => selectFornecedor(tx, req.params.id)), MISSING),
  });

  app.route({
    ...fornecedores.create,
    handler: (req) => req.write(async (tx) => withAvisos(tx, await insertFornecedor(tx, req.body))),
  });

  app.route({
    ...fornecedores.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const updated = await updateFornecedor(tx, id, req.body);
        if (!updated) throw await stale(tx, 'fornecedores', found(await selectFornecedor(tx, id), MISSING));
        return withAvisos(tx, updated);
      }),
  });

  app.route({
    ...fornecedores.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await remove(tx, req.params.id);
        return { lote: tx.lote };
      }),
  });

  app.route({
    ...removeSeveralOf(fornecedores),
    handler: (req) =>
      req.write((tx) =>
        removeEach(tx, { table: 'fornecedores', ids: req.body.ids, remove: (id) => remove(tx, id) }),
      ),
  });
}

async function remove(tx: TenantDb, id: string): Promise<void> {
  const { nome } = found(await selectFornecedor(tx, id), MISSING);
  const total = await countProdutos(tx, id);
  if (total > 0) throw inUseByProdutos(nome, { role: 'o fornecedor', total });
  found(await deleteFornecedor(tx, id), MISSING);
}

async function withAvisos(tx: TenantDb, fornecedor: Fornecedor) {
  const twin = await selectTwin(tx, fornecedor);
  return {
    ...fornecedor,
    lote: tx.lote,
    avisos: avisosOf(
      ['cpf_cnpj', documentoWarning(fornecedor.cpf_cnpj)],
      ['cpf_cnpj', twin && `Já existe outro fornecedor com este CPF/CNPJ: ${twin.nome}.`],
      ['cep', fornecedor.cep && cepWarning(fornecedor.cep)],
    ),
  };
}

export const fornecedoresRegister = { explanations, routes };
